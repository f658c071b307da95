// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "core/measuring/intervals.h"
#include "core/measuring/reliability_curve.h"

namespace diagonal {

/// What a perfectly calibrated model with these very confidences would show.
struct NullDistribution {
    double meanError = 0;        ///< of its expected calibration error
    double error95 = 0;          ///< the 95 % quantile of it
    double pValue = 1;           ///< (1 + draws with an error >= the measured one) / (draws + 1)
    std::vector<Interval> bins;  ///< of the frequency of each bin, at `level`; 0 to 1 where empty
};

inline constexpr std::size_t kNullDraws = 1000;

/// Draws the hits of every row from Bernoulli(c_i), 1,000 times, and measures them in the bins of
/// `curve`, which must be of `outcomes` (consistency resampling: Broecker and Smith 2007,
/// Vaicenavicius 2019). Where a bin's variance sum c (1 - c) is above 400 its hits are drawn from
/// the normal distribution; where rows have weights, once sum v c (1 - c) is above 400 of the
/// largest v, v as in OutcomeSums::varianceWeight, or 20,000 rows are in a bin. Time does not grow
/// with the rows of large bins.
NullDistribution nullDistribution(const SortedOutcomes& outcomes, const ReliabilityCurve& curve,
                                  double level, std::uint64_t seed);

}  // namespace diagonal
