// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include <QRectF>

#include "app/diagram/painting/diagram_axes.h"
#include "app/diagram/painting/diagram_style.h"
#include "core/publishing/diagrams.h"
#include "core/reporting/report.h"

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

/// The bin under the pointer and the selected one.
struct BinMarks {
    std::optional<std::size_t> hovered;
    std::optional<std::size_t> selected;

    bool operator==(const BinMarks&) const = default;
};

/// True if bins are narrower than a pixel. Then each column of pixels shows its bins pooled, with
/// the range of their accuracies, and the count of the fullest.
bool sharePixels(const ReliabilityCurve& curve, const PlotMap& map);

/// The bins in a column of pixels.
struct PixelColumn {
    QRectF column;
    Bin pooled;  ///< within the noise if all of them are
    double lowestAccuracy = 1;
    double highestAccuracy = 0;
    double lowestGap = 1;
    double highestGap = -1;
    double fullest = 0;  ///< largest weight of a bin
};
std::vector<PixelColumn> pixelColumns(const ReliabilityCurve& curve, const PlotMap& map,
                                      const QPainter& painter);

inline constexpr qreal kNoiseOpacity = 0.4;  ///< of gaps within the noise

/// Paints the tinted columns of marked bins, bars up to the lower of accuracy and confidence, gaps
/// hatched '/' where over-confident and '\' where under-confident, paler within the noise, and a
/// cap at the accuracy. Skips empty bins. On raster devices edges are snapped to device pixels.
void paintBars(QPainter& painter, const ReliabilityCurve& curve, const PlotMap& map,
               const DiagramStyle& style, const BinMarks& marks);

/// Paints intervals (of the accuracy, or the consistency band around the diagonal; or none),
/// diamonds at the mean confidence, and frames around the hovered and selected bins.
void paintMarks(QPainter& painter, const ReliabilityCurve& curve, const PlotMap& map,
                const DiagramStyle& style, const BinMarks& marks,
                std::optional<IntervalKind> intervals);

/// Returns the colour of what stands beside a diagram: that of a selection, or grey for another
/// time.
QColor colourBeside(const CurveBeside& beside, const DiagramStyle& style);
/// Paints a line at the accuracy of each bin of another curve, in colourBeside(); with its
/// interval, if that is wanted and it has one.
void paintBeside(QPainter& painter, const CurveBeside& beside, const PlotMap& map,
                 const DiagramStyle& style, bool hasIntervals);

inline constexpr int kCountLabel = 10;           ///< pixels
inline constexpr float kFewRowsOpacity = 0.45F;  ///< of a bar: hasFewRows()
inline constexpr qreal kBesideMeans = 3;         ///< pixels between a label and a line of means
/// Returns where the lines of accuracy and confidence of all rows stand, which no label crosses.
std::array<qreal, 2> linesOfMeans(const ReliabilityCurve& curve, const PlotMap& map);
inline constexpr qreal kCountLabelHeight = 13;  ///< the space above a bar that its label takes
/// Paints the number of rows above each bar of at most 20, below the labels of means; that of a
/// full bar in it. Numbers that do not fit, or that the lines of means cross, are left out.
void paintCountLabels(QPainter& painter, const ReliabilityCurve& curve, const PlotMap& map,
                      const DiagramStyle& style, const BinMarks& marks);

/// Paints the bars of a diagram of outcomes in the columns of `curve`; skips empty columns.
void paintOutcomes(QPainter& painter, const ReliabilityCurve& curve,
                   const std::vector<OutcomeBar>& bars, const PlotMap& map,
                   const DiagramStyle& style, const BinMarks& marks);
/// Paints a bar of rows with outcome 1, or without it; also used by the legend.
void paintOutcome(QPainter& painter, const QRectF& box, bool isWith, const DiagramStyle& style);

/// Paints the number of rows of each bin.
void paintCounts(QPainter& painter, const ReliabilityCurve& curve, const PlotMap& map,
                 const DiagramStyle& style, const BinMarks& marks);

/// Details that the bins have room for, judged by their mean width in pixels.
struct BinDetailLevel {
    bool hatches = true;  ///< else gaps are solid
    bool intervals = true;
    bool diamonds = true;

    bool operator==(const BinDetailLevel&) const = default;
};
BinDetailLevel detailLevel(const ReliabilityCurve& curve, const PlotMap& map);

/// Paints in the columns of bins, with edges on whole device pixels of raster devices.
class ColumnPainter {
public:
    ColumnPainter(QPainter& painter, const ReliabilityCurve& curve, const PlotMap& map,
                  const DiagramStyle& style);

    /// Tint the hovered and the selected column behind the bars, and frame them over the bars.
    void paintWashes(const BinMarks& marks) const;
    void paintFrames(const BinMarks& marks) const;
    /// Paints a bin's gap between two heights in pixels, paler within the noise.
    void paintGapOf(const Bin& bin, qreal from, qreal to, bool hatched) const;
    void paintBandOf(const Bin& bin, qreal top, qreal bottom) const;
    void fillPart(const Bin& bin, qreal top, qreal bottom, const QColor& colour) const;
    /// Paints the gap of a column of pixels, and the range of its gaps.
    void paintGapOf(const PixelColumn& shared) const;

private:
    QPainter& m_painter;
    const ReliabilityCurve& m_curve;
    const PlotMap& m_map;
    const DiagramStyle& m_style;
    bool m_areSpaced;  ///< wide bars are separated
};

/// Paints the box of an over-confident (or under-confident) gap; also used by the legend.
void paintGap(QPainter& painter, const QRectF& box, bool over, bool hatched,
              const DiagramStyle& style, bool isPale = false);

/// Paints the mark of a mean confidence; also used by the legend. `room` is the width of its bin.
void paintDiamond(QPainter& painter, const QPointF& centre, qreal room, const DiagramStyle& style);

/// Paints the range of a calibrated model's accuracy; also used by the legend.
void paintBand(QPainter& painter, const QRectF& box, const DiagramStyle& style);

/// Paints an interval of the accuracy; also used by the legend. `room` is the width of its bin.
void paintInterval(QPainter& painter, qreal x, qreal top, qreal bottom, qreal room,
                   const DiagramStyle& style);

}  // namespace diagonal
