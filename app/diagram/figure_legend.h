// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/diagram/diagram_layout.h"
#include "app/diagram/diagram_style.h"
#include "core/measuring/report.h"

class QPainter;

namespace diagonal {

/// Width of the legend in one row, the same for every view, so that views do not move the plot.
qreal legendWidth(double level);

/// Paints what bars, marks and gaps mean above the plot, in as many rows as the layout gives.
void paintLegend(QPainter& painter, const Report& report, const DiagramLayout& layout,
                 const DiagramStyle& style);

}  // namespace diagonal
