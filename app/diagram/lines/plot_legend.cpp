// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/lines/plot_legend.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "app/diagram/lines/plot_marks_painter.h"
#include "app/diagram/painting/diagram_layout.h"
#include "app/text/number_text.h"
#include "app/text/tabular_digits.h"

namespace diagonal {
namespace {

constexpr qreal kSwatch = kLineSwatch + 6;
constexpr qreal kSpace = 16;

template <typename Mark>
QString nameOf(const Mark& mark, bool isShort) {
    return toQString(isShort && !mark.shortName.empty() ? mark.shortName : mark.name);
}

}  // namespace

PlotLegend::PlotLegend(const Figure& plot, Names names, const DiagramStyle& style) {
    for (const LineMark& line : plot.marks.lines) {
        if (line.name.empty() || !names.lines) continue;
        Item item{nameOf(line, names.areShort), plotColour(line.colour, style),
                  linePen(line, style)};
        if (line.hasMarkers) item.marker = line.colour.model.value_or(0);
        m_items.push_back(std::move(item));
    }
    if (names.points) {
        for (const PointMark& point : plot.marks.points) {
            if (point.name.empty()) continue;
            m_items.push_back({.text = nameOf(point, names.areShort),
                               .colour = plotColour(point.colour, style),
                               .line = QPen(Qt::NoPen),
                               .marker = point.colour.model.value_or(0)});
        }
    }
    if (const std::string arrows = plot.nameOfArrows(); !arrows.empty())
        m_items.push_back({toQString(arrows), style.text, QPen(Qt::NoPen), false, true});
    for (const AreaMark& band : plot.marks.areas) {
        if (!band.name.empty())
            m_items.push_back({nameOf(band, names.areShort), style.band, QPen(Qt::NoPen), true});
    }
    for (const LineMark& line : plot.marks.references) {
        const bool isIdeal = line.kind == MarkKind::Ideal;
        if (line.name.empty() || (isIdeal && !names.ideal)) continue;
        const QPen pen = linePen(line, style);
        m_items.push_back({toQString(line.name), pen.color(), pen});
    }
    for (const LineMark& line : plot.lower ? plot.lower->marks.lines : std::vector<LineMark>()) {
        if (line.name.empty()) continue;
        QPen pen = linePen(line, style);
        pen.setWidthF(kLowerLine);
        m_items.push_back({toQString(line.name), plotColour(line.colour, style), pen});
    }
}

/// Returns the width of each item with the space after it.
std::vector<qreal> PlotLegend::widths() const {
    std::vector<qreal> widths;
    widths.reserve(m_items.size());
    for (const Item& item : m_items)
        widths.push_back(kSwatch + std::ceil(tabularWidth(figureFont(kTextPixels), item.text)) + 1 +
                         kSpace);
    return widths;
}

qreal PlotLegend::widest() const {
    return m_items.empty() ? 0 : std::ranges::max(widths()) - kSpace;
}

QSizeF PlotLegend::stack(const QPointF& corner, int columns) {
    if (m_items.empty()) return {};
    const std::vector<qreal> own = widths();
    const qreal widest = *std::ranges::max_element(own);
    const std::vector<qreal> alike(m_items.size(), widest);
    const qreal height = placeItems(alike, {corner, QSizeF(columns * widest - kSpace, 0)});
    return {columns * widest - kSpace, height};
}

PlotLegend PlotLegend::takeAreas() {
    PlotLegend areas;
    std::ranges::copy_if(m_items, std::back_inserter(areas.m_items), &Item::isArea);
    std::erase_if(m_items, [](const Item& item) { return item.isArea; });
    return areas;
}

qreal PlotLegend::place(const QRectF& room) {
    if (m_items.empty()) return 0;
    std::vector<qreal> widths = this->widths();
    for (qreal& width : widths)
        width = std::min(width, room.width() + kSpace);
    return placeItems(widths, room);
}

qreal PlotLegend::placeItems(const std::vector<qreal>& widths, const QRectF& room) {
    // The space after the last item of a row may lie outside.
    const std::vector<QRectF> places =
        flowingItems(widths, {room.left(), room.top(), room.width() + kSpace, room.height()});
    for (std::size_t i = 0; i < m_items.size(); ++i)
        m_items[i].box = places[i].adjusted(0, 0, -kSpace, 0);
    return places.back().bottom() - room.top();
}

void PlotLegend::paintSwatch(QPainter& painter, const QPointF& left, const QPen& line,
                             const std::optional<std::size_t>& marker, const QColor& colour,
                             const DiagramStyle& style) {
    if (line.style() != Qt::NoPen) {
        painter.setPen(line);
        painter.drawLine(left, left + QPointF(kLineSwatch, 0));
    }
    if (marker) paintMarker(painter, left + QPointF(kLineSwatch / 2, 0), *marker, colour, style);
}

void PlotLegend::paint(QPainter& painter, const DiagramStyle& style) const {
    painter.setFont(figureFont(kTextPixels));
    const QFontMetricsF metrics(painter.font());
    constexpr qreal height = 10;
    for (const Item& item : m_items) {
        const QRectF swatch(item.box.left(), item.box.center().y() - height / 2, kLineSwatch,
                            height);
        if (item.isArea) {
            painter.fillRect(swatch, style.panelEdge);
            painter.fillRect(swatch.adjusted(1, 1, -1, -1), item.colour);
        } else if (item.isArrow) {
            const QPointF middle(0, swatch.center().y());
            paintArrow(painter, middle + QPointF(swatch.left(), 0),
                       middle + QPointF(swatch.right(), 0), item.colour);
        } else {
            paintSwatch(painter, QPointF(swatch.left(), swatch.center().y()), item.line,
                        item.marker, item.colour, style);
        }
        painter.setPen(style.text);
        const QRectF text = item.box.adjusted(kSwatch, 0, 1, 0);
        drawTabular(painter, text, Qt::AlignLeft,
                    metrics.elidedText(item.text, Qt::ElideMiddle, text.width() + 2));
    }
}

}  // namespace diagonal
