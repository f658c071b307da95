// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/painting/diagram_layout.h"

#include <algorithm>
#include <cmath>

namespace diagonal {
namespace {

constexpr qreal kLeft = 80;
constexpr qreal kRight = 26;
constexpr qreal kTop = 16;
constexpr qreal kCountsShare = 0.23;
constexpr qreal kLeastCounts = 56;
constexpr qreal kLeastSquare = 120;

}  // namespace

DiagramLayout diagramLayout(const QSizeF& size, const std::vector<qreal>& legendItems) {
    DiagramLayout layout;
    layout.scene = QRectF(QPointF(0, 0), size);
    layout.legendRows = legendRowCount(legendItems, layout.legendRoom());
    const bool low = size.height() < 700;
    const qreal between = low ? 22 : 28;
    const qreal bottom = low ? 48 : 52;
    const qreal width = size.width() - kLeft - kRight;
    const qreal height = size.height() - kTop - layout.headerHeight() - between - bottom;
    const qreal byHeight = std::min(height / (1 + kCountsShare), height - kLeastCounts);
    const qreal square = std::floor(std::max(kLeastSquare, std::min(width, byHeight)));

    const qreal x = std::floor(kLeft + std::max(0.0, (width - square) / 2));
    const qreal spare = height - square;
    // The counts get the height that the square cannot use, up to twice their usual share.
    const qreal counts =
        std::floor(std::clamp(spare, kLeastCounts, std::max(kLeastCounts, square * 0.46)));
    const qreal unused = std::max(0.0, spare - counts);
    const qreal y = std::floor(kTop + layout.headerHeight() + unused / 2);
    layout.diagram = QRectF(x, y, square, square);
    layout.counts = QRectF(x, y + square + between, square, counts);
    return layout;
}

int legendRowCount(const std::vector<qreal>& items, qreal room) {
    int rows = 1;
    qreal used = 0;
    for (const qreal item : items) {
        if (used > 0 && used + item > room) {
            ++rows;
            used = 0;
        }
        used += item;
    }
    return rows;
}

}  // namespace diagonal
