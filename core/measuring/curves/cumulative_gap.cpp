// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/curves/cumulative_gap.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/base/compensated_sum.h"

namespace diagonal {
namespace {

/// The cumulative sum of w (c - a) over some ranks.
struct Walk {
    CompensatedSum sum;
    CompensatedSum variance;
    double highest = -std::numeric_limits<double>::infinity();
    double lowest = std::numeric_limits<double>::infinity();

    /// Appends the steps of `next`.
    void append(const Walk& next) {
        const double before = sum.value();
        highest = std::max(highest, before + next.highest);
        lowest = std::min(lowest, before + next.lowest);
        sum.add(next.sum.value());
        variance.add(next.variance.value());
    }
};

/// Requires that no other rank has the confidence of the last one.
Walk walkOver(const SortedOutcomes& outcomes, std::size_t begin, std::size_t end) {
    Walk walk;
    for (std::size_t rank = begin; rank < end; ++rank) {
        const double c = outcomes.confidence(rank);
        walk.sum.add(outcomes.weight(rank) * (c - (outcomes.isCorrect(rank) ? 1 : 0)));
        walk.variance.add(outcomes.varianceWeight(rank) * c * (1 - c));
        const bool lastOfValue = rank + 1 == end || outcomes.confidence(rank + 1) != c;
        if (!lastOfValue) continue;
        walk.highest = std::max(walk.highest, walk.sum.value());
        walk.lowest = std::min(walk.lowest, walk.sum.value());
    }
    return walk;
}

}  // namespace

CumulativeGap cumulativeGap(const SortedOutcomes& outcomes, const ParallelFor& parallelFor) {
    const std::vector<std::size_t> begins = outcomes.partBegins();
    std::vector<Walk> parts(begins.size() - 1);
    parallelFor(parts.size(), [&](std::size_t part) {
        parts[part] = walkOver(outcomes, begins[part], begins[part + 1]);
    });
    Walk walk;
    walk.highest = walk.lowest = 0;
    for (const Walk& part : parts)
        walk.append(part);
    const double weight = outcomes.sums().weight;
    CumulativeGap gap;
    gap.ks = std::max(walk.highest, -walk.lowest) / weight;
    gap.kuiper = (walk.highest - walk.lowest) / weight;
    gap.deviation = std::sqrt(walk.variance.value()) / weight;
    if (gap.deviation > 0) {
        gap.ksP = brownianMaximumTail(gap.ks / gap.deviation);
        gap.kuiperP = brownianRangeTail(gap.kuiper / gap.deviation);
    }
    return gap;
}

double brownianMaximumTail(double x) {
    if (x <= 0) return 1;
    if (x > 1) {
        // Series of the same probability by reflection, which converges for large x.
        double tail = 0;
        for (int k = 0; k < 20; ++k) {
            const double term = 2 * std::erfc((2 * k + 1) * x / std::numbers::sqrt2);
            tail += k % 2 == 0 ? term : -term;
        }
        return std::clamp(tail, 0.0, 1.0);
    }
    double sum = 0;
    for (int k = 0; k < 20; ++k) {
        const double odd = 2 * k + 1;
        const double pi = std::numbers::pi;
        const double term = std::exp(-odd * odd * pi * pi / (8 * x * x)) / odd;
        sum += k % 2 == 0 ? term : -term;
    }
    return std::clamp(1 - 4 / std::numbers::pi * sum, 0.0, 1.0);
}

double brownianRangeTail(double x) {
    // Below this the tail is 1 to the last bit and the sum converges slowly.
    constexpr double surelyExceeded = 0.4;
    if (x < surelyExceeded) return 1;
    double sum = 0;
    for (int k = 1; k < 100; ++k) {
        const double term = k * std::erfc(k * x / std::numbers::sqrt2) / 2;
        sum += k % 2 == 1 ? term : -term;
    }
    return std::clamp(8 * sum, 0.0, 1.0);
}

}  // namespace diagonal
