// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/diagram_view.h"

#include <algorithm>
#include <cmath>

#include <QFocusEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

namespace diagonal {

DiagramView::DiagramView(QWidget* parent) : QGraphicsView(parent), m_scene(new DiagramScene(this)) {
    setScene(m_scene);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    setFrameShape(NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setViewportUpdateMode(MinimalViewportUpdate);
    setOptimizationFlag(DontSavePainterState);
    setRenderHint(QPainter::Antialiasing);
    setMouseTracking(true);
    setAcceptDrops(false);  // the window handles drops
    setFocusPolicy(Qt::StrongFocus);
    setMinimumSize(336, 270);
    setAccessibleName(tr("Reliability diagram"));
    setWhatsThis(
        tr("Each bar is a confidence bin. Its height is the accuracy of the rows in it. For a "
           "calibrated model every bar ends on the dashed diagonal. The hatched part is the gap "
           "between accuracy and mean confidence. Hover over a bar for its numbers, click to "
           "select it, move with the arrow keys."));
}

void DiagramView::setReport(std::shared_ptr<const Report> report) {
    m_scene->setReport(std::move(report));
}

void DiagramView::setTheme(Theme theme) {
    m_scene->setStyle(diagramStyle(theme));
}

void DiagramView::setSelectedBin(std::optional<std::size_t> bin) {
    m_scene->setMarks({m_scene->marks().hovered, bin});
}

void DiagramView::resizeEvent(QResizeEvent* event) {
    QGraphicsView::resizeEvent(event);
    const QSizeF size = viewport()->size();
    const qreal scale = windowScale(size);
    setTransform(QTransform::fromScale(scale, scale));
    m_scene->setSize(size / scale);
}

void DiagramView::paintEvent(QPaintEvent* event) {
    if (const qreal ratio = devicePixelRatioF(); ratio != m_backgroundRatio) {
        m_backgroundRatio = ratio;
        // At fractional ratios a cached picture starts between two pixels, and the bars do not.
        const bool isWhole = ratio == std::round(ratio);
        setCacheMode(isWhole ? CacheBackground : CacheNone);
        resetCachedContent();
    }
    QGraphicsView::paintEvent(event);
}

void DiagramView::mouseMoveEvent(QMouseEvent* event) {
    hover(m_scene->binAt(mapToScene(event->position().toPoint())));
}

void DiagramView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    const auto bin = m_scene->binAt(mapToScene(event->position().toPoint()));
    select(bin == m_scene->marks().selected ? std::nullopt : bin);
}

void DiagramView::leaveEvent(QEvent* event) {
    QGraphicsView::leaveEvent(event);
    hover(std::nullopt);
}

void DiagramView::keyPressEvent(QKeyEvent* event) {
    const auto& report = m_scene->report();
    if (!report || report->binned.bins.empty()) return QGraphicsView::keyPressEvent(event);
    const std::size_t last = report->binned.bins.size() - 1;
    const auto selected = m_scene->marks().selected;
    hover(std::nullopt);
    switch (event->key()) {
        case Qt::Key_Left: return select(selected ? (*selected > 0 ? *selected - 1 : 0) : last);
        case Qt::Key_Right: return select(selected ? std::min(*selected + 1, last) : 0);
        case Qt::Key_Home: return select(0);
        case Qt::Key_End: return select(last);
        case Qt::Key_Escape:
            if (!selected) return event->ignore();
            return select(std::nullopt);
        default: event->ignore();
    }
}

void DiagramView::focusInEvent(QFocusEvent* event) {
    QGraphicsView::focusInEvent(event);
    m_showsFocus = event->reason() == Qt::TabFocusReason ||
                   event->reason() == Qt::BacktabFocusReason ||
                   event->reason() == Qt::ShortcutFocusReason;
    viewport()->update();
}

void DiagramView::focusOutEvent(QFocusEvent* event) {
    QGraphicsView::focusOutEvent(event);
    m_showsFocus = false;
    viewport()->update();
}

void DiagramView::drawForeground(QPainter* painter, const QRectF&) {
    if (!m_showsFocus || !m_scene->report()) return;
    painter->setPen(QPen(palette().color(QPalette::Highlight), 2));
    painter->setBrush(Qt::NoBrush);
    painter->drawRoundedRect(m_scene->diagramLayout().diagram.adjusted(-3, -3, 3, 3), 3, 3);
}

void DiagramView::hover(std::optional<std::size_t> bin) {
    if (bin == m_scene->marks().hovered) return;
    m_scene->setMarks({bin, m_scene->marks().selected});
    Q_EMIT binHovered(bin);
}

void DiagramView::select(std::optional<std::size_t> bin) {
    setSelectedBin(bin);
    Q_EMIT binSelected(bin);
}

}  // namespace diagonal
