// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/publishing/latex/tikz_figure.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "core/base/text.h"
#include "core/publishing/diagrams/diagram.h"
#include "core/publishing/diagrams/drawn_columns.h"
#include "core/publishing/latex/tikz_document.h"
#include "core/publishing/profile_figures.h"
#include "core/publishing/tables.h"

namespace diagonal {
namespace {

// Lengths in cm.
constexpr double kColumn = 13.2;  ///< narrower figures are columns of a page
constexpr double kLeastSide = 2;
constexpr double kTick = 0.37;   ///< with the space around its label
constexpr double kLine = 0.5;    ///< of text
constexpr double kTitle = 0.55;  ///< of an axis, beside it
constexpr double kBetween = 0.4;
constexpr double kCountsShare = 0.22;
constexpr double kRow = 0.36;    ///< of a list of names
constexpr double kSwatch = 1.1;  ///< of an entry of a legend, with all space of the entry

/// Sizes of text in points, of a document of 10 pt.
constexpr double kFootnote = 8;
constexpr double kSmall = 9;

/// Returns about how wide a text is in Computer Modern.
double widthOf(std::string_view text, double points) {
    constexpr double point = 2.54 / 72.27;
    constexpr std::string_view narrow = "fijlrtI.,:;'|!()[] ";
    constexpr std::string_view wide = "mwMW%@_&";
    double ems = 0;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if ((byte & 0xC0U) == 0x80U) continue;  // a character of UTF-8 goes on
        ems += narrow.find(c) != std::string_view::npos                    ? 0.33
               : (byte >= 0x80U || wide.find(c) != std::string_view::npos) ? 0.84
               : c >= 'A' && c <= 'Z'                                      ? 0.72
                                                                           : 0.53;
    }
    constexpr double safety = 1.05;
    return safety * ems * points * point;
}

/// Returns a text, without its middle if it is wider than `room`.
std::string fitting(const std::string& text, double points, double room) {
    constexpr std::size_t most = 200;  // a file may name a class by a million letters
    const auto isInside = [&](std::size_t at) {
        return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U;
    };
    if (text.size() <= most && widthOf(text, points) <= room) return text;
    for (std::size_t half = std::min(text.size(), most) / 2; half > 0; --half) {
        std::size_t head = half;
        std::size_t tail = text.size() - half;
        while (isInside(head))
            --head;
        while (isInside(tail))
            ++tail;
        std::string out = text.substr(0, head) + "…" + text.substr(tail);
        if (widthOf(out, points) <= room) return out;
    }
    return "…";
}

/// Returns a text of the figure in LaTeX.
std::string inLatex(const std::string& text) {
    std::string out = latexEscaped(text);
    constexpr std::string_view minus = "−";
    for (auto at = out.find(minus); at != std::string::npos; at = out.find(minus, at))
        out.replace(at, minus.size(), "$-$");
    if (out.ends_with(" / n")) out.replace(out.size() - 1, 1, "$n$");
    return out;
}

std::string cm(double length) {
    return tikzNumber(length) + "cm";
}

// Colours and styles of marks.

std::string colourOf(const PlotColour& colour) {
    if (colour.model)
        return "diagonal-model-" + std::to_string(*colour.model % FigureColours().models.size());
    switch (colour.ink) {
        case PlotInk::First: return "diagonal-cap";
        case PlotInk::Second: return "diagonal-over";
        case PlotInk::Reference: break;
    }
    return "black!60";
}

/// The first eight models of a list have shapes of their own, as in the other figures, others have
/// their numbers in circles.
constexpr auto kShapes =
    std::to_array<const char*>({"*", "square*", "triangle*", "diamond*",
                                "triangle*, mark options={rotate=180}", "star", "+", "x"});

bool hasShape(const PlotColour& colour) {
    return colour.model.value_or(0) < kShapes.size();
}

/// Returns a node with the number of a model, at a place.
std::string numberOf(const PlotColour& colour, const std::string& place) {
    return "\\node[circle, inner sep=0.6pt, font=\\tiny\\bfseries, text=white, fill=" +
           colourOf(colour) + "] at " + place + " {" +
           std::to_string(colour.model.value_or(0) + 1) + "};";
}

/// Returns the style of a line.
std::string lineOf(const LineMark& line) {
    constexpr auto dashes =
        std::to_array<const char*>({"", ", dashed", ", dash dot", ", dash dot dot", ", dotted",
                                    ", dash pattern=on 8pt off 3pt"});
    switch (line.kind) {
        case MarkKind::Ideal: return "dashed, black!70";
        case MarkKind::BaseRate: return "black!60";
        case MarkKind::NoSkill: return "densely dotted, black!60";
        case MarkKind::Before:
        case MarkKind::Listed: return "black!60, line width=1pt";
        case MarkKind::Zero:
        case MarkKind::Crosshair: return "black!50";
        case MarkKind::Contour: return "black!25";
        case MarkKind::Upright: {
            constexpr auto ofInk =
                std::to_array<const char*>({"dash dot", "dashed", "densely dotted"});
            return colourOf(line.colour) + ", thick, " +
                   ofInk[static_cast<std::size_t>(line.colour.ink)];
        }
        default: break;
    }
    const auto dash = static_cast<std::size_t>(dashOf(line, FigureColours().models.size()));
    return colourOf(line.colour) + (line.isReference ? ", very thick" : ", thick") + dashes[dash] +
           (line.hasMarkers && hasShape(line.colour)
                ? std::string(", mark size=1.5pt, mark=") + kShapes[line.colour.model.value_or(0)]
                : std::string());
}

std::string lineOf(MarkKind kind) {
    return lineOf(LineMark{.kind = kind});
}

/// Returns the style of a gap: of one that chance alone could produce, as in the other figures,
/// with half as many lines, and without a tint.
std::string gapStyle(MarkKind kind, bool isPale) {
    const bool isOver = kind == MarkKind::Over;
    const std::string colour = isOver ? "diagonal-over" : "diagonal-under";
    return "draw=" + colour + ", fill=" + (isPale ? "white" : colour + "!15") +
           ", postaction={pattern={Lines[angle=" + (isOver ? "45" : "-45") +
           ", distance=" + (isPale ? "5" : "2.5") + "pt]}, pattern color=" + colour + "}";
}

/// Returns the style of a filled mark; that of a gap below a curve if it `isArea`.
std::string fillOf(MarkKind kind, bool isArea, bool isPale) {
    switch (kind) {
        case MarkKind::FewRows: return "fill=diagonal-accuracy!45";
        case MarkKind::With: return "fill=diagonal-accuracy";
        case MarkKind::Without: return "fill=diagonal-over";
        case MarkKind::Rows: return "fill=diagonal-counts";
        case MarkKind::Range: return "fill=diagonal-cap, fill opacity=0.25";
        case MarkKind::Band:
            return isArea ? "fill=black!12" : "draw=black!60, fill=black, fill opacity=0.12";
        case MarkKind::Over:
        case MarkKind::Under:
            if (!isArea) return gapStyle(kind, isPale);
            return std::string("fill=") +
                   (kind == MarkKind::Over ? "diagonal-over" : "diagonal-under") +
                   ", fill opacity=" + (isPale ? "0.1" : "0.28");
        default: break;
    }
    return "fill=diagonal-accuracy";
}

/// Returns how a legend shows marks of a kind.
std::string legendImage(const LegendEntry& entry, bool isCurve) {
    if (entry.isPale) {
        const auto half = [&](MarkKind kind, const char* ends) {
            return "\\path[" + fillOf(kind, isCurve, true) + "] " + ends + ";";
        };
        return "legend image code/.code={" +
               half(MarkKind::Over, "(0cm,-0.1cm) rectangle (0.3cm,0.1cm)") +
               half(MarkKind::Under, "(0.3cm,-0.1cm) rectangle (0.6cm,0.1cm)") + "}";
    }
    switch (entry.kind) {
        case MarkKind::Interval: return "mark=|, mark options={rotate=90}, black";
        case MarkKind::Confidence: return "only marks, mark=diamond*, black";
        case MarkKind::Band:
            return std::string("area legend, fill=black!12, draw=") +
                   (isCurve ? "none" : "black!60");
        case MarkKind::Over:
        case MarkKind::Under:
            if (!isCurve) return "area legend, " + fillOf(entry.kind, false, false);
            return "area legend, draw=none, " + fillOf(entry.kind, true, false);
        case MarkKind::Accuracy:
        case MarkKind::FewRows:
        case MarkKind::With:
        case MarkKind::Without:
            return "area legend, draw=none, " + fillOf(entry.kind, isCurve, false);
        default: break;
    }
    return lineOf(entry.kind);
}

// Axes.

/// Returns the labels of an axis of some length; those without room are empty.
std::vector<std::string> labelsOf(const Axis& axis, double length, bool isUpright) {
    constexpr double halfLine = 0.17;
    const double space = isUpright ? 0.1 : 0.25;
    const std::vector<double> shares = axis.tickShares();
    std::vector<std::string> labels;
    double end = -std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < shares.size(); ++i) {
        const std::string& label = labels.emplace_back(axis.labelOf(i));
        if (isUpright && axis.isNamed()) continue;
        const double half = isUpright ? halfLine : widthOf(label, kFootnote) / 2;
        if (shares[i] * length - half < end + space)
            labels.back().clear();
        else
            end = shares[i] * length + half;
    }
    return labels;
}

/// Returns where a value stands on an axis: of roots, because LaTeX computes none above 16,383.
double placeOn(const Axis& axis, double value) {
    return axis.scale == AxisScale::Root ? std::sqrt(std::max(0.0, value)) : value;
}

/// Returns the options of an axis, 'x' or 'y'.
std::string axisOptions(const Axis& axis, char of, const std::vector<std::string>& labels) {
    std::string ticks;
    std::string names;
    const std::vector<double> places = axis.ticks();
    for (std::size_t i = 0; i < places.size(); ++i) {
        ticks += (i == 0 ? "" : ",") + tikzNumber(placeOn(axis, places[i]));
        if (!labels.empty()) names += (i == 0 ? "{" : ",{") + inLatex(labels[i]) + "}";
    }
    const std::string name(1, of);
    return (axis.isLogarithmic() ? name + "mode=log, " : std::string()) + name +
           "min=" + tikzNumber(placeOn(axis, axis.low)) + ", " + name +
           "max=" + tikzNumber(placeOn(axis, axis.high)) + ", " + name + "tick={" + ticks + "}, " +
           name + "ticklabels={" + names + "},\n  ";
}

/// Returns the width of the labels of an upright axis.
double besideAxis(const Axis& axis) {
    double widest = 0;
    for (std::size_t i = 0; i < axis.ticks().size(); ++i)
        widest = std::max(widest, widthOf(axis.labelOf(i), kFootnote));
    return widest + kTick;
}

struct LegendItem {
    std::string image;
    std::string text;
    int rank = 0;
};

/// Returns the width of a legend of so many columns.
double widthOf(const std::vector<LegendItem>& items, std::size_t columns) {
    std::vector<double> widths(columns);
    for (std::size_t i = 0; i < items.size(); ++i)
        widths[i % columns] =
            std::max(widths[i % columns], kSwatch + widthOf(items[i].text, kFootnote));
    double sum = 0;
    for (const double width : widths)
        sum += width;
    return sum;
}

/// A figure, and how it is to be written.
struct TikzRequest {
    const Figure& figure;
    const TikzOptions& options;

    bool isColumn() const { return options.width < kColumn; }
    bool hasLower() const { return figure.lower && options.parts.counts; }
    bool hasScore() const { return figure.score && options.parts.scores; }
    /// Returns the height of the lines of text above the plot: in a column the title of its axis
    /// and the score, elsewhere the score alone.
    double linesHeight() const {
        const int lines = (isColumn() ? 1 : 0) + (hasScore() ? 1 : 0);
        return std::max(0.1, lines * kLine);
    }
    /// Returns the room between the plot and the lower one.
    double between() const { return kBetween + (isColumn() ? kLine : 0); }
};

/// Returns a figure whose titles and names fit.
Figure shortened(Figure figure, const TikzOptions& options) {
    if (!options.xTitle.empty()) figure.x.title = options.xTitle;
    if (!options.yTitle.empty()) figure.left.title = options.yTitle;
    constexpr double ofNames = 0.4;
    for (std::string& name : figure.left.names)
        name = fitting(name, kFootnote, ofNames * options.width);
    constexpr double twoLines = 1.8;
    const bool isColumn = TikzRequest{figure, options}.isColumn();
    figure.x.title = fitting(figure.x.title, kSmall, twoLines * options.width);
    figure.left.title =
        fitting(figure.left.title, kSmall, (isColumn ? 1 : twoLines) * options.width);
    return figure;
}

// Layout.

/// The entries of a legend, and its columns, as many as fit.
struct TikzLegend {
    std::vector<LegendItem> items;
    std::size_t columns = 0;

    double height() const {
        constexpr double row = 0.4;
        constexpr double around = 0.3;
        if (columns == 0) return 0;
        const std::size_t rows = (items.size() + columns - 1) / columns;
        return around + row * static_cast<double>(rows);
    }
};

std::string shapeOf(const PointMark& point) {
    return colourOf(point.colour) + ", only marks, mark=" + kShapes[point.colour.model.value_or(0)];
}

/// Returns the entries of kinds of marks. In a column of a page, it leaves out the least important
/// until one row holds them.
std::vector<LegendItem> kindItems(const TikzRequest& in) {
    std::vector<LegendItem> items;
    const PlotMarks& marks = in.figure.marks;
    for (const LegendEntry& entry : in.figure.legend) {
        if (!holds(marks, entry)) continue;
        const bool isShort = in.isColumn() && !entry.shortText.empty();
        items.push_back(
            {legendImage(entry, marks.inColumns.empty()),
             fitting(isShort ? entry.shortText : entry.text, kFootnote, in.options.width - kSwatch),
             entry.rank});
    }
    while (in.isColumn() && items.size() > 1 && widthOf(items, items.size()) > in.options.width)
        items.erase(std::ranges::max_element(items, {}, &LegendItem::rank));
    return items;
}

TikzLegend legendOf(const TikzRequest& in) {
    if (!in.options.parts.legend) return {};
    std::vector<LegendItem> items = kindItems(in);
    const PlotMarks& marks = in.figure.marks;
    const auto add = [&](const std::string& image, const auto& mark) {
        if (mark.name.empty()) return;
        const bool isShort = in.isColumn() && !mark.shortName.empty();
        items.push_back({image, fitting(isShort ? mark.shortName : mark.name, kFootnote,
                                        in.options.width - kSwatch)});
    };
    for (const LineMark& line : marks.lines)
        add(lineOf(line), line);
    for (const PointMark& point : marks.points)
        add(hasShape(point.colour)
                ? shapeOf(point)
                : "legend image code/.code={" + numberOf(point.colour, "(0.3cm,0cm)") + "}",
            point);
    if (const std::string arrows = in.figure.nameOfArrows(); !arrows.empty())
        items.push_back({"->, thick, black", arrows});
    for (const AreaMark& area : marks.areas)
        add("area legend, draw=none, " + fillOf(area.kind, true, area.isPale), area);
    for (const LineMark& line : marks.references)
        add(lineOf(line), line);
    if (in.hasLower()) {
        for (const LineMark& line : in.figure.lower->marks.lines)
            add(lineOf(line), line);
    }
    TikzLegend legend{std::move(items)};
    legend.columns = legend.items.size();
    while (legend.columns > 1 && widthOf(legend.items, legend.columns) > in.options.width)
        --legend.columns;
    return legend;
}

/// Where a plot lies.
struct PlotBox {
    double left = 0;
    double width = 0;
    double height = 0;
    double lowerHeight = 0;
    bool hasRight = false;  ///< the axis at the right is there
};

/// Returns where the plot of a figure lies, but for its heights.
PlotBox widthsOf(const TikzRequest& in) {
    const Figure& figure = in.figure;
    const double titles = in.isColumn() ? 0 : kTitle;
    PlotBox box;
    box.left = besideAxis(figure.left) + titles;
    if (in.hasLower()) box.left = std::max(box.left, besideAxis(figure.lower->y) + titles);
    const std::size_t last = figure.x.ticks().size() - 1;
    const double overhang = widthOf(figure.x.labelOf(last), kFootnote) / 2 + 0.1;
    const auto widthIf = [&](bool hasRight) {
        const double right = hasRight ? besideAxis(*figure.right) + titles : overhang;
        return std::max(kLeastSide, in.options.width - box.left - right);
    };
    // Names at the right give way to the plot.
    constexpr double leastShare = 0.4;
    box.hasRight = figure.right &&
                   (!figure.right->isNamed() || widthIf(true) >= leastShare * in.options.width);
    box.width = widthIf(box.hasRight);
    return box;
}

/// Returns a box with its heights, under a legend.
PlotBox withHeights(const TikzRequest& in, PlotBox box, const TikzLegend& legend) {
    const double around = legend.height() + in.linesHeight() +
                          (in.options.title.empty() ? 0 : kLine + 0.1) + 2 * kLine + kTick;
    const double between = in.hasLower() ? in.between() : 0;
    const double lower = in.hasLower() ? kCountsShare : 0;
    box.height = in.options.height > 0 ? (in.options.height - around - between) / (1 + lower)
                                       : (in.figure.isSquare ? 1 : in.options.ratio) * box.width;
    const Axis& left = in.figure.left;
    const double rows = left.isNamed() ? left.high - left.low : 0;
    box.height = std::max({kLeastSide, box.height, kRow * rows});
    if (in.figure.isSquare) box.width = box.height = std::min(box.width, box.height);
    box.lowerHeight = std::max(0.8, lower * box.height);
    return box;
}

/// Returns a figure without marks that would cover each other where bins are narrow.
Figure withoutNarrowMarks(Figure figure, const TikzOptions& options) {
    constexpr double forInterval = 0.18;
    constexpr double forMean = 0.16;
    const double column = figure.marks.meanColumn * widthsOf({figure, options}).width;
    std::erase_if(figure.marks.inColumns, [&](const ColumnMark& mark) {
        return (mark.kind == MarkKind::Interval && column < forInterval) ||
               (mark.kind == MarkKind::Confidence && column < forMean);
    });
    return figure;
}

// Marks, as LaTeX.

std::string lineBetween(const std::string& style, const CurvePoint& from, const CurvePoint& to,
                        const std::string& label = {}) {
    std::string text =
        "\\draw[" + style + "] " + tikzPlace(from.x, from.y) + " -- " + tikzPlace(to.x, to.y);
    if (!label.empty()) {
        // Over the line, beside its end, and inside the plot.
        const bool isUpright = from.x == to.x;
        text +=
            std::string(" node[pos=0.9, fill=white, inner sep=1pt, font=\\tiny, text=black!60") +
            (isUpright ? ", anchor=west, xshift=1pt" : "") + "] {" + inLatex(label) + "}";
    }
    return text + ";\n";
}

/// Returns a mark between the ends of its column.
std::string markLatex(const ColumnMark& mark, double left, double right, const Axis& y) {
    switch (mark.kind) {
        case MarkKind::Interval: {
            const double middle = (left + right) / 2;
            return lineBetween("|-|", {middle, mark.from}, {middle, mark.to});
        }
        case MarkKind::End:
            return lineBetween(lineOf(MarkKind::Curve), {left, mark.to}, {right, mark.to});
        case MarkKind::Before:
        case MarkKind::Listed: {
            const bool isLevel = mark.from == mark.to;
            // An interval stands off the middle, where that of the bar is.
            const double x = left + 0.75 * (right - left);
            std::string text =
                isLevel ? "% beside, accuracy " + tikzNumber(mark.to) + "\n" : std::string();
            for (const std::string& style :
                 {std::string("white, line width=2pt"), lineOf(mark.kind)})
                text +=
                    lineBetween(style + (isLevel ? "" : ", |-|"), {isLevel ? left : x, mark.from},
                                {isLevel ? right : x, mark.to});
            return text;
        }
        default: break;
    }
    // A logarithmic axis has no zero.
    const double bottom = std::min(mark.from, mark.to);
    return "\\path[" + fillOf(mark.kind, false, mark.isPale) + "] " +
           tikzPlace(left, placeOn(y, y.isLogarithmic() ? std::max(bottom, y.low) : bottom)) +
           " rectangle " + tikzPlace(right, placeOn(y, std::max(mark.from, mark.to))) + ";\n";
}

/// Returns the number of rows above each bar, or in a full one; nothing unless the bars of a plot
/// of this width have room for all.
std::string numbersLatex(const PlotMarks& plot, const Axis& y, double width) {
    constexpr double tiny = 5;
    constexpr double full = 0.7;
    const double room = plot.meanColumn * width;
    const auto lacksRoom = [&](const ColumnMark& mark) {
        return widthOf(groupedDigits(static_cast<std::uint64_t>(mark.to)), tiny) > room;
    };
    if (std::ranges::any_of(plot.inColumns, lacksRoom)) return {};
    std::string text;
    for (const ColumnMark& mark : plot.inColumns) {
        const auto [left, right] = plot.columns[mark.column];
        const bool isFull = y.shareOf(mark.to) > full;
        text += std::string("\\node[inner sep=1pt, font=\\tiny, anchor=") +
                (isFull ? "north, text=white" : "south, text=black!70") + "] at " +
                tikzPlace((left + right) / 2, placeOn(y, mark.to)) + " {" +
                groupedDigits(static_cast<std::uint64_t>(mark.to)) + "};\n";
    }
    return text;
}

/// Returns marks in columns of a plot of this width, those of a bin after its numbers if `bins` are
/// given.
std::string columnsLatex(const PlotMarks& plot, const Axis& y, const ReliabilityCurve* bins,
                         double width) {
    std::string text;
    std::vector<CurvePoint> confidences;
    std::size_t told = 0;
    for (const ColumnMark& mark : plot.inColumns) {
        const auto [left, right] = plot.columns[mark.column];
        if (bins && !plot.arePooled && mark.column >= told && mark.column < bins->bins.size()) {
            const Bin& bin = bins->bins[mark.column];
            text += "% n = " + std::to_string(bin.count) + ", accuracy " +
                    tikzNumber(*bin.accuracy) + ", confidence " + tikzNumber(*bin.confidence) +
                    "\n";
            told = mark.column + 1;
        }
        if (mark.kind == MarkKind::Confidence)
            confidences.push_back({mark.from, mark.to});
        else
            text += markLatex(mark, left, right, y);
    }
    if (plot.areNumbered) text += numbersLatex(plot, y, width);
    if (!confidences.empty())
        text += "\\addplot[only marks, mark=diamond*, black, forget plot] " +
                tikzCoordinates(confidences);
    return text;
}

std::string referenceLatex(const LineMark& line, const Axis& y) {
    const CurvePoint &first = line.points.front(), &last = line.points.back();
    if (line.kind == MarkKind::Upright)
        return lineBetween(lineOf(line), {first.x, y.low}, {first.x, y.high});
    return lineBetween(lineOf(line), first, last, line.label);
}

std::string lineLatex(const LineMark& line, const Axis& y) {
    std::vector<CurvePoint> points = line.points;
    for (CurvePoint& point : points)
        point.y = placeOn(y, point.y);
    std::string text;
    if (!points.empty())
        text += "\\addplot[" + lineOf(line) + ", forget plot] " + tikzCoordinates(points);
    if (!line.hasMarkers || hasShape(line.colour)) return text;
    for (const CurvePoint& point : points)
        text += numberOf(line.colour, tikzPlace(point.x, point.y)) + "\n";
    return text;
}

std::string pointLatex(const PointMark& point) {
    const std::string arrow =
        point.target
            ? lineBetween("->, " + colourOf(point.colour) + ", thick", point.at, *point.target)
            : std::string();
    if (!hasShape(point.colour))
        return arrow + numberOf(point.colour, tikzPlace(point.at.x, point.at.y)) + "\n";
    return arrow + "\\addplot[" + shapeOf(point) + ", forget plot] " + tikzCoordinates({point.at});
}

/// Returns the marks of a plot of this width; of its columns with the numbers of `bins`, unless it
/// is null.
std::string marksLatex(const PlotMarks& marks, const Axis& y, const ReliabilityCurve* bins,
                       double width) {
    std::string text = columnsLatex(marks, y, bins, width);
    for (const AreaMark& area : marks.areas)
        text += tikzArea(fillOf(area.kind, true, area.isPale), area.points);
    for (const LineMark& line : marks.references)
        text += referenceLatex(line, y);
    for (const LineMark& line : marks.lines) {
        if (!line.isRight) text += lineLatex(line, y);
    }
    for (const PointMark& point : marks.points)
        text += pointLatex(point);
    return text;
}

// The parts of the picture, as LaTeX.

constexpr const char* kGrid = "grid=major, grid style={black!8}, ";

/// Returns the title of the horizontal axis, in two lines if it is wider than the plot.
std::string xTitle(const TikzRequest& in, const PlotBox& box) {
    const double middle = box.left + box.width / 2;
    constexpr double around = 0.25;  // of a node
    const double room = 2 * std::min(middle, in.options.width - middle) - around;
    return "xlabel={" + inLatex(in.figure.x.title) +
           "}, xlabel style={align=center, text width=" + cm(std::max(box.width - around, room)) +
           "}, ";
}

/// Returns the title of a vertical axis beside it; in a column it stands above.
std::string upperTitle(const TikzRequest& in, const std::string& title, double height) {
    if (in.isColumn()) return "";
    return "ylabel={" + inLatex(title) + "}, ylabel style={align=center, text width=" + cm(height) +
           "}, ";
}

std::string legendStyle(const TikzRequest& in, const PlotBox& box, const TikzLegend& legend) {
    if (legend.items.empty()) return "";
    const double left =
        std::clamp(widthOf(legend.items, legend.columns) - box.width, 0.0, box.left);
    return "\n  legend style={at={(0,1)}, anchor=south west, xshift=-" + cm(left) +
           ", yshift=" + cm(in.linesHeight()) +
           ", draw=none, fill=none, inner sep=1pt, font=\\footnotesize, "
           "/tikz/every even column/.append style={column sep=4pt}, legend columns=" +
           std::to_string(legend.columns) + "}, legend cell align=left";
}

/// Returns a plot of some width and height. `more` are options, `hasLabels` says whether the
/// horizontal axis is labelled.
std::string axisLatex(const Axis& x, const Axis& y, double width, double height,
                      const std::string& more, bool hasLabels, const std::string& marks) {
    const auto labels = hasLabels ? labelsOf(x, width, false) : std::vector<std::string>();
    return "\\begin{axis}[\n  scale only axis, width=" + cm(width) + ", height=" + cm(height) +
           ",\n  " + axisOptions(x, 'x', labels) + axisOptions(y, 'y', labelsOf(y, height, true)) +
           "scaled ticks=false, tick align=outside, minor tick style={draw=none}, axis line "
           "style={black!50},\n  ticklabel style={font=\\footnotesize}, label "
           "style={font=\\small},\n  " +
           more + "]\n" + marks + "\\end{axis}\n";
}

/// Returns the score with its interval and the number of rows, which in a column are not told
/// elsewhere.
std::string scoreLine(const FigureScore& score, bool isColumn) {
    std::string text = inLatex(score.name) + (score.isInexact ? " $\\approx$" : " ") + "\\textbf{" +
                       fixedText(score.value, 4) + "}";
    if (!isColumn) return text;
    if (score.interval)
        text += " (" + fixedText(score.interval->lower, 4) + " to " +
                fixedText(score.interval->upper, 4) + ")";
    return text + ", $n$ = " + groupedDigits(score.rows);
}

/// Returns what stands above the plot.
std::string textsAbove(const TikzRequest& in, const PlotBox& box, const TikzLegend& legend) {
    std::string text;
    const auto node = [&](const char* anchor, const char* corner, double up,
                          const std::string& font, const std::string& words) {
        text += std::string("\\node[anchor=") + anchor + ", inner xsep=0pt, font=" + font +
                "] at ([yshift=" + cm(up) + "]main." + corner + ") {" + words + "};\n";
    };
    const bool isColumn = in.isColumn();
    if (isColumn) node("south west", "north west", 0, "\\small", inLatex(in.figure.left.title));
    if (isColumn && box.hasRight)
        node("south east", "north east", 0, "\\small", inLatex(in.figure.right->title));
    if (isColumn && in.hasScore())
        node("south west", "north west", kLine, "\\small", scoreLine(*in.figure.score, true));
    else if (in.hasScore())
        node("south east", "north east", 0, "\\small", scoreLine(*in.figure.score, false));
    if (!in.options.title.empty()) {
        node("south west", "north west", in.linesHeight() + legend.height(), "\\bfseries",
             inLatex(in.options.title));
    }
    return text;
}

std::string lowerLatex(const TikzRequest& in, const PlotBox& box) {
    const LowerPlot& lower = *in.figure.lower;
    const std::string title = inLatex(lower.y.title);
    std::string text =
        axisLatex(in.figure.x, lower.y, box.width, box.lowerHeight,
                  "name=lower, at={(main.south west)}, anchor=north west, yshift=-" +
                      cm(in.between()) + ", tick pos=left, " + kGrid + xTitle(in, box) +
                      (in.isColumn() ? "" : "ylabel={" + title + "}, "),
                  true, marksLatex(lower.marks, lower.y, nullptr, box.width));
    if (in.isColumn())
        text += "\\node[anchor=south west, inner xsep=0pt, font=\\small] at (lower.north west) {" +
                title + "};\n";
    return text;
}

/// Returns the axis at the right, with its lines.
std::string rightLatex(const TikzRequest& in, const PlotBox& box) {
    const Axis& right = *in.figure.right;
    std::string lines;
    for (const LineMark& line : in.figure.marks.lines) {
        if (line.isRight) lines += lineLatex(line, right);
    }
    return axisLatex(in.figure.x, right, box.width, box.height,
                     "at={(main.south west)}, anchor=south west, axis y line*=right, axis x "
                     "line=none, " +
                         upperTitle(in, right.title, box.height),
                     false, lines);
}

bool showsModels(const PlotMarks& marks) {
    return !marks.points.empty() || std::ranges::any_of(marks.lines, [](const LineMark& line) {
        return line.colour.model.has_value();
    });
}

std::string picture(Figure figure, const TikzOptions& options, const ReliabilityCurve* bins) {
    figure = withoutNarrowMarks(shortened(std::move(figure), options), options);
    const TikzRequest in{figure, options};
    const TikzLegend legend = legendOf(in);
    const PlotBox box = withHeights(in, widthsOf(in), legend);
    std::string out;
    const auto& models = options.colours.models;
    for (std::size_t m = 0; m < models.size() && showsModels(figure.marks); ++m)
        out += tikzColour("model-" + std::to_string(m), models[m]);
    std::string marks = marksLatex(figure.marks, figure.left, bins, box.width);
    for (const LegendItem& item : legend.items)
        marks +=
            "\\addlegendimage{" + item.image + "}\\addlegendentry{" + inLatex(item.text) + "}\n";
    out += axisLatex(
        figure.x, figure.left, box.width, box.height,
        std::string("name=main, tick pos=left, ") + kGrid + (in.hasLower() ? "" : xTitle(in, box)) +
            upperTitle(in, figure.left.title, box.height) + legendStyle(in, box, legend),
        !in.hasLower(), marks);
    out += textsAbove(in, box, legend);
    if (in.hasLower()) out += lowerLatex(in, box);
    if (box.hasRight) out += rightLatex(in, box);
    return out;
}

}  // namespace

std::string tikzFigure(const Figure& figure, const TikzOptions& options) {
    std::string of = figure.title;
    for (const std::string& part : figure.subtitle)
        of += (of.empty() ? "" : ", ") + part;
    return tikzDocument(picture(figure, options, nullptr), of, options.isStandalone,
                        options.colours);
}

std::string tikzFigure(const Report& report, const TikzOptions& options) {
    if (showsProfile(report)) return tikzFigure(profilePlot(report).value(), options);
    const ReliabilityCurve columns = drawnColumns(report, options.lowest, options.highest);
    const Axis shown =
        diagramOf(report).isByRank ? kWholeAxis : zoomedAxis(options.lowest, options.highest);
    // A column of a page has no more.
    constexpr double mostColumns = 600;
    const Figure figure = diagramFigure(report, {columns, shown, mostColumns, options.parts});
    DatasetSummary called = report.dataset;
    called.file = displayName(called.file);  // a folder may tell of its owner
    return tikzDocument(picture(figure, options, &columns), rowsName(called), options.isStandalone,
                        options.colours);
}

}  // namespace diagonal
