// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/intervals.h"

#include <algorithm>
#include <cmath>

#include <boost/math/distributions/normal.hpp>

namespace diagonal {
namespace {

/// The z with P(|Z| <= z) = level for a standard normal Z.
double twoSidedNormalQuantile(double level) {
    return boost::math::quantile(boost::math::normal(), 0.5 + level / 2);
}

}  // namespace

std::optional<Interval> wilsonInterval(std::size_t hits, std::size_t count, double level) {
    if (count == 0) return std::nullopt;
    const double z = twoSidedNormalQuantile(level);
    const auto n = static_cast<double>(count);
    const double p = static_cast<double>(hits) / n;
    const double centre = (p + z * z / (2 * n)) / (1 + z * z / n);
    const double half = z / (1 + z * z / n) * std::sqrt(p * (1 - p) / n + z * z / (4 * n * n));
    return Interval{hits == 0 ? 0.0 : std::max(0.0, centre - half),
                    hits == count ? 1.0 : std::min(1.0, centre + half)};
}

double chiSquareOneQuantile(double q) {
    const double z = twoSidedNormalQuantile(q);
    return z * z;
}

}  // namespace diagonal
