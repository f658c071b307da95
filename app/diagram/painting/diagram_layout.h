// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QRectF>
#include <QSizeF>

namespace diagonal {

/// Where the parts of the figure stand, in the scene's pixels. It follows from the size alone, so
/// that nothing moves while numbers change.
struct DiagramLayout {
    QRectF scene;
    QRectF diagram;  ///< the square plot, integers
    QRectF counts;   ///< the plot of counts below, same x and width
    int legendRows = 1;

    QRectF titleLine() const {
        return {diagram.left(), diagram.top() - headerHeight(), diagram.width(), 26};
    }
    /// The title's line and that of what the figure is of.
    QRectF header() const { return titleLine().adjusted(0, 0, 0, kSubtitle); }
    qreal legendTop() const { return diagram.top() - legendRows * kLegendRow - 6; }

    /// What the legend may take: the whole width of the figure.
    qreal legendRoom() const { return scene.width() - 24; }

    static constexpr int kLegendRow = 20;
    static constexpr int kSubtitle = 22;
    int headerHeight() const { return 58 + legendRows * kLegendRow; }
};

/// The layout of a figure; `legendItems` are the widths of the legend's items with their space.
DiagramLayout diagramLayout(const QSizeF& size, const std::vector<qreal>& legendItems);

/// Rows that items of these widths take in `room`, none of them broken.
int legendRowCount(const std::vector<qreal>& items, qreal room);

}  // namespace diagonal
