// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QPainter;
class QRectF;

namespace diagonal {

struct DiagramStyle;
struct PlotAxis;

/// Paints a plot's grid, and its axes just outside with a tick at each grid line. On raster devices
/// all lines cover whole pixels and meet the ends of the bars.
void paintAxes(QPainter& painter, const QRectF& plot, const PlotAxis& horizontal,
               const PlotAxis& vertical, const DiagramStyle& style);

}  // namespace diagonal
