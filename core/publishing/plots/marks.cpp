// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/publishing/plots/marks.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace diagonal {

std::optional<BandPoint> boundsAt(const std::vector<BandPoint>& points, double x) {
    const auto next = std::ranges::lower_bound(points, x, {}, &BandPoint::x);
    if (next == points.end() || (next == points.begin() && next->x != x)) return std::nullopt;
    if (next->x == x) return *next;
    const BandPoint& before = *std::prev(next);
    const double share = (x - before.x) / (next->x - before.x);
    return BandPoint{x, std::lerp(before.lower, next->lower, share),
                     std::lerp(before.upper, next->upper, share)};
}

bool holds(const PlotMarks& plot, MarkKind kind, bool isPale) {
    const auto isMeant = [&](const auto& mark) {
        return mark.kind == kind && mark.isPale == isPale;
    };
    return std::ranges::any_of(plot.inColumns, isMeant) ||
           std::ranges::any_of(plot.areas, isMeant) ||
           std::ranges::any_of(plot.lines, [&](const LineMark& line) { return line.kind == kind; });
}

Interval extentOf(const PlotMarks& marks) {
    Interval extent{0, 0};
    const auto hold = [&](double lower, double upper) {
        extent = {std::min(extent.lower, lower), std::max(extent.upper, upper)};
    };
    for (const ColumnMark& mark : marks.inColumns)
        hold(std::min(mark.from, mark.to), std::max(mark.from, mark.to));
    for (const AreaMark& area : marks.areas) {
        for (const BandPoint& point : area.points)
            hold(point.lower, point.upper);
    }
    for (const LineMark& line : marks.lines) {
        for (const CurvePoint& point : line.points)
            hold(point.y, point.y);
    }
    return extent;
}

}  // namespace diagonal
