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

/// What a plot is laid out from.
struct PlotRequest {
    const Figure& plot;
    const FigureContent& content;
    const DiagramStyle& style;
    QRectF whole;
    bool isColumn;  ///< of a page
    qreal margin;

    /// Returns the room between the plot and the lower one.
    qreal between() const { return isColumn ? kTitleAbove + kBetween / 2 : kBetween; }

    /// Returns the width of an axis's title and labels.
    qreal beside(const Axis& axis, qreal mostNames = kMostNames) const {
        const bool hasTitle = !axis.title.empty() && !isColumn;
        return (hasTitle ? kAxisTitleLine : 0) + tickWidth(axis, mostNames) + kTickSpace;
    }

    /// Returns the width of the titles and labels left of the plots, which are aligned.
    qreal besideLeft() const {
        const bool hasLower = plot.lower && content.parts.counts;
        // Names are shortened rather than the plot made narrow.
        const qreal mostNames = (isColumn ? 0.38 : 0.3) * whole.width();
        return std::max(beside(plot.left, std::min(kMostNames, mostNames)),
                        hasLower ? beside(plot.lower->y) : 0);
    }

    /// Returns the height of the area between the axes that has a ratio of height to width.
    qreal wantedHeight(qreal ratio, qreal width) const {
        const auto names = static_cast<qreal>(plot.left.names.size());
        const qreal least = std::max(kLeastPlot, names * kNameLine);
        return plot.isSquare ? width : std::max(least, ratio * width);
    }

    /// In a column, the ideal is in the legend only where a plot of named lines could be mistaken.
    bool namesIdeal() const {
        const auto hasName = [](const LineMark& line) { return !line.name.empty(); };
        return !isColumn || (plot.lower && std::ranges::any_of(plot.lower->marks.lines, hasName));
    }
};

/// A layout, and the size of the area between its axes before that becomes square.
struct PlacedPlot {
    PlotLayout layout = {};
    qreal fullWidth = 0;
    qreal fullHeight = 0;

    qreal side() const { return std::min(layout.area.width(), layout.area.height()); }
};

/// Returns false for names at the right that would leave less than a share of the figure to the
/// plot.
bool hasRoomForRightNames(const PlotRequest& in, qreal free, qreal whole) {
    constexpr qreal leastShare = 0.3;
    const bool isNamed = in.plot.right && !in.plot.right->names.empty();
    return !isNamed || free - in.beside(*in.plot.right) >= leastShare * whole;
}

/// Returns where lines of text above a plot begin: at its left edge, unless they need more room
/// or names stand left of it.
qreal beginOf(const PlotRequest& in, PlotLegend legend, qreal width, qreal left) {
    if (in.plot.left.isNamed()) return in.margin;
    const qreal room = width - in.margin - left;
    QStringList parts;
    for (const std::string& part : in.plot.subtitle)
        parts << toQString(part);
    const QString separator = QStringLiteral(" · ");
    const auto fits = [room](const QFont& font, const QString& text) {
        return tabularWidth(font, text) <= room;
    };
    // A long name of a file gives way.
    const bool isTold = fits(figureFont(13), parts.join(separator)) ||
                        (parts.value(0).contains(QLatin1Char('.')) &&
                         fits(figureFont(13), parts.mid(1).join(separator)));
    const QString title = in.isColumn ? in.content.title : toQString(in.plot.title);
    const bool isAligned =
        isTold && fits(plotTitleFont(), title) && legend.widest() <= room &&
        legend.place({0, 0, room, 0}) <= legend.place({0, 0, width - 2 * in.margin, 0});
    return isAligned ? left : in.margin;
}

/// Returns the place of the lower plot, of a height.
QRectF lowerPlot(const PlotRequest& in, const QRectF& area, qreal height) {
    return {area.left(), area.bottom() + in.between(), area.width(), height};
}

/// Places everything but the titles of axes within a part of the figure.
PlacedPlot layoutIn(const PlotRequest& in, const QRectF& room, PlotLegend legend) {
    PlacedPlot placed;
    PlotLayout& out = placed.layout;
    const qreal left = in.margin + in.besideLeft();
    out.hasRightNames = hasRoomForRightNames(in, room.width() - left - in.margin, room.width());
    const bool hasRight = in.plot.right && out.hasRightNames;
    constexpr qreal apart = 2;
    const qreal edge =
        std::max(kTickSpace, overhang(in.plot.x, room.width() - left) + apart - in.margin);
    const qreal right = in.margin + (hasRight ? in.beside(*in.plot.right) : edge);
    const qreal begin = room.left() + beginOf(in, legend, room.width(), left);
    const qreal width = room.right() - in.margin - begin;
    const qreal legendHeight = legend.place({begin, 0, width, 0});
    qreal spare = room.height() - in.margin - kBelow - kLeastPlot - kTickSpace;
    const auto fits = [&](qreal height) {
        if (height > spare) return false;
        spare -= height;
        return true;
    };
    const FigureParts& parts = in.content.parts;
    const bool hasLegend = parts.legend && !legend.isEmpty() && fits(legendHeight);
    const bool isTitled = !in.isColumn || !in.content.title.isEmpty();
    const bool hasTitle = parts.title && isTitled && !in.plot.title.empty() && fits(kTitleLine);
    const bool hasSubtitle = parts.title && !in.plot.subtitle.empty() && fits(kSubtitleLine);
    const qreal lower = in.isColumn
                            ? kColumnStrip * room.width()
                            : std::clamp(kLowerShare * room.height(), kLeastLower, kMostLower);
    const bool hasLower = parts.counts && in.plot.lower && fits(lower + in.between());
    qreal top = in.margin;
    if (hasTitle) {
        out.title = QRectF(begin, top, width, kTitleLine);
        top += kTitleLine;
    }
    if (hasSubtitle) {
        out.subtitle = QRectF(begin, top, width, kSubtitleLine);
        top += kSubtitleLine;
    }
    if (hasLegend) {
        legend.place({begin, top, width, 0});
        out.legend = std::move(legend);
        top += legendHeight;
    }
    const bool hasTitleAbove = in.isColumn && !(in.plot.left.title.empty() && !hasRight);
    top += hasTitleAbove ? kTitleAbove : kTickSpace;
    // Qt Charts truncates to whole pixels.
    const auto whole = [](qreal value) { return std::floor(value); };
    const qreal below =
        hasLower ? in.between() + lower + kTickLine + kAxisTitleLine + kTickSpace : kBelow;
    out.area = QRectF(whole(room.left() + left), whole(top), whole(room.width() - left - right),
                      whole(room.height() - below - top));
    placed.fullWidth = out.area.width();
    placed.fullHeight = out.area.height();
    if (hasLower) out.lower = lowerPlot(in, out.area, whole(lower));
    return placed;
}

PlacedPlot squared(const PlotRequest& in, PlacedPlot placed) {
    PlotLayout& out = placed.layout;
    out.area.setSize(QSizeF(placed.side(), placed.side()));
    if (!out.lower.isNull()) out.lower = lowerPlot(in, out.area, out.lower.height());
    return placed;
}

/// Places a square plot and what stands beside it in the middle of the figure. `width` is that of
/// both, `beside` the one that stays free.
PlacedPlot centredSquare(const PlotRequest& in, qreal width, qreal beside,
                         const PlotLegend& legendAbove) {
    const qreal left = std::floor((in.whole.width() - width) / 2);
    return squared(in, layoutIn(in, {left, 0, width - beside, in.whole.height()}, legendAbove));
}

PlacedPlot withLegendAbove(const PlotRequest& in, const PlotLegend& legend) {
    PlacedPlot placed = layoutIn(in, in.whole, legend);
    if (!in.plot.isSquare) return placed;
    // A narrower room may need more rows of the legend, which leave less height.
    qreal room = in.whole.width();
    for (int i = 0; i < 2; ++i) {
        const qreal around = room - placed.layout.area.width();
        room = std::max(placed.side() + around, std::min(kLeastSquare, in.whole.width()));
        const qreal left = std::floor((in.whole.width() - room) / 2);
        placed = layoutIn(in, {left, 0, room, in.whole.height()}, legend);
    }
    return squared(in, std::move(placed));
}

/// Returns the end of a named line, of whose pieces the others have no name; none if the plot
/// shows none of them.
std::optional<QPointF> endOfModel(const Figure& plot, std::size_t named, const QRectF& area) {
    const std::vector<LineMark>& lines = plot.marks.lines;
    std::optional<QPointF> last;
    for (std::size_t i = named; i < lines.size(); ++i) {
        const bool isPiece = i == named || (lines[i].name.empty() &&
                                            lines[i].colour.model == lines[named].colour.model);
        if (!isPiece) break;
        if (const auto end = endOf(plot, lines[i], area)) last = end;
    }
    return last;
}

/// Returns the plot with the names of its lines at their ends, in so much room; none if all would
/// stand at one place.
std::optional<PlacedPlot> withNamedEnds(const Figure& plot, qreal names, PlacedPlot placed) {
    PlotLayout& out = placed.layout;
    const QRectF& area = out.area;
    qreal highest = area.bottom();
    qreal lowest = area.top();
    for (std::size_t i = 0; i < plot.marks.lines.size(); ++i) {
        if (plot.marks.lines[i].name.empty()) continue;
        const QPointF end = endOfModel(plot, i, area).value_or(area.bottomRight());
        out.ends.push_back({i, end,
                            QRectF(area.right() + kEndSpace, end.y() - kEndLine / 2,
                                   names - kEndSpace, kEndLine)});
        highest = std::min(highest, end.y());
        lowest = std::max(lowest, end.y());
    }
    // Names at one place, as where Murphy curves end, tell no line from another.
    if (lowest - highest < kEndLine) return std::nullopt;
    spread(out.ends, area.adjusted(0, -kEndLine / 2, 0, kEndLine / 2));
    for (const LineEnd& end : out.ends)
        out.beside |= end.box;
    return placed;
}

/// Returns a larger plot: it names the lines at their ends, and the rest below these names. None if
/// there is no room for it.
std::optional<PlacedPlot> withAllBeside(const PlotRequest& in, qreal names, PlotLegend rest) {
    if (rest.isEmpty()) return std::nullopt;
    const PlacedPlot unrestricted = layoutIn(in, in.whole, {});
    const qreal unused = unrestricted.layout.area.width() - unrestricted.side();
    const qreal column = std::max(names, kEndSpace + rest.widest());
    if (column > unused) return std::nullopt;
    auto placed = withNamedEnds(in.plot, names,
                                centredSquare(in, in.whole.width() - unused + column, column, {}));
    if (!placed) return std::nullopt;
    PlotLayout& out = placed->layout;
    const qreal top = out.ends.back().box.bottom() + kEndLine / 2;
    const qreal height = rest.place({out.area.right() + kEndSpace, top, column - kEndSpace, 0});
    if (top + height > out.area.bottom()) return std::nullopt;
    out.legend = std::move(rest);
    out.beside |= QRectF(out.area.right(), top, column, height);
    return placed;
}

/// Returns a plot that names the lines at their ends, and the rest in the legend above; none if it
/// would be small.
std::optional<PlacedPlot> withEnds(const PlotRequest& in) {
    constexpr qreal leastShare = 0.58;  // of the width, for a plot that is not square
    constexpr qreal mostNames = 300;
    const PlotLegend rest(in.plot, {false, false, in.namesIdeal(), in.isColumn}, in.style);
    const qreal names = endsWidth(in.plot);
    const PlacedPlot unrestricted = layoutIn(in, in.whole, rest);
    const qreal unused =
        in.plot.isSquare ? unrestricted.layout.area.width() - unrestricted.side() : 0;
    const bool fits = in.plot.isSquare ? names <= unused
                                       : unrestricted.layout.area.width() - names >=
                                             leastShare * in.whole.width();
    const auto count = std::ranges::count_if(
        in.plot.marks.lines, [](const LineMark& line) { return !line.name.empty(); });
    if (!fits || names > mostNames || static_cast<qreal>(count) * kEndLine > unrestricted.side())
        return std::nullopt;
    if (!in.plot.isSquare)
        return withNamedEnds(in.plot, names,
                             layoutIn(in, in.whole.adjusted(0, 0, -names, 0), rest));
    if (auto placed = withAllBeside(in, names, rest)) return placed;
    // The legend above takes fewer columns than the whole figure has.
    return withNamedEnds(in.plot, names,
                         centredSquare(in, in.whole.width() - unused + names, names, rest));
}

/// Returns a square plot with the legend beside, so that the plot is larger; none if there is no
/// room for it.
std::optional<PlacedPlot> withLegendBeside(const PlotRequest& in, PlotLegend legend) {
    constexpr qreal leastColumn = 200;
    constexpr qreal mostColumn = 300;
    constexpr qreal space = 24;
    const PlacedPlot unrestricted = layoutIn(in, in.whole, {});
    const qreal unused = unrestricted.layout.area.width() - unrestricted.side();
    const qreal column = std::min(mostColumn, unused - space);
    if (column < leastColumn) return std::nullopt;
    PlacedPlot placed =
        centredSquare(in, in.whole.width() - unused + space + column, space + column, {});
    PlotLayout& out = placed.layout;
    legend.place({out.area.right() + space, out.area.top(), column, 0});
    out.legend = std::move(legend);
    out.isLegendBeside = true;
    return placed;
}

/// True if anything that the plot draws in an area lies in a box.
bool isCrossed(const Figure& plot, const QRectF& area, const QRectF& box) {
    if (coveredBy(box, plot, area) > 0) return true;
    const auto place = [&](double x, double y) { return plotPlace(plot, area, {x, y}); };
    const auto meets = [&](const BandPoint& point) {
        const QPointF upper = place(point.x, point.upper);
        const qreal lower = place(point.x, point.lower).y();
        return upper.x() >= box.left() && upper.x() <= box.right() && upper.y() <= box.bottom() &&
               lower >= box.top();
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
    return std::ranges::any_of(plot.marks.areas, isUnder) ||
           std::ranges::any_of(plot.marks.references, crosses);
}

/// Places the legend in a plot where nothing crosses it; returns false if there is no such place.
bool placeInside(const Figure& plot, PlotLegend legend, PlotLayout& out) {
    if (legend.isEmpty()) return false;
    constexpr qreal fromEdge = 8;
    const QRectF area = out.area.adjusted(fromEdge, fromEdge, -fromEdge, -fromEdge);
    for (const int columns : {1, 2}) {
        const QSizeF size = legend.stack({}, columns);
        const QRectF corners = area.adjusted(0, 0, -size.width(), -size.height());
        if (corners.width() < 0 || corners.height() < 0) continue;
        for (const qreal left : {corners.left(), corners.right(), corners.center().x()}) {
            for (const qreal top : {corners.top(), corners.bottom()}) {
                const QRectF box({left, top}, size);
                if (isCrossed(plot, out.area,
                              box.adjusted(-fromEdge, -fromEdge, fromEdge, fromEdge)))
                    continue;
                legend.stack(box.topLeft(), columns);
                out.legendInside = std::move(legend);
                out.inside = box;
                return true;
            }
        }
    }
    return false;
}

/// Returns a plot with the legend where nothing crosses it, so that the plot is larger; areas are
/// named above the plot where all has no place. None if nothing has.
std::optional<PlacedPlot> withLegendInside(const PlotRequest& in, PlotLegend legend) {
    if (!in.plot.marks.points.empty()) return std::nullopt;
    PlacedPlot placed = withLegendAbove(in, {});
    if (placeInside(in.plot, legend, placed.layout)) return placed;
    const PlotLegend areas = legend.takeAreas();
    if (areas.isEmpty()) return std::nullopt;
    placed = withLegendAbove(in, areas);
    if (!placeInside(in.plot, std::move(legend), placed.layout)) return std::nullopt;
    return placed;
}

/// Places everything but the titles of axes; with a legend that names the points, or without.
PlacedPlot layoutWithLegend(const PlotRequest& in, bool namesPoints) {
    const PlotLegend legend(in.plot, {true, namesPoints, in.namesIdeal(), in.isColumn}, in.style);
    std::optional<PlacedPlot> placed;
    if (in.content.parts.legend && mayNameEnds(in.plot)) placed = withEnds(in);
    if (!placed && in.content.parts.legend && in.plot.isSquare)
        placed = withLegendBeside(in, legend);
    if (!placed && in.content.parts.legend && in.isColumn) placed = withLegendInside(in, legend);
    return placed ? *std::move(placed) : withLegendAbove(in, legend);
}

/// Places the titles of axes above the plots of a column.
void placeTitlesAbove(const PlotRequest& in, PlotLayout& out) {
    const auto above = [&](const QRectF& plot, qreal from, qreal to) {
        return QRectF(from, plot.top() - kTitleAbove, to - from, kAxisTitleLine);
    };
    const qreal right = in.whole.right() - in.margin;
    const qreal middle = in.plot.right ? out.area.center().x() : right;
    // At the left edge of the plot, unless the title needs more room.
    const auto leftOf = [&](const Axis& axis, qreal to) {
        const qreal title = tabularWidth(figureFont(13, QFont::Medium), toQString(axis.title));
        return std::max(in.margin, std::min(out.area.left(), to - title - 1));
    };
    out.leftTitle = above(out.area, leftOf(in.plot.left, middle), middle);
    out.rightTitle = above(out.area, middle, right);
    if (!out.lower.isNull())
        out.lowerTitle = above(out.lower, leftOf(in.plot.lower->y, right), right);
}

void placeAxisTitles(const PlotRequest& in, PlotLayout& out) {
    const QRectF& area = out.area;
    const QRectF& lower = out.lower;
    const qreal bottom = lower.isNull() ? area.bottom() + kBelow - kAxisTitleLine - 2
                                        : lower.bottom() + kTickLine + 2;
    // Below a narrow plot, the title may be wider, and then stand beside its middle.
    const qreal most = std::max(in.whole.width() - 2 * in.margin, qreal(0));
    const qreal width =
        std::min(most, tabularWidth(figureFont(13, QFont::Medium), toQString(in.plot.x.title)) + 2);
    const qreal left = std::clamp(area.center().x() - width / 2, in.whole.left() + in.margin,
                                  in.whole.right() - in.margin - width);
    out.xTitle = QRectF(left, bottom, width, kAxisTitleLine);
    if (in.isColumn) return placeTitlesAbove(in, out);
    constexpr qreal beyond = 10;  // of a low plot
    const auto upright = [](const QRectF& plot, qreal x) {
        return QRectF(x, plot.top() - beyond, kAxisTitleLine, plot.height() + 2 * beyond);
    };
    const qreal beside = area.left() - in.besideLeft();
    out.leftTitle = upright(area, beside);
    if (in.plot.right)
        out.rightTitle = upright(area, in.whole.right() - in.margin - kAxisTitleLine);
    if (!lower.isNull()) out.lowerTitle = upright(lower, beside);
}

PlotRequest requested(const Figure& plot, const FigureContent& content, const QSizeF& size,
                      const DiagramStyle& style) {
    const bool isColumn = size.width() < kColumnWidth;
    return {plot,     content,
            style,    QRectF(QPointF(0, 0), size),
            isColumn, isColumn ? kColumnMargin : kFigureMargin};
}

PlacedPlot wholeLayout(const PlotRequest& in) {
    const bool hasNames = std::ranges::any_of(
        in.plot.marks.points, [](const PointMark& point) { return !point.name.empty(); });
    PlacedPlot placed = layoutWithLegend(in, !hasNames);
    if (hasNames) {
        // Names stand beside their points if all of them find a place, else in the legend.
        auto names =
            pointNameBoxes(in.plot, placed.layout.area, QFontMetricsF(figureFont(kTextPixels)));
        if (std::ranges::all_of(names, [](const auto& box) { return box.has_value(); }))
            placed.layout.names = std::move(names);
        else
            placed = layoutWithLegend(in, true);
    }
    placeAxisTitles(in, placed.layout);
    placed.layout.isColumn = in.isColumn;
    return placed;
}

/// True if the area between the axes is not lower than a ratio wants it, and all has its name.
bool isFilled(const PlotRequest& in, qreal ratio) {
    constexpr qreal rounding = 2;
    const PlacedPlot placed = wholeLayout(in);
    const bool isNamed = placed.layout.isNamed(in.plot) || !in.content.parts.legend;
    return isNamed && placed.fullHeight + rounding >= in.wantedHeight(ratio, placed.fullWidth);
}

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
    return wholeLayout(requested(plot, content, size, style)).layout;
}

qreal fittingPlotHeight(const Figure& plot, const FigureContent& content, qreal width, qreal ratio,
                        const DiagramStyle& style) {
    const auto at = [&](qreal height) { return requested(plot, content, {width, height}, style); };
    qreal height = 2 * width;
    // The height of a lower plot depends on that of the figure.
    for (int i = 0; i < 3; ++i) {
        const PlotRequest in = at(height);
        const PlacedPlot placed = wholeLayout(in);
        height += in.wantedHeight(ratio, placed.fullWidth) - placed.fullHeight;
    }
    // A legend that has a place in a high plot may have none in the one that fits.
    constexpr qreal step = 6;
    height = std::ceil(height);
    for (qreal most = 3 * width; height < most && !isFilled(at(height), ratio);)
        height += step;
    return height;
}

}  // namespace diagonal
