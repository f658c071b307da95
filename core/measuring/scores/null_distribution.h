// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/measuring/reliability_curve.h"

namespace diagonal {

/// What a perfectly calibrated model with these very confidences would show.
struct NullDistribution {
    double meanError = 0;  ///< of its expected calibration error
    double error95 = 0;    ///< the 95 % quantile of it, whatever the level
    /// Of each binned error but l2_debiased, by its id: (1 + draws with an error >= the measured
    /// one) / (draws + 1).
    std::map<std::string_view, double> pValues;
    std::vector<Interval> bins;  ///< of the frequency of each bin, at a level; 0 to 1 where empty
};

inline constexpr std::size_t kNullDraws = 9999;

/// The smallest p-value that the draws can give: none of them has so large an error.
inline constexpr double kSmallestNullP = 1 / (1 + static_cast<double>(kNullDraws));

/// Draws the hits of every row from Bernoulli(c_i), kNullDraws times, and measures them in the bins
/// of `curve`, which must be those that `binning` makes of `outcomes` (consistency resampling:
/// Broecker and Smith 2007, Vaicenavicius 2019). The intervals of bins are quantiles of the exact
/// distribution (OutcomeSampler).
/// Isotonic bins are chosen from the hits, so each draw is pooled again, in at most 2,048 groups of
/// similar confidence, rows of equal confidence in one. The measured error is that of these groups,
/// and the interval of a bin is that of the pooled frequency at its mean confidence.
/// `level` is that of the bins' intervals. None where progress stopped it.
std::optional<NullDistribution> nullDistribution(const SortedOutcomes& outcomes,
                                                 const ReliabilityCurve& curve,
                                                 const Binning& binning, double level,
                                                 std::uint64_t seed,
                                                 const ProgressCallback& progress = {});

/// The Brier score's miscalibration part that a perfectly calibrated model with these confidences
/// shows by chance, in ascending order: of 999 draws, pooled in the groups above. Isotonic
/// regression fits chance too, so that none is 0. None where progress stopped it.
std::optional<std::vector<double>> nullMiscalibrations(const SortedOutcomes& outcomes,
                                                       std::uint64_t seed,
                                                       const ProgressCallback& progress = {});

}  // namespace diagonal
