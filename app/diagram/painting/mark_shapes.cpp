// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/painting/mark_shapes.h"

#include <algorithm>
#include <cmath>

#include <QPainter>
#include <QPixmapCache>
#include <QPolygonF>
#include <QVarLengthArray>

#include "app/diagram/painting/snapped_painting.h"

namespace diagonal {
namespace {

constexpr qreal kHatchStep = 6;
constexpr qreal kHatchLine = 1.25;
constexpr qreal kStripedWidth = 2;  ///< of a bin, in pixels, from which its gap is striped
constexpr qreal kIntervalLine = 1.3;
constexpr qreal kFewRowsOpacity = 0.45;
constexpr float kAreaOpacity = 0.28F;  ///< of the area between a curve and the ideal
constexpr float kPaleOpacity = 0.1F;   ///< where chance alone explains it

/// Draws 45-degree lines clipped to the box, on one grid for the whole picture.
void drawHatch(QPainter& painter, const QRectF& box, bool rising, const QColor& colour,
               qreal step) {
    QVarLengthArray<QLineF, 128> lines;
    // Rising lines keep x + y constant, falling ones x - y.
    const qreal first = rising ? box.left() + box.top() : box.left() - box.bottom();
    const qreal last = rising ? box.right() + box.bottom() : box.right() - box.top();
    for (qreal c = std::ceil(first / step) * step; c < last; c += step) {
        const qreal low = std::max(box.left(), rising ? c - box.bottom() : c + box.top());
        const qreal high = std::min(box.right(), rising ? c - box.top() : c + box.bottom());
        if (high <= low) continue;
        const auto y = [&](qreal x) { return rising ? c - x : x - c; };
        lines.append(QLineF(low, y(low), high, y(high)));
    }
    painter.setPen(QPen(colour, kHatchLine, Qt::SolidLine, Qt::FlatCap));
    painter.drawLines(lines.constData(), static_cast<int>(lines.size()));
}

/// Returns a cached tile of lines on a tint, several periods wide because that repeats faster than
/// one. A period is `pixels` wide and high. Drawing the lines themselves takes ten times as long.
QPixmap hatchTile(bool rising, const QColor& line, const QColor& tint, qreal step, int pixels) {
    const QString key = QStringLiteral("hatch %1 %2 %3 %4 %5")
                            .arg(rising)
                            .arg(line.rgba())
                            .arg(tint.rgba())
                            .arg(step)
                            .arg(pixels);
    QPixmap tile;
    if (QPixmapCache::find(key, &tile)) return tile;
    constexpr int periods = 16;
    tile = QPixmap(periods * pixels, pixels);
    tile.fill(tint);
    QPainter painter(&tile);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(pixels / step, pixels / step);
    drawHatch(painter, {-step, -step, (periods + 2) * step, 3 * step}, rising, line, step);
    painter.end();
    QPixmapCache::insert(key, tile);
    return tile;
}

/// Fills a box with tiles of `pixels` device pixels to `step` logical ones.
void fillWithTiles(QPainter& painter, const QRectF& box, const QPixmap& tile, qreal step,
                   int pixels) {
    QBrush brush(tile);
    brush.setTransform(QTransform::fromScale(step / pixels, step / pixels));
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.fillRect(box, brush);
    painter.setRenderHint(QPainter::Antialiasing, true);
}

/// Paints lines on a tint, with tiles if a period is a whole number of device pixels.
void hatch(QPainter& painter, const QRectF& box, bool rising, const QColor& line,
           const QColor& tint, qreal step) {
    const int pixels = Snapper(painter).wholePixels(step);
    if (pixels == 0) {
        fill(painter, box, tint);
        return drawHatch(painter, box, rising, line, step);
    }
    fillWithTiles(painter, box, hatchTile(rising, line, tint, step, pixels), step, pixels);
}

/// Returns a cached tile of one level stripe on a tint.
QPixmap stripeTile(const QColor& line, const QColor& tint, int pixels) {
    const QString key =
        QStringLiteral("stripe %1 %2 %3").arg(line.rgba()).arg(tint.rgba()).arg(pixels);
    QPixmap tile;
    if (QPixmapCache::find(key, &tile)) return tile;
    constexpr int width = 64;  // wide tiles repeat faster than narrow ones
    tile = QPixmap(width, pixels);
    tile.fill(tint);
    QPainter(&tile).fillRect(0, 0, width, pixels / 2, line);
    QPixmapCache::insert(key, tile);
    return tile;
}

/// Paints level stripes on a tint, on one grid for the whole picture; with tiles if half a period
/// is a whole number of device pixels.
void paintStripes(QPainter& painter, const QRectF& box, const QColor& colour, const QColor& tint) {
    constexpr qreal step = 4;
    const Snapper snap(painter);
    const int half = snap.wholePixels(step / 2);
    if (half > 0)
        return fillWithTiles(painter, box, stripeTile(colour, tint, 2 * half), step, 2 * half);
    fill(painter, box, tint);
    for (qreal y = std::floor(box.top() / step) * step; y < box.bottom(); y += step) {
        const qreal top = std::max(y, box.top());
        const qreal bottom = std::min(y + step / 2, box.bottom());
        if (bottom > top) fill(painter, snap({box.left(), top, box.width(), bottom - top}), colour);
    }
}

}  // namespace

QColor faded(QColor colour, qreal alpha) {
    colour.setAlphaF(static_cast<float>(alpha));
    return colour;
}

QColor barColour(MarkKind kind, const DiagramStyle& style) {
    return kind == MarkKind::FewRows ? faded(style.accuracy, kFewRowsOpacity) : style.accuracy;
}

QColor areaColour(MarkKind kind, bool isPale, const DiagramStyle& style) {
    QColor colour = kind == MarkKind::Over ? style.overLine : style.underLine;
    colour.setAlphaF(isPale ? kPaleOpacity : kAreaOpacity);
    return colour;
}

QColor besideColour(MarkKind kind, const DiagramStyle& style) {
    return kind == MarkKind::Listed ? style.selection : style.secondaryText;
}

QPen idealPen(qreal width, const DiagramStyle& style) {
    QPen pen(style.diagonal, width, Qt::CustomDashLine, Qt::FlatCap);
    pen.setDashPattern({5, 4});
    return pen;
}

QPen skillPen(MarkKind kind, const DiagramStyle& style) {
    const bool isLevel = kind == MarkKind::BaseRate;
    QPen pen(style.secondaryText, 1.25, isLevel ? Qt::SolidLine : Qt::CustomDashLine, Qt::FlatCap);
    if (!isLevel) pen.setDashPattern({1, 2});
    return pen;
}

void paintGap(QPainter& painter, const QRectF& box, MarkKind kind, bool hatched,
              const DiagramStyle& style, bool isPale) {
    const bool over = kind == MarkKind::Over;
    const QColor& line = over ? style.overLine : style.underLine;
    const QColor& tint = over ? style.overTint : style.underTint;
    constexpr qreal leastHatched = 3;
    if (isPale && box.height() < leastHatched)
        return fill(painter, box, faded(line, kPaleTint));  // its edges would be a strong gap
    if (hatched) {
        // The lines of a pale gap can be seen as well as others, but are few.
        isPale ? hatch(painter, box, over, faded(line, kPaleLine), faded(tint, kPaleTint),
                       2 * kHatchStep)
               : hatch(painter, box, over, line, tint, kHatchStep);
        // Its edge is as strong as that of another.
        if (box.height() >= 2) frame(painter, box, line, 1);
        return;
    }
    const qreal opacity = painter.opacity();
    if (isPale) painter.setOpacity(opacity * kPaleTint);
    if (over || box.width() < kStripedWidth) {
        fill(painter, box, faded(line, 0.75));
    } else {
        // Too narrow for oblique lines: level stripes still tell one from the other without colour.
        paintStripes(painter, box, line, tint);
    }
    painter.setOpacity(opacity);
}

void paintDiamond(QPainter& painter, const QPointF& centre, qreal room, const DiagramStyle& style) {
    const qreal radius = std::min(4.5, 0.35 * room);
    if (radius < 2.5) return;
    const QPointF corners[] = {centre + QPointF(0, -radius), centre + QPointF(radius, 0),
                               centre + QPointF(0, radius), centre + QPointF(-radius, 0)};
    painter.setPen(QPen(style.background, 1.25));
    painter.setBrush(style.confidence);
    painter.drawPolygon(corners, 4);
}

void paintBand(QPainter& painter, const QRectF& box, const DiagramStyle& style) {
    fill(painter, box, faded(style.errorBar, 0.10));
    for (const qreal y : {box.top(), box.bottom()})
        drawLevel(painter, box.left(), box.right(), y, kIntervalLine, faded(style.errorBar, 0.9));
}

void paintInterval(QPainter& painter, qreal x, qreal top, qreal bottom, qreal room,
                   const DiagramStyle& style) {
    const qreal cap = std::min(4.0, 0.3 * room);
    const qreal halo = std::min(3.2, 0.2 * room);
    const Snapper snap(painter);
    const QRectF stem = snap.upright(x, top, bottom, kIntervalLine);
    const auto widened = [&](qreal width) {
        const qreal more = snap.rounded((width - kIntervalLine) / 2);
        return stem.adjusted(-more, 0, more, 0);
    };
    fill(painter, widened(halo), faded(style.background, kHaloOpacity));
    fill(painter, stem, style.errorBar);
    const QRectF caps = widened(2 * cap);
    for (const qreal y : {top, bottom})
        drawLevel(painter, caps.left(), caps.right(), y, kIntervalLine, style.errorBar);
}

void paintOutcome(QPainter& painter, const QRectF& box, MarkKind kind, const DiagramStyle& style) {
    const bool isWith = kind == MarkKind::With;
    fill(painter, box, isWith ? style.accuracy : faded(style.overLine, 0.85));
    const qreal line = Snapper(painter).lineWidth(1);
    const qreal end = isWith ? box.top() : box.bottom() - line;
    fill(painter, QRectF(box.left(), end, box.width(), line),
         isWith ? style.accuracyCap : style.overLine);
}

void paintStroke(QPainter& painter, const QPolygonF& line, const DiagramStyle& style) {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(style.background, 4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPolyline(line);
    painter.setPen(QPen(style.accuracyCap, 2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    if (line.size() == 1) painter.drawPoint(line.first());
    painter.drawPolyline(line);
}

void frame(QPainter& painter, const QRectF& column, const QColor& colour, qreal about) {
    const qreal width = Snapper(painter).lineWidth(about);
    const QRectF inner = column.adjusted(width / 2, width / 2, -width / 2, -width / 2);
    drawLevel(painter, column.left(), column.right(), inner.top(), width, colour);
    drawLevel(painter, column.left(), column.right(), inner.bottom(), width, colour);
    const qreal top = column.top() + width;
    const qreal bottom = column.bottom() - width;
    drawUpright(painter, inner.left(), top, bottom, width, colour);
    drawUpright(painter, inner.right(), top, bottom, width, colour);
}

}  // namespace diagonal
