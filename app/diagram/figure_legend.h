// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "app/diagram/figure_use.h"
#include "app/diagram/painting/diagram_layout.h"
#include "app/diagram/painting/diagram_style.h"
#include "core/reporting/report.h"

class QPainter;

namespace diagonal {

/// Widths of the legend's items with the space behind them, the same for every view and number of
/// bins, so that these do not move the plot.
std::vector<qreal> legendItemWidths(DiagramKind kind, double level, BandKind band);

/// Paints what bars, marks and gaps mean above the plot. What the bins have no room for is faded
/// in the window, where nothing shall move, and left out on paper.
void paintLegend(QPainter& painter, const Report& report, const DiagramLayout& layout,
                 const DiagramStyle& style, FigureUse use);

}  // namespace diagonal
