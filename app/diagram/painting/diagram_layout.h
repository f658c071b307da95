// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QRectF>
#include <QSizeF>

#include "core/publishing/diagrams/figure_parts.h"

namespace diagonal {

/// Widths of what a figure shows around its plots. They do not change with the numbers shown, so
/// that nothing moves while a slider is dragged.
struct FigureWidths {
    std::vector<qreal> legendItems;  ///< each with the space after it
    qreal title = 0;
    qreal scores = 0;  ///< of the main score
    qreal ticks = 0;   ///< of the labels of the vertical axes
    FigureParts parts = {};
    bool canElideTitle = false;  ///< the title may be shortened to stand beside the scores
    bool isPaper = false;        ///< a narrow figure is a column of a printed page
};

/// Positions of the figure's parts, in scene pixels.
///
/// Parts give way in this order where a figure is small: the counts become lower, the title goes,
/// then the line of file and bins, the counts, the legend. The scores, the axes and the square plot
/// stay. A narrow figure has its legend below the plots, a low one beside them. In a column of a
/// printed page the plot takes the width: the titles of the vertical axes stand above them, the
/// scores in one line, and the legend in at most one row.
struct DiagramLayout {
    enum class LegendPlace { Above, Below, Beside };

    QRectF scene;
    QRectF diagram;  ///< the square plot, in whole pixels
    QRectF counts;  ///< the plot of counts below, with the same x and width; null if it is left out
    QRectF title;   ///< one line; null if it is left out
    QRectF subtitle;  ///< one line, or several beside the plots; null if it is left out
    QRectF scores;    ///< one line; null if it is left out
    LegendPlace legendPlace = LegendPlace::Above;
    std::vector<QRectF> legend;  ///< the items; empty if they are left out
    bool isColumn = false;       ///< of a printed page
    qreal axisTitles = 66;       ///< distance of the vertical axes' titles from the plots

    bool showsCounts() const { return !counts.isNull(); }
    bool isOverPlots(const QPointF& point) const {
        return diagram.contains(point) || counts.contains(point);
    }
    /// The lower plot: the counts, else the diagram.
    const QRectF& lowest() const { return showsCounts() ? counts : diagram; }
    /// The lines whose text changes with the numbers shown.
    QRectF header() const { return scores.united(subtitle); }

    static constexpr int kLegendRow = 20;
};

/// The least size of a figure in which text and plot are readable.
inline constexpr QSizeF kLeastFigure(250, 240);

/// Places unbroken items of these widths in rows of DiagramLayout::kLegendRow from the top left
/// corner of `room`.
std::vector<QRectF> flowingItems(const std::vector<qreal>& items, const QRectF& room);

/// Returns the layout of a figure of this size.
DiagramLayout diagramLayout(const QSizeF& size, const FigureWidths& widths);

/// Narrower figures on paper are columns of a page.
inline constexpr qreal kColumnWidth = 500;
/// The height of the counts of a column, by its width: 11 mm of 89 mm.
inline constexpr qreal kColumnStrip = 0.124;

/// Returns the height at which a figure of this width on paper leaves out nothing.
qreal fittingHeight(qreal width, const FigureWidths& widths);

/// Returns how much larger than usual the text and the lines of a window's figure of this size
/// are, so that a large one is read from the same distance.
qreal windowScale(const QSizeF& size);

}  // namespace diagonal
