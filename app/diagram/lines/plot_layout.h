// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include <QFont>
#include <QRectF>

#include "app/diagram/lines/plot_legend.h"
#include "app/diagram/painting/figure_content.h"

namespace diagonal {

/// The name of a line beside its end.
struct LineEnd {
    std::size_t line = 0;  ///< of Figure::lines
    QPointF end;           ///< of the line
    QRectF box;            ///< of swatch and name
};

/// Where the parts of a line plot stand; parts that are left out are null.
struct PlotLayout {
    QRectF area;  ///< between the axes
    QRectF title;
    QRectF subtitle;
    QRectF lower;  ///< of the lower plot, between its axes
    QRectF xTitle;
    // Titles that are painted upwards, or stand above their axes in a column of a page:
    QRectF leftTitle;
    QRectF rightTitle;
    QRectF lowerTitle;
    bool isColumn = false;
    bool isLegendBeside = false;  ///< right of a square plot, not above it
    PlotLegend legend;
    PlotLegend legendInside;  ///< within the plot; what it names is not in the other one
    QRectF inside;            ///< its box
    /// Boxes for the names of points, beside these; empty if the legend names them.
    std::vector<std::optional<QRectF>> names;
    /// The names of models' lines at their ends; empty if the legend names them.
    std::vector<LineEnd> ends;
    QRectF beside;              ///< the box of these names, and of a legend below them
    bool hasRightNames = true;  ///< there is room for the names at the right axis

    /// True if lines and points have their names somewhere.
    bool isNamed(const Figure& plot) const;
};

/// Paints the names of lines at their ends, each with its swatch and a thin line from the end.
void paintLineEnds(QPainter& painter, const Figure& plot, const PlotLayout& layout,
                   const DiagramStyle& style);

/// Returns how many places of the curves, a few pixels apart, and points lie in a box of the plot.
std::size_t coveredBy(const QRectF& box, const Figure& plot, const QRectF& area);

QFont plotTitleFont();

/// Places the parts of a plot in a figure. Parts give way in this order where it is small: names at
/// the right axis, the subtitle, the title, the legend. A figure narrower than kColumnWidth is one
/// for a column of a page: it has no title of its own, the titles of vertical axes above these, and
/// the legend within the plot where curves leave it a place.
PlotLayout layOutPlot(const Figure& plot, const FigureContent& content, const QSizeF& size,
                      const DiagramStyle& style);

/// Returns the height at which a plot fills a column of a page of this width. `ratio` is that of
/// height to width of the area between its axes, unless the plot is square.
qreal fittingPlotHeight(const Figure& plot, const FigureContent& content, qreal width, qreal ratio,
                        const DiagramStyle& style);

}  // namespace diagonal
