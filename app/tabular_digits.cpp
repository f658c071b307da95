// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/tabular_digits.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <QFontMetricsF>
#include <QGlyphRun>
#include <QPainter>
#include <QRawFont>

namespace diagonal {
namespace {

qreal digitCell(const QFontMetricsF& metrics) {
    qreal cell = 0;
    for (char digit = '0'; digit <= '9'; ++digit) {
        cell = std::max(cell, metrics.horizontalAdvance(QLatin1Char(digit)));
    }
    return cell;
}

qreal widthOf(const QFontMetricsF& metrics, qreal cell, const QString& text) {
    qreal width = 0;
    for (const QChar c : text)
        width += c.isDigit() ? cell : metrics.horizontalAdvance(c);
    return width;
}

/// Calls draw(baseline point, character) for each character in its cell.
template <typename Draw>
void forEachCell(const QFont& font, const QRectF& box, Qt::Alignment alignment, const QString& text,
                 Draw draw) {
    const QFontMetricsF metrics(font);
    const qreal cell = digitCell(metrics);
    const qreal width = widthOf(metrics, cell, text);
    qreal x = alignment.testFlag(Qt::AlignRight)     ? box.right() - width
              : alignment.testFlag(Qt::AlignHCenter) ? box.center().x() - width / 2
                                                     : box.left();
    const qreal baseline = box.center().y() + (metrics.ascent() - metrics.descent()) / 2;
    for (const QChar c : text) {
        const qreal advance = metrics.horizontalAdvance(c);
        const qreal room = c.isDigit() ? cell : advance;
        draw(QPointF(x + (room - advance) / 2, baseline), c);
        x += room;
    }
}

}  // namespace

qreal tabularWidth(const QFont& font, const QString& text) {
    const QFontMetricsF metrics(font);
    return widthOf(metrics, digitCell(metrics), text);
}

void drawTabular(QPainter& painter, const QRectF& box, Qt::Alignment alignment,
                 const QString& text) {
    forEachCell(painter.font(), box, alignment, text,
                [&](const QPointF& place, QChar c) { painter.drawText(place, QString(c)); });
}

void drawTabularHalo(QPainter& painter, const QRectF& box, Qt::Alignment alignment,
                     const QString& text, const QColor& color, qreal width) {
    const QRawFont font = QRawFont::fromFont(painter.font());
    QList<quint32> glyphs;
    QList<QPointF> places;
    forEachCell(painter.font(), box, alignment, text, [&](const QPointF& place, QChar c) {
        glyphs << font.glyphIndexesForString(QString(c)).value(0);
        places << place;
    });
    QGlyphRun run;
    run.setRawFont(font);
    run.setGlyphIndexes(glyphs);
    run.setPositions(places);
    painter.setPen(color);
    // Glyphs come out of a cache: all of these cost less than stroking their outlines once.
    constexpr int copies = 12;
    for (int i = 0; i < copies; ++i) {
        const qreal angle = 2 * std::numbers::pi * i / copies;
        painter.drawGlyphRun(width * QPointF(std::cos(angle), std::sin(angle)), run);
    }
}

NumberLabel::NumberLabel(QWidget* parent) : QLabel(parent) {
    setAlignment(Qt::AlignRight | Qt::AlignVCenter);
}

QSize NumberLabel::sizeHint() const {
    const QFontMetricsF metrics(font());
    return {static_cast<int>(std::ceil(tabularWidth(font(), text()))) + 2,
            static_cast<int>(std::ceil(metrics.height()))};
}

void NumberLabel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setFont(font());
    painter.setPen(
        palette().color(isEnabled() ? QPalette::Active : QPalette::Disabled, foregroundRole()));
    drawTabular(painter, rect(), alignment(), text());
}

}  // namespace diagonal
