// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/publishing/diagrams/gap_diagram.h"

#include <algorithm>

#include "core/publishing/diagrams/diagram_parts.h"

namespace diagonal {
namespace {

std::string explainGaps(const Report& report, const Terms& terms, const FigureParts& parts) {
    return "Bars: " + terms.accuracy + " minus " + confidenceOfBins(report, terms) + " in " +
           binsOfConfidence(report, terms) + ", in orange (" + terms.over + ") and green (" +
           terms.under + ")" + paleGaps(report) +
           (hasFewBins(report) ? uncertaintyOfBins(report, parts) : "") + std::string(kDashed);
}

std::string nameOfGaps(const Terms& terms) {
    return "Diagram of " + terms.accuracy + " minus " + terms.confidence;
}

void drawGaps(const Report& report, const DrawnPart& part, Figure& figure) {
    const std::vector<DrawnBin> bins = drawnBins(part.columns, part.horizontal, part.pixels);
    figure.marks = plotOfBins(bins, part.columns, part.horizontal);
    std::vector<ColumnMark>& bars = figure.marks.inColumns;
    for (std::size_t b = 0; b < bins.size(); ++b) {
        const Bin& bin = bins[b].bin;
        if (bin.count == 0) continue;
        const double gap = bin.gap();
        if (gap != 0)
            bars.push_back({gap < 0 ? MarkKind::Over : MarkKind::Under, b, std::min(gap, 0.0),
                            std::max(gap, 0.0), bins[b].isPale});
        if (bins[b].isPooled)
            bars.push_back({MarkKind::Range, b, bins[b].gaps.lower, bins[b].gaps.upper});
        else
            bars.push_back({MarkKind::End, b, 0, gap});
    }
    addIntervals(
        report, bins, part.parts, [](const Bin& bin) { return *bin.confidence; }, figure.marks);
}

void addEntriesOfGaps(const LegendTerms& of, std::vector<LegendEntry>& entries) {
    addGapEntries(of, entries);
    addIdealEntry(4, "", entries);
}

}  // namespace

constinit const Diagram kGapDiagram = {
    .kind = DiagramKind::Gaps,
    .title = "Calibration gap",
    .score = "ece",
    .isAroundZero = true,
    .isOfOneModel = true,
    .values = &signedGap,
    .name = &nameOfGaps,
    .explained = &explainGaps,
    .draw = &drawGaps,
    .addEntries = &addEntriesOfGaps,
};

}  // namespace diagonal
