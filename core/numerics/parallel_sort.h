// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/parallel.h"

namespace diagonal {

/// Sorts `values` by SIMD, many of them in parallel parts. Copies at most 2^24 of them at once.
void sortAscending(std::vector<std::uint64_t>& values, const ParallelFor& parallelFor = serialFor);

}  // namespace diagonal
