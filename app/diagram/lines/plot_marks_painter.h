// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include <QFontMetricsF>
#include <QPainter>
#include <QRectF>

#include "app/diagram/painting/diagram_style.h"
#include "core/publishing/plots/figure.h"

namespace diagonal {

// What line plots show beside their axes and lines. `area` is the area between the axes.

/// Returns the colour of a line or point.
QColor plotColour(const PlotColour& colour, const DiagramStyle& style);

/// Returns the pen of a line: dashOf().
QPen linePen(const LineMark& line, const DiagramStyle& style);

/// Returns where a value stands; y belongs to the left axis, or to the right one.
QPointF plotPlace(const Figure& plot, const QRectF& area, const CurvePoint& at,
                  bool isRight = false);

/// Paints a marker: of the first eight models of a list each has a shape of its own, others have
/// their number in a circle.
void paintMarker(QPainter& painter, const QPointF& centre, std::size_t place, const QColor& colour,
                 const DiagramStyle& style);

void paintArrow(QPainter& painter, const QPointF& from, const QPointF& to, const QColor& colour);

/// Paints the markers of lines, the labels of guides, and points with their arrows; `names` are the
/// boxes of those of points.
void paintPlotMarks(QPainter& painter, const Figure& plot, const QRectF& area,
                    std::span<const std::optional<QRectF>> names, const DiagramStyle& style);

/// Returns a box for the name of each point, apart from other names, points and the edges; none
/// for a name that has no place.
std::vector<std::optional<QRectF>> pointNameBoxes(const Figure& plot, const QRectF& area,
                                                  const QFontMetricsF& metrics);

inline constexpr qreal kLowerLine = 1.25;  ///< width of the lines of a lower plot

/// Paints the lines of a lower plot between its axes; `x` is the horizontal axis with the ticks
/// that are shown.
void paintLowerPlot(QPainter& painter, const Figure& plot, const Axis& x, const QRectF& area,
                    const DiagramStyle& style);

/// Paints the names of the ticks of a vertical axis, within the figure; none if they are numbers.
void paintTickNames(QPainter& painter, const Axis& axis, const QRectF& area, const QRectF& figure,
                    const DiagramStyle& style, bool isRight = false);

/// Returns the point of a plot at most `reach` pixels from a place; none if there is no such point.
std::optional<std::size_t> pointNear(const Figure& plot, const QRectF& area, const QPointF& place,
                                     qreal reach);

/// Returns the model's line less than `reach` pixels from a place; none if there is no such line.
std::optional<std::size_t> lineNear(const Figure& plot, const QRectF& area, const QPointF& place,
                                    qreal reach);

}  // namespace diagonal
