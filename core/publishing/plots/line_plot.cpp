// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/publishing/plots/line_plot.h"

#include <algorithm>
#include <array>
#include <utility>

namespace diagonal {

LineDash dashOf(const PlotLine& line, std::size_t colours) {
    constexpr std::size_t dashes = 6;
    // Of eight colours, only the first and fifth, and the second and sixth, differ enough for every
    // eye to share a dash.
    constexpr std::array<std::size_t, 8> ofColours = {0, 1, 2, 3, 0, 1, 4, 5};
    if (line.isDashed) return LineDash::Dashed;
    if (line.dash) return *line.dash;
    // Intervals are no curves.
    if (!line.colour.model || line.points.size() == 2) return LineDash::Solid;
    const std::size_t place = *line.colour.model;
    const std::size_t round = place / colours;
    return static_cast<LineDash>((ofColours[place % ofColours.size()] + round) % dashes);
}

PlotGuide idealGuide() {
    return {{0, 0}, {1, 1}, "", true, "Ideal"};
}

LowerPlot countsBelow(const std::string& title, std::vector<PlotLine> lines) {
    double most = 0;
    std::vector<double> counts;
    for (const PlotLine& line : lines) {
        for (const CurvePoint& point : line.points) {
            most = std::max(most, point.y);
            if (point.y > 0) counts.push_back(point.y);
        }
    }
    if (!areUneven(std::move(counts))) return {lowAxis(title, most), std::move(lines)};
    LowerPlot lower{rootCountAxis(most), std::move(lines)};
    lower.y.title = title + " (root)";
    return lower;
}

std::string LinePlot::nameOfArrows() const {
    const auto hasArrow = [](const PlotPoint& point) { return point.target.has_value(); };
    return std::ranges::any_of(points, hasArrow) ? targetName : std::string();
}

}  // namespace diagonal
