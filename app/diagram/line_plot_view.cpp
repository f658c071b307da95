// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/line_plot_view.h"

#include <algorithm>

#include <QKeyEvent>
#include <QMouseEvent>

#include "app/diagram/painting/diagram_layout.h"

namespace diagonal {

LinePlotView::LinePlotView(QWidget* parent)
    : QGraphicsView(parent), m_scene(new LinePlotScene(this)) {
    setScene(m_scene);
    setFrameShape(NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setViewportUpdateMode(FullViewportUpdate);
    setRenderHint(QPainter::Antialiasing);
    setMouseTracking(true);
    setAcceptDrops(false);  // the window handles drops
    setFocusPolicy(Qt::StrongFocus);
}

void LinePlotView::setPlot(std::optional<LinePlot> plot, TextOf textOf) {
    m_textOf = std::move(textOf);
    setAccessibleName(plot ? QString::fromStdString(plot->title) : QString());
    m_scene->setPlot(std::move(plot));
    pointAt(m_scene->cursor());
}

void LinePlotView::setTheme(Theme theme) {
    m_scene->setStyle(diagramStyle(theme));
}

void LinePlotView::resizeEvent(QResizeEvent* event) {
    QGraphicsView::resizeEvent(event);
    const QSizeF size = viewport()->size();
    const qreal scale = windowScale(size);
    setTransform(QTransform::fromScale(scale, scale));
    m_scene->setSize(size / scale);
}

void LinePlotView::pointAt(std::optional<double> x) {
    if (!m_scene->plot()) x.reset();
    m_text = x && m_textOf ? m_textOf(*x) : QString();
    m_scene->setCursor(x, m_text);
    setAccessibleDescription(m_text);
}

void LinePlotView::mouseMoveEvent(QMouseEvent* event) {
    const QPointF point = mapToScene(event->position().toPoint());
    const bool isInside = m_scene->plot() && m_scene->plotArea().contains(point);
    setCursor(isInside ? Qt::CrossCursor : Qt::ArrowCursor);
    pointAt(isInside ? std::optional(m_scene->xAt(point)) : std::nullopt);
}

void LinePlotView::mousePressEvent(QMouseEvent* event) {
    const QPointF point = mapToScene(event->position().toPoint());
    if (event->button() != Qt::LeftButton || !m_scene->plot()) return;
    if (m_scene->plotArea().contains(point)) Q_EMIT chosen(m_scene->xAt(point));
}

void LinePlotView::leaveEvent(QEvent* event) {
    QGraphicsView::leaveEvent(event);
    pointAt(std::nullopt);
}

void LinePlotView::step(int direction) {
    const auto& points = m_scene->plot()->lines.front().points;
    const auto cursor = m_scene->cursor();
    if (!cursor) return pointAt(direction > 0 ? points.front().x : points.back().x);
    constexpr double relative = 1e-9;
    const auto at = std::ranges::lower_bound(points, *cursor * (1 - relative), {}, &CurvePoint::x);
    const auto place =
        std::clamp<std::ptrdiff_t>(at - points.begin() + direction, 0, std::ssize(points) - 1);
    pointAt(points[static_cast<std::size_t>(place)].x);
}

void LinePlotView::keyPressEvent(QKeyEvent* event) {
    if (!m_scene->plot()) return QGraphicsView::keyPressEvent(event);
    const auto& points = m_scene->plot()->lines.front().points;
    switch (event->key()) {
        case Qt::Key_Left: return step(-1);
        case Qt::Key_Right: return step(1);
        case Qt::Key_Home: return pointAt(points.front().x);
        case Qt::Key_End: return pointAt(points.back().x);
        case Qt::Key_Return:
        case Qt::Key_Enter:
        case Qt::Key_Space:
            if (m_scene->cursor()) Q_EMIT chosen(*m_scene->cursor());
            return;
        case Qt::Key_Escape:
            if (!m_scene->cursor()) return event->ignore();
            return pointAt(std::nullopt);
        default: event->ignore();
    }
}

}  // namespace diagonal
