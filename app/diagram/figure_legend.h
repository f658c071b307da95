// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QString>

#include "app/diagram/figure_use.h"
#include "app/diagram/painting/diagram_layout.h"
#include "app/diagram/painting/diagram_style.h"
#include "app/diagram/painting/figure_content.h"
#include "core/publishing/diagrams/diagram.h"
#include "core/reporting/report.h"

class QPainter;

namespace diagonal {

/// What a figure is drawn from; all of it must outlive the drawing.
struct DrawnFigure {
    const Report& report;
    const Figure& figure;
    const DiagramLayout& layout;
    const DiagramStyle& style;
    const FigureContent& content;
    FigureUse use = FigureUse::Window;
    bool namesGaps = true;  ///< on paper, beside the gaps where there is room
};

/// Returns the widths of the legend's items, each with the space after it, of a report or, if null,
/// of bars. Intervals and number of bins do not change them and so do not move the plot, nor does
/// the view where its class has no entry. A curve beside the bars adds one.
std::vector<qreal> legendItemWidths(const Report* report, const FigureParts& parts);

/// Returns the widths of those items that the legend shows.
std::vector<qreal> drawnLegendWidths(const DrawnFigure& figure);

/// Returns what the item of the legend at a point means; empty elsewhere.
QString legendHelpAt(const QPointF& point, const DrawnFigure& figure);

/// Paints the legend of bars, marks and gaps above the plot. Items that the bins have no room for
/// are faded in the window, where nothing may move, and left out on paper; there, gaps have their
/// names beside them where there is room.
void paintLegend(QPainter& painter, const DrawnFigure& figure);

}  // namespace diagonal
