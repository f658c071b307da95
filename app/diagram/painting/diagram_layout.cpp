// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/painting/diagram_layout.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace diagonal {
namespace {

using LegendPlace = DiagramLayout::LegendPlace;

constexpr qreal kEdge = 12;  ///< free space at the edges of the figure
constexpr qreal kRight = 26;
constexpr qreal kTitle = 26;
constexpr qreal kScores = 26;
constexpr qreal kSubtitle = 22;
constexpr qreal kLegendGap = 10;
constexpr qreal kTickLabels = 22;  ///< height of the labels below the plots
constexpr qreal kAxisTitle = 24;
constexpr qreal kCountsShare = 0.23;
constexpr qreal kLeastDiagram = 120;

/// What a small figure leaves out, in this order.
enum Economy { Nothing, LowerCounts, Title, Subtitle, Counts, Legend, AllEconomies };

qreal widest(const std::vector<qreal>& items) {
    return items.empty() ? 0 : *std::ranges::max_element(items);
}

qreal heightOfRows(const std::vector<qreal>& items, qreal width) {
    const auto rows = flowingItems(items, {0, 0, width, 0});
    return rows.empty() ? 0 : rows.back().bottom();
}

/// Finds the place of every part for one place of the legend.
class Arrangement {
public:
    Arrangement(const QSizeF& size, const FigureWidths& widths, LegendPlace place)
        : m_size(size), m_widths(widths), m_place(place) {
        const bool wide = size.width() >= kWide;
        m_left = std::max(wide ? 80.0 : 46.0, widths.ticks + 8 + kAxisTitle);
        m_right = wide ? kRight : 16;
    }

    /// Returns the arrangement that leaves out the least.
    DiagramLayout best() {
        for (int economy = Nothing; economy < AllEconomies; ++economy) {
            m_economy = static_cast<Economy>(economy);
            fitLegend();
            if (square() >= enough()) break;
        }
        return m_place == LegendPlace::Beside ? beside() : stacked();
    }

    static constexpr qreal kWide = 430;  ///< from which on there is room for the legend above

private:
    bool has(Economy part) const { return m_economy < part && isWanted(part); }
    bool isWanted(Economy part) const {
        const FigureParts& parts = m_widths.parts;
        switch (part) {
            case Title:
            case Subtitle: return parts.title;
            case Counts: return parts.counts;
            case Legend: return parts.legend;
            case Nothing:
            case LowerCounts:
            case AllEconomies: break;
        }
        return true;
    }
    bool hasScores() const { return m_widths.parts.scores; }
    /// True if a title of the user has a line of its own, because it never gives way.
    bool hasOwnTitleLine() const {
        const bool isOwn = m_widths.canElideTitle && m_widths.parts.title;
        return isOwn && m_place != LegendPlace::Beside && (isNarrow() || !has(Title));
    }
    /// True if the line of the title or the scores stands above the plot.
    bool hasFirstLine() const { return hasScores() || (has(Title) && !isNarrow()); }
    bool isLow() const { return m_size.height() < 700; }
    bool isNarrow() const { return m_place == LegendPlace::Below; }

    /// The height of the lines above the plot.
    qreal header() const {
        if (m_place == LegendPlace::Beside) return 0;
        const qreal first = hasFirstLine() ? kScores : 0;
        const qreal legend =
            m_place == LegendPlace::Above && has(Legend) ? legendHeight() + kLegendGap : 6;
        return (hasOwnTitleLine() ? kTitle : 0) + first + (has(Subtitle) ? kSubtitle : 0) + legend;
    }
    /// Gives the legend so many rows that it fits between the left edge of the plot, which depends
    /// on them, and that of the figure.
    void fitLegend() {
        const auto fits = [this] {
            return heightOfRows(m_widths.legendItems, legendRoom()) <= legendHeight();
        };
        m_legendRows = 1;
        while (m_legendRows < m_widths.legendItems.size() && !fits())
            ++m_legendRows;
    }
    qreal legendRoom() const { return m_size.width() - kEdge - plotLeft(); }
    qreal legendHeight() const {
        return static_cast<qreal>(m_legendRows * DiagramLayout::kLegendRow);
    }
    /// The height of what stands below the plots.
    qreal footer() const {
        const qreal legend = isNarrow() && has(Legend) ? legendHeight() + 4 : 0;
        return kTickLabels + kAxisTitle + (isLow() ? 2 : 6) + legend;
    }
    qreal top() const { return isLow() ? 10 : 16; }
    qreal between() const { return !has(Counts) ? 0 : isLow() ? 22 : 28; }
    qreal leastCounts() const { return !has(Counts) ? 0 : has(LowerCounts) ? 56 : 40; }

    qreal column() const {
        if (m_place != LegendPlace::Beside) return 0;
        const qreal title = m_widths.canElideTitle ? 0 : m_widths.title;
        return std::max({widest(m_widths.legendItems), title, m_widths.scores, 150.0});
    }
    qreal roomBeside() const {
        return m_size.width() - m_left - m_right -
               (column() > 0 ? column() + kColumnGap + kEdge : 0);
    }
    qreal plotSide() const { return std::floor(std::max(kLeastDiagram, square())); }
    qreal plotLeft() const {
        return std::floor(m_left + std::max(0.0, (roomBeside() - plotSide()) / 2));
    }
    qreal roomBelow() const { return m_size.height() - top() - header() - between() - footer(); }
    qreal square() const {
        const qreal height = roomBelow();
        const qreal share = has(Counts) && has(LowerCounts) ? kCountsShare : 0;
        return std::min(roomBeside(), std::min(height / (1 + share), height - leastCounts()));
    }
    /// The side of the square from which on nothing more needs to be left out.
    qreal enough() const {
        const qreal readable = 0.45 * std::min(m_size.width() * 1.4, m_size.height());
        return std::max(kLeastDiagram, std::min(roomBeside(), readable));
    }

    /// Sets the plots with their left edge at `left`; the header ends at `under`.
    void setPlots(DiagramLayout& layout, qreal left, qreal under) const {
        const qreal side = layout.diagram.width();
        const qreal spare = roomBelow() - side;
        // The counts get the height that the square cannot use, up to twice their usual share.
        const qreal counts =
            has(Counts)
                ? std::floor(std::clamp(spare, leastCounts(), std::max(leastCounts(), side * 0.46)))
                : 0;
        const qreal unused = std::max(0.0, spare - counts);
        const qreal y = std::floor(under + unused / 2);
        layout.diagram = QRectF(left, y, side, side);
        if (has(Counts)) layout.counts = QRectF(left, y + side + between(), side, counts);
    }

    DiagramLayout start() const {
        DiagramLayout layout;
        layout.scene = QRectF(QPointF(0, 0), m_size);
        layout.legendPlace = m_place;
        layout.axisTitles = std::min(66.0, m_left - 13);
        layout.diagram = QRectF(0, 0, plotSide(), plotSide());
        return layout;
    }

    /// Title, scores and legend above the plots, or the legend below them.
    DiagramLayout stacked() const {
        DiagramLayout layout = start();
        const qreal x = plotLeft();
        setPlots(layout, x, top() + header());
        const qreal right = m_size.width() - kEdge;
        qreal y = layout.diagram.top() - header();
        if (hasOwnTitleLine()) {
            layout.title = QRectF(x, y, right - x, kTitle);
            y += kTitle;
        }
        const qreal scores = hasScores() ? m_widths.scores : 0;
        const qreal roomOfTitle = right - x - (hasScores() ? kTitleGap + scores : 0);
        const bool fits =
            m_widths.title <= roomOfTitle || (m_widths.canElideTitle && roomOfTitle >= kLeastTitle);
        const bool hasTitle = has(Title) && !isNarrow() && fits;
        const qreal title = std::min(m_widths.title, roomOfTitle);
        if (hasTitle) layout.title = QRectF(x, y, title, kTitle);
        // The scores end at the plot's edge, or at the figure's if it is narrow.
        const qreal from = hasTitle ? x + title + kTitleGap : x;
        const qreal to = from + scores <= layout.diagram.right() ? layout.diagram.right() : right;
        if (hasScores()) layout.scores = QRectF(from, y, to - from, kScores);
        if (hasFirstLine()) y += kScores;
        if (has(Subtitle)) {
            layout.subtitle = QRectF(x, y, right - x, kSubtitle);
            y += kSubtitle;
        }
        if (!has(Legend)) return layout;
        const bool above = m_place == LegendPlace::Above;
        const qreal legendTop = above ? layout.diagram.top() - legendHeight() - 6
                                      : layout.lowest().bottom() + kTickLabels + kAxisTitle + 6;
        layout.legend = flowingItems(m_widths.legendItems, {x, legendTop, legendRoom(), 0});
        return layout;
    }

    /// Title, scores and legend in a column right of the plots.
    DiagramLayout beside() const {
        DiagramLayout layout = start();
        const qreal x = plotLeft();
        setPlots(layout, x, top());
        const qreal left = layout.diagram.right() + m_right + kColumnGap;
        const qreal width = m_size.width() - kEdge - left;
        qreal y = layout.diagram.top();
        if (has(Title)) {
            layout.title = QRectF(left, y, width, kTitle);
            y += kTitle + 2;
        }
        if (has(Subtitle)) {
            layout.subtitle = QRectF(left, y, width, 4 * kColumnLine);
            y += layout.subtitle.height() + 10;
        }
        if (hasScores()) {
            layout.scores = QRectF(left, y, width, kScores);
            y += kScores + 12;
        }
        if (!has(Legend)) return layout;
        for (const qreal item : m_widths.legendItems) {
            layout.legend.emplace_back(left, y, item, DiagramLayout::kLegendRow);
            y += DiagramLayout::kLegendRow + 2;
        }
        if (y > layout.lowest().bottom() + kTickLabels) layout.legend.clear();
        return layout;
    }

    static constexpr qreal kTitleGap = 20;
    static constexpr qreal kLeastTitle = 80;
    static constexpr qreal kColumnLine = 18;
    static constexpr qreal kColumnGap = 14;

    QSizeF m_size;
    const FigureWidths& m_widths;
    LegendPlace m_place;
    Economy m_economy = Nothing;
    std::size_t m_legendRows = 1;
    qreal m_left = 0;
    qreal m_right = 0;
};

/// The heights of a column's parts; those that are left out are 0.
struct ColumnHeights {
    ColumnHeights(qreal width, const FigureWidths& widths, bool hasLegend, bool hasCounts)
        : title(widths.canElideTitle && widths.parts.title ? kTitle : 0),
          scores(widths.parts.scores ? DiagramLayout::kLegendRow + 2 : 0),
          legend(hasLegend && widths.parts.legend ? DiagramLayout::kLegendRow + 2 : 0),
          counts(hasCounts && widths.parts.counts ? std::floor(kColumnStrip * width) : 0),
          between(counts > 0 ? 26 : 0) {}
    qreal above() const { return kMargin + title + scores + legend + kYTitle; }
    qreal withoutPlot() const { return above() + between + counts + kBelow; }

    static constexpr qreal kMargin = 5;
    static constexpr qreal kYTitle = 20;
    static constexpr qreal kBelow = 46;  ///< tick labels and the title of the horizontal axis
    qreal title, scores, legend, counts, between;
};

/// Where the plot of a column begins and how wide it may be.
std::pair<qreal, qreal> columnPlot(qreal width, const FigureWidths& widths) {
    constexpr qreal right = 13;  // half a tick label stands there
    const qreal left = ColumnHeights::kMargin + widths.ticks + 8;
    return {left, std::floor(width - left - right)};
}

DiagramLayout columnLayout(const QSizeF& size, const FigureWidths& widths) {
    constexpr qreal readable = 0.55;  // of the width
    const auto place = columnPlot(size.width(), widths);
    const qreal left = place.first;
    const qreal room = place.second;
    ColumnHeights heights(size.width(), widths, true, true);
    const auto side = [&] { return std::min(room, size.height() - heights.withoutPlot()); };
    for (const auto& [hasLegend, hasCounts] : {std::pair(false, true), std::pair(false, false)}) {
        if (side() >= readable * size.width()) break;
        heights = ColumnHeights(size.width(), widths, hasLegend, hasCounts);
    }
    DiagramLayout layout;
    layout.scene = QRectF(QPointF(0, 0), size);
    layout.legendPlace = LegendPlace::Above;
    layout.isColumn = true;
    const qreal plot = std::floor(std::max(kLeastDiagram, side()));
    const qreal x = std::floor(left + std::max(0.0, room - plot) / 2);
    const qreal spare = std::max(0.0, size.height() - heights.withoutPlot() - plot);
    const qreal right = size.width() - ColumnHeights::kMargin;
    qreal y = std::floor(ColumnHeights::kMargin + spare / 2);
    const auto line = [&](qreal height) {
        const QRectF whole(x, y, right - x, height);
        y += height;
        return height > 0 ? whole : QRectF();
    };
    layout.title = line(heights.title);
    layout.scores = line(heights.scores);
    const QRectF legend = line(heights.legend);
    // The space after the last item may lie beyond the edge.
    if (!legend.isNull()) {
        layout.legend = flowingItems(widths.legendItems, legend.adjusted(0, 0, size.width(), 0));
    }
    y += ColumnHeights::kYTitle;
    layout.diagram = QRectF(x, y, plot, plot);
    if (heights.counts > 0)
        layout.counts = QRectF(x, y + plot + heights.between, plot, heights.counts);
    return layout;
}

}  // namespace

std::vector<QRectF> flowingItems(const std::vector<qreal>& items, const QRectF& room) {
    const auto placed = [&](qreal width) {
        std::vector<QRectF> places;
        QPointF corner = room.topLeft();
        for (const qreal item : items) {
            if (corner.x() > room.left() && corner.x() + item > room.left() + width)
                corner = {room.left(), corner.y() + DiagramLayout::kLegendRow};
            places.emplace_back(corner, QSizeF(item, DiagramLayout::kLegendRow));
            corner.rx() += item;
        }
        return places;
    };
    std::vector<QRectF> places = placed(room.width());
    // No item is left alone in the last row: the rows are as short as their number allows.
    constexpr qreal fine = 4;
    qreal least = 0;
    qreal most = room.width();
    while (!places.empty() && places.back().top() > room.top() && most - least > fine) {
        const qreal middle = (least + most) / 2;
        auto narrower = placed(middle);
        const bool areMore = narrower.back().top() > places.back().top();
        (areMore ? least : most) = middle;
        if (!areMore) places = std::move(narrower);
    }
    return places;
}

qreal fittingHeight(qreal width, const FigureWidths& widths) {
    constexpr qreal usual = 9.0 / 8;  // 800 x 900
    if (width >= kColumnWidth) return std::round(width * usual);
    return columnPlot(width, widths).second +
           ColumnHeights(width, widths, true, true).withoutPlot();
}

DiagramLayout diagramLayout(const QSizeF& size, const FigureWidths& widths) {
    if (widths.isPaper && size.width() < kColumnWidth) return columnLayout(size, widths);
    const bool narrow = size.width() < Arrangement::kWide;
    const auto place = narrow ? LegendPlace::Below : LegendPlace::Above;
    const DiagramLayout stacked = Arrangement(size, widths, place).best();
    const DiagramLayout beside = Arrangement(size, widths, LegendPlace::Beside).best();
    // A column is worth it where the plot becomes clearly larger.
    constexpr qreal clearly = 1.12;
    const bool larger = beside.diagram.width() >= clearly * stacked.diagram.width();
    return larger && (!beside.legend.empty() || !widths.parts.legend) ? beside : stacked;
}

qreal windowScale(const QSizeF& size) {
    constexpr QSizeF usual(1100, 950);
    constexpr qreal most = 2;
    // Hatching repeats every 6 units: it is copied instead of drawn if these are whole pixels.
    constexpr qreal step = 6;
    const qreal fits = std::min(size.width() / usual.width(), size.height() / usual.height());
    return std::floor(std::clamp(fits, 1.0, most) * step) / step;
}

}  // namespace diagonal
