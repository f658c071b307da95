// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/publishing/latex/tikz_figure.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/publishing/diagrams/diagram.h"
#include "core/publishing/diagrams/drawn_columns.h"
#include "core/publishing/latex/tikz_document.h"
#include "core/publishing/latex/tikz_lines.h"
#include "core/publishing/profile_figures.h"
#include "core/publishing/tables.h"

namespace diagonal {
namespace {

constexpr double kLabelsLeft = 1.6;  ///< cm
constexpr double kLabelsBelow = 1.3;
constexpr double kLegend = 1.1;
constexpr double kBetween = 0.4;
constexpr double kCountsShare = 0.22;

bool hasCounts(const Report& report, const TikzOptions& options) {
    return options.parts.counts && diagramOf(report).hasCounts;
}

/// Returns a title of the figure in LaTeX.
std::string inLatex(const std::string& title) {
    std::string text = latexEscaped(title);
    constexpr std::string_view minus = "−";
    if (const auto at = text.find(minus); at != std::string::npos)
        text.replace(at, minus.size(), "$-$");
    if (text.ends_with(" / n")) text.replace(text.size() - 1, 1, "$n$");
    return text;
}

/// Returns a title in LaTeX: that of the user, else the diagram's.
std::string titleOr(const std::string& own, const std::string& usual) {
    return own.empty() ? inLatex(usual) : latexEscaped(own);
}

double side(const Report& report, const TikzOptions& options) {
    const double across = options.width - kLabelsLeft;
    const double up =
        (options.height - kLabelsBelow - kLegend - (hasCounts(report, options) ? kBetween : 0)) /
        (1 + (hasCounts(report, options) ? kCountsShare : 0));
    return std::max(kLeastSide, std::min(across, up));
}

std::string horizontal(const Report& report, const TikzOptions& options) {
    const bool isWhole = options.lowest == 0 && options.highest == 1;
    if (isWhole || diagramOf(report).isByRank) return "xmin=0, xmax=1, xtick={0,0.2,0.4,0.6,0.8,1}";
    return "xmin=" + tikzNumber(options.lowest) + ", xmax=" + tikzNumber(options.highest) +
           ", xticklabel style={/pgf/number format/precision=5}";
}

/// Begins an axis; `more` are its own options.
void beginAxis(const Report& report, const TikzOptions& options, std::string& out, double height,
               const std::string& more) {
    out += "\\begin{axis}[\n  scale only axis, width=" + tikzNumber(side(report, options)) +
           "cm, height=" + tikzNumber(height) + "cm,\n  " + horizontal(report, options) +
           ",\n"
           "  axis on top=false, grid=major, grid style={black!8}, tick align=outside,\n"
           "  tick pos=left, axis line style={black!50},\n  " +
           more + "]\n";
}

/// Returns the lower and upper end of the vertical axis.
std::pair<double, double> range(const Report& report, const TikzOptions& options) {
    if (!diagramOf(report).isAroundZero)
        return {0, endOfValues(report, options.lowest, options.highest)};
    const Interval values = valuesAroundZero(report);
    const double most = std::max({1e-6, -values.lower, values.upper});
    return {-1.05 * most, 1.05 * most};
}

void rectangle(std::string& out, const std::string& style, double left, double bottom, double right,
               double top) {
    out += "\\path[" + style + "] " + tikzPlace(left, bottom) + " rectangle " +
           tikzPlace(right, top) + ";\n";
}

std::string gapStyle(MarkKind kind) {
    const bool isOver = kind == MarkKind::Over;
    const std::string colour = isOver ? "diagonal-over" : "diagonal-under";
    return "draw=" + colour + ", fill=" + colour +
           "!15, postaction={pattern=" + (isOver ? "north east" : "north west") +
           " lines, pattern color=" + colour + "}";
}

/// Returns the style of a filled mark; that of a gap below a curve if it `isArea`.
std::string fillOf(MarkKind kind, bool isArea, bool isPale) {
    // Gaps that chance alone could produce are pale, as in the other figures.
    const std::string pale = isPale ? ", opacity=0.4" : "";
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
            if (!isArea) return gapStyle(kind) + pale;
            return std::string("fill=") +
                   (kind == MarkKind::Over ? "diagonal-over" : "diagonal-under") +
                   ", fill opacity=" + (isPale ? "0.1" : "0.28");
        default: break;
    }
    return "fill=diagonal-accuracy";
}

/// Returns the style of a mark that is a line.
std::string lineOf(MarkKind kind) {
    switch (kind) {
        case MarkKind::Ideal: return "dashed, black!70";
        case MarkKind::BaseRate: return "black!60";
        case MarkKind::NoSkill: return "densely dotted, black!60";
        case MarkKind::Before:
        case MarkKind::Listed: return "black!60, line width=1pt";
        case MarkKind::Zero: return "black!50";
        default: break;
    }
    return "diagonal-cap, thick";
}

void drawLine(const std::string& style, const CurvePoint& from, const CurvePoint& to,
              std::string& out) {
    out += "\\draw[" + style + "] " + tikzPlace(from.x, from.y) + " -- " + tikzPlace(to.x, to.y) +
           ";\n";
}

/// Writes a mark between the ends of its column.
void addMark(const ColumnMark& mark, double left, double right, std::string& out) {
    switch (mark.kind) {
        case MarkKind::Interval: {
            const double middle = (left + right) / 2;
            return drawLine("|-|", {middle, mark.from}, {middle, mark.to}, out);
        }
        case MarkKind::End:
            return drawLine(lineOf(mark.kind), {left, mark.to}, {right, mark.to}, out);
        case MarkKind::Before:
        case MarkKind::Listed: {
            const bool isLevel = mark.from == mark.to;
            // An interval stands off the middle, where that of the bar is.
            const double x = left + 0.75 * (right - left);
            if (isLevel) out += "% beside, accuracy " + tikzNumber(mark.to) + "\n";
            for (const std::string& style :
                 {std::string("white, line width=2pt"), lineOf(mark.kind)})
                drawLine(style + (isLevel ? "" : ", |-|"), {isLevel ? left : x, mark.from},
                         {isLevel ? right : x, mark.to}, out);
            return;
        }
        default:
            rectangle(out, fillOf(mark.kind, false, mark.isPale), left,
                      std::min(mark.from, mark.to), right, std::max(mark.from, mark.to));
    }
}

/// Writes marks in the columns of `plot`, those of a bin after its numbers if `bins` are given.
void addColumns(const PlotMarks& plot, const ReliabilityCurve* bins, std::string& out) {
    std::vector<CurvePoint> confidences;
    std::size_t told = 0;
    for (const ColumnMark& mark : plot.inColumns) {
        const auto [left, right] = plot.columns[mark.column];
        if (bins && !plot.arePooled && mark.column >= told && mark.column < bins->bins.size()) {
            const Bin& bin = bins->bins[mark.column];
            out += "% n = " + std::to_string(bin.count) + ", accuracy " +
                   tikzNumber(*bin.accuracy) + ", confidence " + tikzNumber(*bin.confidence) + "\n";
            told = mark.column + 1;
        }
        if (mark.kind == MarkKind::Confidence)
            confidences.push_back({mark.from, mark.to});
        else
            addMark(mark, left, right, out);
    }
    if (!confidences.empty())
        out += "\\addplot[only marks, mark=diamond*, black, forget plot] " +
               tikzCoordinates(confidences);
}

void addAreasAndLines(const PlotMarks& plot, std::string& out) {
    for (const AreaMark& area : plot.areas)
        out += tikzArea(fillOf(area.kind, true, area.isPale), area.points);
    for (const auto* lines : {&plot.lines, &plot.references}) {
        for (const LineMark& line : *lines) {
            if (!line.points.empty())
                out += "\\addplot[" + lineOf(line.kind) + ", forget plot] " +
                       tikzCoordinates(line.points);
        }
    }
}

/// Returns how a legend shows marks of a kind.
std::string legendImage(const LegendEntry& entry, bool isCurve) {
    switch (entry.kind) {
        case MarkKind::Interval: return "mark=|, mark options={rotate=90}, black";
        case MarkKind::Confidence: return "only marks, mark=diamond*, black";
        case MarkKind::Band:
            return std::string("area legend, fill=black!12, draw=") +
                   (isCurve ? "none" : "black!60");
        case MarkKind::Over:
        case MarkKind::Under:
            if (!isCurve) return "area legend, " + fillOf(entry.kind, false, entry.isPale);
            return "area legend, draw=none, " + fillOf(entry.kind, true, entry.isPale);
        case MarkKind::Accuracy:
        case MarkKind::FewRows:
        case MarkKind::With:
        case MarkKind::Without:
            return "area legend, draw=none, " + fillOf(entry.kind, isCurve, entry.isPale);
        default: break;
    }
    return lineOf(entry.kind);
}

/// Adds the entries of those marks that there are.
void addLegend(const Report& report, const TikzOptions& options, const DiagramMarks& marks,
               std::string& out) {
    if (!options.parts.legend) return;
    for (const LegendEntry& entry : legendEntries(legendTerms(report), options.parts)) {
        if (!holds(marks.values, entry)) continue;
        out += "\\addlegendimage{" + legendImage(entry, report.curve != nullptr) +
               "}\\addlegendentry{" + latexEscaped(entry.text) + "}\n";
    }
}

void addScore(const Report& report, std::string& out) {
    const std::string_view id = mainScore(report);
    const bool isOfCurve = report.curve && !report.curve->scores.empty();
    const Score* const score = isOfCurve ? nullptr : report.find(id);
    const auto value = isOfCurve ? report.curve->scores.front().second : report.score(id);
    if (!value) return;
    const std::string name(scoreDefinition(id).shortName);
    const char* const near = score && isInexact(*score) ? "$\\approx$" : "";
    out += "\\node[anchor=north west, font=\\small] at (rel axis cs:0.03,0.97) {" +
           latexEscaped(name) + " " + near + "\\textbf{" + fixedText(*value, 4) + "}};\n";
}

void addDiagram(const Report& report, const TikzOptions& options, const ReliabilityCurve& columns,
                const DiagramMarks& marks, std::string& out) {
    const auto [least, most] = range(report, options);
    std::string axis =
        "name=diagram, ymin=" + tikzNumber(least) + ", ymax=" + tikzNumber(most) + ", ";
    axis += hasCounts(report, options)
                ? "xticklabels={},\n  "
                : "xlabel={" + titleOr(options.xTitle, horizontalTitle(report)) + "},\n  ";
    if (diagramOf(report).isMirrored)
        axis +=
            "yticklabel={\\pgfmathparse{abs(\\tick)}\\pgfmathprintnumber{\\pgfmathresult}},\n  ";
    if (!options.title.empty()) axis += "title={" + latexEscaped(options.title) + "},\n  ";
    axis += "ylabel={" + titleOr(options.yTitle, diagramOf(report).values(report)) +
            "},\n  legend style={at={(0.5,1.03)}, anchor=south, draw=none, legend "
            "columns=3, font=\\footnotesize}, legend cell align=left";
    beginAxis(report, options, out, side(report, options), axis);
    addColumns(marks.values, &columns, out);
    addAreasAndLines(marks.values, out);
    addLegend(report, options, marks, out);
    if (options.parts.scores) addScore(report, out);
    out += "\\end{axis}\n";
}

void addCounts(const Report& report, const TikzOptions& options, PlotMarks rows, std::string& out) {
    double most = 1;
    for (const Bin& bin : report.binned.bins)
        most = std::max(most, bin.weight);
    const AxisScale scale = countScale(report.binned, options.parts);
    const double least = scale == AxisScale::Logarithmic ? 0.5 : 0;
    beginAxis(report, options, out, side(report, options) * kCountsShare,
              "at={(diagram.south west)}, anchor=north west, yshift=-" + tikzNumber(kBetween) +
                  "cm, xlabel={" + titleOr(options.xTitle, horizontalTitle(report)) +
                  "}, ylabel={" + countsTitle(report, scale) + "},\n  ymin=" + tikzNumber(least) +
                  ", ymax=" + tikzNumber(1.05 * most) +
                  (scale == AxisScale::Logarithmic ? ", ymode=log"
                   : scale == AxisScale::Root      ? kTikzRoots
                                                   : ", scaled y ticks=false") +
                  ", yticklabel style={/pgf/number format/fixed}");
    for (ColumnMark& mark : rows.inColumns)
        mark.from = least;
    addColumns(rows, nullptr, out);
    out += "\\end{axis}\n";
}

}  // namespace

std::string tikzFigure(const Report& report, const TikzOptions& options) {
    if (showsProfile(report)) {
        LinePlot plot = profilePlot(report).value();
        if (!options.xTitle.empty()) plot.x.title = options.xTitle;
        if (!options.yTitle.empty()) plot.left.title = options.yTitle;
        return tikzLines(plot, options);
    }
    const ReliabilityCurve columns = drawnColumns(report, options.lowest, options.highest);
    const Axis axis{.low = options.lowest, .high = options.highest};
    const bool isWhole = diagramOf(report).isByRank;
    // A column of a page has no more.
    constexpr double mostColumns = 600;
    const DiagramMarks marks =
        diagramMarks(report, {columns, isWhole ? kWholeAxis : axis, mostColumns, options.parts});
    std::string out;
    addDiagram(report, options, columns, marks, out);
    if (hasCounts(report, options)) addCounts(report, options, marks.rows, out);
    DatasetSummary called = report.dataset;
    called.file = displayName(called.file);  // a folder may tell of its owner
    return tikzDocument(out, rowsName(called), options.isStandalone, options.colours);
}

}  // namespace diagonal
