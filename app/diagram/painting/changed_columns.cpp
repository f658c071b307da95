// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/painting/changed_columns.h"

#include <algorithm>
#include <array>

namespace diagonal {
namespace {

constexpr qreal kOutside = 7;  ///< pixels that caps, diamonds, arrows and frames reach beyond a bin

bool haveSameEdges(const ReliabilityCurve& before, const ReliabilityCurve& after) {
    return std::ranges::equal(before.bins, after.bins, [](const Bin& a, const Bin& b) {
        return a.lower == b.lower && a.upper == b.upper;
    });
}

QRectF withMarks(const QRectF& plot) {
    return plot.adjusted(-kOutside, -kOutside, kOutside, kOutside);
}

/// Returns a bin's part of the plot between two heights in pixels, with what reaches beyond it.
QRectF partOf(const Bin& bin, const PlotMap& map, qreal top, qreal bottom) {
    return withMarks({QPointF(map.x(bin.lower), top), QPointF(map.x(bin.upper), bottom)});
}

/// The values at which something in a bin's column begins or ends. Those of what is absent are 0.
std::array<qreal, 6> edgesIn(const Bin& bin) {
    const Interval interval = bin.interval.value_or(Interval());
    const Interval consistency = bin.consistency.value_or(Interval());
    return {*bin.accuracy,     std::min(*bin.confidence, 1.0),
            interval.lower,    interval.upper,
            consistency.lower, consistency.upper};
}

/// True if the columns of two bins differ at most in where things begin and end.
bool areAlike(const Bin& a, const Bin& b) {
    return a.count > 0 && b.count > 0 && (a.gap() < 0) == (b.gap() < 0) &&
           isWithinNoise(a) == isWithinNoise(b) && hasFewRows(a) == hasFewRows(b) &&
           a.interval.has_value() == b.interval.has_value() &&
           a.consistency.has_value() == b.consistency.has_value();
}

}  // namespace

std::vector<QRectF> changedBars(const ReliabilityCurve& before, const ReliabilityCurve& after,
                                const PlotMap& map, bool areGaps) {
    if (!haveSameEdges(before, after) || sharePixels(after, map)) return {withMarks(map.area)};
    std::vector<QRectF> parts;
    for (std::size_t b = 0; b < after.bins.size(); ++b) {
        const Bin& old = before.bins[b];
        const Bin& bin = after.bins[b];
        if (old.count == 0 && bin.count == 0) continue;
        if (!areAlike(old, bin)) {
            parts.push_back(partOf(bin, map, map.area.top(), map.area.bottom()));
            continue;
        }
        const auto was = edgesIn(old);
        const auto is = edgesIn(bin);
        for (std::size_t e = 0; e < is.size(); ++e) {
            const qreal from = map.y(was[e] - (areGaps ? *old.confidence : 0));
            const qreal to = map.y(is[e] - (areGaps ? *bin.confidence : 0));
            if (from == to) continue;
            parts.push_back(partOf(bin, map, std::min(from, to), std::max(from, to)));
        }
    }
    return parts;
}

std::vector<QRectF> changedCounts(const ReliabilityCurve& before, const ReliabilityCurve& after,
                                  const PlotMap& map) {
    if (!haveSameEdges(before, after) || sharePixels(after, map)) return {withMarks(map.area)};
    const auto was = linesOfMeans(before, map);
    const auto is = linesOfMeans(after, map);
    // A line that comes or goes hides or frees the number of its column.
    const auto isCrossed = [&](const Bin& bin) {
        const auto isAt = [&](qreal x) {
            return x > map.x(bin.lower) - kBesideMeans && x < map.x(bin.upper) + kBesideMeans;
        };
        return was != is && (std::ranges::any_of(was, isAt) || std::ranges::any_of(is, isAt));
    };
    std::vector<QRectF> parts;
    for (std::size_t b = 0; b < after.bins.size(); ++b) {
        const Bin& old = before.bins[b];
        const Bin& bin = after.bins[b];
        if (old.weight == bin.weight && old.count == bin.count && !isCrossed(bin)) continue;
        const qreal top = map.y(std::max(old.weight, bin.weight)) - kCountLabelHeight;
        // The number of a full bar stands in it.
        const qreal below = 2 + kCountLabelHeight;
        parts.push_back(
            partOf(bin, map, std::max(top, map.area.top()),
                   std::min(map.y(std::min(old.weight, bin.weight)) + below, map.area.bottom())));
    }
    return parts;
}

std::vector<QRectF> markedColumns(const ReliabilityCurve& curve, const PlotMap& map,
                                  const BinMarks& marks) {
    std::vector<QRectF> columns;
    for (const auto& bin : {marks.hovered, marks.selected}) {
        if (!bin || *bin >= curve.bins.size()) continue;
        columns.push_back(partOf(curve.bins[*bin], map, map.area.top(), map.area.bottom()));
    }
    return columns;
}

void keepConsistency(const ReliabilityCurve& before, ReliabilityCurve& after) {
    for (Bin& bin : after.bins) {
        const double centre = (bin.lower + bin.upper) / 2;
        const auto old = std::ranges::lower_bound(before.bins, centre, {}, &Bin::upper);
        if (bin.count > 0 && old != before.bins.end()) bin.consistency = old->consistency;
    }
}

}  // namespace diagonal
