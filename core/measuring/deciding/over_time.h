// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/predictions/predictions.h"

namespace diagonal {

/// The sums over all rows up to a time, rows of the same time together.
struct TimePoint {
    double time = 0;
    std::size_t rows = 0;
    double sum = 0;       ///< S: of w (y - c), outcomes less confidences
    double variance = 0;  ///< V: of c (1 - c), times w or, of importance weights, w^2
};

/// A hypothesis on all rows of a file, and how well they agree with it.
struct DriftTest {
    double statistic = 0;          ///< in standard deviations sqrt(V_n) of a calibrated model
    std::optional<double> p = {};  ///< none where the law does not hold
};

/// The law of the largest |B| of a Brownian bridge B at some times of its clock from 0 to 1.
class BridgeMaximum {
public:
    /// At all times: the law of Kolmogorov (1933).
    BridgeMaximum() = default;
    /// At the times `clock`. Up to kMostDrawnTimes are drawn; more take the law of all times, whose
    /// tail is larger.
    explicit BridgeMaximum(std::span<const double> clock);

    /// Returns P(max |B| >= x), at most that of all times.
    double tail(double x) const;
    /// Returns the x whose tail() is `tail`.
    double limit(double tail) const;

    static constexpr std::size_t kMostDrawnTimes = 100;

private:
    std::vector<double> m_drawn;  ///< maxima, ascending; empty for all times
};

/// Whether calibration holds over time. Times that repeat are one step, so that the order of the
/// rows in a file does not matter.
struct OverTime {
    std::vector<TimePoint> walk;  ///< in order of time; at most kMostTimePoints, extremes kept
    std::size_t rows = 0;         ///< with a time
    std::size_t rowsWithout = 0;
    std::size_t times = 0;  ///< distinct
    /// Calibrated all along: max |S| / sqrt(V_n) against the maximum of |Brownian motion|.
    DriftTest calibrated;
    /// Miscalibrated alike all along: max |S_k - (V_k / V_n) S_n| / sqrt(V_n) against that of the
    /// Brownian bridge.
    DriftTest constant;
    /// As `constant`, in standard deviations of the residuals as they are: where rows are
    /// miscalibrated, c (1 - c) is not their variance. Its p-value takes the larger of both
    /// deviations and the law of the times there are, `bridge`.
    DriftTest observed;
    BridgeMaximum bridge;
    double steadyDeviation = 0;  ///< the larger of both deviations of S_n
    /// As `observed`, of the same mean gap at all times: max |S_k - (W_k / W_n) S_n| by the weights
    /// W, which other confidences at other times do not move.
    DriftTest sameGap;
    /// The larger p-value of `observed` and `sameGap`: what sentences about a change rest on.
    std::optional<double> changeP = {};
    TimePoint change;           ///< where the second maximum is reached
    double firstTimeAfter = 0;  ///< the next time
    double weightBefore = 0;    ///< of the rows up to the change; and of those after it
    double weightAfter = 0;
    double gapAfter() const { return (walk.back().sum - change.sum) / weightAfter; }
    double gapBefore() const { return change.sum / weightBefore; }
};

inline constexpr std::size_t kMostTimePoints = 2000;

/// Returns the sums over time of the packed outcomes of all rows. None unless two times differ and
/// a confidence is neither 0 nor 1. The p-values are none if `areIndependent` is false, or if V_n
/// is below 5: too few rows for the laws of Brownian motion.
std::optional<OverTime> overTime(std::span<const std::uint64_t> inRowOrder,
                                 const RowWeights& weights, std::span<const double> times,
                                 bool areIndependent);

/// Returns P(max |B| >= x) of the Brownian bridge B (Kolmogorov 1933):
/// 2 sum_{k>=1} (-1)^(k-1) exp(-2 k^2 x^2).
double bridgeMaximumTail(double x);

/// Returns the x that the maximum of |Brownian motion| on [0, 1] exceeds with the probability
/// `tail`.
double brownianMaximumLimit(double tail);

}  // namespace diagonal
