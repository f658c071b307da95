// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QPainter;
class QRectF;

namespace diagonal {

struct DiagramStyle;
struct PlotAxis;

/// Paints a plot's grid, and its axes outside of it with a tick at each grid line. All lines are
/// whole pixels of raster devices, where bars end.
void paintAxes(QPainter& painter, const QRectF& plot, const PlotAxis& vertical,
               const DiagramStyle& style);

}  // namespace diagonal
