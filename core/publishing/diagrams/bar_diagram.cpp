// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/publishing/diagrams/bar_diagram.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/publishing/diagrams/diagram_parts.h"

namespace diagonal {
namespace {

/// Explains pale bars; empty if there are none.
std::string paleBars(const Report& report) {
    const bool areThere = std::ranges::any_of(report.binned.bins, hasFewRows);
    return areThere ? "; pale blue: under " + std::to_string(kFewRowsOfBin) + " rows" : "";
}

std::string explainBars(const Report& report, const Terms& terms, const FigureParts& parts) {
    const std::string mean = confidenceOfBins(report, terms);
    return "Bars: " + terms.accuracy + " among the " + terms.rows + " in " +
           binsOfConfidence(report, terms) + "; gap to " + mean + " in orange (" + terms.over +
           ") and green (" + terms.under + ")" + paleGaps(report) + paleBars(report) +
           (report.recalibration ? "; grey lines: before recalibration" : "") +
           (hasFewBins(report) ? "; diamonds: " + mean + uncertaintyOfBins(report, parts) : "") +
           std::string(kDashed);
}

std::string nameOfBars(const Terms& terms) {
    return terms.figure;
}

void addBar(const DrawnBin& drawn, std::size_t column, std::vector<ColumnMark>& marks) {
    const Bin& bin = drawn.bin;
    const double accuracy = *bin.accuracy;
    const double confidence = std::min(*bin.confidence, 1.0);
    const double lower = std::min(accuracy, confidence);
    marks.push_back({hasFewRows(bin) ? MarkKind::FewRows : MarkKind::Accuracy, column, 0, lower});
    if (bin.gap() != 0)
        marks.push_back({bin.gap() < 0 ? MarkKind::Over : MarkKind::Under, column, lower,
                         std::max(accuracy, confidence), drawn.isPale});
    marks.push_back({MarkKind::End, column, 0, accuracy});
    if (drawn.isPooled)
        marks.push_back({MarkKind::Range, column, drawn.accuracies.lower, drawn.accuracies.upper});
}

void addBars(const std::vector<DrawnBin>& bins, PlotMarks& marks) {
    for (std::size_t b = 0; b < bins.size(); ++b) {
        if (bins[b].bin.count > 0) addBar(bins[b], b, marks.inColumns);
    }
}

/// Adds the accuracies of another curve, with their intervals, in columns of their own.
void addBeside(const Report& report, const DrawnPart& part, PlotMarks& marks) {
    const CurveBeside beside = columnsBeside(report, part.horizontal.low, part.horizontal.high);
    const MarkKind kind = beside.areOtherRows ? MarkKind::Listed : MarkKind::Before;
    for (const Bin& bin : beside.curve.bins) {
        if (bin.count == 0) continue;
        const std::size_t column = marks.columns.size();
        marks.columns.push_back({bin.lower, bin.upper});
        marks.inColumns.push_back({kind, column, *bin.accuracy, *bin.accuracy});
        if (part.parts.intervals && bin.interval)
            marks.inColumns.push_back({kind, column, bin.interval->lower, bin.interval->upper});
    }
}

void drawBars(const Report& report, const DrawnPart& part, Figure& figure) {
    const std::vector<DrawnBin> bins = drawnBins(part.columns, part.horizontal, part.pixels);
    figure.marks = plotOfBins(bins, part.columns, part.horizontal);
    addBars(bins, figure.marks);
    addBeside(report, part, figure.marks);
    addIntervals(
        report, bins, part.parts, [](const Bin&) { return 0.0; }, figure.marks);
    for (std::size_t b = 0; b < bins.size(); ++b) {
        if (bins[b].bin.count == 0) continue;
        const double confidence = std::min(*bins[b].bin.confidence, 1.0);
        if (confidence >= part.horizontal.low && confidence <= part.horizontal.high)
            figure.marks.inColumns.push_back({MarkKind::Confidence, b, confidence, confidence});
    }
}

void addBarEntries(const LegendTerms& of, std::vector<LegendEntry>& entries) {
    // The title of the axis says what bars are.
    entries.push_back({.kind = MarkKind::Accuracy,
                       .text = of.terms.shortAccuracy,
                       .help = "Share of " + of.terms.with + " among the bin's rows.",
                       .rank = 5});
    entries.push_back({.kind = MarkKind::Confidence,
                       .text = of.terms.shortConfidence,
                       .help = "Mean " + of.terms.confidence + " of the bin's rows.",
                       .rank = 3});
    addGapEntries(of, entries);
    const std::string few = std::to_string(kFewRowsOfBin);
    entries.push_back({.kind = MarkKind::FewRows,
                       .text = "Under " + few + " rows",
                       .shortText = "n < " + few,
                       .help = "Bars of few rows are pale: their accuracy says little.",
                       .rank = 2});
    addIdealEntry(4, "Where every bar of a calibrated model ends.", entries);
    if (!of.nameBeside.empty())
        entries.push_back({.kind = of.areOtherRows ? MarkKind::Listed : MarkKind::Before,
                           .text = of.nameBeside,
                           .help = of.meaningBeside});
}

}  // namespace

PlotMarks reliabilityBars(const ReliabilityCurve& columns, const Axis& horizontal, double pixels) {
    const std::vector<DrawnBin> bins = drawnBins(columns, horizontal, pixels);
    PlotMarks marks = plotOfBins(bins, columns, horizontal);
    addBars(bins, marks);
    return marks;
}

constinit const Diagram kBarDiagram = {
    .kind = DiagramKind::Bars,
    .title = kReliability,
    .score = "ece",
    .values = &valuesOfAccuracy,
    .name = &nameOfBars,
    .explained = &explainBars,
    .draw = &drawBars,
    .addEntries = &addBarEntries,
};

}  // namespace diagonal
