// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/diagram/diagram_layout.h"
#include "app/diagram/diagram_style.h"
#include "app/diagram/figure_use.h"
#include "core/measuring/report.h"

class QPainter;

namespace diagonal {

/// The axis of the counts plot for these bins.
CountAxis countAxisOf(const ReliabilityCurve& curve);

/// Paints all text of the figure: title, subtitle, legend, tick labels, axis titles, scores, and
/// the mean lines of the counts plot. With QPainter alone, so that nothing of a file is read as
/// markup.
void paintFigureText(QPainter& painter, const Report& report, const DiagramLayout& layout,
                     const CountAxis& counts, const DiagramStyle& style, FigureUse use);

}  // namespace diagonal
