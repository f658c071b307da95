// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/painting/gap_labels.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>

#include "core/publishing/drawn_columns.h"

namespace diagonal {
namespace {

constexpr qreal kMarkRadius = 4;  ///< of a diamond, half of a line

/// Gives a strip the coloured area between the ideal and what is.
void setGap(PlotStrip& strip, qreal ideal, qreal actual) {
    strip.gap = (ideal - actual) * (strip.right - strip.left);
    strip.gapTop = std::min(ideal, actual);
    strip.gapBottom = std::max(ideal, actual);
}

PlotStrip columnOf(const Bin& bin, const PlotMap& map, bool hasIntervals) {
    PlotStrip strip{map.x(bin.lower), map.x(bin.upper), map.y(bin.upper), map.area.bottom()};
    if (bin.count == 0) return strip;
    double highest = std::max(*bin.accuracy, *bin.confidence);
    const auto raise = [&](const std::optional<Interval>& interval) {
        if (interval && hasIntervals) highest = std::max(highest, interval->upper);
    };
    raise(bin.interval);
    raise(bin.consistency);
    strip.top = std::min(strip.top, map.y(highest) - kMarkRadius);
    if (!isWithinNoise(bin)) setGap(strip, map.y(*bin.confidence), map.y(*bin.accuracy));
    return strip;
}

/// Returns a value at x of lines whose points ascend in x; none where they have none.
template <typename Point>
std::optional<double> valueAt(const std::vector<std::vector<Point>>& lines, double x,
                              double Point::*value) {
    for (const std::vector<Point>& line : lines) {
        const auto next = std::ranges::lower_bound(line, x, {}, &Point::x);
        if (next == line.end() || (next == line.begin() && next->x > x)) continue;
        if (next->x == x) return *next.*value;
        const Point& before = *std::prev(next);
        return std::lerp(before.*value, *next.*value, (x - before.x) / (next->x - before.x));
    }
    return std::nullopt;
}

std::vector<PlotStrip> stripsOfCurve(const CalibrationCurve& curve, const PlotMap& map) {
    constexpr qreal wide = 6;
    std::vector<PlotStrip> strips;
    for (qreal left = map.area.left(); left < map.area.right(); left += wide) {
        const qreal right = std::min(left + wide, map.area.right());
        const double x = map.horizontal.valueAt(((left + right) / 2 - map.area.left()) /
                                                std::max(1.0, map.area.width()));
        PlotStrip strip{left, right, map.y(x) - kMarkRadius, map.y(x) + kMarkRadius};
        const auto hold = [&](double value) {
            strip.top = std::min(strip.top, map.y(value) - kMarkRadius);
            strip.bottom = std::max(strip.bottom, map.y(value) + kMarkRadius);
        };
        const auto lower = valueAt(curve.band, x, &BandPoint::lower);
        const auto upper = valueAt(curve.band, x, &BandPoint::upper);
        if (lower) hold(*lower);
        if (upper) hold(*upper);
        if (const auto y = valueAt(curve.strokes, x, &CurvePoint::y)) {
            hold(*y);
            const bool isByChance = lower && upper && *lower <= *y && *y <= *upper;
            if (!isByChance) setGap(strip, map.y(x), map.y(*y));
        }
        strips.push_back(strip);
    }
    return strips;
}

}  // namespace

std::vector<PlotStrip> stripsOf(const Report& report, const PlotMap& map, bool hasIntervals) {
    if (report.curve) return stripsOfCurve(*report.curve, map);
    std::vector<PlotStrip> strips;
    const ReliabilityCurve columns = drawnColumns(report, map.horizontal.low, map.horizontal.high);
    strips.reserve(columns.bins.size());
    for (const Bin& bin : columns.bins)
        strips.push_back(columnOf(bin, map, hasIntervals));
    return strips;
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

}  // namespace diagonal
