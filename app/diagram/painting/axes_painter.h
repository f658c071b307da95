// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>
#include <QString>

class QPainter;

namespace diagonal {

struct DiagramStyle;
struct Axis;

/// Paints a plot's grid, and its axes just outside with a tick at each grid line. On raster devices
/// all lines cover whole pixels and meet the ends of the bars.
void paintAxes(QPainter& painter, const QRectF& plot, const Axis& horizontal, const Axis& vertical,
               const DiagramStyle& style);

/// Paints the title of an axis in a box. A long one has a smaller font; if that does not do, what
/// stands in brackets at its end gives way, and only then it is cut.
void paintAxisTitle(QPainter& painter, const QRectF& box, Qt::Alignment alignment,
                    const QString& title);

/// Paints a title upwards in an upright box, centred.
void paintUprightTitle(QPainter& painter, const QRectF& box, const QString& title);

}  // namespace diagonal
