// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/figure_legend.h"

#include <functional>
#include <vector>

#include <QFontMetricsF>
#include <QPainter>

#include "app/diagram/bins_painter.h"
#include "app/number_text.h"

namespace diagonal {
namespace {

constexpr qreal kLegendIcon = 20;
constexpr qreal kLegendSpacing = 14;

struct LegendItem {
    QString text;
    std::function<void(QPainter&, const QRectF&, const DiagramStyle&)> icon;
};

std::vector<LegendItem> legendItems(const QString& accuracy, double level) {
    const auto bar = [](QPainter& p, const QRectF& box, const DiagramStyle& style) {
        p.fillRect(box, style.accuracy);
        p.fillRect(QRectF(box.left(), box.top(), box.width(), 2), style.accuracyCap);
    };
    const auto diamond = [](QPainter& p, const QRectF& box, const DiagramStyle& style) {
        paintDiamond(p, box.center(), style);
    };
    const auto gap = [](bool over) {
        return [over](QPainter& p, const QRectF& box, const DiagramStyle& style) {
            paintGap(p, box, over, style);
        };
    };
    const auto interval = [](QPainter& p, const QRectF& box, const DiagramStyle& style) {
        paintInterval(p, box.center().x(), box.top() - 1, box.bottom() + 1, style);
    };
    const auto ideal = [](QPainter& p, const QRectF& box, const DiagramStyle& style) {
        QPen pen(style.diagonal, 1.5, Qt::CustomDashLine, Qt::FlatCap);
        pen.setDashPattern({5, 4});
        p.setPen(pen);
        p.drawLine(box.bottomLeft() + QPointF(2, 0), box.topRight() - QPointF(2, 0));
    };
    return {{accuracy, bar},
            {QStringLiteral("Confidence"), diamond},
            {QStringLiteral("Over-confident"), gap(true)},
            {QStringLiteral("Under-confident"), gap(false)},
            {levelText(level) + QStringLiteral(" CI"), interval},
            {QStringLiteral("Ideal"), ideal}};
}

qreal itemWidth(const LegendItem& item) {
    return kLegendIcon + 7 + QFontMetricsF(figureFont(12)).horizontalAdvance(item.text) +
           kLegendSpacing;
}

}  // namespace

qreal legendWidth(double level) {
    // The longer of the two names of the bars, so that views do not move the plot.
    qreal width = -kLegendSpacing;
    for (const LegendItem& item : legendItems(QStringLiteral("Frequency"), level)) {
        width += itemWidth(item);
    }
    return width;
}

void paintLegend(QPainter& painter, const Report& report, const DiagramLayout& layout,
                 const DiagramStyle& style) {
    const bool topLabel = report.view.kind == View::Kind::TopLabel;
    const QString accuracy = topLabel ? QStringLiteral("Accuracy") : QStringLiteral("Frequency");
    qreal x = layout.diagram.left();
    qreal y = layout.legendTop();
    const qreal right = layout.legendRight();
    for (const LegendItem& item : legendItems(accuracy, report.level)) {
        const qreal width = itemWidth(item);
        if (x + width - kLegendSpacing > right && x > layout.diagram.left()) {
            x = layout.diagram.left();
            y += DiagramLayout::kLegendRow;
        }
        const QRectF row(x, y, width, DiagramLayout::kLegendRow);
        painter.save();
        item.icon(painter, QRectF(x, row.center().y() - 6, kLegendIcon, 12), style);
        painter.restore();
        painter.setFont(figureFont(12));
        painter.setPen(style.secondaryText);
        painter.drawText(row.adjusted(kLegendIcon + 7, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                         item.text);
        x += width;
    }
}

}  // namespace diagonal
