// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/painting/gap_labels.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace diagonal {
namespace {

constexpr qreal kMarkRadius = 4;  ///< of a diamond, half of a line

/// Gives a strip the coloured area between the ideal and what is.
void setGap(PlotStrip& strip, qreal ideal, qreal actual) {
    strip.gap = (ideal - actual) * (strip.right - strip.left);
    strip.gapTop = std::min(ideal, actual);
    strip.gapBottom = std::max(ideal, actual);
}

/// Gives a strip the gap from `lower` to `upper`.
void setGap(PlotStrip& strip, MarkKind kind, double lower, double upper, const PlotMap& map) {
    const bool isOver = kind == MarkKind::Over;
    setGap(strip, map.y(isOver ? upper : lower), map.y(isOver ? lower : upper));
}

std::vector<PlotStrip> stripsOfColumns(const PlotMarks& marks, const PlotMap& map) {
    std::vector<PlotStrip> strips;
    strips.reserve(marks.columns.size());
    for (const Interval& column : marks.columns)
        strips.push_back(
            {map.x(column.lower), map.x(column.upper), map.y(column.upper), map.area.bottom()});
    for (const ColumnMark& mark : marks.inColumns) {
        PlotStrip& strip = strips[mark.column];
        strip.top = std::min(strip.top, map.y(mark.to) - kMarkRadius);
        const bool isGap = mark.kind == MarkKind::Over || mark.kind == MarkKind::Under;
        if (isGap && !mark.isPale) setGap(strip, mark.kind, mark.from, mark.to, map);
    }
    return strips;
}

/// Lets a strip hold what is between bounds, if there are some.
void hold(PlotStrip& strip, const std::optional<BandPoint>& bounds, const PlotMap& map) {
    if (!bounds) return;
    strip.top = std::min(strip.top, map.y(bounds->upper) - kMarkRadius);
    strip.bottom = std::max(strip.bottom, map.y(bounds->lower) + kMarkRadius);
}

std::vector<PlotStrip> stripsOfCurve(const PlotMarks& marks, const PlotMap& map) {
    constexpr qreal wide = 6;
    std::vector<PlotStrip> strips;
    for (qreal left = map.area.left(); left < map.area.right(); left += wide) {
        const qreal right = std::min(left + wide, map.area.right());
        const auto valueOf = [&](qreal pixel) {
            return map.horizontal.valueAt((pixel - map.area.left()) /
                                          std::max(1.0, map.area.width()));
        };
        const double middle = valueOf((left + right) / 2);
        PlotStrip strip{left, right, map.y(middle) - kMarkRadius, map.y(middle) + kMarkRadius};
        for (const AreaMark& area : marks.areas) {
            // A curve may rise steeply within a strip.
            for (qreal pixel = left; pixel < right; pixel += 1)
                hold(strip, boundsAt(area.points, valueOf(pixel)), map);
            const auto bounds = boundsAt(area.points, middle);
            hold(strip, bounds, map);
            if (bounds && area.kind != MarkKind::Band && !area.isPale)
                setGap(strip, area.kind, bounds->lower, bounds->upper, map);
        }
        strips.push_back(strip);
    }
    return strips;
}

}  // namespace

std::vector<PlotStrip> stripsOf(const PlotMarks& marks, const PlotMap& map) {
    return marks.areas.empty() ? stripsOfColumns(marks, map) : stripsOfCurve(marks, map);
}

std::optional<QRectF> placeAtGap(const std::vector<PlotStrip>& strips, bool isOver, bool isBelow,
                                 const QSizeF& size, const QRectF& area,
                                 const std::vector<QRectF>& taken) {
    constexpr qreal leastGap = 60;                // pixels that a reader sees
    const qreal farthest = 0.13 * area.height();  // or the name seems to be of another
    constexpr qreal space = 2;
    constexpr qreal aside = 4;  // of the next column, which may be higher
    std::vector<PlotStrip> gaps = strips;
    std::erase_if(
        gaps, [&](const PlotStrip& strip) { return (isOver ? -strip.gap : strip.gap) < leastGap; });
    std::ranges::stable_sort(gaps, std::ranges::greater(),
                             [](const PlotStrip& strip) { return std::abs(strip.gap); });
    const QRectF room = area.adjusted(space, space, -space, -space);
    for (const PlotStrip& gap : gaps) {
        // Where marks rise from left to right, the free side is the left above and the right below.
        const qreal left = isBelow ? std::min(gap.left + aside, room.right() - size.width())
                                   : std::max(gap.right - aside - size.width(), room.left());
        qreal top = area.bottom();
        qreal bottom = area.top();
        for (const PlotStrip& strip : strips) {
            if (strip.right <= left || strip.left >= left + size.width()) continue;
            top = std::min(top, strip.top);
            bottom = std::max(bottom, strip.bottom);
        }
        const QRectF box(QPointF(left, isBelow ? bottom + space : top - space - size.height()),
                         size);
        const qreal away = isBelow ? box.top() - gap.gapBottom : gap.gapTop - box.bottom();
        const auto meets = [&](const QRectF& other) { return other.intersects(box); };
        if (away <= farthest && room.contains(box) && std::ranges::none_of(taken, meets))
            return box;
    }
    return std::nullopt;
}

std::optional<QRectF> placeAtIdeal(const std::vector<PlotStrip>& strips, const PlotMap& map,
                                   const QSizeF& size, const std::vector<QRectF>& taken) {
    constexpr qreal space = 2;
    const QRectF room = map.area.adjusted(space, space, -space, -space);
    for (const PlotStrip& next : strips) {
        // The diagonal rises: it is nearest to the right end of a name.
        const qreal right = next.left - space;
        const double x =
            map.horizontal.valueAt((next.left - map.area.left()) / std::max(1.0, map.area.width()));
        const QRectF box(QPointF(right - size.width(), map.y(x) - size.height()), size);
        const auto isUnder = [&](const PlotStrip& strip) {
            return strip.right > box.left() && strip.left < box.right() &&
                   strip.top < box.bottom() - kMarkRadius;
        };
        const auto meets = [&](const QRectF& other) { return other.intersects(box); };
        if (room.contains(box) && std::ranges::none_of(strips, isUnder) &&
            std::ranges::none_of(taken, meets))
            return box;
    }
    return std::nullopt;
}

}  // namespace diagonal
