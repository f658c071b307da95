// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>

#include "core/base/choice.h"

namespace diagonal {

struct Interval {
    double lower = 0;
    double upper = 0;
    bool operator==(const Interval&) const = default;
};

/// Score interval of a proportion (Wilson 1927), `hits` of `count`, at `level` in (0, 1).
/// `hits` and `count` may be effective numbers, which need not be whole. None where count is 0.
/// Lower is exactly 0 at no hits, upper exactly 1 at all hits.
std::optional<Interval> wilsonInterval(double correct, double count, double level);

/// How the uncertainty of a bin's accuracy is shown.
enum class IntervalKind {
    Wilson,          ///< wilsonInterval()
    ClopperPearson,  ///< clopperPearsonInterval()
    Jeffreys,        ///< jeffreysInterval()
    Consistency      ///< where a calibrated model's accuracy would lie; Wilson for the accuracy
};

inline constexpr auto kIntervalKinds = std::to_array<Choice<IntervalKind>>(
    {{IntervalKind::Wilson, "wilson", "Wilson"},
     {IntervalKind::ClopperPearson, "clopper-pearson", "Clopper-Pearson"},
     {IntervalKind::Jeffreys, "jeffreys", "Jeffreys"},
     {IntervalKind::Consistency, "consistency", "Consistency band"}});

/// What the level of the intervals of a diagram means.
enum class BandKind {
    Pointwise,    ///< each by itself: of many, some miss by chance
    Simultaneous  ///< all together: none misses with probability level (Bonferroni)
};

inline constexpr auto kBandKinds =
    std::to_array<Choice<BandKind>>({{BandKind::Pointwise, "pointwise", "Each by itself"},
                                     {BandKind::Simultaneous, "simultaneous", "All together"}});

/// What intervals are asked for.
struct IntervalChoice {
    IntervalChoice(double l = 0.95, IntervalKind k = IntervalKind::Wilson,
                   BandKind b = BandKind::Pointwise)
        : level(l), kind(k), band(b) {}
    double level;  ///< in (0, 1)
    IntervalKind kind;
    BandKind band;

    /// The level of each of `count` intervals: 1 - (1 - level) / count where they hold together
    /// (Bonferroni; Broecker and Smith 2007).
    double levelOfEach(std::size_t count) const;
};

/// Exact interval of a proportion (Clopper and Pearson 1934): at least `level` of such intervals
/// hold it. Quantiles of Beta(h, n - h + 1) and Beta(h + 1, n - h). None where count is 0.
std::optional<Interval> clopperPearsonInterval(double correct, double count, double level);

/// Equal-tailed interval of Beta(h + 1/2, n - h + 1/2), 0 at no hits and 1 at all (Brown, Cai and
/// DasGupta 2001). None where count is 0.
std::optional<Interval> jeffreysInterval(double correct, double count, double level);

/// The interval of the accuracy that `choice` asks for.
std::optional<Interval> accuracyInterval(double correct, double count,
                                         const IntervalChoice& choice);

/// The q-quantile of the chi-square distribution with one degree of freedom.
double chiSquareOneQuantile(double q);

}  // namespace diagonal
