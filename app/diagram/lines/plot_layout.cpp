// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/lines/plot_layout.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QFontMetricsF>
#include <QLineF>

#include "app/diagram/lines/plot_marks_painter.h"
#include "app/diagram/painting/diagram_layout.h"
#include "app/text/number_text.h"
#include "app/text/tabular_digits.h"

namespace diagonal {
namespace {

constexpr qreal kTitleLine = 26;
constexpr qreal kSubtitleLine = 20;
constexpr qreal kTickSpace = 10;
constexpr qreal kColumnMargin = 8;  ///< around a column of a page, which has margins of its own
constexpr qreal kBelow = 46;        ///< tick labels and title of the lower axis
constexpr qreal kLeastPlot = 110;
constexpr qreal kLeastSquare = 300;  ///< of the title and legend above a square plot
constexpr qreal kBetween = 20;       ///< between a plot and the lower one
constexpr qreal kTickLine = 20;      ///< labels of the horizontal axis below the lower plot
constexpr qreal kTitleAbove = 28;    ///< title of a vertical axis above it, and half a tick label
constexpr qreal kLowerShare = 0.12;  ///< of the height
constexpr qreal kLeastLower = 36;
constexpr qreal kMostLower = 84;
constexpr qreal kNameLine = 18;  ///< of a named row, where the height fits

constexpr qreal kMostNames = 300;  ///< width of the names at an axis

/// Returns the room that the labels of an axis need, if its names may take so much.
qreal tickWidth(const Axis& axis, qreal mostNames = kMostNames) {
    const QFont font = figureFont(kTextPixels);
    const QFontMetricsF metrics(font);
    qreal widest = 0;
    if (axis.isNamed()) {
        for (const std::string& name : axis.names)
            widest = std::max(widest, tabularWidth(font, toQString(name)));
        return std::ceil(std::min(widest, mostNames)) + 1;
    }
    for (std::size_t i = 0; i < axis.ticks().size(); ++i)
        widest = std::max(widest, metrics.horizontalAdvance(toQString(axis.labelOf(i))));
    return std::ceil(widest);
}

/// Returns how far the last label of a horizontal axis of this width reaches beyond it.
qreal overhang(const Axis& axis, qreal width) {
    const std::vector<double> ticks = axis.ticks();
    if (ticks.empty()) return 0;
    const qreal label =
        tabularWidth(figureFont(kTextPixels), toQString(axis.labelOf(ticks.size() - 1)));
    return label / 2 - (1 - axis.shareOf(ticks.back())) * width;
}

constexpr qreal kEndLine = 16;   ///< height of a name at the end of a line
constexpr qreal kEndSpace = 16;  ///< between the plot and these names

/// True if lines may have their names at their ends: there are several models, and one axis.
bool mayNameEnds(const Figure& plot) {
    const auto models = std::ranges::count_if(plot.marks.lines, [](const LineMark& line) {
        return !line.name.empty() && line.colour.model.has_value();
    });
    return models >= 2 && !plot.right && plot.marks.points.empty();
}

/// Returns the room that the names of lines need beside the plot.
qreal endsWidth(const Figure& plot) {
    qreal widest = 0;
    for (const LineMark& line : plot.marks.lines)
        widest = std::max(widest, tabularWidth(figureFont(kTextPixels), toQString(line.name)));
    return kEndSpace + kLineSwatch + kEndSpace / 2 + std::ceil(widest) + 2;
}

/// Returns the last point of a line that the plot shows; none if it shows none.
std::optional<QPointF> endOf(const Figure& plot, const LineMark& line, const QRectF& area) {
    for (auto point = line.points.rbegin(); point != line.points.rend(); ++point) {
        const QPointF place = plotPlace(plot, area, *point);
        if (std::isfinite(place.y()) && area.adjusted(-1, -1, 1, 1).contains(place)) return place;
    }
    return std::nullopt;
}

/// Returns how many places of a straight line, a few pixels apart, lie in a box.
std::size_t placesIn(const QRectF& box, const QPointF& from, const QPointF& to) {
    constexpr qreal apart = 6;
    const QLineF line(from, to);
    if (!std::isfinite(line.length())) return 0;
    const auto steps = static_cast<int>(std::clamp(line.length() / apart, 1.0, 1000.0));
    std::size_t count = 0;
    for (int step = 0; step < steps; ++step)
        count += box.contains(line.pointAt((step + 0.5) / steps)) ? 1 : 0;
    return count;
}

/// Moves names apart, from the top, within a room.
void spread(std::vector<LineEnd>& ends, const QRectF& room) {
    std::ranges::stable_sort(ends, {}, [](const LineEnd& end) { return end.box.top(); });
    qreal least = room.top();
    for (LineEnd& end : ends) {
        end.box.moveTop(std::max(end.box.top(), least));
        least = end.box.bottom();
    }
    qreal most = room.bottom();
    for (auto end = ends.rbegin(); end != ends.rend(); ++end) {
        end->box.moveBottom(std::min(end->box.bottom(), most));
        most = end->box.top();
    }
}

class Placement {
public:
    Placement(const Figure& plot, const FigureContent& content, const QSizeF& size,
              const DiagramStyle& style)
        : m_plot(plot),
          m_content(content),
          m_whole(QPointF(0, 0), size),
          m_style(style),
          m_isColumn(size.width() < kColumnWidth),
          m_margin(m_isColumn ? kColumnMargin : kFigureMargin) {}

    PlotLayout layout() {
        const bool hasNames = std::ranges::any_of(
            m_plot.marks.points, [](const PointMark& point) { return !point.name.empty(); });
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
        m_out.isColumn = m_isColumn;
        return std::move(m_out);
    }

    /// Returns the height with which the area between the axes has a ratio of height to width.
    qreal fittingHeight(qreal ratio) {
        const qreal height = m_whole.height();
        layout();
        return height - m_fullHeight + wantedHeight(ratio);
    }

    /// True if the area between the axes is not lower, and all has its name.
    bool isFilled(qreal ratio) {
        constexpr qreal rounding = 2;
        const bool isNamed = layout().isNamed(m_plot) || !m_content.parts.legend;
        return isNamed && m_fullHeight + rounding >= wantedHeight(ratio);
    }

private:
    qreal wantedHeight(qreal ratio) const {
        const auto names = static_cast<qreal>(m_plot.left.names.size());
        const qreal least = std::max(kLeastPlot, names * kNameLine);
        return m_plot.isSquare ? m_fullWidth : std::max(least, ratio * m_fullWidth);
    }

    /// Places everything; with a legend that names the points, or without.
    void placeAll(bool namesPoints) {
        const PlotLegend legend(m_plot, {true, namesPoints, namesIdeal(), m_isColumn}, m_style);
        if (m_content.parts.legend && mayNameEnds(m_plot) && placeWithEnds()) return;
        if (m_plot.isSquare && m_content.parts.legend && placeWithLegendBeside(legend)) return;
        if (m_isColumn && m_content.parts.legend && placeWithLegendInside(legend)) return;
        placeWithLegendAbove(legend);
    }

    void placeWithLegendAbove(const PlotLegend& legend) {
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
            QRectF(m_out.area.left(), m_out.area.bottom() + between(), m_out.area.width(), height);
    }

    /// Returns the room between a plot and the lower one.
    qreal between() const { return m_isColumn ? kTitleAbove + kBetween / 2 : kBetween; }

    /// Names the lines at their ends if the plot stays large; the legend above has the rest.
    bool placeWithEnds() {
        constexpr qreal leastShare = 0.58;  // of the width, for a plot that is not square
        constexpr qreal mostNames = 300;
        const PlotLegend rest(m_plot, {false, false, namesIdeal(), m_isColumn}, m_style);
        const qreal names = endsWidth(m_plot);
        placeIn(m_whole, rest);
        const qreal unused = m_plot.isSquare ? m_out.area.width() - side() : 0;
        const bool fits = m_plot.isSquare
                              ? names <= unused
                              : m_out.area.width() - names >= leastShare * m_whole.width();
        const auto count = std::ranges::count_if(
            m_plot.marks.lines, [](const LineMark& line) { return !line.name.empty(); });
        if (!fits || names > mostNames || static_cast<qreal>(count) * kEndLine > side())
            return false;
        if (m_plot.isSquare && placeWithAllBeside(names, rest)) return true;
        if (m_plot.isSquare) {
            // The legend above takes fewer columns than the whole figure has.
            const qreal width = m_whole.width() - unused + names;
            const qreal left = std::floor((m_whole.width() - width) / 2);
            placeIn({left, 0, width - names, m_whole.height()}, rest);
            makeSquare();
        } else {
            placeIn(m_whole.adjusted(0, 0, -names, 0), rest);
        }
        return nameEnds(names);
    }

    /// Names the lines at their ends, and the rest below these names, so that the plot is larger.
    bool placeWithAllBeside(qreal names, PlotLegend rest) {
        if (rest.isEmpty()) return false;
        placeIn(m_whole, {});
        const qreal unused = m_out.area.width() - side();
        const qreal column = std::max(names, kEndSpace + rest.widest());
        if (column > unused) return false;
        const qreal width = m_whole.width() - unused + column;
        const qreal left = std::floor((m_whole.width() - width) / 2);
        placeIn({left, 0, width - column, m_whole.height()}, {});
        makeSquare();
        if (!nameEnds(names)) return false;
        const qreal top = m_out.ends.back().box.bottom() + kEndLine / 2;
        const qreal height =
            rest.place({m_out.area.right() + kEndSpace, top, column - kEndSpace, 0});
        if (top + height > m_out.area.bottom()) return false;
        m_out.legend = std::move(rest);
        m_out.beside |= QRectF(m_out.area.right(), top, column, height);
        return true;
    }

    /// In a column, the ideal is in the legend only where a plot of named lines could be mistaken.
    bool namesIdeal() const {
        const auto hasName = [](const LineMark& line) { return !line.name.empty(); };
        return !m_isColumn ||
               (m_plot.lower && std::ranges::any_of(m_plot.lower->marks.lines, hasName));
    }

    /// Returns the end of a named line, of whose pieces the others have no name; none if the plot
    /// shows none of them.
    std::optional<QPointF> endOfModel(std::size_t named, const QRectF& area) const {
        const std::vector<LineMark>& lines = m_plot.marks.lines;
        std::optional<QPointF> last;
        for (std::size_t i = named; i < lines.size(); ++i) {
            const bool isPiece = i == named || (lines[i].name.empty() &&
                                                lines[i].colour.model == lines[named].colour.model);
            if (!isPiece) break;
            if (const auto end = endOf(m_plot, lines[i], area)) last = end;
        }
        return last;
    }

    /// Places the names of lines at their ends, in so much room; returns false if all would stand
    /// at one place.
    bool nameEnds(qreal names) {
        const QRectF& area = m_out.area;
        qreal highest = area.bottom();
        qreal lowest = area.top();
        for (std::size_t i = 0; i < m_plot.marks.lines.size(); ++i) {
            if (m_plot.marks.lines[i].name.empty()) continue;
            const QPointF end = endOfModel(i, area).value_or(area.bottomRight());
            m_out.ends.push_back({i, end,
                                  QRectF(area.right() + kEndSpace, end.y() - kEndLine / 2,
                                         names - kEndSpace, kEndLine)});
            highest = std::min(highest, end.y());
            lowest = std::max(lowest, end.y());
        }
        // Names at one place, as where Murphy curves end, tell no line from another.
        if (lowest - highest < kEndLine) return false;
        spread(m_out.ends, area.adjusted(0, -kEndLine / 2, 0, kEndLine / 2));
        for (const LineEnd& end : m_out.ends)
            m_out.beside |= end.box;
        return true;
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
        m_out.isLegendBeside = true;
        return true;
    }

    /// Places the legend within the plot where nothing crosses it, so that the plot is larger;
    /// areas are named above it where all has no place.
    bool placeWithLegendInside(PlotLegend legend) {
        if (!m_plot.marks.points.empty()) return false;
        placeWithLegendAbove({});
        if (placeInside(legend)) return true;
        const PlotLegend areas = legend.takeAreas();
        if (areas.isEmpty()) return false;
        placeWithLegendAbove(areas);
        return placeInside(legend);
    }

    bool placeInside(PlotLegend& legend) {
        if (legend.isEmpty()) return false;
        constexpr qreal fromEdge = 8;
        const QRectF area = m_out.area.adjusted(fromEdge, fromEdge, -fromEdge, -fromEdge);
        for (const int columns : {1, 2}) {
            const QSizeF size = legend.stack({}, columns);
            const QRectF corners = area.adjusted(0, 0, -size.width(), -size.height());
            if (corners.width() < 0 || corners.height() < 0) continue;
            for (const qreal left : {corners.left(), corners.right(), corners.center().x()}) {
                for (const qreal top : {corners.top(), corners.bottom()}) {
                    const QRectF box({left, top}, size);
                    if (isCrossed(box.adjusted(-fromEdge, -fromEdge, fromEdge, fromEdge))) continue;
                    legend.stack(box.topLeft(), columns);
                    m_out.legendInside = std::move(legend);
                    m_out.inside = box;
                    return true;
                }
            }
        }
        return false;
    }

    /// True if anything that the plot draws lies in a box.
    bool isCrossed(const QRectF& box) const {
        if (coveredBy(box, m_plot, m_out.area) > 0) return true;
        const auto place = [&](double x, double y) {
            return plotPlace(m_plot, m_out.area, {x, y});
        };
        const auto meets = [&](const BandPoint& point) {
            const QPointF upper = place(point.x, point.upper);
            const qreal lower = place(point.x, point.lower).y();
            return upper.x() >= box.left() && upper.x() <= box.right() &&
                   upper.y() <= box.bottom() && lower >= box.top();
        };
        const auto isUnder = [&](const AreaMark& band) {
            for (std::size_t i = 1; i < band.points.size(); ++i) {
                const BandPoint &a = band.points[i - 1], &b = band.points[i];
                for (const double share : {0.0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 1.0}) {
                    if (meets({std::lerp(a.x, b.x, share), std::lerp(a.lower, b.lower, share),
                               std::lerp(a.upper, b.upper, share)}))
                        return true;
                }
            }
            return false;
        };
        const auto crosses = [&](const LineMark& guide) {
            const QPointF from = place(guide.points.front().x, guide.points.front().y);
            if (guide.kind == MarkKind::Upright)
                return from.x() >= box.left() && from.x() <= box.right();
            return placesIn(box, from, place(guide.points.back().x, guide.points.back().y)) > 0;
        };
        return std::ranges::any_of(m_plot.marks.areas, isUnder) ||
               std::ranges::any_of(m_plot.marks.references, crosses);
    }

    /// Returns the width of an axis's title and labels.
    qreal beside(const Axis& axis, qreal mostNames = kMostNames) const {
        const bool hasTitle = !axis.title.empty() && !m_isColumn;
        return (hasTitle ? kAxisTitleLine : 0) + tickWidth(axis, mostNames) + kTickSpace;
    }

    /// Returns the width of the titles and labels left of the plots, which are aligned.
    qreal besideLeft() const {
        const bool hasLower = m_plot.lower && m_content.parts.counts;
        // Names are shortened rather than the plot made narrow.
        const qreal mostNames = (m_isColumn ? 0.38 : 0.3) * m_whole.width();
        return std::max(beside(m_plot.left, std::min(kMostNames, mostNames)),
                        hasLower ? beside(m_plot.lower->y) : 0);
    }

    /// Returns false for names that would leave less than a share of the figure to the plot.
    bool hasRoomForRightNames(qreal free, qreal whole) const {
        constexpr qreal leastShare = 0.3;
        const bool isNamed = m_plot.right && !m_plot.right->names.empty();
        return !isNamed || free - beside(*m_plot.right) >= leastShare * whole;
    }

    /// Returns where lines of text above a plot begin: at its left edge, unless they need more room
    /// or names stand left of it.
    qreal beginOf(PlotLegend legend, qreal width, qreal left) const {
        if (m_plot.left.isNamed()) return m_margin;
        const qreal room = width - m_margin - left;
        QStringList parts;
        for (const std::string& part : m_plot.subtitle)
            parts << toQString(part);
        const QString separator = QStringLiteral(" · ");
        const auto fits = [room](const QFont& font, const QString& text) {
            return tabularWidth(font, text) <= room;
        };
        // A long name of a file gives way.
        const bool isTold = fits(figureFont(13), parts.join(separator)) ||
                            (parts.value(0).contains(QLatin1Char('.')) &&
                             fits(figureFont(13), parts.mid(1).join(separator)));
        const QString title = m_isColumn ? m_content.title : toQString(m_plot.title);
        const bool isAligned =
            isTold && fits(plotTitleFont(), title) && legend.widest() <= room &&
            legend.place({0, 0, room, 0}) <= legend.place({0, 0, width - 2 * m_margin, 0});
        return isAligned ? left : m_margin;
    }

    /// Places everything but the titles of axes within a part of the figure.
    void placeIn(const QRectF& room, PlotLegend legend) {
        m_out = {};
        const qreal left = m_margin + besideLeft();
        m_out.hasRightNames = hasRoomForRightNames(room.width() - left - m_margin, room.width());
        const bool hasRight = m_plot.right && m_out.hasRightNames;
        constexpr qreal apart = 2;
        const qreal edge =
            std::max(kTickSpace, overhang(m_plot.x, room.width() - left) + apart - m_margin);
        const qreal right = m_margin + (hasRight ? beside(*m_plot.right) : edge);
        const qreal begin = room.left() + beginOf(legend, room.width(), left);
        const qreal width = room.right() - m_margin - begin;
        const qreal legendHeight = legend.place({begin, 0, width, 0});
        qreal spare = room.height() - m_margin - kBelow - kLeastPlot - kTickSpace;
        const auto fits = [&](qreal height) {
            if (height > spare) return false;
            spare -= height;
            return true;
        };
        const FigureParts& parts = m_content.parts;
        const bool hasLegend = parts.legend && !legend.isEmpty() && fits(legendHeight);
        const bool isTitled = !m_isColumn || !m_content.title.isEmpty();
        const bool hasTitle = parts.title && isTitled && !m_plot.title.empty() && fits(kTitleLine);
        const bool hasSubtitle = parts.title && !m_plot.subtitle.empty() && fits(kSubtitleLine);
        const qreal lower = m_isColumn
                                ? kColumnStrip * room.width()
                                : std::clamp(kLowerShare * room.height(), kLeastLower, kMostLower);
        const bool hasLower = parts.counts && m_plot.lower && fits(lower + between());
        qreal top = m_margin;
        if (hasTitle) {
            m_out.title = QRectF(begin, top, width, kTitleLine);
            top += kTitleLine;
        }
        if (hasSubtitle) {
            m_out.subtitle = QRectF(begin, top, width, kSubtitleLine);
            top += kSubtitleLine;
        }
        if (hasLegend) {
            legend.place({begin, top, width, 0});
            m_out.legend = std::move(legend);
            top += legendHeight;
        }
        const bool hasTitleAbove = m_isColumn && !(m_plot.left.title.empty() && !hasRight);
        top += hasTitleAbove ? kTitleAbove : kTickSpace;
        // Qt Charts truncates to whole pixels.
        const auto whole = [](qreal value) { return std::floor(value); };
        const qreal below =
            hasLower ? between() + lower + kTickLine + kAxisTitleLine + kTickSpace : kBelow;
        m_out.area = QRectF(whole(room.left() + left), whole(top),
                            whole(room.width() - left - right), whole(room.height() - below - top));
        m_fullWidth = m_out.area.width();
        m_fullHeight = m_out.area.height();
        if (hasLower) placeLower(whole(lower));
    }

    void placeAxisTitles() {
        const QRectF& area = m_out.area;
        const QRectF& lower = m_out.lower;
        const qreal bottom = lower.isNull() ? area.bottom() + kBelow - kAxisTitleLine - 2
                                            : lower.bottom() + kTickLine + 2;
        // Below a narrow plot, the title may be wider, and then stand beside its middle.
        const qreal most = std::max(m_whole.width() - 2 * m_margin, qreal(0));
        const qreal width = std::min(
            most, tabularWidth(figureFont(13, QFont::Medium), toQString(m_plot.x.title)) + 2);
        const qreal left = std::clamp(area.center().x() - width / 2, m_whole.left() + m_margin,
                                      m_whole.right() - m_margin - width);
        m_out.xTitle = QRectF(left, bottom, width, kAxisTitleLine);
        if (m_isColumn) return placeTitlesAbove();
        constexpr qreal beyond = 10;  // of a low plot
        const auto upright = [](const QRectF& plot, qreal x) {
            return QRectF(x, plot.top() - beyond, kAxisTitleLine, plot.height() + 2 * beyond);
        };
        const qreal beside = area.left() - besideLeft();
        m_out.leftTitle = upright(area, beside);
        if (m_plot.right)
            m_out.rightTitle = upright(area, m_whole.right() - m_margin - kAxisTitleLine);
        if (!lower.isNull()) m_out.lowerTitle = upright(lower, beside);
    }

    void placeTitlesAbove() {
        const auto above = [&](const QRectF& plot, qreal from, qreal to) {
            return QRectF(from, plot.top() - kTitleAbove, to - from, kAxisTitleLine);
        };
        const qreal right = m_whole.right() - m_margin;
        const qreal middle = m_plot.right ? m_out.area.center().x() : right;
        // At the left edge of the plot, unless the title needs more room.
        const auto leftOf = [&](const Axis& axis, qreal to) {
            const qreal title = tabularWidth(figureFont(13, QFont::Medium), toQString(axis.title));
            return std::max(m_margin, std::min(m_out.area.left(), to - title - 1));
        };
        m_out.leftTitle = above(m_out.area, leftOf(m_plot.left, middle), middle);
        m_out.rightTitle = above(m_out.area, middle, right);
        if (!m_out.lower.isNull())
            m_out.lowerTitle = above(m_out.lower, leftOf(m_plot.lower->y, right), right);
    }

    const Figure& m_plot;
    const FigureContent& m_content;
    QRectF m_whole;
    const DiagramStyle& m_style;
    bool m_isColumn;
    qreal m_margin;
    PlotLayout m_out;
    qreal m_fullWidth = 0;  ///< of the area between the axes, before it becomes square
    qreal m_fullHeight = 0;
};

}  // namespace

void paintLineEnds(QPainter& painter, const Figure& plot, const PlotLayout& layout,
                   const DiagramStyle& style) {
    constexpr qreal near = 0.15;  // of the width, from the edge
    painter.setFont(figureFont(kTextPixels));
    for (const LineEnd& end : layout.ends) {
        const LineMark& line = plot.marks.lines[end.line];
        const QPointF left(end.box.left(), end.box.center().y());
        const bool isNear = layout.area.right() - end.end.x() <= near * layout.area.width();
        // A long way to the name crosses other lines: it is dotted.
        painter.setPen(QPen(plotColour(line.colour, style), isNear ? 0.75 : 0.5,
                            isNear ? Qt::SolidLine : Qt::DotLine));
        painter.drawLine(end.end, left);
        PlotLegend::paintSwatch(
            painter, left, linePen(line, style),
            line.hasMarkers ? std::optional(line.colour.model.value_or(0)) : std::nullopt,
            plotColour(line.colour, style), style);
        const QRectF text = end.box.adjusted(kLineSwatch + kEndSpace / 2, 0, 0, 0);
        painter.setPen(style.text);
        drawTabular(painter, text, Qt::AlignLeft, toQString(line.name));
    }
}

std::size_t coveredBy(const QRectF& box, const Figure& plot, const QRectF& area) {
    std::size_t count = 0;
    for (const LineMark& line : plot.marks.lines) {
        for (std::size_t i = 1; i < line.points.size(); ++i)
            count += placesIn(box, plotPlace(plot, area, line.points[i - 1], line.isRight),
                              plotPlace(plot, area, line.points[i], line.isRight));
    }
    for (const PointMark& point : plot.marks.points)
        count += box.contains(plotPlace(plot, area, point.at)) ? 1 : 0;
    return count;
}

QFont plotTitleFont() {
    return figureFont(18, QFont::DemiBold);
}

bool PlotLayout::isNamed(const Figure& plot) const {
    const auto hasName = [](const auto& mark) { return !mark.name.empty(); };
    const bool hasLegend = !legend.isEmpty() || !legendInside.isEmpty();
    return hasLegend || ((!ends.empty() || std::ranges::none_of(plot.marks.lines, hasName)) &&
                         (!names.empty() || std::ranges::none_of(plot.marks.points, hasName)));
}

PlotLayout layOutPlot(const Figure& plot, const FigureContent& content, const QSizeF& size,
                      const DiagramStyle& style) {
    return Placement(plot, content, size, style).layout();
}

qreal fittingPlotHeight(const Figure& plot, const FigureContent& content, qreal width, qreal ratio,
                        const DiagramStyle& style) {
    const auto at = [&](qreal height) { return Placement(plot, content, {width, height}, style); };
    qreal height = 2 * width;
    // The height of a lower plot depends on that of the figure.
    for (int i = 0; i < 3; ++i)
        height = at(height).fittingHeight(ratio);
    // A legend that has a place in a high plot may have none in the one that fits.
    constexpr qreal step = 6;
    height = std::ceil(height);
    for (qreal most = 3 * width; height < most && !at(height).isFilled(ratio);)
        height += step;
    return height;
}

}  // namespace diagonal
