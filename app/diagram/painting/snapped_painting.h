// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>
#include <QTransform>

class QColor;
class QPainter;

namespace diagonal {

/// Moves edges to whole pixels on unrotated raster devices; changes nothing on others.
class Snapper {
public:
    explicit Snapper(const QPainter& painter);

    QRectF operator()(const QRectF& rect) const;
    qreal x(qreal value) const;
    qreal y(qreal value) const;

    /// Return a horizontal or vertical line as a box centred on it, at least one pixel wide.
    QRectF level(qreal left, qreal right, qreal y, qreal width) const;
    QRectF upright(qreal x, qreal top, qreal bottom, qreal width) const;

    /// Rounds a length to whole pixels.
    qreal rounded(qreal length) const;
    /// Rounds a line's width to whole pixels, at least one.
    qreal lineWidth(qreal width) const;

    /// Returns a length in device pixels; 0 unless it is a whole number, equal in both directions.
    int wholePixels(qreal length) const;

private:
    QTransform m_transform;
    bool m_snaps;
};

/// Fills a box without antialiasing; leaves antialiasing switched on.
void fill(QPainter& painter, const QRectF& box, const QColor& colour);

/// Draw horizontal and vertical lines, sharp on raster devices. Strokes take several times as long,
/// antialiased edges too.
void drawLevel(QPainter& painter, qreal left, qreal right, qreal y, qreal width,
               const QColor& colour);
void drawUpright(QPainter& painter, qreal x, qreal top, qreal bottom, qreal width,
                 const QColor& colour);

}  // namespace diagonal
