// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/publishing/plots/marks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <utility>

namespace diagonal {

LineDash dashOf(const LineMark& line, std::size_t colours) {
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

LineMark idealLine() {
    return {.name = "Ideal", .points = {{0, 0}, {1, 1}}, .kind = MarkKind::Ideal};
}

LineMark uprightLine(std::string name, double x, PlotInk ink) {
    return {
        .name = std::move(name), .colour = {ink}, .points = {{x, 0}}, .kind = MarkKind::Upright};
}

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
    const auto isOfKind = [&](const LineMark& line) { return line.kind == kind; };
    return std::ranges::any_of(plot.inColumns, isMeant) ||
           std::ranges::any_of(plot.areas, isMeant) || std::ranges::any_of(plot.lines, isOfKind) ||
           std::ranges::any_of(plot.references, isOfKind);
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
    for (const auto* lines : {&marks.lines, &marks.references}) {
        for (const LineMark& line : *lines) {
            for (const CurvePoint& point : line.points)
                hold(point.y, point.y);
        }
    }
    return extent;
}

}  // namespace diagonal
