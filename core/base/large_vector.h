// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

namespace diagonal {

/// Asks for huge pages for memory that has not been touched yet, if the system supports them and
/// the memory spans several. Obtaining 200 MB in pages of 4 KiB takes three times as long as
/// filling them.
void adviseHugePages(void* memory, std::size_t bytes);

/// Reserves room for `size` values, possibly millions.
template <typename T>
void reserveLarge(std::vector<T>& values, std::size_t size) {
    if (values.capacity() >= size) return;
    values.reserve(size);
    adviseHugePages(values.data(), size * sizeof(T));
}

/// Returns `size` copies of `value`, possibly millions.
template <typename T>
std::vector<T> largeVector(std::size_t size, const T& value = {}) {
    std::vector<T> values;
    reserveLarge(values, size);
    values.resize(size, value);
    return values;
}

}  // namespace diagonal
