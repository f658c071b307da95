// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/lines/line_plot_view.h"

#include <algorithm>
#include <numeric>

#include <QKeyEvent>
#include <QMouseEvent>

#include "app/diagram/lines/plot_marks_painter.h"
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

void LinePlotView::setPlot(std::optional<Figure> plot, TextOf textOf) {
    m_textOf = std::move(textOf);
    setAccessibleName(plot ? QString::fromStdString(plot->title) : QString());
    std::optional<std::size_t> line;
    if (const auto pointed = m_scene->pointedLine(); plot && pointed) {
        const auto model = m_scene->plot()->marks.lines[*pointed].colour.model;
        const auto same = std::ranges::find_if(
            plot->marks.lines, [&](const LineMark& other) { return other.colour.model == model; });
        if (same != plot->marks.lines.end())
            line = static_cast<std::size_t>(same - plot->marks.lines.begin());
    }
    m_scene->setPlot(std::move(plot));
    fit();
    m_scene->setPointedLine(line);
    if (hasPoints()) return pointTo(m_scene->pointed());
    pointAt(m_scene->cursor());
}

void LinePlotView::setTheme(Theme theme) {
    m_scene->setStyle(diagramStyle(theme));
}

void LinePlotView::resizeEvent(QResizeEvent* event) {
    QGraphicsView::resizeEvent(event);
    fit();
}

void LinePlotView::fit() {
    constexpr qreal lineHeight = 17;
    constexpr qreal around = 130;  ///< of titles and the lower axis
    const auto& plot = m_scene->plot();
    const qreal names = plot ? static_cast<qreal>(plot->left.names.size()) : 0;
    const qreal least = names > 0 ? around + names * lineHeight : 0;
    const bool isLong = least > viewport()->height() / windowScale(viewport()->size());
    setVerticalScrollBarPolicy(isLong ? Qt::ScrollBarAlwaysOn : Qt::ScrollBarAlwaysOff);
    const QSizeF size = viewport()->size();
    const qreal scale = windowScale(size);
    setTransform(QTransform::fromScale(scale, scale));
    m_scene->setSize({size.width() / scale, std::max(least, size.height() / scale)});
}

void LinePlotView::pointAt(std::optional<double> x) {
    if (!m_scene->plot()) x.reset();
    m_text = x && m_textOf ? m_textOf(*x) : QString();
    m_scene->setCursor(x, m_text);
    setAccessibleDescription(m_text);
}

void LinePlotView::pointTo(std::optional<std::size_t> point) {
    m_scene->setPointed(point);
    m_text = point ? QString::fromStdString(m_scene->plot()->marks.points[*point].text) : QString();
    setAccessibleDescription(m_text);
}

void LinePlotView::mouseMoveEvent(QMouseEvent* event) {
    const QPointF point = mapToScene(event->position().toPoint());
    if (hasPoints()) {
        const auto near = m_scene->pointAt(point);
        setCursor(near ? Qt::PointingHandCursor : Qt::ArrowCursor);
        return pointTo(near);
    }
    const bool isInside = m_scene->plot() && m_scene->plotArea().contains(point);
    setCursor(isInside ? Qt::CrossCursor : Qt::ArrowCursor);
    m_scene->setPointedLine(m_scene->lineAt(point));
    pointAt(isInside ? std::optional(m_scene->xAt(point)) : std::nullopt);
}

void LinePlotView::mousePressEvent(QMouseEvent* event) {
    const QPointF point = mapToScene(event->position().toPoint());
    if (event->button() != Qt::LeftButton || !m_scene->plot()) return;
    if (hasPoints()) {
        if (const auto near = m_scene->pointAt(point)) Q_EMIT pointChosen(*near);
        return;
    }
    if (m_scene->plotArea().contains(point)) Q_EMIT chosen(m_scene->xAt(point));
}

void LinePlotView::leaveEvent(QEvent* event) {
    QGraphicsView::leaveEvent(event);
    m_scene->setPointedLine(std::nullopt);
    if (hasPoints()) return pointTo(std::nullopt);
    pointAt(std::nullopt);
}

void LinePlotView::focusOutEvent(QFocusEvent* event) {
    QGraphicsView::focusOutEvent(event);
    if (!underMouse()) m_scene->setPointedLine(std::nullopt);
}

bool LinePlotView::hasPoints() const {
    return m_scene->plot() && !m_scene->plot()->marks.points.empty();
}

/// Points are walked through from left to right; those in rows from the top.
void LinePlotView::stepPoint(int key) {
    const auto& points = m_scene->plot()->marks.points;
    std::vector<std::size_t> order(points.size());
    std::iota(order.begin(), order.end(), 0U);
    const bool areInRows = m_scene->plot()->left.isNamed();
    std::ranges::stable_sort(
        order, {}, [&](std::size_t i) { return areInRows ? -points[i].at.y : points[i].at.x; });
    const auto& pointed = m_scene->pointed();
    const std::size_t last = order.size() - 1;
    std::size_t next = key == Qt::Key_End ? last : 0;
    if (pointed && key != Qt::Key_Home && key != Qt::Key_End) {
        const auto at =
            static_cast<std::size_t>(std::ranges::find(order, *pointed) - order.begin());
        const bool isForward = key == Qt::Key_Right || key == Qt::Key_Down;
        next = isForward ? std::min(at + 1, last) : at - std::min<std::size_t>(at, 1);
    }
    pointTo(order[next]);
    const QPointF place = plotPlace(*m_scene->plot(), m_scene->plotArea(),
                                    m_scene->plot()->marks.points[order[next]].at);
    ensureVisible(QRectF(place, QSizeF(1, 1)));
}

void LinePlotView::pointKeyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
        case Qt::Key_Left:
        case Qt::Key_Right:
        case Qt::Key_Up:
        case Qt::Key_Down:
        case Qt::Key_Home:
        case Qt::Key_End: return stepPoint(event->key());
        case Qt::Key_Return:
        case Qt::Key_Enter:
        case Qt::Key_Space:
            if (m_scene->pointed()) Q_EMIT pointChosen(*m_scene->pointed());
            return;
        case Qt::Key_Escape:
            if (!m_scene->pointed()) return event->ignore();
            return pointTo(std::nullopt);
        default: event->ignore();
    }
}

void LinePlotView::step(int direction) {
    const auto& points = m_scene->plot()->marks.lines.front().points;
    const auto cursor = m_scene->cursor();
    if (!cursor) return pointAt(direction > 0 ? points.front().x : points.back().x);
    constexpr double relative = 1e-9;
    const auto at = std::ranges::lower_bound(points, *cursor * (1 - relative), {}, &CurvePoint::x);
    const auto place =
        std::clamp<std::ptrdiff_t>(at - points.begin() + direction, 0, std::ssize(points) - 1);
    pointAt(points[static_cast<std::size_t>(place)].x);
}

void LinePlotView::stepLine(int direction) {
    std::vector<std::size_t> models;
    const auto& lines = m_scene->plot()->marks.lines;
    for (std::size_t i = 0; i < lines.size(); ++i)
        if (lines[i].colour.model && !lines[i].name.empty()) models.push_back(i);
    if (models.empty()) return;
    const auto pointed = m_scene->pointedLine();
    const auto at = pointed ? std::ranges::find(models, *pointed) - models.begin()
                            : (direction > 0 ? -1 : std::ssize(models));
    const auto next = std::clamp<std::ptrdiff_t>(at + direction, 0, std::ssize(models) - 1);
    m_scene->setPointedLine(models[static_cast<std::size_t>(next)]);
    setAccessibleDescription(pointedLine() + QLatin1Char('\n') + m_text);
}

QString LinePlotView::pointedLine() const {
    const auto line = m_scene->pointedLine();
    return line ? QString::fromStdString(m_scene->plot()->marks.lines[*line].name) : QString();
}

void LinePlotView::keyPressEvent(QKeyEvent* event) {
    if (!m_scene->plot()) return QGraphicsView::keyPressEvent(event);
    if (hasPoints()) return pointKeyPressEvent(event);
    if (m_scene->plot()->marks.lines.empty()) return event->ignore();
    const auto& points = m_scene->plot()->marks.lines.front().points;
    switch (event->key()) {
        case Qt::Key_Left: return step(-1);
        case Qt::Key_Right: return step(1);
        case Qt::Key_Up: return stepLine(-1);
        case Qt::Key_Down: return stepLine(1);
        case Qt::Key_Home: return pointAt(points.front().x);
        case Qt::Key_End: return pointAt(points.back().x);
        case Qt::Key_Return:
        case Qt::Key_Enter:
        case Qt::Key_Space:
            if (m_scene->cursor()) Q_EMIT chosen(*m_scene->cursor());
            return;
        case Qt::Key_Escape:
            if (!m_scene->cursor() && !m_scene->pointedLine()) return event->ignore();
            m_scene->setPointedLine(std::nullopt);
            return pointAt(std::nullopt);
        default: event->ignore();
    }
}

}  // namespace diagonal
