// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

namespace diagonal {

/// Says that memory which nobody has touched yet is to be given in huge pages, where the system has
/// them and the memory holds several. To be given 200 MB in pages of 4 KiB takes three times as
/// long as to fill them.
void adviseHugePages(void* memory, std::size_t bytes);

/// Makes room for `size` values, of which there may be millions.
template <typename T>
void reserveLarge(std::vector<T>& values, std::size_t size) {
    if (values.capacity() >= size) return;
    values.reserve(size);
    adviseHugePages(values.data(), size * sizeof(T));
}

/// `size` times the same value, maybe millions of times.
template <typename T>
std::vector<T> largeVector(std::size_t size, const T& value = {}) {
    std::vector<T> values;
    reserveLarge(values, size);
    values.resize(size, value);
    return values;
}

}  // namespace diagonal
