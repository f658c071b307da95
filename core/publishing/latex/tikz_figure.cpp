// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/publishing/latex/tikz_figure.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/publishing/diagrams.h"
#include "core/publishing/drawn_columns.h"
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

bool showsConsistency(const Report& report) {
    return report.settings.intervals == IntervalKind::Consistency;
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

std::string gapStyle(bool over) {
    const std::string colour = over ? "diagonal-over" : "diagonal-under";
    return "draw=" + colour + ", fill=" + colour +
           "!15, postaction={pattern=" + (over ? "north east" : "north west") +
           " lines, pattern color=" + colour + "}";
}

/// Gaps that chance alone could produce are pale, as in the other figures.
std::string paleness(const Bin& bin) {
    return isWithinNoise(bin) ? ", opacity=0.4" : "";
}

/// Draws the interval of a bin's accuracy, or the band of calibrated models, less `minus`.
void addInterval(const Report& report, const TikzOptions& options, std::string& out, const Bin& bin,
                 double minus) {
    if (!options.parts.intervals) return;
    if (showsConsistency(report)) {
        if (!bin.consistency) return;
        rectangle(out, "draw=black!60, fill=black, fill opacity=0.12", bin.lower,
                  bin.consistency->lower - minus, bin.upper, bin.consistency->upper - minus);
        return;
    }
    const double x = (bin.lower + bin.upper) / 2;
    out += "\\draw[|-|] " + tikzPlace(x, bin.interval->lower - minus) + " -- " +
           tikzPlace(x, bin.interval->upper - minus) + ";\n";
}

void addLegendEntry(const TikzOptions& options, std::string& out, const std::string& image,
                    const std::string& name) {
    if (!options.parts.legend) return;
    out += "\\addlegendimage{" + image + "}\\addlegendentry{" + name + "}\n";
}

/// Returns the legend entry of the plot before it.
std::string legendEntry(const TikzOptions& options, const std::string& name) {
    return options.parts.legend ? "\\addlegendentry{" + name + "}\n" : "";
}

constexpr const char* kBar = "fill=diagonal-accuracy";
constexpr const char* kFewRowsBar = "fill=diagonal-accuracy!45";

void addBinLegend(const Report& report, const TikzOptions& options, std::string& out) {
    addLegendEntry(options, out, "area legend, " + gapStyle(true),
                   capitalized(termsOf(report).over));
    addLegendEntry(options, out, "area legend, " + gapStyle(false),
                   capitalized(termsOf(report).under));
    const bool hasPaleGaps = std::ranges::any_of(report.binned.bins, isWithinNoise);
    if (hasPaleGaps)
        addLegendEntry(options, out, "area legend, opacity=0.4, " + gapStyle(true),
                       withinChanceName(report.settings.band));
    if (!options.parts.intervals) return;
    const std::string level = latexEscaped(shortest(report.settings.level * 100)) + "\\,\\% ";
    if (showsConsistency(report)) {
        addLegendEntry(options, out, "area legend, draw=black!60, fill=black!12",
                       level + "if calibrated");
    } else {
        addLegendEntry(options, out, "mark=|, mark options={rotate=90}, black", level + "interval");
    }
}

/// Draws the accuracies of the curve that stands beside the report's.
void addBeside(const CurveBeside& beside, const TikzOptions& options, std::string& out) {
    const auto line = [&](const std::string& style, double left, double bottom, double right,
                          double top) {
        for (const char* halo : {"white, line width=2pt", "black!60, line width=1pt"})
            out += std::string("\\draw[") + halo + style + "] " + tikzPlace(left, bottom) + " -- " +
                   tikzPlace(right, top) + ";\n";
    };
    for (const Bin& bin : beside.curve.bins) {
        if (bin.count == 0) continue;
        out += "% " + std::to_string(bin.count) + " beside, accuracy " + tikzNumber(*bin.accuracy) +
               "\n";
        line("", bin.lower, *bin.accuracy, bin.upper, *bin.accuracy);
        if (!options.parts.intervals || !bin.interval) continue;
        // Off the middle, where the interval of the bar is.
        const double x = bin.lower + 0.75 * (bin.upper - bin.lower);
        line(", |-|", x, bin.interval->lower, x, bin.interval->upper);
    }
}

void addBars(const Report& report, const TikzOptions& options, const ReliabilityCurve& columns,
             std::string& out) {
    for (const Bin& bin : columns.bins) {
        if (bin.count == 0) continue;
        const double mean = std::min(*bin.confidence, 1.0);
        const bool over = bin.gap() < 0;
        out += "% n = " + std::to_string(bin.count) + ", accuracy " + tikzNumber(*bin.accuracy) +
               ", confidence " + tikzNumber(*bin.confidence) + "\n";
        rectangle(out, hasFewRows(bin) ? kFewRowsBar : kBar, bin.lower, 0, bin.upper,
                  std::min(*bin.accuracy, mean));
        rectangle(out, gapStyle(over) + paleness(bin), bin.lower, std::min(*bin.accuracy, mean),
                  bin.upper, std::max(*bin.accuracy, mean));
        out += "\\draw[diagonal-cap, thick] " + tikzPlace(bin.lower, *bin.accuracy) + " -- " +
               tikzPlace(bin.upper, *bin.accuracy) + ";\n";
    }
    const CurveBeside beside = columnsBeside(report, options.lowest, options.highest);
    addBeside(beside, options, out);
    for (const Bin& bin : columns.bins) {
        if (bin.count > 0) addInterval(report, options, out, bin, 0);
    }
    addLegendEntry(options, out, std::string("area legend, draw=none, ") + kBar,
                   capitalized(termsOf(report).accuracy));
    if (std::ranges::any_of(report.binned.bins, hasFewRows))
        addLegendEntry(options, out, std::string("area legend, draw=none, ") + kFewRowsBar,
                       "Under " + std::to_string(kFewRowsOfBin) + " rows");
    addBinLegend(report, options, out);
    out += "\\addplot[only marks, mark=diamond*, black] coordinates {";
    for (const Bin& bin : columns.bins) {
        if (bin.count > 0)
            out += " (" + tikzNumber(*bin.confidence) + "," + tikzNumber(*bin.confidence) + ")";
    }
    out += " };\n" + legendEntry(options, termsOf(report).shortConfidence);
    if (!beside.name.empty())
        addLegendEntry(options, out, "black!60, line width=1pt", latexEscaped(beside.name));
}

void addGaps(const Report& report, const TikzOptions& options, const ReliabilityCurve& columns,
             std::string& out) {
    for (const Bin& bin : columns.bins) {
        if (bin.count == 0) continue;
        out += "% n = " + std::to_string(bin.count) + "\n";
        rectangle(out, gapStyle(bin.gap() < 0) + paleness(bin), bin.lower, std::min(0.0, bin.gap()),
                  bin.upper, std::max(0.0, bin.gap()));
        addInterval(report, options, out, bin, *bin.confidence);
    }
    addBinLegend(report, options, out);
}

void addOutcomes(const Report& report, const TikzOptions& options, const ReliabilityCurve& columns,
                 std::string& out) {
    for (const OutcomeBar& bar : outcomeBars(report.binned)) {
        const Bin& column = columns.bins[bar.bin];
        if (column.count == 0) continue;
        rectangle(out, bar.height > 0 ? "fill=diagonal-accuracy" : "fill=diagonal-over",
                  column.lower, std::min(0.0, bar.height), column.upper, std::max(0.0, bar.height));
    }
    const Terms terms = termsOf(report);
    addLegendEntry(options, out, "area legend, fill=diagonal-accuracy, draw=none",
                   capitalized(terms.with));
    addLegendEntry(options, out, "area legend, fill=diagonal-over, draw=none",
                   capitalized(terms.without));
}

void addCurve(const Report& report, const TikzOptions& options, std::string& out) {
    for (const auto& band : report.curve->band)
        out += tikzBand(band);
    for (const auto& stroke : report.curve->strokes) {
        out += "\\addplot[diagonal-cap, thick, forget plot] coordinates {";
        for (const CurvePoint& point : stroke)
            out += " (" + tikzNumber(point.x) + "," + tikzNumber(point.y) + ")";
        out += " };\n";
    }
    addLegendEntry(options, out, "diagonal-cap, thick", std::string(diagramOf(report).line));
    addLegendEntry(options, out, "area legend, fill=black!12, draw=none",
                   latexEscaped(shortest(report.settings.level * 100)) + "\\,\\% band");
}

void addIdeal(const Report& report, const TikzOptions& options, std::string& out) {
    if (!diagramOf(report).hasIdeal) return;
    out += "\\addplot[dashed, black!70, domain=0:1, samples=2] {" +
           std::string(diagramOf(report).isAroundZero ? "0" : "x") + "};\n" +
           legendEntry(options, "Ideal");
}

void addSkillLines(const Report& report, const TikzOptions& options, std::string& out) {
    for (const SkillLine& line : skillLines(report, options.parts)) {
        const bool isLevel = line.atZero == line.atOne;
        out += "\\addplot[" + std::string(isLevel ? "" : "densely dotted, ") +
               "black!60] coordinates {(0," + tikzNumber(line.atZero) + ") (1," +
               tikzNumber(line.atOne) + ")};\n" + legendEntry(options, std::string(line.name));
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
                std::string& out) {
    const auto [least, most] = range(report, options);
    std::string axis =
        "name=diagram, ymin=" + tikzNumber(least) + ", ymax=" + tikzNumber(most) + ", ";
    axis += hasCounts(report, options)
                ? "xticklabels={},\n  "
                : "xlabel={" + titleOr(options.xTitle, horizontalTitle(report)) + "},\n  ";
    if (diagramOf(report).marks == DiagramMarks::Outcomes)
        axis +=
            "yticklabel={\\pgfmathparse{abs(\\tick)}\\pgfmathprintnumber{\\pgfmathresult}},\n  ";
    if (!options.title.empty()) axis += "title={" + latexEscaped(options.title) + "},\n  ";
    axis += "ylabel={" + titleOr(options.yTitle, diagramOf(report).values(report)) +
            "},\n  legend style={at={(0.5,1.03)}, anchor=south, draw=none, legend "
            "columns=3, font=\\footnotesize}, legend cell align=left";
    beginAxis(report, options, out, side(report, options), axis);
    switch (diagramOf(report).marks) {
        case DiagramMarks::Bars: addBars(report, options, columns, out); break;
        case DiagramMarks::Gaps: addGaps(report, options, columns, out); break;
        case DiagramMarks::Outcomes: addOutcomes(report, options, columns, out); break;
        case DiagramMarks::Curve: addCurve(report, options, out); break;
    }
    addIdeal(report, options, out);
    addSkillLines(report, options, out);
    if (options.parts.scores) addScore(report, out);
    out += "\\end{axis}\n";
}

void addCounts(const Report& report, const TikzOptions& options, const ReliabilityCurve& columns,
               std::string& out) {
    double most = 1;
    for (const Bin& bin : columns.bins)
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
    for (const Bin& bin : columns.bins) {
        if (bin.count > 0)
            rectangle(out, "fill=diagonal-counts", bin.lower, least, bin.upper, bin.weight);
    }
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
    std::string out;
    addDiagram(report, options, columns, out);
    if (hasCounts(report, options)) addCounts(report, options, columns, out);
    DatasetSummary called = report.dataset;
    called.file = displayName(called.file);  // a folder may tell of its owner
    return tikzDocument(out, rowsName(called), options.isStandalone, options.colours);
}

}  // namespace diagonal
