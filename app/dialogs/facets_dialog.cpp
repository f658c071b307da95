// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dialogs/facets_dialog.h"

#include <algorithm>
#include <cmath>

#include <QMouseEvent>
#include <QPainter>
#include <QScrollArea>
#include <QVBoxLayout>

#include "app/diagram/painting/bins_painter.h"
#include "app/text/tabular_digits.h"

namespace diagonal {
namespace {

constexpr int kMargin = 16;
constexpr int kLeastSide = 168;
constexpr int kCaption = 40;
constexpr int kSpace = 22;

}  // namespace

FacetsView::FacetsView(QWidget* parent) : QWidget(parent) {
    setMouseTracking(true);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setAccessibleName(tr("Small multiples of reliability diagrams"));
}

void FacetsView::setFacets(std::vector<Facet> facets, Theme theme) {
    const bool sameNumber = facets.size() == m_facets.size();
    m_facets = std::move(facets);
    m_theme = theme;
    if (!sameNumber) {
        m_hovered.reset();
        setMinimumHeight(heightForWidth(width()));
    }
    update();
}

int FacetsView::columnsIn(int width) const {
    const int fitting = (width - 2 * kMargin + kSpace) / (kLeastSide + kSpace);
    return std::clamp(fitting, 1, std::max(1, static_cast<int>(m_facets.size())));
}

QRectF FacetsView::boxOf(std::size_t place) const {
    const int columns = columnsIn(width());
    const qreal side = std::min(
        260.0, std::floor((width() - 2 * kMargin - (columns - 1) * kSpace) / qreal(columns)));
    const auto column = static_cast<int>(place) % columns;
    const auto row = static_cast<int>(place) / columns;
    return {kMargin + column * (side + kSpace), kMargin + row * (side + kCaption + kSpace), side,
            side + kCaption};
}

int FacetsView::heightForWidth(int width) const {
    const int columns = columnsIn(width);
    const int rows = (static_cast<int>(m_facets.size()) + columns - 1) / columns;
    const int side = std::min(260, (width - 2 * kMargin - (columns - 1) * kSpace) / columns);
    return 2 * kMargin + rows * (side + kCaption + kSpace) - kSpace;
}

QSize FacetsView::sizeHint() const {
    constexpr int comfortable = 880;
    return {comfortable, heightForWidth(comfortable)};
}

void FacetsView::resizeEvent(QResizeEvent*) {
    setMinimumHeight(heightForWidth(width()));
}

std::optional<std::size_t> FacetsView::facetAt(const QPointF& point) const {
    for (std::size_t i = 0; i < m_facets.size(); ++i) {
        if (boxOf(i).contains(point)) return i;
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

void FacetsView::leaveEvent(QEvent*) {
    m_hovered.reset();
    update();
}

void FacetsView::mousePressEvent(QMouseEvent* event) {
    const auto place = facetAt(event->position());
    if (place && event->button() == Qt::LeftButton) Q_EMIT facetChosen(m_facets[*place].index);
}

void FacetsView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const DiagramStyle& style = diagramStyle(m_theme);
    painter.fillRect(rect(), style.background);
    for (std::size_t i = 0; i < m_facets.size(); ++i) {
        const Facet& facet = m_facets[i];
        const QRectF box = boxOf(i);
        const QRectF plot = box.adjusted(0, kCaption, 0, 0);
        painter.setRenderHint(QPainter::Antialiasing, true);
        painter.setFont(figureFont(13, QFont::DemiBold));
        painter.setPen(m_hovered == i ? style.selection : style.text);
        painter.drawText(QRectF(box.left(), box.top(), box.width(), 18),
                         Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(facet.name, Qt::ElideRight,
                                                          static_cast<int>(box.width())));
        painter.setFont(figureFont(12));
        painter.setPen(style.secondaryText);
        drawTabular(painter, QRectF(box.left(), box.top() + 18, box.width(), 18), Qt::AlignLeft,
                    facet.numbers);
        painter.setPen(QPen(style.grid, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(plot.adjusted(.5, .5, -.5, -.5));
        paintBars(painter, *facet.curve, {plot}, style, {});
        QPen ideal(style.diagonal, 1.25, Qt::CustomDashLine, Qt::FlatCap);
        ideal.setDashPattern({5, 4});
        painter.setPen(ideal);
        painter.drawLine(plot.bottomLeft(), plot.topRight());
        painter.setPen(QPen(m_hovered == i ? style.selection : style.axis, 1));
        painter.drawLine(plot.topLeft(), plot.bottomLeft());
        painter.drawLine(plot.bottomLeft(), plot.bottomRight());
    }
}

FacetsDialog::FacetsDialog(const QString& title, QWidget* parent)
    : QDialog(parent), m_view(new FacetsView(this)) {
    setWindowTitle(title);
    auto* area = new QScrollArea(this);
    area->setWidget(m_view);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(area);
    resize(860, 640);
}

}  // namespace diagonal
