// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPen>
#include <QRectF>

#include "app/diagram/painting/diagram_style.h"
#include "core/publishing/plots/marks.h"

class QPainter;
class QPolygonF;

namespace diagonal {

// The shapes of single marks, in a plot and in its legend.

inline constexpr qreal kPaleLine = 0.8;  ///< opacity of the lines of a pale gap
inline constexpr qreal kPaleTint = 0.4;  ///< of what is between them

inline constexpr qreal kBandTint = 0.12;     ///< of the band of a curve
inline constexpr qreal kHaloOpacity = 0.65;  ///< of the ground around thin marks on bars

/// Returns a colour that lets some of the ground through.
QColor faded(QColor colour, qreal alpha);

/// Returns the colour of a bar of rows that came true; that of few rows is pale.
QColor barColour(MarkKind kind, const DiagramStyle& style);
/// Returns the colour of an area between a curve and the ideal.
QColor areaColour(MarkKind kind, bool isPale, const DiagramStyle& style);
/// Returns the colour of what stands beside the bars: that of a selection, or grey for another
/// time.
QColor besideColour(MarkKind kind, const DiagramStyle& style);
/// Returns the pen of the ideal.
QPen idealPen(qreal width, const DiagramStyle& style);
/// Returns the pen of a line of reference: dotted unless it is level.
QPen skillPen(MarkKind kind, const DiagramStyle& style);

/// Paints a gap: MarkKind::Over hatched '/', Under hatched '\\'; or solid and striped.
void paintGap(QPainter& painter, const QRectF& box, MarkKind kind, bool hatched,
              const DiagramStyle& style, bool isPale = false);

/// Paints the mark of a mean confidence. `room` is the width of its bin.
void paintDiamond(QPainter& painter, const QPointF& centre, qreal room, const DiagramStyle& style);

/// Paints the range of a calibrated model's accuracy.
void paintBand(QPainter& painter, const QRectF& box, const DiagramStyle& style);

/// Paints an interval of the accuracy. `room` is the width of its bin.
void paintInterval(QPainter& painter, qreal x, qreal top, qreal bottom, qreal room,
                   const DiagramStyle& style);

/// Paints a bar of rows of one outcome: MarkKind::With or Without.
void paintOutcome(QPainter& painter, const QRectF& box, MarkKind kind, const DiagramStyle& style);

/// Paints a stroke of a curve.
void paintStroke(QPainter& painter, const QPolygonF& line, const DiagramStyle& style);

/// Draws a frame around a column, inside its edges.
void frame(QPainter& painter, const QRectF& column, const QColor& colour, qreal about);

}  // namespace diagonal
