// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>

#include <QRectF>

#include "app/diagram/painting/diagram_style.h"
#include "core/reporting/report.h"

class QPainter;

namespace diagonal {

/// The map from values to the plot: x in [0, 1], y in [lowest, highest].
struct PlotMap {
    QRectF area;
    qreal highest = 1;
    qreal lowest = 0;

    qreal x(qreal value) const { return area.left() + value * area.width(); }
    qreal y(qreal value) const {
        return area.bottom() - (value - lowest) / (highest - lowest) * area.height();
    }
};

/// The bin that is pointed at, and the one that is chosen.
struct BinMarks {
    std::optional<std::size_t> hovered;
    std::optional<std::size_t> selected;

    bool operator==(const BinMarks&) const = default;
};

/// Whether a bin's gap is no more than chance would make of a calibrated model's rows; false where
/// that is not known.
bool isWithinNoise(const Bin& bin);

/// Paints the wash of the selected bin, the bars up to the lower of accuracy and confidence, the
/// gap hatched '/' where over-confident and '\' where under-confident, paler where it is within the
/// noise, and a cap at the accuracy. Empty bins paint nothing. Edges are snapped to device pixels
/// on raster devices.
void paintBars(QPainter& painter, const ReliabilityCurve& curve, const PlotMap& map,
               const DiagramStyle& style, const BinMarks& marks);

/// Paints intervals (those of the accuracy, or the consistency band around the diagonal),
/// confidence diamonds and the frames of hovered and selected bins.
void paintMarks(QPainter& painter, const ReliabilityCurve& curve, const PlotMap& map,
                const DiagramStyle& style, const BinMarks& marks, IntervalKind intervals);

/// Paints a line where each bar of another curve ends: the same rows before they were recalibrated.
void paintPrevious(QPainter& painter, const ReliabilityCurve& before, const PlotMap& map,
                   const DiagramStyle& style);

/// Paints the number of rows of each bin.
void paintCounts(QPainter& painter, const ReliabilityCurve& curve, const PlotMap& map,
                 const DiagramStyle& style, const BinMarks& marks);

/// What bins of a mean width in pixels have room for.
struct BinDetailLevel {
    bool hatches = true;  ///< else gaps are solid
    bool intervals = true;
    bool diamonds = true;

    bool operator==(const BinDetailLevel&) const = default;
};
BinDetailLevel detailLevel(const ReliabilityCurve& curve, const PlotMap& map);

/// Paints in the columns of bins, their edges on whole device pixels on raster devices.
class ColumnPainter {
public:
    ColumnPainter(QPainter& painter, const ReliabilityCurve& curve, const PlotMap& map,
                  const DiagramStyle& style)
        : m_painter(painter), m_curve(curve), m_map(map), m_style(style) {}

    /// The wash of the hovered and the selected column, behind the bars; and their frames, over
    /// them.
    void paintWashes(const BinMarks& marks) const;
    void paintFrames(const BinMarks& marks) const;
    /// The gap of a bin between two heights, paler where it is within the noise.
    void paintGapOf(const Bin& bin, qreal from, qreal to, bool hatched) const;
    void paintBandOf(const Bin& bin, qreal top, qreal bottom) const;
    void fillPart(const Bin& bin, qreal top, qreal bottom, const QColor& colour) const;

private:
    QPainter& m_painter;
    const ReliabilityCurve& m_curve;
    const PlotMap& m_map;
    const DiagramStyle& m_style;
};

/// Paints a box like that of an over-confident (or under-confident) gap, for the legend too.
void paintGap(QPainter& painter, const QRectF& box, bool over, bool hatched,
              const DiagramStyle& style);

/// Paints the mark of a mean confidence, for the legend too. `room` is the width of its bin.
void paintDiamond(QPainter& painter, const QPointF& centre, qreal room, const DiagramStyle& style);

/// Paints where a calibrated model's accuracy would lie, for the legend too.
void paintBand(QPainter& painter, const QRectF& box, const DiagramStyle& style);

/// Paints an interval of the accuracy, for the legend too. `room` is the width of its bin.
void paintInterval(QPainter& painter, qreal x, qreal top, qreal bottom, qreal room,
                   const DiagramStyle& style);

}  // namespace diagonal
