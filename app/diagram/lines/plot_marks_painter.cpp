// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/lines/plot_marks_painter.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numbers>
#include <utility>
#include <vector>

#include <QLineF>
#include <QPolygonF>
#include <QTransform>

#include "app/text/number_text.h"
#include "app/text/tabular_digits.h"
#include "core/base/nice_step.h"

namespace diagonal {
namespace {

constexpr qreal kRadius = 4;
constexpr qreal kHalo = 1.25;
constexpr qreal kPointRadius = 7;  ///< around a point, free of names
constexpr std::size_t kShapes = 8;

QPolygonF starShape(qreal outer, qreal inner) {
    constexpr int corners = 10;
    QPolygonF shape;
    for (int i = 0; i < corners; ++i) {
        const qreal angle = 2 * std::numbers::pi * i / corners;
        const qreal radius = i % 2 == 0 ? outer : inner;
        shape << QPointF(radius * std::sin(angle), -radius * std::cos(angle));
    }
    return shape;
}

QPolygonF plusShape(qreal reach, qreal arm) {
    return QPolygonF({{-arm, -reach},
                      {arm, -reach},
                      {arm, -arm},
                      {reach, -arm},
                      {reach, arm},
                      {arm, arm},
                      {arm, reach},
                      {-arm, reach},
                      {-arm, arm},
                      {-reach, arm},
                      {-reach, -arm},
                      {-arm, -arm}});
}

/// Returns a marker around 0: a circle is an empty polygon.
QPolygonF markerShape(std::size_t shape) {
    constexpr qreal r = kRadius;
    constexpr qreal t = 1.15 * r;
    switch (shape) {
        case 1: return QPolygonF({{-r, -r}, {r, -r}, {r, r}, {-r, r}});
        case 2: return QPolygonF({{0, -t}, {t, 0.75 * t}, {-t, 0.75 * t}});
        case 3: return QPolygonF({{0, -1.2 * t}, {1.1 * t, 0}, {0, 1.2 * t}, {-1.1 * t, 0}});
        case 4: return QPolygonF({{0, t}, {t, -0.75 * t}, {-t, -0.75 * t}});
        case 5: return starShape(1.5 * r, 0.6 * r);
        case 6: return plusShape(1.15 * r, 0.45 * r);
        case 7: return QTransform().rotate(45).map(plusShape(1.3 * r, 0.45 * r));
        default: return {};
    }
}

QRectF markerBox(const QPointF& at) {
    return {at.x() - kPointRadius, at.y() - kPointRadius, 2 * kPointRadius, 2 * kPointRadius};
}

std::vector<QLineF> arrowsOf(const Figure& plot, const QRectF& area) {
    std::vector<QLineF> arrows;
    for (const PointMark& point : plot.marks.points) {
        if (point.target)
            arrows.emplace_back(plotPlace(plot, area, point.at),
                                plotPlace(plot, area, *point.target));
    }
    return arrows;
}

bool crosses(const QLineF& line, const QRectF& box) {
    const auto meets = [&](const QPointF& from, const QPointF& to) {
        return line.intersects({from, to}, nullptr) == QLineF::BoundedIntersection;
    };
    return box.contains(line.p1()) || box.contains(line.p2()) ||
           meets(box.topLeft(), box.bottomRight()) || meets(box.topRight(), box.bottomLeft());
}

/// Labels guides at their ends, beside all that is `taken`; a pale one that finds no place goes
/// without.
void paintGuideLabels(QPainter& painter, const Figure& plot, const QRectF& area,
                      std::vector<QRectF> taken, const DiagramStyle& style) {
    constexpr int pixels = 11;
    constexpr qreal space = 3;
    painter.setFont(figureFont(pixels));
    painter.setPen(style.secondaryText);
    const QFontMetricsF metrics(painter.font());
    for (const PointMark& point : plot.marks.points)
        taken.push_back(markerBox(plotPlace(plot, area, point.at)));
    const std::vector<QLineF> arrows = arrowsOf(plot, area);
    const auto isPale = [](const LineMark& guide) { return guide.kind == MarkKind::Contour; };
    std::vector<LineMark> guides = plot.marks.references;
    std::stable_partition(guides.begin(), guides.end(), std::not_fn(isPale));
    for (const LineMark& guide : guides) {
        if (guide.label.empty()) continue;
        const QPointF end = plotPlace(plot, area, guide.points.back());
        const QString label = toQString(guide.label);
        const QSizeF size(tabularWidth(painter.font(), label) + 1, metrics.height());
        constexpr int most = 16;
        const QPointF step = (plotPlace(plot, area, guide.points.front()) - end) / most;
        // On a pale line, as on a contour; else inside, on either side of the line, from its end
        // on.
        const bool atTop = end.y() < area.top() + 1;
        std::vector<QPointF> corners;
        for (int i = 0; i < most; ++i) {
            const QPointF at = end + i * step;
            if (isPale(guide)) {
                corners.push_back(at - QPointF(size.width(), size.height()) / 2);
            } else if (atTop) {
                corners.insert(corners.end(), {{at.x() - 2 * space - size.width(), at.y() + space},
                                               {at.x() + 2 * space, at.y() + space}});
            } else {
                corners.insert(corners.end(),
                               {{at.x() - space - size.width(), at.y() - size.height() - 1},
                                {at.x() - space - size.width(), at.y() + 1}});
            }
        }
        for (const QPointF& corner : corners) {
            const QRectF box(corner, size);
            const auto meets = [&](const QRectF& other) { return other.intersects(box); };
            const auto isUnder = [&](const QLineF& arrow) { return crosses(arrow, box); };
            if (!area.contains(box) || std::ranges::any_of(taken, meets) ||
                std::ranges::any_of(arrows, isUnder))
                continue;
            // Over lines that cross it.
            painter.fillRect(box.adjusted(-1, 2, 1, -2), style.background);
            drawTabular(painter, box, Qt::AlignLeft, label);
            taken.push_back(box);
            break;
        }
    }
}

/// Returns the font of names whose lines have a height: smaller where they would overlap.
QFont nameFont(qreal line) {
    constexpr qreal least = 3;
    const QFont font = figureFont(kTextPixels);
    const qreal pixels = kTextPixels * line / QFontMetricsF(font).height();
    return pixels >= kTextPixels ? font : figureFont(static_cast<int>(std::max(least, pixels)));
}

}  // namespace

QColor plotColour(const PlotColour& colour, const DiagramStyle& style) {
    if (colour.isPale) return style.panelEdge;
    if (colour.model) return style.model(*colour.model);
    switch (colour.ink) {
        case PlotInk::First: return style.accuracyCap;
        case PlotInk::Second: return style.overLine;
        case PlotInk::Reference: break;
    }
    return style.secondaryText;
}

QPen linePen(const LineMark& line, const DiagramStyle& style) {
    constexpr qreal width = 2;
    constexpr qreal strong = 3;
    constexpr qreal thin = 1.25;
    if (line.kind == MarkKind::Ideal) return {style.diagonal, thin, Qt::DashLine};
    if (line.kind == MarkKind::Crosshair) return {style.axis, thin};
    if (line.kind == MarkKind::Contour) return {style.panelEdge, thin};
    if (line.kind == MarkKind::Upright) {
        constexpr Qt::PenStyle ofInk[] = {Qt::DashDotLine, Qt::DashLine, Qt::DotLine};
        return {plotColour(line.colour, style), thin,
                ofInk[static_cast<std::size_t>(line.colour.ink)]};
    }
    constexpr Qt::PenStyle dashes[] = {Qt::SolidLine,      Qt::DashLine, Qt::DashDotLine,
                                       Qt::DashDotDotLine, Qt::DotLine,  Qt::CustomDashLine};
    const LineDash dash = dashOf(line, style.models.size());
    QPen pen(plotColour(line.colour, style),
             line.isDashed      ? thin
             : line.isReference ? strong
                                : width,
             dashes[static_cast<std::size_t>(dash)], Qt::FlatCap, Qt::RoundJoin);
    if (dash == LineDash::LongDashed) {
        pen.setDashPattern({8, 3});
        pen.setDashOffset(4);  // a legend's short piece shows both ends of a gap
    }
    return pen;
}

QPointF plotPlace(const Figure& plot, const QRectF& area, const CurvePoint& at, bool isRight) {
    const Axis& axis = isRight ? *plot.right : plot.left;
    return {area.left() + plot.x.shareOf(at.x) * area.width(),
            area.bottom() - axis.shareOf(at.y) * area.height()};
}

void paintMarker(QPainter& painter, const QPointF& centre, std::size_t place, const QColor& colour,
                 const DiagramStyle& style) {
    painter.save();  // Qt Charts fills dashed lines with a brush that is left
    painter.setPen(QPen(style.background, kHalo));
    painter.setBrush(colour);
    if (place >= kShapes) {
        // Shapes end, and colours repeat: its number in the list tells the model.
        constexpr qreal radius = 7;
        painter.drawEllipse(centre, radius, radius);
        painter.setFont(figureFont(place < 99 ? 9 : 7, QFont::DemiBold));
        painter.setPen(textOn(colour));
        painter.drawText(QRectF(centre.x() - radius, centre.y() - radius, 2 * radius, 2 * radius),
                         Qt::AlignCenter, QString::number(place + 1));
    } else if (const QPolygonF shape = markerShape(place); shape.isEmpty()) {
        painter.drawEllipse(centre, kRadius, kRadius);
    } else {
        painter.drawPolygon(shape.translated(centre));
    }
    painter.restore();
}

void paintArrow(QPainter& painter, const QPointF& from, const QPointF& to, const QColor& colour) {
    constexpr qreal width = 1.5;
    constexpr qreal head = 7;
    constexpr qreal half = 3.5;
    const QLineF line(from, to);
    if (line.length() < kRadius) return;
    painter.setPen(QPen(colour, width, Qt::SolidLine, Qt::FlatCap));
    const QPointF along = (to - from) / line.length();
    const QPointF across(-along.y(), along.x());
    const qreal reach = std::min(head, line.length());
    painter.drawLine(from, to - along * reach);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawPolygon(
        QPolygonF({to, to - along * reach + across * half, to - along * reach - across * half}));
}

void paintPlotMarks(QPainter& painter, const Figure& plot, const QRectF& area,
                    std::span<const std::optional<QRectF>> names, const DiagramStyle& style) {
    painter.setRenderHint(QPainter::Antialiasing);
    std::vector<QRectF> taken;
    for (const auto& name : names) {
        if (name) taken.push_back(*name);
    }
    paintGuideLabels(painter, plot, area, std::move(taken), style);
    for (const LineMark& line : plot.marks.lines) {
        if (!line.hasMarkers) continue;
        for (const CurvePoint& point : line.points)
            paintMarker(painter, plotPlace(plot, area, point), line.colour.model.value_or(0),
                        plotColour(line.colour, style), style);
    }
    for (const PointMark& point : plot.marks.points) {
        if (point.target)
            paintArrow(painter, plotPlace(plot, area, point.at),
                       plotPlace(plot, area, *point.target), plotColour(point.colour, style));
    }
    // The reference, which is the first, lies on top.
    for (auto point = plot.marks.points.rbegin(); point != plot.marks.points.rend(); ++point)
        paintMarker(painter, plotPlace(plot, area, point->at), point->colour.model.value_or(0),
                    plotColour(point->colour, style), style);
}

std::vector<std::optional<QRectF>> pointNameBoxes(const Figure& plot, const QRectF& area,
                                                  const QFontMetricsF& metrics) {
    constexpr qreal mostWidth = 180;
    std::vector<QRectF> taken;
    taken.reserve(2 * plot.marks.points.size());
    for (const PointMark& point : plot.marks.points)
        taken.push_back(markerBox(plotPlace(plot, area, point.at)));
    const std::vector<QLineF> arrows = arrowsOf(plot, area);
    const auto isFree = [&](const QRectF& box) {
        return area.contains(box) &&
               std::ranges::none_of(taken, [&](const QRectF& t) { return t.intersects(box); }) &&
               std::ranges::none_of(arrows, [&](const QLineF& a) { return crosses(a, box); });
    };
    std::vector<std::optional<QRectF>> boxes;
    boxes.reserve(plot.marks.points.size());
    for (const PointMark& point : plot.marks.points) {
        const QPointF at = plotPlace(plot, area, point.at);
        const qreal width =
            std::min(mostWidth, std::ceil(metrics.horizontalAdvance(toQString(point.name))) + 2);
        const qreal height = metrics.height();
        const std::array<QPointF, 6> corners = {
            QPointF(at.x() + kPointRadius + 1, at.y() - height / 2),
            QPointF(at.x() - kPointRadius - 1 - width, at.y() - height / 2),
            QPointF(at.x() - width / 2, at.y() - kPointRadius - 1 - height),
            QPointF(at.x() - width / 2, at.y() + kPointRadius + 1),
            QPointF(at.x() + kPointRadius, at.y() - kPointRadius - height),
            QPointF(at.x() + kPointRadius, at.y() + kPointRadius)};
        std::optional<QRectF> found;
        for (const QPointF& corner : corners) {
            const QRectF box(corner, QSizeF(width, height));
            if (!isFree(box)) continue;
            found = box;
            taken.push_back(box);
            break;
        }
        boxes.push_back(found);
    }
    return boxes;
}

void paintLowerPlot(QPainter& painter, const Figure& plot, const Axis& x, const QRectF& area,
                    const DiagramStyle& style) {
    const Axis& y = plot.lower->y;
    const auto place = [&](const CurvePoint& at) {
        return QPointF(area.left() + plot.x.shareOf(at.x) * area.width(),
                       area.bottom() - y.shareOf(at.y) * area.height());
    };
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(style.grid, 1));
    for (const double tick : x.ticks()) {
        const qreal at = place({tick, 0}).x();
        painter.drawLine(QPointF(at, area.top()), QPointF(at, area.bottom()));
    }
    painter.setRenderHint(QPainter::Antialiasing);
    for (const LineMark& line : plot.lower->marks.lines) {
        QPolygonF shape;
        for (const CurvePoint& point : line.points)
            shape << place(point);
        QPen pen = linePen(line, style);
        pen.setWidthF(kLowerLine);
        pen.setJoinStyle(Qt::MiterJoin);
        painter.setPen(pen);
        painter.drawPolyline(shape);
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(style.axis, 1));
    painter.drawLine(area.topLeft(), area.bottomLeft());
    painter.drawLine(area.bottomLeft(), area.bottomRight());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(figureFont(kTextPixels));
    painter.setPen(style.secondaryText);
    constexpr qreal tick = 6;
    const qreal height = QFontMetricsF(painter.font()).height();
    const std::vector<double> heights = y.tickShares();
    for (std::size_t i = 0; i < heights.size(); ++i) {
        const qreal middle = area.bottom() - heights[i] * area.height();
        drawTabular(painter, QRectF(0, middle - height / 2, area.left() - tick, height),
                    Qt::AlignRight, toQString(y.labelOf(i)));
    }
    const std::vector<double> shares = x.tickShares();
    for (std::size_t i = 0; i < shares.size(); ++i) {
        const QString label = toQString(x.labelOf(i));
        const qreal width = tabularWidth(painter.font(), label) + 1;
        const qreal middle = area.left() + shares[i] * area.width();
        drawTabular(painter, QRectF(middle - width / 2, area.bottom() + tick - 2, width, height),
                    Qt::AlignHCenter, label);
    }
}

void paintTickNames(QPainter& painter, const Axis& axis, const QRectF& area, const QRectF& figure,
                    const DiagramStyle& style, bool isRight) {
    constexpr qreal space = 6;
    if (!axis.isNamed()) return;
    const std::vector<double> ticks = axis.ticks();
    painter.setFont(nameFont(area.height() / static_cast<qreal>(ticks.size())));
    painter.setPen(style.text);
    const QFontMetricsF metrics(painter.font());
    for (std::size_t i = 0; i < ticks.size(); ++i) {
        const qreal y = area.bottom() - axis.shareOf(ticks[i]) * area.height();
        constexpr qreal tick = 4;  // of the axis
        const qreal left = isRight ? area.right() + tick + space : figure.left() + space;
        const qreal right = isRight ? figure.right() - space : area.left() - space;
        const QRectF box(left, y - metrics.height() / 2, right - left, metrics.height());
        const QString text = isRight ? sentenceText(axis.names[i]) : toQString(axis.names[i]);
        const qreal wider = tabularWidth(painter.font(), text) - metrics.horizontalAdvance(text);
        const QString shown = metrics.elidedText(text, isRight ? Qt::ElideRight : Qt::ElideMiddle,
                                                 box.width() - std::max(wider, qreal(0)));
        drawTabular(painter, box, isRight ? Qt::AlignLeft : Qt::AlignRight, shown);
    }
}

std::optional<std::size_t> pointNear(const Figure& plot, const QRectF& area, const QPointF& place,
                                     qreal reach) {
    std::optional<std::size_t> nearest;
    for (std::size_t i = 0; i < plot.marks.points.size(); ++i) {
        const qreal distance =
            QLineF(place, plotPlace(plot, area, plot.marks.points[i].at)).length();
        if (distance > reach) continue;
        reach = distance;
        nearest = i;
    }
    return nearest;
}

std::optional<std::size_t> lineNear(const Figure& plot, const QRectF& area, const QPointF& place,
                                    qreal reach) {
    std::optional<std::size_t> nearest;
    for (std::size_t i = 0; i < plot.marks.lines.size(); ++i) {
        const LineMark& line = plot.marks.lines[i];
        if (!line.colour.model) continue;
        for (std::size_t p = 1; p < line.points.size(); ++p) {
            const QPointF from = plotPlace(plot, area, line.points[p - 1], line.isRight);
            const QPointF along = plotPlace(plot, area, line.points[p], line.isRight) - from;
            const qreal square = QPointF::dotProduct(along, along);
            const qreal share = square > 0 ? QPointF::dotProduct(place - from, along) / square : 0;
            const QPointF closest = from + std::clamp(share, 0.0, 1.0) * along;
            const qreal distance = QLineF(place, closest).length();
            if (!(distance < reach)) continue;
            reach = distance;
            nearest = i;
        }
    }
    return nearest;
}

}  // namespace diagonal
