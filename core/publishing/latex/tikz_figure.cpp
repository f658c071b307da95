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

class FigureWriter {
public:
    FigureWriter(Figure figure, const TikzOptions& options, const ReliabilityCurve* bins)
        : m_figure(std::move(figure)),
          m_options(options),
          m_bins(bins),
          m_isColumn(options.width < kColumn) {
        if (!options.xTitle.empty()) m_figure.x.title = options.xTitle;
        if (!options.yTitle.empty()) m_figure.left.title = options.yTitle;
        constexpr double ofNames = 0.4;
        for (std::string& name : m_figure.left.names)
            name = fitting(name, kFootnote, ofNames * options.width);
        constexpr double twoLines = 1.8;
        m_figure.x.title = fitting(m_figure.x.title, kSmall, twoLines * options.width);
        m_figure.left.title =
            fitting(m_figure.left.title, kSmall, (m_isColumn ? 1 : twoLines) * options.width);
    }

    std::string picture() {
        const auto& models = m_options.colours.models;
        for (std::size_t m = 0; m < models.size() && showsModels(); ++m)
            m_out += tikzColour("model-" + std::to_string(m), models[m]);
        findWidth();
        dropNarrowMarks();
        findLegend();
        findHeight();
        beginAxis(m_figure.left, m_height,
                  "name=main, tick pos=left, " + grid() + (hasLower() ? "" : xTitle()) +
                      upperTitle(m_figure.left.title) + legendStyle(),
                  !hasLower());
        addPlot(m_figure.marks, m_figure.left, m_bins);
        for (const LegendItem& item : m_legend)
            m_out += "\\addlegendimage{" + item.image + "}\\addlegendentry{" + inLatex(item.text) +
                     "}\n";
        m_out += "\\end{axis}\n";
        addTexts();
        if (hasLower()) addLower();
        if (m_hasRight) addRight();
        return std::move(m_out);
    }

private:
    bool hasLower() const { return m_figure.lower && m_options.parts.counts; }
    bool hasScore() const { return m_figure.score && m_options.parts.scores; }
    /// Returns the height of the lines of text above the plot: in a column the title of its axis
    /// and the score, elsewhere the score alone.
    double linesHeight() const {
        const int lines = (m_isColumn ? 1 : 0) + (hasScore() ? 1 : 0);
        return std::max(0.1, lines * kLine);
    }

    bool showsModels() const {
        return !m_figure.marks.points.empty() ||
               std::ranges::any_of(m_figure.marks.lines, [](const LineMark& line) {
                   return line.colour.model.has_value();
               });
    }

    /// Finds the entries of the legend, and their columns, as many as fit.
    void findLegend() {
        if (!m_options.parts.legend) return;
        const PlotMarks& marks = m_figure.marks;
        const bool isCurve = marks.inColumns.empty();
        const auto add = [&](const std::string& image, const auto& mark) {
            if (mark.name.empty()) return;
            const bool isShort = m_isColumn && !mark.shortName.empty();
            m_legend.push_back({image, fitting(isShort ? mark.shortName : mark.name, kFootnote,
                                               m_options.width - kSwatch)});
        };
        for (const LegendEntry& entry : m_figure.legend) {
            if (!holds(marks, entry)) continue;
            const bool isShort = m_isColumn && !entry.shortText.empty();
            m_legend.push_back(
                {legendImage(entry, isCurve), isShort ? entry.shortText : entry.text, entry.rank});
        }
        for (LegendItem& item : m_legend)
            item.text = fitting(item.text, kFootnote, m_options.width - kSwatch);
        dropLowest();
        for (const LineMark& line : marks.lines)
            add(lineOf(line), line);
        for (const PointMark& point : marks.points)
            add(hasShape(point.colour)
                    ? shapeOf(point)
                    : "legend image code/.code={" + numberOf(point.colour, "(0.3cm,0cm)") + "}",
                point);
        if (const std::string arrows = m_figure.nameOfArrows(); !arrows.empty())
            m_legend.push_back({"->, thick, black", arrows});
        for (const AreaMark& area : marks.areas)
            add("area legend, draw=none, " + fillOf(area.kind, true, area.isPale), area);
        for (const LineMark& line : marks.references)
            add(lineOf(line), line);
        if (hasLower()) {
            for (const LineMark& line : m_figure.lower->marks.lines)
                add(lineOf(line), line);
        }
        m_columns = m_legend.size();
        while (m_columns > 1 && widthOf(m_legend, m_columns) > m_options.width)
            --m_columns;
    }

    /// In a column of a page, entries of kinds have one row.
    void dropLowest() {
        while (m_isColumn && m_legend.size() > 1 &&
               widthOf(m_legend, m_legend.size()) > m_options.width)
            m_legend.erase(std::ranges::max_element(m_legend, {}, &LegendItem::rank));
    }

    void findWidth() {
        const double titles = m_isColumn ? 0 : kTitle;
        m_left = besideAxis(m_figure.left) + titles;
        if (hasLower()) m_left = std::max(m_left, besideAxis(m_figure.lower->y) + titles);
        const std::size_t last = m_figure.x.ticks().size() - 1;
        const double overhang = widthOf(m_figure.x.labelOf(last), kFootnote) / 2 + 0.1;
        const auto widthIf = [&](bool hasRight) {
            const double right = hasRight ? besideAxis(*m_figure.right) + titles : overhang;
            return std::max(kLeastSide, m_options.width - m_left - right);
        };
        // Names at the right give way to the plot.
        constexpr double leastShare = 0.4;
        m_hasRight = m_figure.right &&
                     (!m_figure.right->isNamed() || widthIf(true) >= leastShare * m_options.width);
        m_width = widthIf(m_hasRight);
    }

    /// Drops marks that would cover each other where bins are narrow.
    void dropNarrowMarks() {
        constexpr double forInterval = 0.18;
        constexpr double forMean = 0.16;
        const double width = m_figure.marks.meanColumn * m_width;
        std::erase_if(m_figure.marks.inColumns, [&](const ColumnMark& mark) {
            return (mark.kind == MarkKind::Interval && width < forInterval) ||
                   (mark.kind == MarkKind::Confidence && width < forMean);
        });
    }

    void findHeight() {
        const double around = legendHeight() + linesHeight() +
                              (m_options.title.empty() ? 0 : kLine + 0.1) + 2 * kLine + kTick;
        const double between = hasLower() ? kBetween + (m_isColumn ? kLine : 0) : 0;
        const double lower = hasLower() ? kCountsShare : 0;
        m_height = m_options.height > 0 ? (m_options.height - around - between) / (1 + lower)
                                        : (m_figure.isSquare ? 1 : m_options.ratio) * m_width;
        const double rows = m_figure.left.isNamed() ? m_figure.left.high - m_figure.left.low : 0;
        m_height = std::max({kLeastSide, m_height, kRow * rows});
        if (m_figure.isSquare) m_width = m_height = std::min(m_width, m_height);
        m_lowerHeight = std::max(0.8, lower * m_height);
    }

    std::string grid() const { return "grid=major, grid style={black!8}, "; }

    /// A title that is wider than the plot takes two lines.
    std::string xTitle() const {
        const double middle = m_left + m_width / 2;
        constexpr double around = 0.25;  // of a node
        const double room = 2 * std::min(middle, m_options.width - middle) - around;
        return "xlabel={" + inLatex(m_figure.x.title) +
               "}, xlabel style={align=center, text width=" + cm(std::max(m_width - around, room)) +
               "}, ";
    }

    /// Returns the title of a vertical axis beside it; in a column it stands above.
    std::string upperTitle(const std::string& title) const {
        if (m_isColumn) return "";
        return "ylabel={" + inLatex(title) +
               "}, ylabel style={align=center, text width=" + cm(m_height) + "}, ";
    }

    std::string legendStyle() const {
        if (m_legend.empty()) return "";
        const double widest = widthOf(m_legend, m_columns);
        const double left = std::clamp(widest - m_width, 0.0, m_left);
        return "\n  legend style={at={(0,1)}, anchor=south west, xshift=-" + cm(left) +
               ", yshift=" + cm(linesHeight()) +
               ", draw=none, fill=none, inner sep=1pt, font=\\footnotesize, "
               "/tikz/every even column/.append style={column sep=4pt}, legend columns=" +
               std::to_string(m_columns) + "}, legend cell align=left";
    }

    void beginAxis(const Axis& y, double height, const std::string& more, bool hasLabels) {
        const auto labels =
            hasLabels ? labelsOf(m_figure.x, m_width, false) : std::vector<std::string>();
        m_out += "\\begin{axis}[\n  scale only axis, width=" + cm(m_width) +
                 ", height=" + cm(height) + ",\n  " + axisOptions(m_figure.x, 'x', labels) +
                 axisOptions(y, 'y', labelsOf(y, height, true)) +
                 "scaled ticks=false, tick align=outside, minor tick style={draw=none}, axis line "
                 "style={black!50},\n  ticklabel style={font=\\footnotesize}, label "
                 "style={font=\\small},\n  " +
                 more + "]\n";
    }

    /// Returns the score with its interval and the number of rows, which in a column are not told
    /// elsewhere.
    std::string scoreText() const {
        const FigureScore& score = *m_figure.score;
        std::string text = inLatex(score.name) + (score.isInexact ? " $\\approx$" : " ") +
                           "\\textbf{" + fixedText(score.value, 4) + "}";
        if (!m_isColumn) return text;
        if (score.interval)
            text += " (" + fixedText(score.interval->lower, 4) + " to " +
                    fixedText(score.interval->upper, 4) + ")";
        return text + ", $n$ = " + groupedDigits(score.rows);
    }

    /// Adds what stands above the plot.
    void addTexts() {
        const auto node = [&](const char* anchor, const char* corner, double up,
                              const std::string& font, const std::string& text) {
            m_out += std::string("\\node[anchor=") + anchor + ", inner xsep=0pt, font=" + font +
                     "] at ([yshift=" + cm(up) + "]main." + corner + ") {" + text + "};\n";
        };
        if (m_isColumn)
            node("south west", "north west", 0, "\\small", inLatex(m_figure.left.title));
        if (m_isColumn && m_hasRight)
            node("south east", "north east", 0, "\\small", inLatex(m_figure.right->title));
        if (m_isColumn && hasScore())
            node("south west", "north west", kLine, "\\small", scoreText());
        else if (hasScore())
            node("south east", "north east", 0, "\\small", scoreText());
        if (!m_options.title.empty()) {
            node("south west", "north west", linesHeight() + legendHeight(), "\\bfseries",
                 inLatex(m_options.title));
        }
    }

    double legendHeight() const {
        constexpr double row = 0.4;
        constexpr double around = 0.3;
        if (m_columns == 0) return 0;
        const std::size_t rows = (m_legend.size() + m_columns - 1) / m_columns;
        return around + row * static_cast<double>(rows);
    }

    void addLower() {
        const LowerPlot& lower = *m_figure.lower;
        beginAxis(lower.y, m_lowerHeight,
                  "name=lower, at={(main.south west)}, anchor=north west, yshift=-" +
                      cm(kBetween + (m_isColumn ? kLine : 0)) + ", tick pos=left, " + grid() +
                      xTitle() + (m_isColumn ? "" : "ylabel={" + inLatex(lower.y.title) + "}, "),
                  true);
        addPlot(lower.marks, lower.y, nullptr);
        m_out += "\\end{axis}\n";
        if (m_isColumn)
            m_out +=
                "\\node[anchor=south west, inner xsep=0pt, font=\\small] at (lower.north "
                "west) {" +
                inLatex(lower.y.title) + "};\n";
    }

    void addRight() {
        beginAxis(*m_figure.right, m_height,
                  "at={(main.south west)}, anchor=south west, axis y line*=right, axis x "
                  "line=none, " +
                      upperTitle(m_figure.right->title),
                  false);
        for (const LineMark& line : m_figure.marks.lines) {
            if (line.isRight) addLine(line, *m_figure.right);
        }
        m_out += "\\end{axis}\n";
    }

    void addPlot(const PlotMarks& marks, const Axis& y, const ReliabilityCurve* bins) {
        addColumns(marks, y, bins);
        for (const AreaMark& area : marks.areas)
            m_out += tikzArea(fillOf(area.kind, true, area.isPale), area.points);
        for (const LineMark& line : marks.references)
            addReference(line, y);
        for (const LineMark& line : marks.lines) {
            if (!line.isRight) addLine(line, y);
        }
        for (const PointMark& point : marks.points)
            addPoint(point);
    }

    /// Writes marks in columns, those of a bin after its numbers if `bins` are given.
    void addColumns(const PlotMarks& plot, const Axis& y, const ReliabilityCurve* bins) {
        std::vector<CurvePoint> confidences;
        std::size_t told = 0;
        for (const ColumnMark& mark : plot.inColumns) {
            const auto [left, right] = plot.columns[mark.column];
            if (bins && !plot.arePooled && mark.column >= told && mark.column < bins->bins.size()) {
                const Bin& bin = bins->bins[mark.column];
                m_out += "% n = " + std::to_string(bin.count) + ", accuracy " +
                         tikzNumber(*bin.accuracy) + ", confidence " + tikzNumber(*bin.confidence) +
                         "\n";
                told = mark.column + 1;
            }
            if (mark.kind == MarkKind::Confidence)
                confidences.push_back({mark.from, mark.to});
            else
                addMark(mark, left, right, y);
        }
        if (plot.areNumbered) addNumbers(plot, y);
        if (!confidences.empty())
            m_out += "\\addplot[only marks, mark=diamond*, black, forget plot] " +
                     tikzCoordinates(confidences);
    }

    /// Writes the number of rows above each bar, or in a full one, where the bars have room for
    /// all.
    void addNumbers(const PlotMarks& plot, const Axis& y) {
        constexpr double tiny = 5;
        constexpr double full = 0.7;
        const double room = plot.meanColumn * m_width;
        const auto isWide = [&](const ColumnMark& mark) {
            return widthOf(groupedDigits(static_cast<std::uint64_t>(mark.to)), tiny) > room;
        };
        if (std::ranges::any_of(plot.inColumns, isWide)) return;
        for (const ColumnMark& mark : plot.inColumns) {
            const auto [left, right] = plot.columns[mark.column];
            const bool isFull = y.shareOf(mark.to) > full;
            m_out += std::string("\\node[inner sep=1pt, font=\\tiny, anchor=") +
                     (isFull ? "north, text=white" : "south, text=black!70") + "] at " +
                     tikzPlace((left + right) / 2, placeOn(y, mark.to)) + " {" +
                     groupedDigits(static_cast<std::uint64_t>(mark.to)) + "};\n";
        }
    }

    /// Writes a mark between the ends of its column.
    void addMark(const ColumnMark& mark, double left, double right, const Axis& y) {
        switch (mark.kind) {
            case MarkKind::Interval: {
                const double middle = (left + right) / 2;
                return draw("|-|", {middle, mark.from}, {middle, mark.to});
            }
            case MarkKind::End:
                return draw(lineOf(MarkKind::Curve), {left, mark.to}, {right, mark.to});
            case MarkKind::Before:
            case MarkKind::Listed: {
                const bool isLevel = mark.from == mark.to;
                // An interval stands off the middle, where that of the bar is.
                const double x = left + 0.75 * (right - left);
                if (isLevel) m_out += "% beside, accuracy " + tikzNumber(mark.to) + "\n";
                for (const std::string& style :
                     {std::string("white, line width=2pt"), lineOf(mark.kind)})
                    draw(style + (isLevel ? "" : ", |-|"), {isLevel ? left : x, mark.from},
                         {isLevel ? right : x, mark.to});
                return;
            }
            default: break;
        }
        // A logarithmic axis has no zero.
        const double bottom = std::min(mark.from, mark.to);
        m_out += "\\path[" + fillOf(mark.kind, false, mark.isPale) + "] " +
                 tikzPlace(left, placeOn(y, y.isLogarithmic() ? std::max(bottom, y.low) : bottom)) +
                 " rectangle " + tikzPlace(right, placeOn(y, std::max(mark.from, mark.to))) + ";\n";
    }

    void draw(const std::string& style, const CurvePoint& from, const CurvePoint& to,
              const std::string& label = {}) {
        m_out +=
            "\\draw[" + style + "] " + tikzPlace(from.x, from.y) + " -- " + tikzPlace(to.x, to.y);
        if (!label.empty()) {
            // Over the line, beside its end, and inside the plot.
            const bool isUpright = from.x == to.x;
            m_out += std::string(
                         " node[pos=0.9, fill=white, inner sep=1pt, font=\\tiny, text=black!60") +
                     (isUpright ? ", anchor=west, xshift=1pt" : "") + "] {" + inLatex(label) + "}";
        }
        m_out += ";\n";
    }

    void addReference(const LineMark& line, const Axis& y) {
        const CurvePoint &first = line.points.front(), &last = line.points.back();
        if (line.kind == MarkKind::Upright)
            return draw(lineOf(line), {first.x, y.low}, {first.x, y.high});
        draw(lineOf(line), first, last, line.label);
    }

    void addLine(const LineMark& line, const Axis& y) {
        std::vector<CurvePoint> points = line.points;
        for (CurvePoint& point : points)
            point.y = placeOn(y, point.y);
        if (!points.empty())
            m_out += "\\addplot[" + lineOf(line) + ", forget plot] " + tikzCoordinates(points);
        if (!line.hasMarkers || hasShape(line.colour)) return;
        for (const CurvePoint& point : points)
            m_out += numberOf(line.colour, tikzPlace(point.x, point.y)) + "\n";
    }

    static std::string shapeOf(const PointMark& point) {
        return colourOf(point.colour) +
               ", only marks, mark=" + kShapes[point.colour.model.value_or(0)];
    }

    void addPoint(const PointMark& point) {
        if (point.target)
            draw("->, " + colourOf(point.colour) + ", thick", point.at, *point.target);
        if (hasShape(point.colour))
            m_out +=
                "\\addplot[" + shapeOf(point) + ", forget plot] " + tikzCoordinates({point.at});
        else
            m_out += numberOf(point.colour, tikzPlace(point.at.x, point.at.y)) + "\n";
    }

    Figure m_figure;
    const TikzOptions& m_options;
    const ReliabilityCurve* m_bins;
    bool m_isColumn;
    std::vector<LegendItem> m_legend;
    std::size_t m_columns = 0;  ///< of the legend
    double m_left = 0;          ///< of the plot
    bool m_hasRight = false;    ///< the axis at the right is there
    double m_width = 0;
    double m_height = 0;
    double m_lowerHeight = 0;
    std::string m_out;
};

}  // namespace

std::string tikzFigure(const Figure& figure, const TikzOptions& options) {
    std::string of = figure.title;
    for (const std::string& part : figure.subtitle)
        of += (of.empty() ? "" : ", ") + part;
    return tikzDocument(FigureWriter(figure, options, nullptr).picture(), of, options.isStandalone,
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
    return tikzDocument(FigureWriter(figure, options, &columns).picture(), rowsName(called),
                        options.isStandalone, options.colours);
}

}  // namespace diagonal
