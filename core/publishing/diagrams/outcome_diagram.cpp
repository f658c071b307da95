// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/publishing/diagrams/outcome_diagram.h"

#include <cmath>

#include "core/base/text.h"
#include "core/publishing/diagrams/diagram_parts.h"

namespace diagonal {
namespace {

std::string explainOutcomes(const Report& report, const Terms& terms, const FigureParts&) {
    return "Bars: share of the " + terms.with + " (upwards) and of the " + terms.without +
           " (downwards) in " + binsOfConfidence(report, terms);
}

std::string valuesOfOutcomes(const Report&) {
    return "Share of each outcome";
}

std::string nameOfOutcomes(const Terms& terms) {
    return "Distribution of the " + terms.confidence + " by outcome";
}

/// Adds how the rows of each outcome are distributed over the bins: upwards the share of the rows
/// with outcome 1, downwards that of the others. An outcome that no row has makes no bars.
/// `columns` are those of the bins that are drawn.
void addOutcomes(const ReliabilityCurve& bins, const ReliabilityCurve& columns,
                 std::vector<ColumnMark>& marks) {
    double with = 0;
    double without = 0;
    for (const Bin& bin : bins.bins) {
        with += bin.correct;
        without += bin.weight - bin.correct;
    }
    for (std::size_t b = 0; b < bins.bins.size(); ++b) {
        const Bin& bin = bins.bins[b];
        if (columns.bins[b].count == 0) continue;
        const double wrong = bin.weight - bin.correct;
        if (bin.correct > 0) marks.push_back({MarkKind::With, b, 0, bin.correct / with});
        if (wrong > 0) marks.push_back({MarkKind::Without, b, 0, -wrong / without});
    }
}

void drawOutcomes(const Report& report, const DrawnPart& part, Figure& figure) {
    figure.marks = plotOfBins(drawnBins(part.columns, part.horizontal, kEachBin), part.columns,
                              part.horizontal);
    addOutcomes(report.binned, part.columns, figure.marks.inColumns);
    figure.marks.references.push_back(
        {.points = {{part.horizontal.low, 0}, {part.horizontal.high, 0}}, .kind = MarkKind::Zero});
}

/// Describes half of a diagram of outcomes.
std::string fullestBin(const Report& report, const std::vector<ColumnMark>& marks, MarkKind kind) {
    const ColumnMark* fullest = nullptr;
    for (const ColumnMark& mark : marks) {
        if (mark.kind == kind && std::abs(mark.to) > (fullest ? std::abs(fullest->to) : 0))
            fullest = &mark;
    }
    if (!fullest) return "There are none.";
    const Bin& bin = report.binned.bins[fullest->column];
    return "The fullest bin, " + fixedText(bin.lower, 2) + " to " + fixedText(bin.upper, 2) +
           ", holds " + fixedText(100 * std::abs(fullest->to), 0) + " % of them.";
}

std::string describeOutcomes(const Report& report, const Terms& terms) {
    std::vector<ColumnMark> marks;
    addOutcomes(report.binned, report.binned, marks);
    return nameOfOutcomes(terms) + ", in " + binsOfConfidence(report, terms) +
           ". Bars that go up show the " + terms.with + ". " +
           fullestBin(report, marks, MarkKind::With) + " Bars that go down show the " +
           terms.without + ". " + fullestBin(report, marks, MarkKind::Without);
}

void addOutcomeEntries(const LegendTerms& of, std::vector<LegendEntry>& entries) {
    entries.push_back({.kind = MarkKind::With,
                       .text = capitalized(of.terms.with),
                       .shortText = capitalized(of.terms.shortWith)});
    entries.push_back({.kind = MarkKind::Without, .text = capitalized(of.terms.without)});
}

}  // namespace

constinit const Diagram kOutcomeDiagram = {
    .kind = DiagramKind::Outcomes,
    .title = "Distribution by outcome",
    .score = "auroc",
    .isAroundZero = true,
    .hasIdeal = false,
    .isMirrored = true,
    .hasCounts = false,
    .isOfOneModel = true,
    .values = &valuesOfOutcomes,
    .name = &nameOfOutcomes,
    .explained = &explainOutcomes,
    .described = &describeOutcomes,
    .draw = &drawOutcomes,
    .addEntries = &addOutcomeEntries,
};

}  // namespace diagonal
