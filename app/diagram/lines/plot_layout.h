// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include <QFont>
#include <QRectF>

#include "app/diagram/lines/plot_legend.h"
#include "app/diagram/painting/figure_content.h"

namespace diagonal {

/// Where the parts of a line plot stand; parts that are left out are null.
struct PlotLayout {
    QRectF area;  ///< between the axes
    QRectF title;
    QRectF subtitle;
    QRectF lower;  ///< of the lower plot, between its axes
    QRectF xTitle;
    // Titles that are painted upwards:
    QRectF leftTitle;
    QRectF rightTitle;
    QRectF lowerTitle;
    PlotLegend legend;
    /// Boxes for the names of points, beside these; empty if the legend names them.
    std::vector<std::optional<QRectF>> names;
    bool hasRightNames = true;  ///< there is room for the names at the right axis
};

QFont plotTitleFont();

/// Places the parts of a plot in a figure. Parts give way in this order where it is small: names at
/// the right axis, the subtitle, the title, the legend.
PlotLayout layOutPlot(const LinePlot& plot, const FigureContent& content, const QSizeF& size,
                      const DiagramStyle& style);

}  // namespace diagonal
