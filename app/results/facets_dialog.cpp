// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/results/facets_dialog.h"

#include <algorithm>
#include <cmath>

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QVBoxLayout>

#include "app/diagram/keyboard_focus.h"
#include "app/diagram/painting/diagram_layout.h"
#include "app/results/content_scroll.h"

namespace diagonal {
namespace {

constexpr int kFacetsMargin = 16;
constexpr int kAtTitle = static_cast<int>(kAxisTitleLine);
constexpr int kAtLeft = kFacetTicks + kAtTitle + 4;
constexpr int kLeastFacet = 168;       ///< of its caption
constexpr int kLeastUnscrolled = 120;  ///< of a diagram, where all are in view
constexpr int kScrolledSide = 260;
constexpr int kMostSide = 640;

}  // namespace

FacetsView::FacetsView(QWidget* parent) : QWidget(parent) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setAccessibleName(tr("Small multiples of reliability diagrams"));
}

void FacetsView::setFacets(std::vector<Facet> facets, Theme theme, FacetTitles titles) {
    const bool sameNumber = facets.size() == m_facets.size();
    m_facets = std::move(facets);
    m_theme = theme;
    m_titles = std::move(titles);
    if (!sameNumber) {
        m_hovered.reset();
        setMinimumHeight(heightForWidth(width()));
        Q_EMIT inViewChanged();
    }
    update();
}

/// What is read from the same distance is larger in a large window, as in the other figures.
qreal FacetsView::scale() const {
    return windowScale(parentWidget() ? parentWidget()->size() : size());
}

int FacetsView::scaled(int pixels) const {
    return static_cast<int>(pixels / scale());
}

/// Few diagrams are as large as the room lets all of them be; many are small and scroll.
int FacetsView::columnsIn(int width) const {
    const int most = std::max(1, static_cast<int>(m_facets.size()));
    const auto fitting = [&](int caption) {
        return std::clamp((width - kAtLeft - kFacetsMargin + kFacetSpace) / (caption + kFacetSpace),
                          1, most);
    };
    int best = fitting(kLeastFacet);
    int largest = 0;
    for (int columns = 1; columns <= fitting(kLeastUnscrolled); ++columns) {
        const int side = unscrolledSide(width, columns);
        if (side > largest) {
            largest = side;
            best = columns;
        }
    }
    return best;
}

/// Returns the side with which all diagrams are in view at once; 0 if that is too small.
int FacetsView::unscrolledSide(int width, int columns) const {
    const int room = parentWidget() ? scaled(parentWidget()->height()) : 0;
    const int rows = (static_cast<int>(m_facets.size()) + columns - 1) / columns;
    const int high = (room - heightOf(0, columns)) / std::max(1, rows);
    const int side = std::min(sideOf(width, columns), high);
    return side >= kLeastUnscrolled ? side : 0;
}

int FacetsView::sideOf(int width, int columns) const {
    const int room = width - kAtLeft - kFacetsMargin - (columns - 1) * kFacetSpace;
    return std::min(kMostSide, room / columns);
}

int FacetsView::heightOf(int side, int columns) const {
    const int rows = (static_cast<int>(m_facets.size()) + columns - 1) / columns;
    return 2 * kFacetsMargin + rows * (side + kAroundFacet + kFacetSpace) - kFacetSpace +
           kBelowFacet + kAtTitle;
}

int FacetsView::sideIn(int width) const {
    const int columns = columnsIn(width);
    if (const int side = unscrolledSide(width, columns); side > 0) return side;
    return std::min(sideOf(width, columns), kScrolledSide);  // diagrams that scroll stay small
}

QRectF FacetsView::boxOf(std::size_t place) const {
    const int width = scaled(this->width());
    const int columns = columnsIn(width);
    const qreal side = sideIn(width);
    const qreal caption = std::max<qreal>(side, std::min(sideOf(width, columns), kLeastFacet));
    const auto column = static_cast<int>(place) % columns;
    const auto row = static_cast<int>(place) / columns;
    return {kAtLeft + column * (caption + kFacetSpace),
            kFacetsMargin + row * (side + kAroundFacet + kFacetSpace), caption,
            side + kAroundFacet};
}

int FacetsView::heightForWidth(int width) const {
    const int within = scaled(width);
    return static_cast<int>(std::ceil(scale() * heightOf(sideIn(within), columnsIn(within))));
}

QSize FacetsView::sizeHint() const {
    constexpr int comfortable = 880;
    return {comfortable, heightForWidth(comfortable)};
}

void FacetsView::resizeEvent(QResizeEvent*) {
    setMinimumHeight(heightForWidth(width()));
    Q_EMIT inViewChanged();
}

/// A scroll area scrolls by moving what it shows.
void FacetsView::moveEvent(QMoveEvent*) {
    Q_EMIT inViewChanged();
}

std::vector<std::size_t> FacetsView::inView() const {
    const QRectF region = visibleRegion().boundingRect();
    const QRectF room(region.topLeft() / scale(), region.size() / scale());
    std::vector<std::size_t> indices;
    for (std::size_t i = 0; i < m_facets.size(); ++i) {
        if (boxOf(i).intersects(room)) indices.push_back(m_facets[i].index);
    }
    return indices;
}

std::optional<std::size_t> FacetsView::facetAt(const QPointF& point) const {
    for (std::size_t i = 0; i < m_facets.size(); ++i) {
        if (boxOf(i).contains(point / scale())) return i;
    }
    return std::nullopt;
}

void FacetsView::mouseMoveEvent(QMouseEvent* event) {
    const auto place = facetAt(event->position());
    setCursor(place ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (place == m_hovered) return;
    m_hovered = place;
    update();
}

void FacetsView::moveTo(std::size_t place) {
    m_hovered = place;
    setAccessibleDescription(m_facets[place].name + QStringLiteral(": ") + m_facets[place].numbers);
    if (auto* area =
            qobject_cast<QScrollArea*>(parentWidget() ? parentWidget()->parentWidget() : nullptr)) {
        const QRectF unscaled = boxOf(place);
        const QRect box = QRectF(unscaled.topLeft() * scale(), unscaled.size() * scale()).toRect();
        area->ensureVisible(box.center().x(), box.center().y(), box.width() / 2 + kAtLeft,
                            box.height() / 2 + kBelowFacet);
    }
    update();
}

void FacetsView::keyPressEvent(QKeyEvent* event) {
    if (m_facets.empty()) return QWidget::keyPressEvent(event);
    const auto columns = static_cast<std::size_t>(columnsIn(scaled(width())));
    const std::size_t last = m_facets.size() - 1;
    const std::size_t at = m_hovered.value_or(0);
    switch (event->key()) {
        case Qt::Key_Right: return moveTo(m_hovered ? std::min(at + 1, last) : 0);
        case Qt::Key_Left: return moveTo(at > 0 ? at - 1 : 0);
        case Qt::Key_Down: return moveTo(m_hovered && at + columns <= last ? at + columns : at);
        case Qt::Key_Up: return moveTo(at >= columns ? at - columns : at);
        case Qt::Key_Home: return moveTo(0);
        case Qt::Key_End: return moveTo(last);
        case Qt::Key_Return:
        case Qt::Key_Enter:
        case Qt::Key_Space:
            if (m_hovered) Q_EMIT facetChosen(m_facets[*m_hovered].index);
            return;
        default: QWidget::keyPressEvent(event);
    }
}

void FacetsView::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    if (isByKey(event->reason()) && !m_hovered && !m_facets.empty()) moveTo(0);
}

void FacetsView::focusOutEvent(QFocusEvent* event) {
    QWidget::focusOutEvent(event);
    m_hovered.reset();
    update();
}

void FacetsView::leaveEvent(QEvent*) {
    m_hovered.reset();
    update();
}

void FacetsView::mousePressEvent(QMouseEvent* event) {
    const auto place = facetAt(event->position());
    if (place && event->button() == Qt::LeftButton) Q_EMIT facetChosen(m_facets[*place].index);
}

void FacetsView::paintEvent(QPaintEvent* event) {
    QPainter painter(this);
    const DiagramStyle& style = diagramStyle(m_theme);
    painter.fillRect(rect(), style.background);
    const qreal scale = this->scale();
    painter.scale(scale, scale);
    const QRectF asked(QPointF(event->rect().topLeft()) / scale,
                       QSizeF(event->rect().size()) / scale);
    const AxisScale counts = countScale(m_facets);
    const auto columns = static_cast<std::size_t>(columnsIn(scaled(width())));
    QRectF all;
    for (std::size_t i = 0; i < m_facets.size(); ++i) {
        constexpr qreal around = 8;  // of a facet with focus
        const QRectF box = boxOf(i);
        all = all.united(facetPlot(box));
        const QRectF painted = box.adjusted(-kAtLeft, -around, around, kBelowFacet);
        if (!painted.intersects(asked)) continue;
        paintFacet(painter, m_facets[i], box, style, counts, m_hovered == i);
        if (i % columns == 0) paintFacetTicks(painter, box, false, counts, style);
        // The last diagram of each column has nothing below it.
        if (i + columns >= m_facets.size()) paintFacetTicks(painter, box, true, counts, style);
        if (m_hovered == i && hasFocus()) {
            painter.setPen(QPen(style.selection, 2));
            painter.drawRoundedRect(box.adjusted(-6, -4, 6, 6), 4, 4);
        }
    }
    if (m_facets.empty()) return;
    // Of rows that scroll, the first ones have the title.
    const bool scrolls = parentWidget() && height() > parentWidget()->height();
    paintFacetTitles(painter, all, scrolls ? facetPlot(boxOf(0)) : all, m_titles, style);
}

FacetsDialog::FacetsDialog(const QString& title, QWidget* parent)
    : QDialog(parent), m_view(new FacetsView(this)) {
    setWindowTitle(title);
    auto* area = new ContentScroll(this);
    area->setWidget(m_view);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(area);
    resize(860, 640);
}

}  // namespace diagonal
