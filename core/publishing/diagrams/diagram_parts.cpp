// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/publishing/diagrams/diagram_parts.h"

#include <algorithm>
#include <string_view>

#include "core/base/text.h"

namespace diagonal {

std::string binsOfConfidence(const Report& report, const Terms& terms) {
    const std::string of = " of " + terms.confidence;
    const std::string name = binsName(report);
    if (!report.preset) return name + of;
    return counted(report.binned.bins.size(), "bin") + of + " as in " +
           std::string(report.preset->name);
}

std::string confidenceOfBins(const Report& report, const Terms& terms) {
    return report.binning.confidence == BinConfidence::Midpoint ? "the middle of each bin"
                                                                : "the mean " + terms.confidence;
}

bool hasFewBins(const Report& report) {
    constexpr std::size_t few = 50;
    return report.binned.bins.size() <= few;
}

std::string uncertaintyOfBins(const Report& report, const FigureParts& parts) {
    if (!parts.intervals) return "";
    const std::string level = percentText(report.settings.level);
    if (report.settings.intervals == IntervalKind::Consistency)
        return "; grey: " + level + " of calibrated models" + jointly(report);
    return "; whiskers: " + level + " " + intervalName(report) + " intervals" + jointly(report);
}

std::string paleGaps(const Report& report) {
    const bool areThere = std::ranges::any_of(report.binned.bins, isWithinNoise);
    return areThere ? "; pale: within what " + percentText(report.settings.level) +
                          " of calibrated models show by chance"
                    : "";
}

std::string signedGap(const Report& report) {
    const Terms terms = termsOf(report);
    return terms.shortAccuracy + " − " + lowerCase(terms.shortConfidence);
}

std::string shortSide(const std::string& side) {
    constexpr std::string_view predicted = "predicted ";
    return capitalized(side.starts_with(predicted) ? side.substr(predicted.size()) : side);
}

std::string valuesOfAccuracy(const Report& report) {
    return capitalized(termsOf(report).accuracy);
}

PlotMarks plotOfBins(const std::vector<DrawnBin>& bins, const ReliabilityCurve& columns,
                     const Axis& horizontal) {
    PlotMarks marks;
    marks.meanColumn = meanColumn(columns, horizontal);
    marks.columns.reserve(bins.size());
    for (const DrawnBin& drawn : bins) {
        marks.columns.push_back({drawn.bin.lower, drawn.bin.upper});
        marks.arePooled = marks.arePooled || drawn.isPooled;
    }
    return marks;
}

void addIntervals(const Report& report, const std::vector<DrawnBin>& bins, const FigureParts& parts,
                  double (*minus)(const Bin&), PlotMarks& marks) {
    if (!parts.intervals) return;
    const bool isBand = report.settings.intervals == IntervalKind::Consistency;
    for (std::size_t b = 0; b < bins.size(); ++b) {
        const Bin& bin = bins[b].bin;
        const std::optional<Interval>& interval = isBand ? bin.consistency : bin.interval;
        if (bin.count == 0 || !interval) continue;
        marks.inColumns.push_back({isBand ? MarkKind::Band : MarkKind::Interval, b,
                                   interval->lower - minus(bin), interval->upper - minus(bin)});
    }
}

void addSideEntries(const LegendTerms& of, int rankOfOver, int rankOfUnder,
                    std::vector<LegendEntry>& entries) {
    entries.push_back({.kind = MarkKind::Over,
                       .text = capitalized(of.terms.over),
                       .shortText = shortSide(of.terms.over),
                       .help = "Predictions are higher than the share that came true.",
                       .rank = rankOfOver});
    entries.push_back({.kind = MarkKind::Under,
                       .text = capitalized(of.terms.under),
                       .shortText = shortSide(of.terms.under),
                       .help = "Predictions are lower than the share that came true.",
                       .rank = rankOfUnder});
}

void addGapEntries(const LegendTerms& of, std::vector<LegendEntry>& entries) {
    const bool isPointwise = of.choice.band == BandKind::Pointwise;
    const std::string level = percentText(of.choice.level);
    // The largest areas of a picture are never without a key.
    constexpr int last = -2;
    addSideEntries(of, last, last, entries);
    // Readers know an interval, but not this.
    const std::string byChance =
        isPointwise
            ? "Pale gaps can be chance: the accuracy is in the range of " + level +
                  " of calibrated models. Each bin is judged by itself: with 10 bins, up to 40 % "
                  "of calibrated models have a strong gap somewhere. While you drag, gaps stay as "
                  "they were."
            : "Pale gaps can be chance: the accuracies of all bins of a calibrated model lie in "
              "these ranges in " +
                  level + " of cases. While you drag, gaps stay as they were.";
    entries.push_back({.kind = MarkKind::Over,
                       .text = "Within chance",
                       .detail = isPointwise ? ", each bin" : ", all bins",
                       .help = byChance,
                       .rank = 1,
                       .isPale = true});
    const std::string joint = isPointwise ? level : level + " joint";
    if (of.choice.kind == IntervalKind::Consistency)
        entries.push_back({.kind = MarkKind::Band,
                           .text = joint + " band",
                           .help = "Range of the accuracy of a calibrated model by chance."});
    else
        entries.push_back({.kind = MarkKind::Interval,
                           .text = joint + " CI",
                           .help = "Interval of the bin's accuracy, given its number of rows.",
                           .rank = 3});
}

void addIdealEntry(int rank, const std::string& help, std::vector<LegendEntry>& entries) {
    entries.push_back({.kind = MarkKind::Ideal, .text = "Ideal", .help = help, .rank = rank});
}

}  // namespace diagonal
