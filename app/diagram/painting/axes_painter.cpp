// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/painting/axes_painter.h"

#include <algorithm>
#include <utility>

#include <QFontMetricsF>
#include <QPainter>

#include "app/diagram/painting/diagram_style.h"
#include "app/diagram/painting/snapped_painting.h"
#include "core/publishing/plots/axis.h"

namespace diagonal {
namespace {

constexpr qreal kTick = 5;

/// Returns two lines of a text, the first broken behind a space, an underscore or a hyphen if it
/// has one in its second half; and of the second what fits.
std::pair<QString, QString> inTwoLines(QString text, const QFontMetricsF& metrics, qreal width) {
    constexpr qsizetype most = 400;  // in two lines; a file may name a class by a million letters
    if (text.size() > most) text = text.left(most / 2) + QChar(0x2026) + text.right(most / 2);
    qsizetype fitting = text.size();
    while (fitting > 1 && metrics.horizontalAdvance(text.left(fitting)) > width)
        --fitting;
    qsizetype end = fitting;
    while (end > fitting / 2 && !QStringLiteral(" _-").contains(text[end - 1]))
        --end;
    if (end <= fitting / 2) end = fitting;
    return {text.left(end).trimmed(),
            metrics.elidedText(text.mid(end).trimmed(), Qt::ElideMiddle, width)};
}

}  // namespace

void paintAxes(QPainter& painter, const QRectF& plot, const Axis& horizontal, const Axis& vertical,
               const DiagramStyle& style) {
    const Snapper snap(painter);
    const qreal line = snap.lineWidth(1);
    // Lines lie below and left of the value they mark, so that bars stand beside the axes.
    const auto level = [&](qreal y, qreal from, qreal to, const QColor& colour) {
        fill(painter, {from, snap.y(y), to - from, line}, colour);
    };
    const auto upright = [&](qreal x, qreal from, qreal to, const QColor& colour) {
        fill(painter, {snap.x(x) - line, from, line, to - from}, colour);
    };
    const QRectF area = snap(plot);
    const qreal tick = snap.rounded(kTick);
    for (const double share : horizontal.tickShares()) {
        const qreal x = plot.left() + share * plot.width();
        upright(x, area.top(), area.bottom(), style.grid);
        upright(x, area.bottom(), area.bottom() + line + tick, style.axis);
    }
    for (const double share : vertical.tickShares()) {
        const qreal y = plot.bottom() - share * plot.height();
        level(y, area.left(), area.right(), style.grid);
        level(y, area.left() - line - tick, area.left(), style.axis);
    }
    level(plot.bottom(), area.left() - line, area.right(), style.axis);
    upright(plot.left(), area.top(), area.bottom() + line, style.axis);
}

void paintAxisTitle(QPainter& painter, const QRectF& box, Qt::Alignment alignment,
                    const QString& title) {
    constexpr qreal least = 0.75;
    const QFont usual = painter.font();
    const auto shareOf = [&](const QString& text) {
        return box.width() / std::max(1.0, QFontMetricsF(usual).horizontalAdvance(text));
    };
    const bool fits = shareOf(title) >= least;
    const QString text = fits ? title : title.section(QStringLiteral(" ("), 0, 0);
    const qreal share = shareOf(text);
    if (share < 1) {
        QFont small = usual;
        small.setPixelSize(static_cast<int>(usual.pixelSize() * std::max(share, least)));
        painter.setFont(small);
    }
    const QFontMetricsF metrics(painter.font());
    if (metrics.horizontalAdvance(text) <= box.width() + 1) {
        painter.drawText(box, static_cast<int>(alignment), text);
    } else {
        const auto [first, second] = inTwoLines(text, metrics, box.width());
        const QSizeF half(box.width(), box.height() / 2);
        const int flags =
            static_cast<int>((alignment & Qt::AlignHorizontal_Mask) | Qt::AlignVCenter);
        painter.drawText(QRectF(box.topLeft(), half), flags | Qt::TextDontClip, first);
        painter.drawText(QRectF({box.left(), box.center().y()}, half), flags | Qt::TextDontClip,
                         second);
    }
    painter.setFont(usual);
}

void paintUprightTitle(QPainter& painter, const QRectF& box, const QString& title) {
    painter.save();
    painter.translate(box.center());
    painter.rotate(-90);
    paintAxisTitle(painter, {-box.height() / 2, -box.width() / 2, box.height(), box.width()},
                   Qt::AlignCenter, title);
    painter.restore();
}

}  // namespace diagonal
