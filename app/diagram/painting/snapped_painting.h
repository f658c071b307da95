// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>
#include <QTransform>

class QColor;
class QPainter;

namespace diagonal {

/// Moves edges to whole device pixels, where the device has pixels; else changes nothing.
class Snapper {
public:
    explicit Snapper(const QPainter& painter);

    QRectF operator()(const QRectF& rect) const;
    qreal x(qreal value) const;
    qreal y(qreal value) const;

    /// A line along an axis as a box around its place, at least one pixel wide.
    QRectF level(qreal left, qreal right, qreal y, qreal width) const;
    QRectF upright(qreal x, qreal top, qreal bottom, qreal width) const;

    /// The nearest length of whole pixels.
    qreal rounded(qreal length) const;
    /// The same of a line's width, at least one pixel.
    qreal lineWidth(qreal width) const;

    /// How many of the device's pixels a length is, both ways; 0 where it is no whole number.
    int wholePixels(qreal length) const;

private:
    QTransform m_transform;
    bool m_snaps;
};

/// Fills a box without smoothing its edges; leaves smoothing switched on.
void fill(QPainter& painter, const QRectF& box, const QColor& colour);

/// Lines along the axes, sharp where the device has pixels. To stroke them takes several times as
/// long, to smooth their edges likewise.
void drawLevel(QPainter& painter, qreal left, qreal right, qreal y, qreal width,
               const QColor& colour);
void drawUpright(QPainter& painter, qreal x, qreal top, qreal bottom, qreal width,
                 const QColor& colour);

}  // namespace diagonal
