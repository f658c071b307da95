// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/marked_slider.h"

#include <algorithm>
#include <cmath>

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPolygonF>
#include <QToolTip>

#include "app/settings/slider_accessibility.h"

namespace diagonal {
namespace {

constexpr qreal kHandle = 8;  ///< radius
constexpr qreal kGroove = 4;
constexpr qreal kBelowGroove = 14;  ///< half the handle and the marks
constexpr qreal kLandscape = 24;    ///< height

}  // namespace

MarkedSlider::MarkedSlider(QWidget* parent) : QSlider(Qt::Horizontal, parent) {
    installSliderAccessibility();
    quietenDrags(this);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumHeight(sizeHint().height());
}

void MarkedSlider::setMarks(std::vector<SliderMark> marks) {
    if (marks == m_marks) return;
    m_marks = std::move(marks);
    update();
}

void MarkedSlider::setLandscape(SliderLandscape landscape) {
    m_landscape = std::move(landscape);
    m_picture = QPixmap();
    update();
}

void MarkedSlider::setOutdated(bool outdated) {
    if (outdated == m_isOutdated) return;
    m_isOutdated = outdated;
    m_picture = QPixmap();
    update();
}

void MarkedSlider::setMeaning(std::function<double(int)> numberOf,
                              std::function<int(double)> valueOf) {
    m_numberOf = std::move(numberOf);
    m_valueOf = std::move(valueOf);
}

int MarkedSlider::valueOf(double number) const {
    return m_valueOf ? m_valueOf(number) : static_cast<int>(std::lround(number));
}

qreal MarkedSlider::grooveY() const {
    return height() - kBelowGroove;
}

qreal MarkedSlider::position(qreal value) const {
    const qreal share = (value - minimum()) / std::max(1, maximum() - minimum());
    return kHandle + 1 + share * (width() - 2 * (kHandle + 1));
}

int MarkedSlider::valueAt(qreal x) const {
    const qreal share = (x - kHandle - 1) / std::max(1.0, width() - 2 * (kHandle + 1));
    return minimum() +
           static_cast<int>(std::lround(std::clamp(share, 0.0, 1.0) * (maximum() - minimum())));
}

bool MarkedSlider::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip || !m_textAt) return QSlider::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const QString text = m_textAt(valueAt(help->pos().x()));
    if (text.isEmpty()) return QSlider::event(event);
    QToolTip::showText(help->globalPos(),
                       toolTip().isEmpty() ? text : text + QStringLiteral("\n") + toolTip(), this);
    return true;
}

/// Paints the landscape on the groove, which is its lower edge.
void MarkedSlider::paintLandscape(QPainter& painter) const {
    const qreal bottom = grooveY() - kGroove / 2;
    const auto polygon = [&](const SliderLine& line) {
        QPolygonF points;
        for (const QPointF& point : line.points)
            points << QPointF(position(point.x()), bottom - point.y() * kLandscape);
        return points;
    };
    painter.save();
    constexpr qreal pale = 0.35;
    painter.setOpacity(m_isOutdated || !isEnabled() ? pale : 1);
    if (!m_landscape.band.points.empty()) {
        QPolygonF area = polygon(m_landscape.band);
        area << QPointF(area.back().x(), bottom) << QPointF(area.front().x(), bottom);
        QColor edge = m_landscape.band.colour;
        edge.setAlpha(255);
        painter.setPen(QPen(edge, 1.5));
        painter.setBrush(m_landscape.band.colour);
        painter.drawPolygon(area);
    }
    constexpr qreal lineWidth = 1.5;
    painter.setBrush(Qt::NoBrush);
    for (const SliderLine& line : m_landscape.lines) {
        painter.setPen(QPen(line.colour, lineWidth, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter.drawPolyline(polygon(line));
    }
    painter.restore();
}

/// Stroking the lines takes as long as all else that a step of the slider paints.
const QPixmap& MarkedSlider::landscapePicture() {
    const qreal ratio = devicePixelRatioF();
    if (!m_picture.isNull() && m_picture.devicePixelRatio() == ratio) return m_picture;
    m_picture = QPixmap((QSizeF(size()) * ratio).toSize());
    m_picture.setDevicePixelRatio(ratio);
    m_picture.fill(Qt::transparent);
    QPainter painter(&m_picture);
    painter.setRenderHint(QPainter::Antialiasing);
    paintLandscape(painter);
    return m_picture;
}

void MarkedSlider::changeEvent(QEvent* event) {
    QSlider::changeEvent(event);
    m_picture = QPixmap();
}

void MarkedSlider::resizeEvent(QResizeEvent* event) {
    QSlider::resizeEvent(event);
    m_picture = QPixmap();
}

void MarkedSlider::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.drawPixmap(0, 0, landscapePicture());
    const auto group = isEnabled() ? QPalette::Active : QPalette::Disabled;
    const QColor accent = palette().color(group, QPalette::Link);
    const QColor line = palette().color(group, QPalette::Mid);
    const qreal y = grooveY();
    const qreal x = position(value());
    painter.setPen(Qt::NoPen);
    painter.setBrush(line);
    painter.drawRoundedRect(QRectF(1, y - kGroove / 2, width() - 2, kGroove), 2, 2);
    if (isEnabled()) {
        painter.setBrush(accent);
        painter.drawRoundedRect(QRectF(1, y - kGroove / 2, x - 1, kGroove), 2, 2);
    }
    for (const SliderMark& mark : m_marks) {
        if (mark.value < minimum() || mark.value > maximum()) continue;
        const QColor secondary = palette().color(QPalette::PlaceholderText);
        painter.setPen(QPen(mark.colour.isValid() ? mark.colour : secondary, 1.5));
        const qreal at = position(mark.value);
        painter.drawLine(QPointF(at, y + kHandle + 1), QPointF(at, y + kHandle + 5));
    }
    const bool dark = palette().color(QPalette::Window).lightness() < 128;
    painter.setBrush(palette().color(group, dark ? QPalette::WindowText : QPalette::Button));
    painter.setPen(QPen(hasFocus() || isSliderDown() ? accent : line, hasFocus() ? 2 : 1.5));
    painter.drawEllipse(QPointF(x, y), kHandle - 1, kHandle - 1);
    if (!hasFocus()) return;
    painter.setBrush(Qt::NoBrush);
    painter.drawEllipse(QPointF(x, y), kHandle + 2.5, kHandle + 2.5);
}

void MarkedSlider::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return event->ignore();
    m_valueBeforePress = value();
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
    if (event->button() == Qt::LeftButton) Q_EMIT resetRequested(value() != m_valueBeforePress);
}

}  // namespace diagonal
