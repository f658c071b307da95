// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/painting/snapped_painting.h"

#include <algorithm>
#include <cmath>

#include <QPaintEngine>
#include <QPainter>

namespace diagonal {

Snapper::Snapper(const QPainter& painter)
    : m_transform(painter.combinedTransform()),
      m_snaps(painter.paintEngine() != nullptr &&
              painter.paintEngine()->type() == QPaintEngine::Raster &&
              m_transform.type() <= QTransform::TxScale) {}

QRectF Snapper::operator()(const QRectF& rect) const {
    const qreal left = x(rect.left());
    const qreal top = y(rect.top());
    return {left, top, x(rect.right()) - left, y(rect.bottom()) - top};
}

qreal Snapper::x(qreal value) const {
    if (!m_snaps) return value;
    return (std::round(value * m_transform.m11() + m_transform.dx()) - m_transform.dx()) /
           m_transform.m11();
}

qreal Snapper::y(qreal value) const {
    if (!m_snaps) return value;
    return (std::round(value * m_transform.m22() + m_transform.dy()) - m_transform.dy()) /
           m_transform.m22();
}

QRectF Snapper::level(qreal left, qreal right, qreal y, qreal width) const {
    const qreal whole = lineWidth(width);
    return {left, this->y(y - whole / 2), right - left, whole};
}

QRectF Snapper::upright(qreal x, qreal top, qreal bottom, qreal width) const {
    const qreal whole = lineWidth(width);
    return {this->x(x - whole / 2), top, whole, bottom - top};
}

qreal Snapper::rounded(qreal length) const {
    return m_snaps ? std::round(length * m_transform.m11()) / m_transform.m11() : length;
}

qreal Snapper::lineWidth(qreal width) const {
    return m_snaps ? std::max(rounded(width), 1 / m_transform.m11()) : width;
}

int Snapper::wholePixels(qreal length) const {
    const qreal pixels = length * m_transform.m11();
    const bool isWhole = m_snaps && m_transform.m11() == m_transform.m22() &&
                         std::abs(pixels - std::round(pixels)) < 1e-6;
    return isWhole ? qRound(pixels) : 0;
}

void fill(QPainter& painter, const QRectF& box, const QColor& colour) {
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.fillRect(box, colour);
    painter.setRenderHint(QPainter::Antialiasing, true);
}

void drawLevel(QPainter& painter, qreal left, qreal right, qreal y, qreal width,
               const QColor& colour) {
    fill(painter, Snapper(painter).level(left, right, y, width), colour);
}

void drawUpright(QPainter& painter, qreal x, qreal top, qreal bottom, qreal width,
                 const QColor& colour) {
    fill(painter, Snapper(painter).upright(x, top, bottom, width), colour);
}

}  // namespace diagonal
