// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

#include "core/base/parallel.h"

namespace diagonal {

/// Asks for huge pages for memory that has not been touched yet, if the system supports them and
/// the memory spans several. Obtaining 200 MB in pages of 4 KiB takes three times as long as
/// filling them.
void adviseHugePages(void* memory, std::size_t bytes);

/// Obtains memory that has not been touched yet from the system, on all threads: in a virtual
/// machine whose host has to provide it, 80 MB take one thread 200 ms.
void obtainPages(void* memory, std::size_t bytes, const ParallelFor& parallelFor);

/// Reserves room for `size` values, possibly millions.
template <typename T>
void reserveLarge(std::vector<T>& values, std::size_t size) {
    if (values.capacity() >= size) return;
    values.reserve(size);
    adviseHugePages(values.data(), size * sizeof(T));
}

/// As above, for values that are all written soon.
template <typename T>
void reserveLarge(std::vector<T>& values, std::size_t size, const ParallelFor& parallelFor) {
    if (values.capacity() >= size) return;
    reserveLarge(values, size);
    obtainPages(values.data(), size * sizeof(T), parallelFor);
}

/// Returns `size` copies of `value`, possibly millions.
template <typename T>
std::vector<T> largeVector(std::size_t size, const T& value = {},
                           const ParallelFor& parallelFor = defaultFor) {
    std::vector<T> values;
    reserveLarge(values, size, parallelFor);
    values.resize(size, value);
    return values;
}

}  // namespace diagonal
