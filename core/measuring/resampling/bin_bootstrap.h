// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "core/measuring/clustered_outcomes.h"
#include "core/measuring/reliability_curve.h"
#include "core/numerics/percentiles.h"

namespace diagonal {

/// Number of resamples of bins.
inline constexpr std::size_t kBinResamples = 1000;

/// Returns resampled values of the binned scores and of confidence, for fixed edges; those of
/// l2_debiased are its signed squares. Resamples bins instead of rows: the numbers of correct and
/// incorrect rows of each bin are multinomial, as if rows were resampled, and the sums of their
/// confidences are drawn from a normal distribution with their mean and variance. If rows have
/// importance weights, these numbers are Poisson, with the moments of drawn weights. O(resamples *
/// bins), whatever the number of rows. Rows that are not independent are drawn by `clustered`: each
/// cluster Poisson(1) times, O(rows + resamples * clusters * bins).
ResampledScores binBootstrap(const ReliabilityCurve& curve, BinConfidence confidence,
                             std::size_t resamples, std::uint64_t seed,
                             const ClusteredOutcomes& clustered = {});

}  // namespace diagonal
