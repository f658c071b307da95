// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/percentiles.h"

#include <algorithm>
#include <cmath>

namespace diagonal {

double quantileOfSorted(const std::vector<double>& sorted, double q) {
    const double place = q * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    if (below + 1 >= sorted.size()) return sorted.back();
    return sorted[below] + (place - std::floor(place)) * (sorted[below + 1] - sorted[below]);
}

double tailShare(std::span<const double> sorted, double x) {
    const auto asLarge = sorted.end() - std::ranges::lower_bound(sorted, x);
    return static_cast<double>(1 + asLarge) / static_cast<double>(1 + sorted.size());
}

Interval percentileInterval(std::vector<double> values, double level) {
    std::sort(values.begin(), values.end());
    return {quantileOfSorted(values, (1 - level) / 2), quantileOfSorted(values, (1 + level) / 2)};
}

}  // namespace diagonal
