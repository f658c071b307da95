// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QRectF>
#include <QSizeF>

namespace diagonal {

/// Positions of the figure's parts, in scene pixels. They depend on the figure's size and the
/// legend's widths alone, so that nothing moves while numbers change.
struct DiagramLayout {
    QRectF scene;
    QRectF diagram;  ///< the square plot, in whole pixels
    QRectF counts;   ///< the plot of counts below, with the same x and width
    int legendRows = 1;

    QRectF titleLine() const {
        return {diagram.left(), diagram.top() - headerHeight(), diagram.width(), 26};
    }
    /// The lines of title and subtitle.
    QRectF header() const { return titleLine().adjusted(0, 0, 0, kSubtitle); }
    qreal legendTop() const { return diagram.top() - legendRows * kLegendRow - 6; }

    /// Width available to the legend: that of the figure without margins.
    qreal legendRoom() const { return scene.width() - 24; }

    static constexpr int kLegendRow = 20;
    static constexpr int kSubtitle = 22;
    int headerHeight() const { return 58 + legendRows * kLegendRow; }
};

/// Returns the layout of a figure; `legendItems` are the widths of legend items with their space.
DiagramLayout diagramLayout(const QSizeF& size, const std::vector<qreal>& legendItems);

/// Returns the number of rows that unbroken items of these widths take in a width of `room`.
int legendRowCount(const std::vector<qreal>& items, qreal room);

}  // namespace diagonal
