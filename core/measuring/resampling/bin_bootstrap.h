// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "core/measuring/reliability_curve.h"
#include "core/numerics/percentiles.h"

namespace diagonal {

/// Resamples at the level of bins.
inline constexpr std::size_t kBinResamples = 1000;

/// Resampled values of the binned scores, and of confidence, the edges of the bins fixed; those of
/// l2_debiased are its signed squares. Resampled at the level of bins, whatever the number of rows:
/// the numbers of hits and misses of each bin are multinomial, as they are when rows are resampled;
/// the sums of their confidences are drawn from the normal distribution with the cell's mean and
/// variance. Where rows have importance weights, the cells are Poisson with the moments of weights
/// that are drawn. O(resamples bins).
ResampledScores binBootstrap(const ReliabilityCurve& curve, BinConfidence confidence,
                             std::size_t resamples, std::uint64_t seed);

}  // namespace diagonal
