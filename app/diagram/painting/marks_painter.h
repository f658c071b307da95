// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>

#include <QRectF>

#include "app/diagram/painting/diagram_style.h"
#include "core/measuring/reliability_curve.h"
#include "core/publishing/plots/axis.h"
#include "core/publishing/plots/marks.h"

class QPainter;

namespace diagonal {

/// Maps values to positions in a plot, along its axes.
struct PlotMap {
    QRectF area;
    Axis vertical = {};
    Axis horizontal = kWholeAxis;

    /// True if a place of the horizontal axis is shown.
    bool holds(qreal value) const { return value >= horizontal.low && value <= horizontal.high; }
    qreal x(qreal value) const {
        const qreal range = horizontal.high - horizontal.low;
        return area.left() + (value - horizontal.low) / range * area.width();
    }
    qreal y(qreal value) const { return area.bottom() - vertical.shareOf(value) * area.height(); }
};

/// Details that the bins have room for, judged by their mean width in pixels.
struct BinDetailLevel {
    bool hatches = true;  ///< else gaps are solid
    bool intervals = true;
    bool diamonds = true;

    bool operator==(const BinDetailLevel&) const = default;
};
BinDetailLevel detailLevel(const PlotMarks& marks, const PlotMap& map);

inline constexpr qreal kBesideMeans = 3;        ///< pixels between a number and a line of means
inline constexpr qreal kCountLabelHeight = 13;  ///< the space above a bar that its number takes

/// Paints what lies below the ideal: bars, each with its gap and the line at its end, areas of
/// rows, and the line between bars that go up and down. Unless bins are pooled, the bar of rows of
/// the bin `selected` has another colour. A bar of rows is at least one pixel high; its number
/// stands above it, or in a full one, unless it does not fit or a line of means crosses it. On
/// raster devices edges are snapped to device pixels.
void paintBars(QPainter& painter, const PlotMarks& marks, const PlotMap& map,
               const DiagramStyle& style, std::optional<std::size_t> selected = std::nullopt);

/// Paints what lies over the ideal: lines of reference, accuracies of another curve, intervals,
/// bands, means, areas, and curves.
void paintMarks(QPainter& painter, const PlotMarks& marks, const PlotMap& map,
                const DiagramStyle& style);

/// The bin under the pointer and the selected one.
struct BinMarks {
    std::optional<std::size_t> hovered;
    std::optional<std::size_t> selected;

    bool operator==(const BinMarks&) const = default;
};

/// Tint the columns of these bins behind the bars, and frame them over the bars. `meanColumn` is
/// that of the plot's marks.
void paintWashes(QPainter& painter, const ReliabilityCurve& bins, double meanColumn,
                 const PlotMap& map, const DiagramStyle& style, const BinMarks& marked);
void paintFrames(QPainter& painter, const ReliabilityCurve& bins, double meanColumn,
                 const PlotMap& map, const DiagramStyle& style, const BinMarks& marked);

}  // namespace diagonal
