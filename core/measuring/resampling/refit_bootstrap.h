// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/measuring/outcomes.h"
#include "core/numerics/percentiles.h"

namespace diagonal {

/// Rows beyond which refitBootstrap() and the classwise intervals are not made: a resample costs
/// a pass over all rows.
inline constexpr std::size_t kMostResampledRows = 200000;

/// Resampled values of the scores that must see every resampled row: ece_sweep, whose
/// bins follow the rows, and smece. 200 resamples, each row Poisson(1) times. Empty where rows have
/// weights or are more than kMostResampledRows; none of ece_sweep where it takes more than 300
/// bins, and of smece where it is below 0.01: their cost grows with the square of bins and of
/// 1/smece. Errors: Cancelled.
Result<ResampledScores> refitBootstrap(const SortedOutcomes& outcomes, std::uint64_t seed,
                                       const ProgressCallback& progress = {});

}  // namespace diagonal
