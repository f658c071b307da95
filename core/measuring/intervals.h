// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>

namespace diagonal {

struct Interval {
    double lower = 0;
    double upper = 0;
    bool operator==(const Interval&) const = default;
};

/// Score interval of a proportion (Wilson 1927), `hits` of `count`, at `level` in (0, 1).
/// None where count is 0. Lower is exactly 0 at no hits, upper exactly 1 at all hits.
std::optional<Interval> wilsonInterval(std::size_t hits, std::size_t count, double level);

/// The q-quantile of the chi-square distribution with one degree of freedom.
double chiSquareOneQuantile(double q);

}  // namespace diagonal
