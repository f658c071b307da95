// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/publishing/diagrams/diagram.h"

#include <algorithm>
#include <array>

#include "core/base/text.h"
#include "core/publishing/diagrams/bar_diagram.h"
#include "core/publishing/diagrams/curve_diagrams.h"
#include "core/publishing/diagrams/diagram_parts.h"
#include "core/publishing/diagrams/gap_diagram.h"
#include "core/publishing/diagrams/outcome_diagram.h"

namespace diagonal {
namespace {

constexpr std::array<const Diagram*, kDiagramKinds.size()> kDiagrams = {
    &kBarDiagram,    &kGapDiagram,        &kIsotonicDiagram,
    &kSmoothDiagram, &kCumulativeDiagram, &kOutcomeDiagram};

/// Returns the axis of the rows in each bin.
Axis axisOfRows(const Report& report, const DrawnPart& part) {
    const AxisScale scale = part.counts.value_or(countScale(report.binned, part.parts));
    double most = 0;
    for (const Bin& bin : report.binned.bins)
        most = std::max(most, bin.weight);
    Axis axis = scale == AxisScale::Root                      ? rootCountAxis(most)
                : scale == AxisScale::Logarithmic && most > 0 ? logarithmicCountAxis(most)
                                                              : countAxis(most);
    axis.title = countsTitle(report, axis.scale);
    return axis;
}

/// Returns the plot of the rows in each bin.
PlotMarks rowsOfBins(const Report& report, const DrawnPart& part) {
    constexpr std::size_t mostNumbers = 20;
    const ReliabilityCurve& columns = part.columns;
    const std::vector<DrawnBin> bins = drawnBins(columns, part.horizontal, part.pixels);
    PlotMarks marks = plotOfBins(bins, columns, part.horizontal);
    for (std::size_t b = 0; b < bins.size(); ++b) {
        if (bins[b].bin.count > 0)
            marks.inColumns.push_back({MarkKind::Rows, b, 0, bins[b].mostRows});
    }
    marks.areNumbered =
        columns.filledBins() <= mostNumbers && columns.weightKind == WeightKind::Counts;
    for (const std::string_view id : {"accuracy", "confidence"}) {
        if (const auto mean = report.score(id)) marks.means.push_back(*mean);
    }
    return marks;
}

/// Returns the vertical axis of a diagram.
Axis axisOfValues(const Report& report, const Axis& horizontal) {
    const Diagram& diagram = diagramOf(report);
    if (!diagram.isAroundZero)
        return zoomedAxis(0, endOfValues(report, horizontal.low, horizontal.high));
    // An axis does not change when bands become known.
    ReliabilityCurve columns = report.binned;
    for (Bin& bin : columns.bins) {
        if (!bin.consistency) bin.consistency = bin.interval;
    }
    Figure drawn;
    diagram.draw(report, {columns, kWholeAxis, kEachBin, {}}, drawn);
    const Interval extent = extentOf(drawn.marks);
    return axisThroughZero(extent.lower, extent.upper);
}

/// Returns the main score; none if it is undefined.
std::optional<FigureScore> scoreOf(const Report& report, const FigureParts& parts) {
    const std::string_view id = mainScore(report);
    const bool isOfCurve = report.curve && !report.curve->scores.empty();
    const Score* const score = isOfCurve ? nullptr : report.find(id);
    const auto value = isOfCurve ? report.curve->scores.front().second : report.score(id);
    if (!value) return std::nullopt;
    const bool hasInterval = score && parts.intervals;
    return FigureScore{std::string(scoreDefinition(id).shortName), *value,
                       score && isInexact(*score), hasInterval ? score->interval : std::nullopt,
                       report.dataset.rows};
}

/// Returns a line over the whole of an axis, by its heights at 0 and 1.
LineMark lineOver(const Axis& axis, const SkillLine& line) {
    const auto at = [&](double x) { return line.atZero + x * (line.atOne - line.atZero); };
    return {.points = {{axis.low, at(axis.low)}, {axis.high, at(axis.high)}}, .kind = line.kind};
}

}  // namespace

const Diagram& diagramOf(DiagramKind kind) {
    return **std::ranges::find_if(kDiagrams,
                                  [&](const Diagram* diagram) { return diagram->kind == kind; });
}

const Diagram& diagramOf(const Report& report) {
    return diagramOf(report.settings.diagram);
}

Axis usualPart(const Report& report) {
    return report.endOfRareEvents ? zoomedAxis(0, *report.endOfRareEvents) : kWholeAxis;
}

Figure diagramFigure(const Report& report, const DrawnPart& part) {
    const Diagram& diagram = diagramOf(report);
    Figure figure;
    diagram.draw(report, part, figure);
    if (diagram.hasCounts) figure.lower = {axisOfRows(report, part), rowsOfBins(report, part)};
    std::vector<SkillLine> lines = skillLines(report, part.parts);
    if (diagram.hasIdeal) lines.push_back({MarkKind::Ideal, 0, diagram.isAroundZero ? 0.0 : 1.0});
    for (const SkillLine& line : lines)
        figure.marks.references.push_back(lineOver(part.horizontal, line));
    figure.x = part.horizontal;
    figure.x.title = horizontalTitle(report);
    figure.left = axisOfValues(report, part.horizontal);
    figure.left.title = diagram.values(report);
    figure.left.areShares = diagram.isMirrored;
    figure.legend = legendEntries(legendTerms(report), part.parts);
    figure.score = scoreOf(report, part.parts);
    figure.isSquare = true;
    return figure;
}

LegendTerms legendTerms(const Report& report) {
    LegendTerms terms{report.settings.diagram,
                      termsOf(report),
                      report.intervalChoice(),
                      nameBeside(report),
                      "The accuracy before recalibration.",
                      false};
    if (report.beside) {
        terms.meaningBeside = report.beside->meaning;
        terms.areOtherRows = report.beside->areOtherRows;
    }
    return terms;
}

std::vector<LegendEntry> legendEntries(const LegendTerms& terms, const FigureParts& parts) {
    const Diagram& diagram = diagramOf(terms.kind);
    std::vector<LegendEntry> entries;
    diagram.addEntries(terms, entries);
    if (!parts.skillLines || diagram.isAroundZero) return entries;
    // Who asked for them wants to know which is which.
    constexpr int rank = -1;
    entries.push_back({.kind = MarkKind::BaseRate,
                       .text = "Base rate",
                       .help = "The share of all rows that came true: where a model lies that does "
                               "not discriminate.",
                       .rank = rank});
    entries.push_back({.kind = MarkKind::NoSkill,
                       .text = "No skill",
                       .help = "Bars that end nearer to the diagonal than this line improve the "
                               "Brier score of a forecast that is always the base rate.",
                       .rank = rank});
    return entries;
}

bool holds(const PlotMarks& plot, const LegendEntry& entry) {
    if (entry.isPale)
        return holds(plot, MarkKind::Over, true) || holds(plot, MarkKind::Under, true);
    // Pale gaps have an entry of their own.
    const bool isGap = entry.kind == MarkKind::Over || entry.kind == MarkKind::Under;
    return holds(plot, entry.kind, false) || (!isGap && holds(plot, entry.kind, true));
}

std::string_view mainScore(const Report& report) {
    if (report.curve && !report.curve->scores.empty()) return report.curve->scores.front().first;
    const std::string_view score = diagramOf(report).score;
    return report.score(score) ? score : "ece";
}

std::string horizontalTitle(const Report& report) {
    const View& view = report.view;
    if (diagramOf(report).isByRank)
        return "Share of rows, by increasing " + lowerCase(termsOf(report).shortConfidence);
    if (report.dataset.areQuantiles) return "Level of the quantile";
    if (view.isTopLabel()) return termsOf(report).shortConfidence;
    return "Predicted probability of " + report.dataset.classNames[view.classIndex];
}

std::vector<SkillLine> skillLines(const Report& report, const FigureParts& parts) {
    const auto rate = report.score("accuracy");
    if (!parts.skillLines || !rate || diagramOf(report).isAroundZero) return {};
    return {{MarkKind::BaseRate, *rate, *rate}, {MarkKind::NoSkill, *rate / 2, (1 + *rate) / 2}};
}

}  // namespace diagonal
