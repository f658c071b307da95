// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/diagram_layout.h"

#include <algorithm>
#include <cmath>

namespace diagonal {
namespace {

constexpr qreal kLeft = 80;
constexpr qreal kRight = 26;
constexpr qreal kTop = 16;
constexpr qreal kBetween = 28;
constexpr qreal kBottom = 52;
constexpr qreal kCountsShare = 0.23;
constexpr qreal kLeastCounts = 56;
constexpr qreal kLeastSquare = 120;

}  // namespace

DiagramLayout diagramLayout(const QSizeF& size, qreal legendWidth) {
    DiagramLayout layout;
    layout.scene = QRectF(QPointF(0, 0), size);
    const qreal width = size.width() - kLeft - kRight;
    const auto squareFor = [&](int legendRows) {
        layout.legendRows = legendRows;
        const qreal height = size.height() - kTop - layout.headerHeight() - kBetween - kBottom;
        const qreal byHeight = std::min(height / (1 + kCountsShare), height - kLeastCounts);
        return std::floor(std::max(kLeastSquare, std::min(width, byHeight)));
    };
    qreal square = squareFor(1);
    const qreal legendLeft = kLeft + (width - square) / 2;
    if (legendWidth > layout.legendRight() - legendLeft) square = squareFor(2);

    const qreal x = std::floor(kLeft + std::max(0.0, (width - square) / 2));
    const qreal spare = size.height() - kTop - layout.headerHeight() - kBetween - kBottom - square;
    // Height that the square cannot use goes to the counts, up to twice their share.
    const qreal counts =
        std::floor(std::clamp(spare, kLeastCounts, std::max(kLeastCounts, square * 0.46)));
    const qreal unused = std::max(0.0, spare - counts);
    const qreal y = std::floor(kTop + layout.headerHeight() + unused / 2);
    layout.diagram = QRectF(x, y, square, square);
    layout.counts = QRectF(x, y + square + kBetween, square, counts);
    return layout;
}

CountAxis countAxis(qreal largest) {
    if (largest <= 1) return {1, 1};
    const qreal power = std::pow(10, std::floor(std::log10(largest)));
    for (const auto& [factor, steps] :
         {std::pair<qreal, int>{1, 2}, {2, 2}, {4, 2}, {6, 3}, {8, 2}, {10, 2}}) {
        if (largest <= factor * power) {
            const bool whole = std::fmod(factor * power / steps, 1) == 0;
            return {factor * power, whole ? steps : 1};
        }
    }
    return {10 * power, 2};
}

}  // namespace diagonal
