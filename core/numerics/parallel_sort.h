// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <hwy/base.h>
#include <vector>

#include "core/base/parallel.h"

namespace diagonal {

/// Sorts `values` by SIMD, many of them in parallel parts. Copies at most `mostCopied` of them at
/// once; more are first divided in place.
void sortAscending(std::vector<std::uint64_t>& values, const ParallelFor& parallelFor = defaultFor,
                   std::size_t mostCopied = std::size_t{1} << 21);

/// Sorts pairs by their first numbers (hi), then their second (lo), without a copy.
void sortPairs(std::vector<hwy::uint128_t>& pairs, const ParallelFor& parallelFor,
               std::size_t most = std::size_t{1} << 19);

/// Sorts `values` on one thread and without a copy; leaves them in any order if `continuation`
/// stops. Between two checks it sorts at most `most` values, some 20 ms, or divides a sixteenth of
/// all.
void sortInPlace(std::vector<std::uint64_t>& values, Continuation& continuation,
                 std::size_t most = std::size_t{1} << 21);

}  // namespace diagonal
