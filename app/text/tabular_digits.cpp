// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/text/tabular_digits.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <QFontMetricsF>
#include <QGlyphRun>
#include <QHash>
#include <QPaintEngine>
#include <QPainter>
#include <QRawFont>

namespace diagonal {
namespace {

/// Cached glyphs and advances of single characters in one font; shaping the text anew would be
/// slow.
class FontGlyphs {
public:
    explicit FontGlyphs(const QFont& font)
        : m_raw(QRawFont::fromFont(font)), m_metrics(font), m_cell(widestDigit()) {}

    struct Glyph {
        quint32 index = 0;  ///< 0 if the font has none
        qreal advance = 0;
    };
    const Glyph& of(QChar c) {
        const auto known = m_glyphs.constFind(c);
        if (known != m_glyphs.constEnd()) return *known;
        const quint32 index = m_raw.glyphIndexesForString(QString(c)).value(0);
        return *m_glyphs.insert(c, {index, m_metrics.horizontalAdvance(c)});
    }
    qreal roomOf(QChar c) { return c.isDigit() ? m_cell : of(c).advance; }
    qreal widthOf(const QString& text) {
        qreal width = 0;
        for (const QChar c : text)
            width += roomOf(c);
        return width;
    }
    const QRawFont& raw() const { return m_raw; }
    /// Returns the y of the baseline for a line of text centred at `y`.
    qreal baseline(qreal y) const { return y + (m_metrics.ascent() - m_metrics.descent()) / 2; }

private:
    qreal widestDigit() {
        qreal widest = 0;
        for (char digit = '0'; digit <= '9'; ++digit)
            widest = std::max(widest, of(QLatin1Char(digit)).advance);
        return widest;
    }

    QRawFont m_raw;
    QFontMetricsF m_metrics;
    QHash<QChar, Glyph> m_glyphs;
    qreal m_cell;
};

FontGlyphs& glyphsOf(const QFont& font) {
    // Never destroyed, because the application is gone by the time statics are.
    static auto& all = *new std::map<QFont, FontGlyphs>;
    return all.try_emplace(font, font).first->second;
}

/// Returns the glyphs of `text`, each character in its cell.
QGlyphRun runOf(const QFont& font, const QRectF& box, Qt::Alignment alignment,
                const QString& text) {
    FontGlyphs& glyphs = glyphsOf(font);
    const qreal width = glyphs.widthOf(text);
    qreal x = alignment.testFlag(Qt::AlignRight)     ? box.right() - width
              : alignment.testFlag(Qt::AlignHCenter) ? box.center().x() - width / 2
                                                     : box.left();
    const qreal baseline = glyphs.baseline(box.center().y());
    QList<quint32> indices;
    QList<QPointF> places;
    for (const QChar c : text) {
        const auto& [index, advance] = glyphs.of(c);
        const qreal room = glyphs.roomOf(c);
        indices << index;
        places << QPointF(x + (room - advance) / 2, baseline);
        x += room;
    }
    QGlyphRun run;
    run.setRawFont(glyphs.raw());
    run.setGlyphIndexes(indices);
    run.setPositions(places);
    return run;
}

/// Vector graphics keep their text as text, which single glyphs are not.
bool isRaster(const QPainter& painter) {
    return painter.paintEngine()->type() == QPaintEngine::Raster;
}

/// Draws a line of text as text. In a PDF, "=" and "−" beside digits take shapes of the font that
/// have no characters, so that readers could not copy them: there they are drawn by themselves.
void drawVectorText(QPainter& painter, const QRectF& box, Qt::Alignment alignment,
                    const QString& text) {
    const int flags = static_cast<int>(alignment | Qt::AlignVCenter) | Qt::TextDontClip;
    const auto isSign = [](QChar c) { return c == QLatin1Char('=') || c == QChar(0x2212); };
    const bool isPdf = painter.paintEngine()->type() == QPaintEngine::Pdf;
    if (!isPdf || std::none_of(text.begin(), text.end(), isSign)) {
        return painter.drawText(box, flags, text);
    }
    const QFontMetricsF metrics(painter.font());
    QStringList pieces;
    for (const QChar c : text) {
        const bool joins = !pieces.isEmpty() && !isSign(c) && !isSign(pieces.last().back());
        if (!joins) pieces << QString();
        pieces.last() += c;
    }
    qreal width = 0;
    for (const QString& piece : pieces)
        width += metrics.horizontalAdvance(piece);
    QRectF place = box;
    if (alignment.testFlag(Qt::AlignRight)) place.setLeft(box.right() - width);
    if (alignment.testFlag(Qt::AlignHCenter)) place.setLeft(box.center().x() - width / 2);
    for (const QString& piece : pieces) {
        painter.drawText(
            place, static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextDontClip, piece);
        place.setLeft(place.left() + metrics.horizontalAdvance(piece));
    }
}

}  // namespace

qreal tabularWidth(const QFont& font, const QString& text) {
    return glyphsOf(font).widthOf(text);
}

void drawTabular(QPainter& painter, const QRectF& box, Qt::Alignment alignment,
                 const QString& text) {
    if (!isRaster(painter)) return drawVectorText(painter, box, alignment, text);
    const QGlyphRun run = runOf(painter.font(), box, alignment, text);
    if (!run.glyphIndexes().contains(0)) return painter.drawGlyphRun({}, run);
    // drawText() falls back to other fonts for glyphs that this one lacks.
    const QList<QPointF> places = run.positions();
    for (qsizetype i = 0; i < text.size(); ++i)
        painter.drawText(places[i], QString(text[i]));
}

NumberLabel::NumberLabel(QWidget* parent) : QLabel(parent) {
    setAlignment(Qt::AlignRight | Qt::AlignVCenter);
}

void NumberLabel::setText(const QString& text) {
    if (text == m_text) return;
    const QSize before = sizeHint();
    m_text = text;
    setAccessibleName(text);
    if (sizeHint() != before) updateGeometry();
    update();
}

QSize NumberLabel::sizeHint() const {
    const QFontMetricsF metrics(font());
    return {static_cast<int>(std::ceil(tabularWidth(font(), m_text))) + 2,
            static_cast<int>(std::ceil(metrics.height()))};
}

void NumberLabel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setFont(font());
    painter.setPen(
        palette().color(isEnabled() ? QPalette::Active : QPalette::Disabled, foregroundRole()));
    drawTabular(painter, rect(), alignment(), m_text);
}

}  // namespace diagonal
