// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/curves/cumulative_gap.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/base/compensated_sum.h"

namespace diagonal {

CumulativeGap cumulativeGap(const SortedOutcomes& outcomes) {
    CompensatedSum sum;
    CompensatedSum variance;
    double highest = 0;
    double lowest = 0;
    for (std::size_t rank = 0; rank < outcomes.size(); ++rank) {
        const double c = outcomes.confidence(rank);
        sum.add(outcomes.weight(rank) * (c - (outcomes.isCorrect(rank) ? 1 : 0)));
        variance.add(outcomes.varianceWeight(rank) * c * (1 - c));
        const bool lastOfValue = rank + 1 == outcomes.size() || outcomes.confidence(rank + 1) != c;
        if (!lastOfValue) continue;
        highest = std::max(highest, sum.value());
        lowest = std::min(lowest, sum.value());
    }
    const double weight = outcomes.sums().weight;
    CumulativeGap gap;
    gap.ks = std::max(highest, -lowest) / weight;
    gap.kuiper = (highest - lowest) / weight;
    if (variance.value() > 0) {
        const double deviation = std::sqrt(variance.value());
        gap.ksP = brownianMaximumTail(gap.ks * weight / deviation);
        gap.kuiperP = brownianRangeTail(gap.kuiper * weight / deviation);
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
