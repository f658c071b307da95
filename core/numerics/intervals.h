// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>

#include "core/base/choice.h"

namespace diagonal {

struct Interval {
    double lower = 0;
    double upper = 0;
    bool holds(double value) const { return !(lower > value || upper < value); }
    bool operator==(const Interval&) const = default;
};

/// Returns an end of an interval, if there is one.
inline std::optional<double> endOf(const std::optional<Interval>& interval, double Interval::*end) {
    return interval ? std::optional(*interval.*end) : std::nullopt;
}

/// Returns "0.0833 (0.0688 to 0.0956)"; the value alone without an interval.
std::string estimateText(double value, const std::optional<Interval>& interval, int decimals);
/// As estimateText(), with signs: "+0.0041 (-0.0022 to +0.0104)".
std::string signedEstimateText(double value, const std::optional<Interval>& interval, int decimals);

/// Returns the root of what is a square up to rounding; 0 if rounding made it negative.
inline double rootOf(double square) {
    return std::sqrt(std::max(0.0, square));
}

/// Returns the z with P(|Z| <= z) = level for a standard normal Z.
double twoSidedNormalQuantile(double level);

/// Returns the score interval (Wilson 1927) of the proportion correct / count at `level` in (0, 1).
/// `correct` and `count` may be effective numbers, which need not be whole. None if count is 0. The
/// lower bound is exactly 0 if nothing is correct, the upper exactly 1 if everything is.
std::optional<Interval> wilsonInterval(double correct, double count, double level);

/// Which interval shows the uncertainty of a bin's accuracy.
enum class IntervalKind {
    Wilson,          ///< wilsonInterval()
    ClopperPearson,  ///< clopperPearsonInterval()
    Jeffreys,        ///< jeffreysInterval()
    Consistency      ///< range of a calibrated model's accuracy; Wilson for the accuracy
};

inline constexpr auto kIntervalKinds = std::to_array<Choice<IntervalKind>>(
    {{IntervalKind::Wilson, "wilson", "Wilson"},
     {IntervalKind::ClopperPearson, "clopper-pearson", "Clopper-Pearson"},
     {IntervalKind::Jeffreys, "jeffreys", "Jeffreys"},
     {IntervalKind::Consistency, "consistency", "Consistency band"}});

/// What the level of a diagram's intervals refers to.
enum class BandKind {
    Pointwise,    ///< each interval by itself: some of many miss by chance
    Simultaneous  ///< all intervals jointly: with probability level none misses (Bonferroni)
};

inline constexpr auto kBandKinds =
    std::to_array<Choice<BandKind>>({{BandKind::Pointwise, "pointwise", "Pointwise"},
                                     {BandKind::Simultaneous, "simultaneous", "Simultaneous"}});

/// Requested level and kind of intervals.
struct IntervalChoice {
    IntervalChoice(double l = 0.95, IntervalKind k = IntervalKind::Wilson,
                   BandKind b = BandKind::Pointwise)
        : level(l), kind(k), band(b) {}
    double level;  ///< in (0, 1)
    IntervalKind kind;
    BandKind band;

    /// Returns the level of each of `count` intervals: 1 - (1 - level) / count if they hold jointly
    /// (Bonferroni; Broecker and Smith 2007), else `level`.
    double levelOfEach(std::size_t count) const;
};

/// Returns the exact interval of a proportion (Clopper and Pearson 1934), whose coverage is at
/// least `level`: quantiles of Beta(h, n - h + 1) and Beta(h + 1, n - h), where h is `correct` and
/// n is `count`. None if count is 0.
std::optional<Interval> clopperPearsonInterval(double correct, double count, double level);

/// Returns the equal-tailed interval of Beta(h + 1/2, n - h + 1/2), where h is `correct` and n is
/// `count`; its lower bound is 0 if h = 0, its upper 1 if h = n (Brown, Cai and DasGupta 2001).
/// None if count is 0.
std::optional<Interval> jeffreysInterval(double correct, double count, double level);

/// Returns the probability that Beta(h + 1/2, n - h + 1/2), where h is `correct` and n is `count`,
/// is at most `probability`: Jeffreys' one-sided test of a stated probability (European Central
/// Bank 2019), small where it is too low. Requires count > 0 and a probability in [0, 1].
double jeffreysTail(double correct, double count, double probability);

/// Returns the interval of the accuracy correct / count that `choice` requests. None if count is 0.
std::optional<Interval> accuracyInterval(double correct, double count,
                                         const IntervalChoice& choice);

/// Returns (t / z)^2: how many times more rows an interval with Student's t of `degreesOfFreedom`
/// needs than one with the normal z, for the same width (Korn and Graubard 1998). Requires
/// degreesOfFreedom > 0.
double studentRows(double level, double degreesOfFreedom);

/// Returns the q-quantile of the chi-square distribution with one degree of freedom.
double chiSquareOneQuantile(double q);

}  // namespace diagonal
