// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/diagram_view.h"

#include <algorithm>
#include <cmath>

#include <QFocusEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPushButton>
#include <QToolTip>

#include "app/diagram/diagram_accessibility.h"
#include "app/diagram/keyboard_focus.h"
#include "core/publishing/diagrams/diagram.h"

namespace diagonal {
namespace {

constexpr qreal kKeyZoom = 1.5;
constexpr int kHundred = 100;
constexpr qreal kThresholdLabel = 50;  ///< from the handle to the end of its label
constexpr qreal kThresholdHead = 24;   ///< and above it
constexpr qreal kClearly = 0.999;      ///< share of a range that is narrower

}  // namespace

DiagramView::DiagramView(QWidget* parent)
    : QGraphicsView(parent),
      m_scene(new DiagramScene(this)),
      m_whole(new QPushButton(tr("Whole axis"), this)) {
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
    m_whole->setToolTip(tr("Show confidences from 0 to 1 again (0)"));
    m_whole->setCursor(Qt::ArrowCursor);
    m_whole->hide();
    connect(m_whole, &QPushButton::clicked, this, [this] { setZoom(kWholeAxis); });
    installDiagramAccessibility();
    setAccessibleName(tr("Reliability diagram"));
    setWhatsThis(
        tr("Each bar is a confidence bin. Its height is the accuracy of the rows in it. For a "
           "calibrated model every bar ends on the dashed diagonal. The hatched part is the gap "
           "between accuracy and mean confidence. Hover over a bar for its numbers, click to "
           "select it, move with the arrow keys. Drag over a range, or turn the wheel, to zoom; "
           "0 shows all again."));
}

void DiagramView::placeWholeButton() {
    const auto& report = m_scene->report();
    const bool isZoomed =
        report && !diagramOf(*report).isByRank && !(m_scene->zoom() == kWholeAxis);
    m_whole->setVisible(isZoomed);
    if (!isZoomed) return;
    constexpr int space = 6;
    m_whole->adjustSize();
    const QPoint corner = mapFromScene(m_scene->diagramLayout().diagram.topLeft());
    m_whole->move(corner + QPoint(space, space));
}

void DiagramView::setReport(std::shared_ptr<const Report> report) {
    const auto bars = [this] {
        return m_scene->report() ? m_scene->report()->binned.bins.size() : 0;
    };
    const std::size_t before = bars();
    m_scene->setReport(std::move(report));
    if (bars() != before) announceBars(this);
    placeWholeButton();
    updateThreshold();
}

void DiagramView::setTheme(Theme theme) {
    m_scene->setStyle(diagramStyle(theme));
}

void DiagramView::setSelectedBin(std::optional<std::size_t> bin) {
    m_scene->setMarks({m_scene->binMarks().hovered, bin});
}

void DiagramView::resizeEvent(QResizeEvent* event) {
    QGraphicsView::resizeEvent(event);
    const QSizeF size = viewport()->size();
    const qreal scale = windowScale(size);
    setTransform(QTransform::fromScale(scale, scale));
    m_scene->setSize(size / scale);
    placeWholeButton();
}

bool DiagramView::viewportEvent(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QGraphicsView::viewportEvent(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const QString text = m_scene->legendHelpAt(mapToScene(help->pos()));
    if (text.isEmpty()) {
        QToolTip::hideText();
        event->ignore();
    } else {
        // Only marked-up texts are broken into lines.
        QToolTip::showText(help->globalPos(), QStringLiteral("<p>%1</p>").arg(text.toHtmlEscaped()),
                           viewport());
    }
    return true;
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
    const QRectF before = brush();
    m_pointer = mapToScene(event->position().toPoint());
    if (m_dragsThreshold)
        return moveThreshold(static_cast<int>(std::lround(kHundred * m_scene->valueAt(m_pointer))));
    viewport()->setCursor(isOverThreshold(m_pointer) ? Qt::SplitHCursor : Qt::ArrowCursor);
    if (!brush().isNull() || !before.isNull()) m_scene->update(before.united(brush()));
    hover(m_pressed ? std::nullopt : m_scene->binAt(m_pointer));
}

void DiagramView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    m_pointer = mapToScene(event->position().toPoint());
    m_dragsThreshold = isOverThreshold(m_pointer);
    if (m_dragsThreshold) return hover(std::nullopt);
    m_pressed = m_pointer;
}

void DiagramView::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    m_dragsThreshold = false;
    if (!m_pressed) return;
    m_pointer = mapToScene(event->position().toPoint());
    const QRectF range = brush();
    const QPointF pressed = *m_pressed;
    m_pressed.reset();
    if (!range.isNull()) {
        m_scene->update(range);
        const Interval values{m_scene->valueAt(range.topLeft()),
                              m_scene->valueAt(range.topRight())};
        if (!m_scene->diagramLayout().counts.contains(pressed))
            return setZoom(zoomedAxis(values.lower, values.upper));
        return Q_EMIT rangeSelected(
            values, (event->modifiers() & (Qt::AltModifier | Qt::ControlModifier)) != 0);
    }
    const auto bin = m_scene->binAt(pressed);
    select(bin == m_scene->binMarks().selected ? std::nullopt : bin);
}

QRectF DiagramView::brush() const {
    constexpr qreal leastWidth = 8;
    const QRectF& plot = m_scene->diagramLayout().diagram;
    const auto& report = m_scene->report();
    if (!m_pressed || !report || diagramOf(*report).isByRank ||
        !m_scene->diagramLayout().isOverPlots(*m_pressed) ||
        std::abs(m_pointer.x() - m_pressed->x()) < leastWidth) {
        return {};
    }
    const qreal left = std::max(plot.left(), std::min(m_pointer.x(), m_pressed->x()));
    const qreal right = std::min(plot.right(), std::max(m_pointer.x(), m_pressed->x()));
    const QRectF& lowest = m_scene->diagramLayout().lowest();
    const bool isOfCounts = m_scene->diagramLayout().counts.contains(*m_pressed);
    return {QPointF(left, isOfCounts ? lowest.top() : plot.top()), QPointF(right, lowest.bottom())};
}

void DiagramView::wheelEvent(QWheelEvent* event) {
    constexpr qreal perNotch = 1.5;
    constexpr int notch = 120;
    const QPointF point = mapToScene(event->position().toPoint());
    if (!m_scene->diagramLayout().isOverPlots(point)) return event->ignore();
    m_wheeled += event->angleDelta().y();
    const int notches = m_wheeled / notch;
    if (notches == 0) return;
    m_wheeled -= notches * notch;
    zoomBy(std::pow(perNotch, notches), point);
    hover(m_scene->binAt(point));
}

void DiagramView::zoomBy(qreal factor, std::optional<QPointF> about) {
    const auto& report = m_scene->report();
    if (!report || diagramOf(*report).isByRank) return;
    const Axis shown = m_scene->zoom();
    const QRectF& plot = m_scene->diagramLayout().diagram;
    const qreal share =
        about ? std::clamp((about->x() - plot.left()) / std::max(1.0, plot.width()), 0.0, 1.0) : .5;
    const qreal range = shown.high - shown.low;
    const auto zoomed = [&](qreal by) {
        const qreal wanted = std::clamp(range / by, kLeastZoom, 1.0);
        const qreal low = std::clamp(shown.valueAt(share) - share * wanted, 0.0, 1 - wanted);
        return zoomedAxis(low, low + wanted);
    };
    // Round ends may give the same range again: then a larger step is needed.
    const auto hasChanged = [&](const Axis& axis) {
        const qreal found = axis.high - axis.low;
        return factor > 1 ? found < range * kClearly : found > range / kClearly;
    };
    constexpr int mostTries = 12;
    qreal by = factor;
    Axis axis = zoomed(by);
    for (int tries = 0; tries < mostTries && !hasChanged(axis); ++tries)
        axis = zoomed(by *= factor);
    setZoom(axis);
}

void DiagramView::setZoom(const Axis& horizontal) {
    if (horizontal == m_scene->zoom()) return;
    m_scene->setZoom(horizontal);
    placeWholeButton();
    Q_EMIT zoomChanged(horizontal);
}

void DiagramView::leaveEvent(QEvent* event) {
    QGraphicsView::leaveEvent(event);
    hover(std::nullopt);
}

void DiagramView::keyPressEvent(QKeyEvent* event) {
    const auto& report = m_scene->report();
    if (!report || report->binned.bins.empty()) return QGraphicsView::keyPressEvent(event);
    const std::size_t last = report->binned.bins.size() - 1;
    const auto selected = m_scene->binMarks().selected;
    hover(std::nullopt);
    const bool isLeft = event->key() == Qt::Key_Left;
    if (m_threshold && (event->modifiers() & Qt::ShiftModifier) != 0 &&
        (isLeft || event->key() == Qt::Key_Right))
        return moveThreshold(*m_threshold + (isLeft ? -1 : 1));
    switch (event->key()) {
        case Qt::Key_Left: return select(selected ? (*selected > 0 ? *selected - 1 : 0) : last);
        case Qt::Key_Right: return select(selected ? std::min(*selected + 1, last) : 0);
        case Qt::Key_Home: return select(0);
        case Qt::Key_End: return select(last);
        case Qt::Key_Plus:
        case Qt::Key_Equal: return zoomBy(kKeyZoom);
        case Qt::Key_Minus: return zoomBy(1 / kKeyZoom);
        case Qt::Key_0: return setZoom(kWholeAxis);
        case Qt::Key_Space:
            if (!event->isAutoRepeat()) Q_EMIT chanceHeld(true);
            return;
        case Qt::Key_Escape:
            if (m_pressed) {
                m_scene->update(brush());
                m_pressed.reset();
                return;
            }
            if (!selected) return event->ignore();
            return select(std::nullopt);
        default: event->ignore();
    }
}

void DiagramView::keyReleaseEvent(QKeyEvent* event) {
    if (event->key() != Qt::Key_Space) return QGraphicsView::keyReleaseEvent(event);
    if (!event->isAutoRepeat()) Q_EMIT chanceHeld(false);
}

void DiagramView::focusInEvent(QFocusEvent* event) {
    QGraphicsView::focusInEvent(event);
    m_showsFocus = isByKey(event->reason());
    viewport()->update();
}

void DiagramView::focusOutEvent(QFocusEvent* event) {
    QGraphicsView::focusOutEvent(event);
    Q_EMIT chanceHeld(false);  // the release of the key goes elsewhere
    m_showsFocus = false;
    viewport()->update();
}

void DiagramView::setListedRange(std::optional<Interval> range) {
    if (range == m_listed) return;
    const auto repaint = [this] {
        const QRectF marked = listedRange();  // its line lies half outside
        if (!marked.isNull()) m_scene->update(marked.adjusted(-1, -1, 1, 1));
    };
    repaint();
    m_listed = range;
    repaint();
}

QRectF DiagramView::listedRange() const {
    const auto& report = m_scene->report();
    if (!m_listed || !report || diagramOf(*report).isByRank) return {};
    const Axis& shown = m_scene->zoom();
    const auto left = m_scene->placeOf(std::max(m_listed->lower, shown.low));
    const auto right = m_scene->placeOf(std::min(m_listed->upper, shown.high));
    const bool isPoint = m_listed->lower == m_listed->upper;
    if (!left || !right || *left > *right || (*left == *right && !isPoint)) return {};
    const QRectF& lowest = m_scene->diagramLayout().lowest();
    return {QPointF(*left, lowest.top()), QPointF(*right, lowest.bottom())};
}

QRectF DiagramView::thresholdHandle() const {
    constexpr qreal reach = 6;
    const auto& report = m_scene->report();
    if (!m_threshold || !report || diagramOf(*report).isByRank) return {};
    const auto x = m_scene->placeOf(static_cast<qreal>(*m_threshold) / kHundred);
    if (!x) return {};
    const QRectF& plot = m_scene->diagramLayout().lowest();
    return {QPointF(*x - reach, plot.top()), QPointF(*x + reach, plot.bottom() + reach)};
}

bool DiagramView::isOverThreshold(const QPointF& point) const {
    return thresholdHandle().contains(point);
}

void DiagramView::setThreshold(std::optional<int> hundredths) {
    if (hundredths == m_threshold) return;
    updateThreshold();
    m_threshold = hundredths;
    m_dragsThreshold = m_dragsThreshold && m_threshold;
    updateThreshold();
}

void DiagramView::moveThreshold(int hundredths) {
    const int next = std::clamp(hundredths, 1, kHundred - 1);
    if (next == m_threshold) return;
    setThreshold(next);
    Q_EMIT thresholdMoved(next);
}

void DiagramView::updateThreshold() {
    const QRectF handle = thresholdHandle();
    if (!handle.isNull())
        m_scene->update(handle.adjusted(-kThresholdLabel, -kThresholdHead, kThresholdLabel, 2));
}

void DiagramView::paintThreshold(QPainter& painter) const {
    const QRectF handle = thresholdHandle();
    if (handle.isNull()) return;
    constexpr qreal radius = 5;
    constexpr qreal space = 4;
    const QColor colour = palette().color(QPalette::Link);
    const QPointF foot(handle.center().x(), m_scene->diagramLayout().lowest().bottom());
    painter.setPen(QPen(colour, 2));
    painter.drawLine(QPointF(foot.x(), handle.top()), foot);
    painter.setBrush(colour);
    painter.setPen(QPen(m_scene->backgroundBrush().color(), 1.5));
    painter.drawEllipse(foot, radius, radius);
    const QString text = tr("%1 %").arg(*m_threshold);
    painter.setFont(figureFont(kTextPixels));
    const QFontMetricsF metrics(painter.font());
    const QRectF& plot = m_scene->diagramLayout().lowest();
    const qreal width = metrics.horizontalAdvance(text) + space;
    // Above the lower plot stand the means.
    const bool isLeft = foot.x() + space + width > plot.right();
    const QRectF box(isLeft ? foot.x() - space - width : foot.x() + space, plot.top(), width,
                     metrics.height());
    painter.fillRect(box, m_scene->backgroundBrush());
    painter.setPen(colour);
    painter.drawText(box, Qt::AlignCenter, text);
}

void DiagramView::drawForeground(QPainter* painter, const QRectF&) {
    paintThreshold(*painter);
    for (const QRectF& range : {listedRange(), brush()}) {
        if (range.isNull()) continue;
        QColor wash = palette().color(QPalette::Highlight);
        painter->setPen(QPen(palette().color(QPalette::Link), 1));
        wash.setAlphaF(0.18F);
        painter->setBrush(wash);
        painter->drawRect(range);
    }
    if (!m_showsFocus || !m_scene->report()) return;
    painter->setPen(QPen(palette().color(QPalette::Link), 2));
    painter->setBrush(Qt::NoBrush);
    painter->drawRoundedRect(m_scene->diagramLayout().diagram.adjusted(-3, -3, 3, 3), 3, 3);
}

void DiagramView::hover(std::optional<std::size_t> bin) {
    if (bin == m_scene->binMarks().hovered) return;
    m_scene->setMarks({bin, m_scene->binMarks().selected});
    Q_EMIT binHovered(bin);
}

void DiagramView::select(std::optional<std::size_t> bin) {
    setSelectedBin(bin);
    announceSelectedBar(this);
    Q_EMIT binSelected(bin);
}

}  // namespace diagonal
