// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/publishing/plots/figure.h"

#include <algorithm>
#include <utility>

namespace diagonal {

LowerPlot countsBelow(const std::string& title, std::vector<LineMark> lines) {
    double most = 0;
    std::vector<double> counts;
    for (const LineMark& line : lines) {
        for (const CurvePoint& point : line.points) {
            most = std::max(most, point.y);
            if (point.y > 0) counts.push_back(point.y);
        }
    }
    if (!areUneven(std::move(counts))) return {lowAxis(title, most), {.lines = std::move(lines)}};
    LowerPlot lower{rootCountAxis(most), {.lines = std::move(lines)}};
    lower.y.title = title + " (root)";
    return lower;
}

std::string Figure::nameOfArrows() const {
    const auto hasArrow = [](const PointMark& point) { return point.target.has_value(); };
    return std::ranges::any_of(marks.points, hasArrow) ? targetName : std::string();
}

}  // namespace diagonal
