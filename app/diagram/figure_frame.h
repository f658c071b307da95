// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "app/diagram/figure_legend.h"
#include "app/diagram/painting/marks_painter.h"

class QPainter;

namespace diagonal {

/// The parts of a report that the figure's frame shows. A dragged slider rarely changes them.
struct FrameContent {
    DiagramKind diagram = DiagramKind::Bars;
    bool topLabel = true;
    std::string className;  ///< the class in view; empty for the top label
    std::optional<WeightKind> weights;
    double level = 0;
    IntervalKind intervals = IntervalKind::Wilson;
    BandKind band = BandKind::Pointwise;
    BinDetailLevel detail;
    Axis x = {};
    Axis left = {};
    Axis lower = {};
    FigureUse use = FigureUse::Window;
    std::string nameBeside = {};

    bool operator==(const FrameContent&) const = default;
};
FrameContent frameContent(const DrawnFigure& figure);

/// Paints the title, the legend, tick labels and axis titles; `words` may replace its texts.
void paintFigureFrame(QPainter& painter, const DrawnFigure& figure);

/// Return the widths of a diagram's title, and of the labels of its vertical axes.
qreal titleWidth(DiagramKind kind, const FigureContent& words = {});
qreal tickLabelsWidth(DiagramKind kind);

}  // namespace diagonal
