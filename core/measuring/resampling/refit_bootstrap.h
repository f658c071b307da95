// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parallel.h"
#include "core/base/result.h"
#include "core/measuring/clustered_outcomes.h"
#include "core/measuring/outcomes.h"
#include "core/numerics/percentiles.h"

namespace diagonal {

/// Largest number of rows for which refitBootstrap() and the classwise intervals are made: a
/// resample costs a pass over all rows.
inline constexpr std::size_t kMostResampledRows = 200000;

/// Number of resamples of scores that are refitted to each.
inline constexpr std::size_t kRefittedResamples = 200;

/// Returns kRefittedResamples resampled values of the scores that must see every resampled row:
/// ece_sweep, whose bins depend on the rows, and smece. A resample holds each row, or each cluster
/// of `clustered`, Poisson(1) times. Empty if rows have weights or there are more than
/// kMostResampledRows. Omits ece_sweep if its accuracies still rise at 300 bins, because its cost
/// grows with the square of bins. Values of smece below 0.005 are rough. Errors: Cancelled.
Result<ResampledScores> refitBootstrap(const SortedOutcomes& outcomes, std::uint64_t seed,
                                       const Execution& execution = {},
                                       const ClusteredOutcomes& clustered = {});

}  // namespace diagonal
