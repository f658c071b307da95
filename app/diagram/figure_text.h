// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/diagram/diagram_axes.h"
#include "app/diagram/diagram_layout.h"
#include "app/diagram/diagram_style.h"
#include "app/diagram/figure_use.h"
#include "core/measuring/report.h"

class QPainter;

namespace diagonal {

/// Paints all text of the figure: title, subtitle, legend, tick labels, axis titles, scores, and
/// the mean lines of the counts plot. With QPainter alone, so that nothing of a file is read as
/// markup.
void paintFigureText(QPainter& painter, const Report& report, const DiagramLayout& layout,
                     const DiagramAxes& axes, const DiagramStyle& style, FigureUse use);

}  // namespace diagonal
