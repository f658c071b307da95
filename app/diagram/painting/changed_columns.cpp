// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/painting/changed_columns.h"

#include <algorithm>

namespace diagonal {
namespace {

constexpr qreal kOutside = 7;  ///< pixels that caps, diamonds, arrows and frames reach beyond a bin

QRectF withMarks(const QRectF& plot) {
    return plot.adjusted(-kOutside, -kOutside, kOutside, kOutside);
}

/// Returns a column's part of the plot between two heights in pixels, with what reaches beyond it.
QRectF partOf(const Interval& column, const PlotMap& map, qreal top, qreal bottom) {
    return withMarks({QPointF(map.x(column.lower), top), QPointF(map.x(column.upper), bottom)});
}

/// The marks of each column.
using Columns = std::vector<std::vector<ColumnMark>>;

Columns columnsOf(const PlotMarks& plot) {
    Columns columns(plot.columns.size());
    for (const ColumnMark& mark : plot.inColumns)
        columns[mark.column].push_back(mark);
    return columns;
}

/// True if two columns differ at most in where marks begin and end.
bool areAlike(const std::vector<ColumnMark>& a, const std::vector<ColumnMark>& b) {
    return std::ranges::equal(a, b, [](const ColumnMark& x, const ColumnMark& y) {
        return x.kind == y.kind && x.isPale == y.isPale;
    });
}

bool differBeyondColumns(const PlotMarks& a, const PlotMarks& b) {
    return a.columns != b.columns || a.arePooled != b.arePooled || a.meanColumn != b.meanColumn ||
           a.areas != b.areas || a.references != b.references || a.lines != b.lines ||
           a.areNumbered != b.areNumbered || a.message != b.message;
}

/// True if a line of means that comes or goes hides or frees the number of a column.
bool isFreedOrHidden(const PlotMarks& before, const PlotMarks& after, const Interval& column,
                     const PlotMap& map) {
    const auto isAt = [&](double mean) {
        const qreal x = map.x(mean);
        return x > map.x(column.lower) - kBesideMeans && x < map.x(column.upper) + kBesideMeans;
    };
    return before.means != after.means &&
           (std::ranges::any_of(before.means, isAt) || std::ranges::any_of(after.means, isAt));
}

/// Returns a part that holds the number of a bar, too, which stands above its end, in a full one,
/// or beside it.
QRectF withNumber(const QRectF& part, const PlotMap& map) {
    constexpr qreal longest = 44;
    const QRectF whole = withMarks(map.area);
    return part.adjusted(-longest, -kCountLabelHeight, longest, 2 + kCountLabelHeight) & whole;
}

}  // namespace

std::vector<QRectF> changedParts(const PlotMarks& before, const PlotMarks& after,
                                 const PlotMap& map) {
    if (differBeyondColumns(before, after) || after.arePooled) return {withMarks(map.area)};
    const Columns was = columnsOf(before);
    const Columns is = columnsOf(after);
    std::vector<QRectF> parts;
    for (std::size_t c = 0; c < is.size(); ++c) {
        const Interval& column = after.columns[c];
        if (!areAlike(was[c], is[c])) {
            parts.push_back(partOf(column, map, map.area.top(), map.area.bottom()));
            continue;
        }
        const bool isNumberChanged =
            after.areNumbered && isFreedOrHidden(before, after, column, map);
        for (std::size_t m = 0; m < is[c].size(); ++m) {
            for (const auto end : {&ColumnMark::from, &ColumnMark::to}) {
                const double from = was[c][m].*end;
                const double to = is[c][m].*end;
                if (from == to && !isNumberChanged) continue;
                const QRectF part = partOf(column, map, std::min(map.y(from), map.y(to)),
                                           std::max(map.y(from), map.y(to)));
                parts.push_back(after.areNumbered ? withNumber(part, map) : part);
            }
        }
    }
    return parts;
}

std::vector<QRectF> markedColumns(const ReliabilityCurve& curve, const PlotMap& map,
                                  const BinMarks& marked) {
    std::vector<QRectF> columns;
    for (const auto& bin : {marked.hovered, marked.selected}) {
        if (!bin || *bin >= curve.bins.size()) continue;
        const Interval column{curve.bins[*bin].lower, curve.bins[*bin].upper};
        columns.push_back(partOf(column, map, map.area.top(), map.area.bottom()));
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
