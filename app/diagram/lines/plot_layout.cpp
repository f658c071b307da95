// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/lines/plot_layout.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QFontMetricsF>

#include "app/diagram/lines/plot_marks_painter.h"
#include "app/text/number_text.h"
#include "app/text/tabular_digits.h"
#include "core/base/nice_step.h"

namespace diagonal {
namespace {

constexpr qreal kTitleLine = 26;
constexpr qreal kSubtitleLine = 20;
constexpr qreal kTickSpace = 10;
constexpr qreal kBelow = 46;  ///< tick labels and title of the lower axis
constexpr qreal kLeastPlot = 110;
constexpr qreal kLeastSquare = 300;  ///< of the title and legend above a square plot
constexpr qreal kBetween = 26;       ///< tick labels between a plot and the lower one
constexpr qreal kLowerShare = 0.12;  ///< of the height
constexpr qreal kLeastLower = 36;
constexpr qreal kMostLower = 84;

qreal tickWidth(const LineAxis& axis) {
    const QFont font = figureFont(kTextPixels);
    const QFontMetricsF metrics(font);
    qreal widest = 0;
    if (axis.isNamed()) {
        constexpr qreal mostWidth = 300;
        for (const std::string& name : axis.names)
            widest = std::max(widest, tabularWidth(font, toQString(name)));
        return std::ceil(std::min(widest, mostWidth)) + 1;
    }
    for (const double tick : axis.ticks())
        widest = std::max(widest, metrics.horizontalAdvance(
                                      QString::number(tick, 'f', decimalsOf(axis.step, 0))));
    return std::ceil(widest);
}

class Placement {
public:
    Placement(const LinePlot& plot, const FigureContent& content, const QSizeF& size,
              const DiagramStyle& style)
        : m_plot(plot), m_content(content), m_whole(QPointF(0, 0), size), m_style(style) {}

    PlotLayout layout() {
        const bool hasNames = std::ranges::any_of(
            m_plot.points, [](const PlotPoint& point) { return !point.name.empty(); });
        placeAll(!hasNames);
        if (hasNames) {
            // Names stand beside their points if all of them find a place, else in the legend.
            auto names = pointNameBoxes(m_plot, m_out.area, QFontMetricsF(figureFont(kTextPixels)));
            if (std::ranges::all_of(names, [](const auto& box) { return box.has_value(); })) {
                m_out.names = std::move(names);
            } else {
                placeAll(true);
            }
        }
        placeAxisTitles();
        return std::move(m_out);
    }

private:
    /// Places everything; with a legend that names the points, or without.
    void placeAll(bool namesPoints) {
        const PlotLegend legend(m_plot, namesPoints, m_style);
        if (m_plot.isSquare && m_content.parts.legend && placeWithLegendBeside(legend)) return;
        QRectF room = m_whole;
        placeIn(room, legend);
        if (!m_plot.isSquare) return;
        // A narrower room may need more rows of the legend, which leave less height.
        for (int i = 0; i < 2; ++i) {
            const qreal around = room.width() - m_out.area.width();
            const qreal width = std::max(side() + around, std::min(kLeastSquare, m_whole.width()));
            room = QRectF(std::floor((m_whole.width() - width) / 2), 0, width, m_whole.height());
            placeIn(room, legend);
        }
        makeSquare();
    }

    qreal side() const { return std::min(m_out.area.width(), m_out.area.height()); }

    void makeSquare() {
        m_out.area.setSize(QSizeF(side(), side()));
        if (!m_out.lower.isNull()) placeLower(m_out.lower.height());
    }

    void placeLower(qreal height) {
        m_out.lower =
            QRectF(m_out.area.left(), m_out.area.bottom() + kBetween, m_out.area.width(), height);
    }

    /// Places the legend beside a square plot if there is room for it, so that the plot is larger.
    bool placeWithLegendBeside(PlotLegend legend) {
        constexpr qreal leastColumn = 200;
        constexpr qreal mostColumn = 300;
        constexpr qreal space = 24;
        placeIn(m_whole, {});
        const qreal unused = m_out.area.width() - side();
        const qreal column = std::min(mostColumn, unused - space);
        if (column < leastColumn) return false;
        const qreal width = m_whole.width() - unused + space + column;
        const qreal left = std::floor((m_whole.width() - width) / 2);
        placeIn({left, 0, width - space - column, m_whole.height()}, {});
        makeSquare();
        legend.place({m_out.area.right() + space, m_out.area.top(), column, 0});
        m_out.legend = std::move(legend);
        return true;
    }

    /// Returns the width of an axis's title and labels.
    static qreal beside(const LineAxis& axis) {
        return (axis.title.empty() ? 0 : kAxisTitleLine) + tickWidth(axis) + kTickSpace;
    }

    /// Returns false for names that would leave less than a share of the figure to the plot.
    bool hasRoomForRightNames(qreal free, qreal whole) const {
        constexpr qreal leastShare = 0.35;
        const bool isNamed = m_plot.right && !m_plot.right->names.empty();
        return !isNamed || free - beside(*m_plot.right) >= leastShare * whole;
    }

    /// Places everything but the titles of axes within a part of the figure.
    void placeIn(const QRectF& room, PlotLegend legend) {
        m_out = {};
        const qreal left = kFigureMargin + beside(m_plot.left);
        m_out.hasRightNames =
            hasRoomForRightNames(room.width() - left - kFigureMargin, room.width());
        const bool hasRight = m_plot.right && m_out.hasRightNames;
        const qreal right = kFigureMargin + (hasRight ? beside(*m_plot.right) : kTickSpace);
        const qreal width = room.width() - 2 * kFigureMargin;
        const qreal legendHeight = legend.place({room.left() + kFigureMargin, 0, width, 0});
        qreal spare = room.height() - kFigureMargin - kBelow - kLeastPlot - kTickSpace;
        const auto fits = [&](qreal height) {
            if (height > spare) return false;
            spare -= height;
            return true;
        };
        // A title of the user is shortened rather than left out.
        const bool titleFits = !m_content.title.isEmpty() ||
                               tabularWidth(plotTitleFont(), toQString(m_plot.title)) <= width;
        const FigureParts& parts = m_content.parts;
        const bool hasLegend = parts.legend && !legend.isEmpty() && fits(legendHeight);
        const bool hasTitle = parts.title && !m_plot.title.empty() && titleFits && fits(kTitleLine);
        const bool hasSubtitle = parts.title && !m_plot.subtitle.empty() && fits(kSubtitleLine);
        const qreal lower = std::clamp(kLowerShare * room.height(), kLeastLower, kMostLower);
        const bool hasLower = parts.counts && m_plot.lower && fits(lower + kBetween);
        qreal top = kFigureMargin;
        if (hasTitle) {
            m_out.title = QRectF(room.left() + kFigureMargin, top, width, kTitleLine);
            top += kTitleLine;
        }
        if (hasSubtitle) {
            m_out.subtitle = QRectF(room.left() + kFigureMargin, top, width, kSubtitleLine);
            top += kSubtitleLine;
        }
        if (hasLegend) {
            legend.place({room.left() + kFigureMargin, top, width, 0});
            m_out.legend = std::move(legend);
            top += legendHeight;
        }
        top += kTickSpace;
        // Qt Charts truncates to whole pixels.
        const auto whole = [](qreal value) { return std::floor(value); };
        const qreal below = hasLower ? kBetween + lower + kAxisTitleLine + kTickSpace : kBelow;
        m_out.area = QRectF(whole(room.left() + left), whole(top),
                            whole(room.width() - left - right), whole(room.height() - below - top));
        if (hasLower) placeLower(whole(lower));
    }

    void placeAxisTitles() {
        const QRectF& area = m_out.area;
        const QRectF& lower = m_out.lower;
        const qreal bottom =
            lower.isNull() ? area.bottom() + kBelow - kAxisTitleLine - 2 : lower.bottom() + 2;
        // Below a narrow plot, the title may be wider.
        const qreal middle = area.center().x();
        const qreal half = std::max(
            std::min(middle - m_whole.left(), m_whole.right() - middle) - kFigureMargin, qreal(0));
        m_out.xTitle = QRectF(middle - half, bottom, 2 * half, kAxisTitleLine);
        constexpr qreal beyond = 10;  // of a low plot
        const auto upright = [](const QRectF& plot, qreal x) {
            return QRectF(x, plot.top() - beyond, kAxisTitleLine, plot.height() + 2 * beyond);
        };
        const qreal left = area.left() - tickWidth(m_plot.left) - kTickSpace - kAxisTitleLine;
        m_out.leftTitle = upright(area, left);
        if (m_plot.right)
            m_out.rightTitle = upright(area, m_whole.right() - kFigureMargin - kAxisTitleLine);
        if (!lower.isNull()) m_out.lowerTitle = upright(lower, left);
    }

    const LinePlot& m_plot;
    const FigureContent& m_content;
    QRectF m_whole;
    const DiagramStyle& m_style;
    PlotLayout m_out;
};

}  // namespace

QFont plotTitleFont() {
    return figureFont(18, QFont::DemiBold);
}

PlotLayout layOutPlot(const LinePlot& plot, const FigureContent& content, const QSizeF& size,
                      const DiagramStyle& style) {
    return Placement(plot, content, size, style).layout();
}

}  // namespace diagonal
