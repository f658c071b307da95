// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/painting/facets_painter.h"

#include <algorithm>
#include <cmath>

#include <QFontMetricsF>
#include <QPainterPath>

#include "app/diagram/painting/bins_painter.h"
#include "app/text/tabular_digits.h"

namespace diagonal {
namespace {

constexpr qreal kFacetTicks = 30;
constexpr qreal kBelowFacet = 22;
constexpr qreal kLine = 18;

/// Paints the labels 0, 0.5 and 1 along the lower or left edge of a diagram.
void paintTicks(QPainter& painter, const QRectF& plot, bool isBelow, const DiagramStyle& style) {
    constexpr qreal width = 30;
    constexpr qreal space = 5;
    painter.setFont(figureFont(kTextPixels));
    painter.setPen(style.secondaryText);
    for (const auto& [share, label] :
         {std::pair(0.0, QStringLiteral("0")), std::pair(0.5, QStringLiteral("0.5")),
          std::pair(1.0, QStringLiteral("1"))}) {
        if (isBelow) {
            const qreal x = plot.left() + share * plot.width();
            painter.drawText(QRectF(x - width / 2, plot.bottom() + 3, width, kLine),
                             Qt::AlignHCenter | Qt::AlignTop, label);
        } else {
            const qreal y = plot.bottom() - share * plot.height();
            painter.drawText(QRectF(plot.left() - width - space, y - kLine / 2, width, kLine),
                             Qt::AlignRight | Qt::AlignVCenter, label);
        }
    }
}

/// Returns where the bars of a facet stand.
QRectF plotIn(const QRectF& box) {
    return box.adjusted(0, kFacetCaption, 0, -kFacetCounts);
}

/// Paints the counts of a diagram below it, the fullest bin over the whole height.
void paintCounts(QPainter& painter, const ReliabilityCurve& curve, const QRectF& plot,
                 const DiagramStyle& style) {
    constexpr qreal apart = 4;
    const PlotMap map{plot};
    double most = 0;
    for (const Bin& bin : curve.bins)
        most = std::max(most, bin.weight);
    for (const Bin& bin : curve.bins) {
        if (bin.count == 0 || most <= 0) continue;
        const qreal height = std::max(1.0, (kFacetCounts - apart) * bin.weight / most);
        const qreal width = std::max(1.0, map.x(bin.upper) - map.x(bin.lower) - 1);
        painter.fillRect(
            QRectF(map.x(bin.lower), plot.bottom() + kFacetCounts - height, width, height),
            style.counts);
    }
}

/// Draws the accuracies of a curve as steps, which breaks off at empty bins.
void paintOutline(QPainter& painter, const ReliabilityCurve& curve, const QRectF& plot,
                  const DiagramStyle& style) {
    const PlotMap map{plot};
    QPainterPath path;
    bool goesOn = false;
    for (const Bin& bin : curve.bins) {
        if (bin.count == 0) {
            goesOn = false;
            continue;
        }
        const QPointF from(map.x(bin.lower), map.y(*bin.accuracy));
        goesOn ? path.lineTo(from) : path.moveTo(from);
        path.lineTo(map.x(bin.upper), from.y());
        goesOn = true;
    }
    painter.setBrush(Qt::NoBrush);
    painter.strokePath(path, QPen(style.background, 3));
    painter.strokePath(path, QPen(style.text, 1.25));
}

/// Returns the columns for which the diagrams are largest in a room, and their side.
std::pair<int, qreal> gridIn(const QSizeF& room, int facets) {
    std::pair<int, qreal> best{1, 0};
    for (int columns = 1; columns <= facets; ++columns) {
        const int rows = (facets + columns - 1) / columns;
        const qreal side =
            std::min((room.width() - (columns - 1) * kFacetSpace) / columns,
                     (room.height() - (rows - 1) * kFacetSpace) / rows - kAroundFacet);
        if (side > best.second) best = {columns, std::floor(side)};
    }
    return best;
}

}  // namespace

void paintFacet(QPainter& painter, const Facet& facet, const QRectF& box, const DiagramStyle& style,
                bool isMarked) {
    const QRectF plot = plotIn(box);
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setFont(figureFont(13, QFont::DemiBold));
    painter.setPen(isMarked ? style.selection : style.text);
    painter.drawText(
        QRectF(box.left(), box.top(), box.width(), kLine), Qt::AlignLeft | Qt::AlignVCenter,
        QFontMetricsF(painter.font()).elidedText(facet.name, Qt::ElideMiddle, box.width()));
    painter.setFont(figureFont(kTextPixels));
    painter.setPen(style.secondaryText);
    // The number of rows gives way where it would run into the next diagram.
    const bool fits = tabularWidth(painter.font(), facet.numbers) <= box.width();
    drawTabular(painter, QRectF(box.left(), box.top() + kLine, box.width(), kLine), Qt::AlignLeft,
                fits ? facet.numbers : facet.numbers.section(QStringLiteral(" · "), 0, 0));
    painter.setPen(QPen(style.grid, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(plot.adjusted(.5, .5, -.5, -.5));
    paintBars(painter, *facet.curve, {plot}, style, {});
    paintCounts(painter, *facet.curve, plot, style);
    if (facet.reference) paintOutline(painter, *facet.reference, plot, style);
    QPen ideal(style.diagonal, 1.25, Qt::CustomDashLine, Qt::FlatCap);
    ideal.setDashPattern({5, 4});
    painter.setPen(ideal);
    painter.drawLine(plot.bottomLeft(), plot.topRight());
    painter.setPen(QPen(isMarked ? style.selection : style.axis, 1));
    painter.drawLine(plot.topLeft(), plot.bottomLeft());
    painter.drawLine(plot.bottomLeft(), plot.bottomRight());
}

void paintFacetFigure(QPainter& painter, const QSizeF& size, const FacetFigure& figure,
                      const DiagramStyle& style) {
    painter.fillRect(QRectF(QPointF(0, 0), size), style.background);
    if (figure.facets.empty()) return;
    constexpr qreal titleLine = 26;
    constexpr qreal subtitleLine = 22;
    qreal top = kFigureMargin;
    const qreal width = size.width() - 2 * kFigureMargin;
    const auto line = [&](const QString& text, const QFont& font, const QColor& colour,
                          qreal height) {
        if (text.isEmpty()) return;
        painter.setFont(font);
        painter.setPen(colour);
        drawTabular(painter, QRectF(kFigureMargin, top, width, height), Qt::AlignLeft,
                    QFontMetricsF(font).elidedText(text, Qt::ElideMiddle, width));
        top += height;
    };
    line(figure.title, figureFont(18, QFont::DemiBold), style.text, titleLine);
    line(figure.subtitle, figureFont(13), style.secondaryText, subtitleLine);
    top += kFigureMargin / 2;
    const QRectF room(kFigureMargin + kAxisTitleLine + kFacetTicks, top,
                      width - kAxisTitleLine - kFacetTicks - kFigureMargin / 2,
                      size.height() - top - kFigureMargin / 2 - kBelowFacet - kAxisTitleLine);
    const auto count = static_cast<int>(figure.facets.size());
    const auto [columns, side] = gridIn(room.size(), count);
    if (side <= 0) return;
    const int rows = (count + columns - 1) / columns;
    QRectF all;
    for (int i = 0; i < count; ++i) {
        const int column = i % columns;
        const int row = i / columns;
        const QRectF box(room.left() + column * (side + kFacetSpace),
                         room.top() + row * (side + kAroundFacet + kFacetSpace), side,
                         side + kAroundFacet);
        const QRectF plot = plotIn(box);
        paintFacet(painter, figure.facets[static_cast<std::size_t>(i)], box, style);
        if (column == 0) paintTicks(painter, plot, false, style);
        // The last diagram of each column has nothing below it.
        if (row == rows - 1 || i + columns >= count) paintTicks(painter, box, true, style);
        all = all.united(box);
    }
    painter.setFont(figureFont(13, QFont::Medium));
    painter.setPen(style.text);
    painter.drawText(QRectF(all.left(), all.bottom() + kBelowFacet, all.width(), kAxisTitleLine),
                     Qt::AlignCenter, figure.xTitle);
    painter.save();
    painter.translate(room.left() - kFacetTicks - kAxisTitleLine / 2, all.center().y());
    painter.rotate(-90);
    painter.drawText(QRectF(-all.height() / 2, -kAxisTitleLine / 2, all.height(), kAxisTitleLine),
                     Qt::AlignCenter, figure.yTitle);
    painter.restore();
}

}  // namespace diagonal
