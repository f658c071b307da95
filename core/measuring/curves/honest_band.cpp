// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/curves/honest_band.h"

#include <algorithm>

#include "core/numerics/intervals.h"

namespace diagonal {
namespace {

struct BandGroup {
    double lowest = 0;   ///< confidence
    double highest = 0;  ///< confidence
    OutcomeSums sums;
};

std::vector<BandGroup> bandGroups(const SortedOutcomes& outcomes) {
    constexpr std::size_t mostGroups = 100;
    const std::size_t size = (outcomes.size() + mostGroups - 1) / mostGroups;
    std::vector<BandGroup> groups;
    for (std::size_t begin = 0; begin < outcomes.size();) {
        const std::size_t end = outcomes.endOfRun(begin, size);
        groups.push_back(
            {outcomes.confidence(begin), outcomes.confidence(end - 1), outcomes.sums(begin, end)});
        begin = end;
    }
    return groups;
}

/// Bounds of the curve, one per group: `lower` holds from the group's highest confidence on,
/// `upper` up to its lowest.
struct Bounds {
    std::vector<double> lower;
    std::vector<double> upper;
};

Bounds boundsOf(const std::vector<BandGroup>& groups, double level, double designEffect) {
    const auto count = static_cast<double>(groups.size());
    const double levelOfEach = 1 - (1 - level) / (count * (count + 1) / 2);
    Bounds bounds{std::vector<double>(groups.size(), 0.0), std::vector<double>(groups.size(), 1.0)};
    for (std::size_t first = 0; first < groups.size(); ++first) {
        OutcomeSums run;
        for (std::size_t last = first; last < groups.size(); ++last) {
            run += groups[last].sums;
            OutcomeSums independent = run;
            independent.varianceWeight *=
                std::max(1.0, std::min(designEffect, run.effectiveCount()));
            const Interval mean = *clopperPearsonInterval(
                independent.effectiveCorrect(), independent.effectiveCount(), levelOfEach);
            bounds.lower[last] = std::max(bounds.lower[last], mean.lower);
            bounds.upper[first] = std::min(bounds.upper[first], mean.upper);
        }
    }
    for (std::size_t i = 1; i < groups.size(); ++i) {
        const std::size_t fromEnd = groups.size() - 1 - i;
        bounds.lower[i] = std::max(bounds.lower[i], bounds.lower[i - 1]);
        bounds.upper[fromEnd] = std::min(bounds.upper[fromEnd], bounds.upper[fromEnd + 1]);
    }
    return bounds;
}

}  // namespace

std::vector<BandPoint> honestBand(const SortedOutcomes& outcomes, double level,
                                  double designEffect) {
    const std::vector<BandGroup> groups = bandGroups(outcomes);
    const Bounds bounds = boundsOf(groups, level, designEffect);
    std::vector<BandPoint> band;
    double lower = 0;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const bool isLast = i + 1 == groups.size();
        const double above = isLast ? 1 : bounds.upper[i + 1];
        band.push_back({groups[i].lowest, lower, bounds.upper[i]});
        const bool isOne = groups[i].lowest == groups[i].highest;
        if (!isOne) {
            band.push_back({groups[i].lowest, lower, above});
            band.push_back({groups[i].highest, lower, above});
        }
        lower = bounds.lower[i];
        band.push_back({groups[i].highest, lower, isOne ? bounds.upper[i] : above});
        if (isOne) band.push_back({groups[i].highest, lower, above});
    }
    return band;
}

}  // namespace diagonal
