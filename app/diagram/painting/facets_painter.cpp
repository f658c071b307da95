// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/painting/facets_painter.h"

#include <algorithm>
#include <cmath>

#include <QFontMetricsF>
#include <QPainterPath>

#include "app/diagram/painting/diagram_layout.h"
#include "app/diagram/painting/mark_shapes.h"
#include "app/diagram/painting/marks_painter.h"
#include "app/text/number_text.h"
#include "app/text/tabular_digits.h"
#include "core/base/text.h"
#include "core/publishing/diagrams/bar_diagram.h"
#include "core/publishing/diagrams/drawn_columns.h"

namespace diagonal {
namespace {

constexpr qreal kLine = 18;
constexpr qreal kTitleHeight = 26;
constexpr qreal kSubtitleHeight = 22;
constexpr int kNamePixels = 13;

/// Returns where the bars of a facet stand.
QRectF plotIn(const QRectF& box) {
    const qreal side = std::min(box.width(), box.height() - kAroundFacet);
    return {box.left(), box.top() + kFacetCaption, side, side};
}

/// Paints the counts of a diagram below it, the fullest bin over the whole height.
void paintCounts(QPainter& painter, const ReliabilityCurve& curve, const QRectF& plot,
                 AxisScale scale, const DiagramStyle& style) {
    constexpr qreal apart = 4;
    const PlotMap map{plot};
    double most = 0;
    for (const Bin& bin : curve.bins)
        most = std::max(most, bin.weight);
    for (const Bin& bin : curve.bins) {
        if (bin.count == 0 || most <= 0) continue;
        const Axis axis{.high = most, .scale = scale};
        const qreal height = std::max(1.0, (kFacetCounts - apart) * axis.shareOf(bin.weight));
        const qreal width = std::max(1.0, map.x(bin.upper) - map.x(bin.lower) - 1);
        painter.fillRect(
            QRectF(map.x(bin.lower), plot.bottom() + kFacetCounts - height, width, height),
            style.counts);
    }
}

/// Draws the accuracies of a curve as steps, which breaks off at empty bins.
void paintOutline(QPainter& painter, const ReliabilityCurve& curve, const QRectF& plot,
                  const DiagramStyle& style) {
    const PlotMap map{plot};
    QPainterPath path;
    bool goesOn = false;
    for (const Bin& bin : curve.bins) {
        if (bin.count == 0) {
            goesOn = false;
            continue;
        }
        const QPointF from(map.x(bin.lower), map.y(*bin.accuracy));
        goesOn ? path.lineTo(from) : path.moveTo(from);
        path.lineTo(map.x(bin.upper), from.y());
        goesOn = true;
    }
    painter.setBrush(Qt::NoBrush);
    painter.strokePath(path, QPen(style.background, 2));  // hatches stay whole
    painter.strokePath(path, QPen(style.text, 1));
}

/// Returns the first of the numbers of a facet, for which there is always room.
QString shortNumbers(const Facet& facet) {
    return facet.numbers.section(QStringLiteral(" · "), 0, 0);
}

/// Returns what fits of a name.
QString fittingName(const Facet& facet, const QFontMetricsF& metrics, qreal width) {
    const bool fits = facet.shortName.isEmpty() || metrics.horizontalAdvance(facet.name) <= width;
    return metrics.elidedText(fits ? facet.name : facet.shortName, Qt::ElideMiddle, width);
}

/// Facets in rows.
struct FacetGrid {
    int columns = 1;
    qreal width = 0;  ///< of a facet's caption
    qreal side = 0;   ///< of a diagram
};

/// Returns the width of each of some columns.
qreal widthOf(int columns, qreal room) {
    return std::floor((room - (columns - 1) * kFacetSpace) / columns);
}

int gridRows(int columns, const std::vector<Facet>& facets) {
    return (static_cast<int>(facets.size()) + columns - 1) / columns;
}

constexpr qreal kReadName = 110;  ///< width of a longer name that is shortened
constexpr qreal kShortName = 70;  ///< where diagrams would else be much smaller than their room

/// Returns the largest number of columns in which captions can be read.
int mostColumns(qreal room, const std::vector<Facet>& facets, qreal mostOfName) {
    qreal caption = 0;
    for (const Facet& facet : facets) {
        const qreal name = tabularWidth(figureFont(kNamePixels, QFont::DemiBold), facet.name);
        const qreal numbers = tabularWidth(figureFont(kTextPixels), shortNumbers(facet));
        caption = std::max({caption, numbers, std::min(name, mostOfName)});
    }
    auto columns = std::max(1, static_cast<int>(facets.size()));
    while (columns > 1 && widthOf(columns, room) < caption)
        --columns;
    return columns;
}

/// Returns the grid whose diagrams are largest in a room.
FacetGrid gridIn(const QSizeF& room, const std::vector<Facet>& facets) {
    constexpr qreal least = 40;
    FacetGrid best;
    const auto choose = [&](int most) {
        for (int columns = most; columns > 0; --columns) {
            const int rows = gridRows(columns, facets);
            const qreal height = (room.height() - (rows - 1) * kFacetSpace) / rows - kAroundFacet;
            const qreal side = std::floor(std::min(widthOf(columns, room.width()), height));
            if (side > best.side) best = {columns, widthOf(columns, room.width()), side};
        }
    };
    choose(mostColumns(room.width(), facets, kReadName));
    constexpr qreal muchSmaller = 0.75;
    if (best.side < muchSmaller * best.width) choose(mostColumns(room.width(), facets, kShortName));
    // Very many diagrams are seen rather than read.
    if (best.side < least) choose(static_cast<int>(facets.size()));
    return best;
}

/// What stands around the facets of a figure.
struct FacetFrame {
    bool hasTitle = false;
    QStringList subtitle = {};  ///< its lines
    QRectF room = {};           ///< of the facets
};

FacetFrame frameOf(const QSizeF& size, const FacetFigure& figure) {
    FacetFrame frame;
    const qreal width = size.width() - 2 * kFigureMargin;
    const QFont font = figureFont(kNamePixels);
    for (const QString& part : figure.subtitle) {
        const QString longer = frame.subtitle.isEmpty()
                                   ? QString()
                                   : frame.subtitle.back() + QStringLiteral(" · ") + part;
        if (!longer.isEmpty() && tabularWidth(font, longer) <= width)
            frame.subtitle.back() = longer;
        else
            frame.subtitle << part;
    }
    frame.hasTitle = !figure.title.isEmpty() && (figure.isOwnTitle || size.width() >= kColumnWidth);
    const qreal top = kFigureMargin * 1.5 + (frame.hasTitle ? kTitleHeight : 0) +
                      static_cast<qreal>(frame.subtitle.size()) * kSubtitleHeight;
    const qreal left = kFigureMargin + kAxisTitleLine + kFacetTicks;
    frame.room = {left, top, size.width() - left - kFigureMargin * 1.5,
                  size.height() - top - kFigureMargin / 2 - kBelowFacet - kAxisTitleLine};
    return frame;
}

}  // namespace

AxisScale countScale(const std::vector<Facet>& facets) {
    const bool areUneven = std::ranges::any_of(
        facets, [](const Facet& facet) { return countScale(*facet.curve, {}) == AxisScale::Root; });
    return areUneven ? AxisScale::Root : AxisScale::Linear;
}

void paintFacet(QPainter& painter, const Facet& facet, const QRectF& box, const DiagramStyle& style,
                AxisScale counts, bool isMarked) {
    const QRectF plot = plotIn(box);
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setFont(figureFont(kNamePixels, QFont::DemiBold));
    painter.setPen(isMarked ? style.selection : style.text);
    painter.drawText(QRectF(box.left(), box.top(), box.width(), kLine),
                     Qt::AlignLeft | Qt::AlignVCenter,
                     fittingName(facet, QFontMetricsF(painter.font()), box.width()));
    painter.setFont(figureFont(kTextPixels));
    painter.setPen(style.secondaryText);
    // The number of rows gives way where it would run into the next diagram.
    const bool fits = tabularWidth(painter.font(), facet.numbers) <= box.width();
    const QString numbers = fits ? facet.numbers : shortNumbers(facet);
    if (tabularWidth(painter.font(), numbers) <= box.width() + 1)
        drawTabular(painter, QRectF(box.left(), box.top() + kLine, box.width(), kLine),
                    Qt::AlignLeft, numbers);
    painter.setPen(QPen(style.grid, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(plot.adjusted(.5, .5, -.5, -.5));
    if (facet.reference) paintOutline(painter, *facet.reference, plot, style);
    paintBars(painter, reliabilityBars(*facet.curve, kWholeAxis, plot.width()), {plot}, style);
    paintCounts(painter, *facet.curve, plot, counts, style);
    painter.setPen(idealPen(1.25, style));
    painter.drawLine(plot.bottomLeft(), plot.topRight());
    painter.setPen(QPen(isMarked ? style.selection : style.axis, 1));
    painter.drawLine(plot.topLeft(), plot.bottomLeft());
    painter.drawLine(plot.bottomLeft(), plot.bottomRight());
}

void paintFacetTicks(QPainter& painter, const QRectF& box, bool isBelow, AxisScale counts,
                     const DiagramStyle& style) {
    constexpr qreal space = 5;
    const QRectF plot = plotIn(box);
    painter.setFont(figureFont(kTextPixels));
    painter.setPen(style.secondaryText);
    if (!isBelow)
        painter.drawText(QRectF(plot.left() - kFacetTicks - space, plot.bottom() + 3, kFacetTicks,
                                kFacetCounts - 3),
                         Qt::AlignRight | Qt::AlignVCenter,
                         counts == AxisScale::Root ? QStringLiteral("√n") : QStringLiteral("n"));
    for (const auto& [share, label] :
         {std::pair(0.0, QStringLiteral("0")), std::pair(0.5, QStringLiteral("0.5")),
          std::pair(1.0, QStringLiteral("1"))}) {
        if (isBelow) {
            const qreal x = plot.left() + share * plot.width();
            painter.drawText(
                QRectF(x - kFacetTicks / 2.0, plot.bottom() + kFacetCounts + 3, kFacetTicks, kLine),
                Qt::AlignHCenter | Qt::AlignTop, label);
        } else {
            const qreal y = plot.bottom() - share * plot.height();
            painter.drawText(
                QRectF(plot.left() - kFacetTicks - space, y - kLine / 2, kFacetTicks, kLine),
                Qt::AlignRight | Qt::AlignVCenter, label);
        }
    }
}

void paintFacetFigure(QPainter& painter, const QSizeF& size, const FacetFigure& figure,
                      const DiagramStyle& style) {
    painter.fillRect(QRectF(QPointF(0, 0), size), style.background);
    if (figure.facets.empty()) return;
    const FacetFrame frame = frameOf(size, figure);
    qreal top = kFigureMargin;
    const qreal textWidth = size.width() - 2 * kFigureMargin;
    const auto line = [&](const QString& text, const QFont& font, const QColor& colour,
                          qreal height) {
        painter.setFont(font);
        painter.setPen(colour);
        drawTabular(painter, QRectF(kFigureMargin, top, textWidth, height), Qt::AlignLeft,
                    QFontMetricsF(font).elidedText(text, Qt::ElideMiddle, textWidth));
        top += height;
    };
    if (frame.hasTitle)
        line(figure.title, figureFont(18, QFont::DemiBold), style.text, kTitleHeight);
    for (const QString& text : frame.subtitle)
        line(text, figureFont(kNamePixels), style.secondaryText, kSubtitleHeight);
    const QRectF& room = frame.room;
    const auto count = static_cast<int>(figure.facets.size());
    const auto grid = gridIn(room.size(), figure.facets);
    const int columns = grid.columns;
    const qreal width = grid.width, side = grid.side;
    if (side <= 0) return;
    const AxisScale counts = countScale(figure.facets);
    // Names without their endings, or all of them whole.
    const QFontMetricsF names(figureFont(kNamePixels, QFont::DemiBold));
    const bool areShort = std::ranges::any_of(figure.facets, [&](const Facet& facet) {
        return !facet.shortName.isEmpty() && names.horizontalAdvance(facet.name) > width;
    });
    QRectF all;
    for (int i = 0; i < count; ++i) {
        const int column = i % columns;
        const int row = i / columns;
        const QRectF box(room.left() + column * (width + kFacetSpace),
                         room.top() + row * (side + kAroundFacet + kFacetSpace), width,
                         side + kAroundFacet);
        Facet facet = figure.facets[static_cast<std::size_t>(i)];
        if (areShort && !facet.shortName.isEmpty()) facet.name = facet.shortName;
        paintFacet(painter, facet, box, style, counts);
        if (column == 0) paintFacetTicks(painter, box, false, counts, style);
        // The last diagram of each column has nothing below it.
        if (i + columns >= count) paintFacetTicks(painter, box, true, counts, style);
        all = all.united(facetPlot(box));
    }
    paintFacetTitles(painter, all, all, figure.titles, style);
}

FacetTitles FacetTitles::of(View::Kind view) {
    const Terms terms = termsOf(view);
    return {toQString(capitalized(terms.confidence)), toQString(capitalized(terms.accuracy))};
}

QRectF facetPlot(const QRectF& box) {
    return plotIn(box).adjusted(0, 0, 0, kFacetCounts);
}

void paintFacetTitles(QPainter& painter, const QRectF& plots, const QRectF& beside,
                      const FacetTitles& titles, const DiagramStyle& style) {
    painter.setFont(figureFont(kNamePixels, QFont::Medium));
    painter.setPen(style.text);
    painter.drawText(
        QRectF(plots.left(), plots.bottom() + kBelowFacet, plots.width(), kAxisTitleLine),
        Qt::AlignCenter, titles.x);
    painter.save();
    painter.translate(plots.left() - kFacetTicks - kAxisTitleLine / 2, beside.center().y());
    painter.rotate(-90);
    painter.drawText(
        QRectF(-beside.height() / 2, -kAxisTitleLine / 2, beside.height(), kAxisTitleLine),
        Qt::AlignCenter | Qt::TextDontClip, titles.y);  // may reach beside the captions
    painter.restore();
}

qreal facetsHeight(qreal width, const FacetFigure& figure) {
    const QRectF room = frameOf({width, 0}, figure).room;
    constexpr qreal mostOfWidth = 2.75;  // a column of a page
    qreal height = 0;
    for (const qreal name : {kReadName, kShortName}) {
        const int columns = mostColumns(room.width(), figure.facets, name);
        const int rows = gridRows(columns, figure.facets);
        const qreal facet = widthOf(columns, room.width()) + kAroundFacet;
        height = rows * facet + (rows - 1) * kFacetSpace - room.height();
        if (height <= mostOfWidth * width) break;
    }
    return std::min(height, mostOfWidth * width);
}

}  // namespace diagonal
