// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "app/diagram/figure_use.h"
#include "app/diagram/painting/bins_painter.h"
#include "app/diagram/painting/diagram_axes.h"
#include "app/diagram/painting/diagram_layout.h"
#include "app/diagram/painting/diagram_style.h"
#include "app/diagram/painting/figure_content.h"
#include "core/reporting/report.h"

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
    DiagramAxes axes;
    FigureUse use = FigureUse::Window;
    std::string nameBeside = {};

    bool operator==(const FrameContent&) const = default;
};
FrameContent frameContent(const Report& report, const DiagramLayout& layout,
                          const DiagramAxes& axes, FigureUse use);

/// Paints the title, the legend, tick labels and axis titles; `words` may replace its texts.
void paintFigureFrame(QPainter& painter, const Report& report, const DiagramLayout& layout,
                      const DiagramAxes& axes, const DiagramStyle& style, FigureUse use,
                      const FigureContent& words = {});

/// Return the widths of a diagram's title, and of the labels of its vertical axes.
qreal titleWidth(DiagramKind kind, const FigureContent& words = {});
qreal tickLabelsWidth(DiagramKind kind);

}  // namespace diagonal
