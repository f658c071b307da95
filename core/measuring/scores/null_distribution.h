// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "core/base/parallel.h"
#include "core/measuring/reliability_curve.h"

namespace diagonal {

/// Errors and frequencies that a perfectly calibrated model with these confidences shows by chance.
struct NullDistribution {
    double meanError = 0;        ///< mean expected calibration error
    double error95 = 0;          ///< 95 % quantile of that error, whatever the level
    std::vector<double> errors;  ///< those of all draws, ascending
    /// p-values of the binned errors except l2_debiased, by score id: (1 + draws with an error >=
    /// the measured one) / (draws + 1).
    std::map<std::string_view, double> pValues;
    std::vector<Interval> bins;  ///< interval of each bin's frequency, 0 to 1 if it is empty
};

inline constexpr std::size_t kNullDraws = 9999;

/// Smallest p-value that the draws can give: no draw has an error as large as the measured one.
inline constexpr double kSmallestNullP = 1 / (1 + static_cast<double>(kNullDraws));

/// Draws the correctness of every row from Bernoulli(c_i), kNullDraws times, and measures each draw
/// in the bins of `curve`, which must be those that `binning` makes of `outcomes` (consistency
/// resampling: Broecker and Smith 2007, Vaicenavicius 2019). Intervals of bins, at `level`, are
/// quantiles of the exact distribution (OutcomeSampler).
/// Isotonic bins depend on which rows are correct, so each draw is pooled anew, in at most 4,095
/// groups of similar confidence, rows of equal confidence in one. The measured error is then that
/// of these groups, and the interval of a bin is that of the pooled frequency at its mean
/// confidence.
/// Returns none if progress cancels.
std::optional<NullDistribution> nullDistribution(const SortedOutcomes& outcomes,
                                                 const ReliabilityCurve& curve,
                                                 const Binning& binning, double level,
                                                 std::uint64_t seed,
                                                 const Execution& execution = {});

/// Sets the consistency intervals of the filled bins.
void setConsistency(const NullDistribution& null, ReliabilityCurve& curve);

/// p-values of the largest and of the range of the cumulative gap.
struct CumulativeTails {
    double ksP = 1;
    double kuiperP = 1;
};

/// Returns the p-values of `ks` and `kuiper` from kNullDraws draws of a calibrated model where the
/// Brownian motion of cumulativeGap() is a poor approximation: where confidences repeat, have at
/// most 101 values, and their variances are worth fewer than 100 equal ones, as of models that
/// state their confidence. None for other confidences, or if `continuation` stops.
std::optional<CumulativeTails> drawnCumulativeTails(
    const SortedOutcomes& outcomes, double ks, double kuiper, std::uint64_t seed,
    const ParallelFor& parallelFor = defaultFor,
    Continuation& continuation = Continuation::endless());

/// Returns the miscalibration parts of the Brier score that a perfectly calibrated model with these
/// confidences shows by chance in 999 draws, in ascending order, pooled from the groups of
/// nullDistribution(). None of them is 0, because isotonic regression fits chance too. Returns none
/// if progress cancels.
std::optional<std::vector<double>> nullMiscalibrations(const SortedOutcomes& outcomes,
                                                       std::uint64_t seed,
                                                       const Execution& execution = {});

}  // namespace diagonal
