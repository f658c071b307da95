// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include <QRectF>

#include "app/diagram/figure_legend.h"

class QPainter;

namespace diagonal {

/// Paints the numbers of a report around its plots: the scores, the subtitle, and the mean lines of
/// the counts plot. Uses QPainter alone, so that text from a file is never treated as markup.
void paintFigureText(QPainter& painter, const DrawnFigure& figure);

/// Returns the place of the scores within the plot of a figure on paper, where the bins leave it
/// free; none if they stand above the plot.
std::optional<QRectF> scoreCard(const DrawnFigure& figure);

/// Returns the width of the main score of a diagram.
qreal scoresWidth(DiagramKind kind);

/// Returns the parts of the counts plot in which paintFigureText() paints mean lines and labels.
std::vector<QRectF> partsOfMeans(const Report& report, const DiagramLayout& layout,
                                 const Figure& figure);

}  // namespace diagonal
