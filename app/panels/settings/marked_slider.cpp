// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/settings/marked_slider.h"

#include <algorithm>
#include <cmath>

#include <QMouseEvent>
#include <QPainter>

namespace diagonal {
namespace {

constexpr qreal kHandle = 8;  ///< radius
constexpr qreal kGroove = 4;

}  // namespace

MarkedSlider::MarkedSlider(QWidget* parent) : QSlider(Qt::Horizontal, parent) {
    setFocusPolicy(Qt::StrongFocus);
    setMinimumHeight(sizeHint().height());
}

void MarkedSlider::setMarks(std::vector<int> values) {
    if (values == m_marks) return;
    m_marks = std::move(values);
    update();
}

qreal MarkedSlider::position(int value) const {
    const qreal share = static_cast<qreal>(value - minimum()) / std::max(1, maximum() - minimum());
    return kHandle + 1 + share * (width() - 2 * (kHandle + 1));
}

int MarkedSlider::valueAt(qreal x) const {
    const qreal share = (x - kHandle - 1) / std::max(1.0, width() - 2 * (kHandle + 1));
    return minimum() +
           static_cast<int>(std::lround(std::clamp(share, 0.0, 1.0) * (maximum() - minimum())));
}

void MarkedSlider::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const auto group = isEnabled() ? QPalette::Active : QPalette::Disabled;
    const QColor accent = palette().color(group, QPalette::Highlight);
    const QColor line = palette().color(group, QPalette::Mid);
    const qreal y = height() / 2.0 - 2;
    const qreal x = position(value());
    painter.setPen(Qt::NoPen);
    painter.setBrush(line);
    painter.drawRoundedRect(QRectF(1, y - kGroove / 2, width() - 2, kGroove), 2, 2);
    if (isEnabled()) {
        painter.setBrush(accent);
        painter.drawRoundedRect(QRectF(1, y - kGroove / 2, x - 1, kGroove), 2, 2);
    }
    painter.setPen(QPen(palette().color(QPalette::PlaceholderText), 1.5));
    for (const int mark : m_marks) {
        if (mark < minimum() || mark > maximum()) continue;
        const qreal at = position(mark);
        painter.drawLine(QPointF(at, y + kHandle + 2), QPointF(at, y + kHandle + 6));
    }
    const bool dark = palette().color(QPalette::Window).lightness() < 128;
    painter.setBrush(palette().color(group, dark ? QPalette::WindowText : QPalette::Button));
    painter.setPen(QPen(hasFocus() || isSliderDown() ? accent : line, hasFocus() ? 2 : 1.5));
    painter.drawEllipse(QPointF(x, y), kHandle - 1, kHandle - 1);
}

void MarkedSlider::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return event->ignore();
    setSliderDown(true);
    setValue(valueAt(event->position().x()));
}

void MarkedSlider::mouseMoveEvent(QMouseEvent* event) {
    if (isSliderDown()) setValue(valueAt(event->position().x()));
}

void MarkedSlider::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && isSliderDown()) setSliderDown(false);
}

void MarkedSlider::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) Q_EMIT resetRequested();
}

}  // namespace diagonal
