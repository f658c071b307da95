// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/publishing/diagrams.h"

#include <algorithm>
#include <array>

#include "core/base/text.h"

namespace diagonal {
namespace {

using Kind = DiagramKind;
using Marks = DiagramMarks;

/// Returns "15 equal-width bins of confidence", "15 bins of confidence as in netcal".
std::string binsOfConfidence(const Report& report, const Terms& terms) {
    const std::string of = " of " + terms.confidence;
    const std::string name = binsName(report);
    if (!report.preset) return name + of;
    return counted(report.binned.bins.size(), "bin") + of + " as in " +
           std::string(report.preset->name);
}

/// True if diamonds and whiskers have room in a figure of the usual size.
bool hasFewBins(const Report& report) {
    constexpr std::size_t few = 50;
    return report.binned.bins.size() <= few;
}

std::string binConfidence(const Report& report, const Terms& terms) {
    return report.binning.confidence == BinConfidence::Midpoint ? "the middle of each bin"
                                                                : "the mean " + terms.confidence;
}

std::string uncertaintyOfBins(const Report& report, const FigureParts& parts) {
    if (!parts.intervals) return "";
    const std::string level = percentText(report.settings.level);
    if (report.settings.intervals == IntervalKind::Consistency)
        return "; grey: " + level + " of calibrated models" + jointly(report);
    return "; whiskers: " + level + " " + intervalName(report) + " intervals" + jointly(report);
}

/// Explains pale gaps, if there are some.
std::string paleGaps(const Report& report) {
    const bool areThere = std::ranges::any_of(report.binned.bins, isWithinNoise);
    return areThere ? "; pale: within what " + percentText(report.settings.level) +
                          " of calibrated models show by chance"
                    : "";
}

/// Explains pale bars, if there are some.
std::string paleBars(const Report& report) {
    const bool areThere = std::ranges::any_of(report.binned.bins, hasFewRows);
    return areThere ? "; pale blue: under " + std::to_string(kFewRowsOfBin) + " rows" : "";
}

constexpr std::string_view kDashed = "; dashed: perfect calibration";

std::string explainBars(const Report& report, const Terms& terms, const FigureParts& parts) {
    return "Bars: " + terms.accuracy + " among the " + terms.rows + " in " +
           binsOfConfidence(report, terms) + "; gap to " + binConfidence(report, terms) +
           " in orange (" + terms.over + ") and green (" + terms.under + ")" + paleGaps(report) +
           paleBars(report) + (report.recalibration ? "; grey lines: before recalibration" : "") +
           (hasFewBins(report)
                ? "; diamonds: " + binConfidence(report, terms) + uncertaintyOfBins(report, parts)
                : "") +
           std::string(kDashed);
}

std::string explainGaps(const Report& report, const Terms& terms, const FigureParts& parts) {
    return "Bars: " + terms.accuracy + " minus " + binConfidence(report, terms) + " in " +
           binsOfConfidence(report, terms) + ", in orange (" + terms.over + ") and green (" +
           terms.under + ")" + paleGaps(report) +
           (hasFewBins(report) ? uncertaintyOfBins(report, parts) : "") + std::string(kDashed);
}

std::string explainOutcomes(const Report& report, const Terms& terms, const FigureParts&) {
    return "Bars: share of the " + terms.with + " (upwards) and of the " + terms.without +
           " (downwards) in " + binsOfConfidence(report, terms);
}

std::string explainBand(const Report& report) {
    const std::string level = percentText(report.settings.level);
    switch (bandMeaningOf(report.settings.diagram, report.settings.band)) {
        case BandMeaning::PointByChance:
            return "grey: at each point, " + level + " of the curves of a calibrated model";
        case BandMeaning::CurveByChance:
            return "grey: holds " + level + " of the whole curves of a calibrated model";
        case BandMeaning::TrueCurve: break;
    }
    return "grey: " + level + " confidence band of the whole curve";
}

/// `way` is how the curve was computed.
std::string explainLine(const Report& report, const Terms& terms, const std::string& way) {
    return "Line: " + terms.accuracy + " given the " + terms.confidence + " by " + way +
           "; orange: " + terms.over + ", green: " + terms.under + ", pale: within chance; " +
           explainBand(report) + std::string(kDashed);
}

std::string explainIsotonic(const Report& report, const Terms& terms, const FigureParts&) {
    return explainLine(report, terms, "isotonic regression (CORP)");
}

std::string explainSmooth(const Report& report, const Terms& terms, const FigureParts&) {
    return explainLine(report, terms, "kernel smoothing (smooth ECE)");
}

std::string explainCumulative(const Report& report, const Terms& terms, const FigureParts&) {
    return "Line: cumulative sum of " + terms.accuracy + " minus " + terms.confidence +
           ", divided by n (falling: " + terms.over + ", rising: " + terms.under + "); " +
           explainBand(report) + std::string(kDashed);
}

std::string valuesOfAccuracy(const Report& report) {
    return capitalized(termsOf(report).accuracy);
}

std::string signedGapOf(const Report& report) {
    const Terms terms = termsOf(report);
    return terms.shortAccuracy + " − " + lowerCase(terms.shortConfidence);
}

std::string valuesOfSums(const Report& report) {
    return "Sum of (" + lowerCase(signedGapOf(report)) + ") / n";
}

std::string valuesOfOutcomes(const Report&) {
    return "Share of each outcome";
}

std::string nameBars(const Terms& terms) {
    return terms.figure;
}

std::string nameGaps(const Terms& terms) {
    return "Diagram of " + terms.accuracy + " minus " + terms.confidence;
}

std::string nameIsotonic(const Terms& terms) {
    return terms.figure + " by isotonic regression";
}

std::string nameSmooth(const Terms& terms) {
    return terms.figure + " by smoothing";
}

std::string nameCumulative(const Terms& terms) {
    return "Cumulative sum of " + terms.accuracy + " minus " + terms.confidence;
}

std::string nameOutcomes(const Terms& terms) {
    return "Distribution of the " + terms.confidence + " by outcome";
}

/// Describes half of a diagram of outcomes: `sign` is 1 for the rows with outcome 1, else -1.
std::string fullestBin(const Report& report, const std::vector<OutcomeBar>& bars, int sign) {
    const OutcomeBar* fullest = nullptr;
    for (const OutcomeBar& bar : bars) {
        if (sign * bar.height > (fullest ? sign * fullest->height : 0)) fullest = &bar;
    }
    if (!fullest) return "There are none.";
    const Bin& bin = report.binned.bins[fullest->bin];
    return "The fullest bin, " + fixedText(bin.lower, 2) + " to " + fixedText(bin.upper, 2) +
           ", holds " + fixedText(100 * sign * fullest->height, 0) + " % of them.";
}

std::string describeOutcomes(const Report& report, const Terms& terms) {
    const std::vector<OutcomeBar> bars = outcomeBars(report.binned);
    return nameOutcomes(terms) + ", in " + binsOfConfidence(report, terms) +
           ". Bars that go up show the " + terms.with + ". " + fullestBin(report, bars, 1) +
           " Bars that go down show the " + terms.without + ". " + fullestBin(report, bars, -1);
}

constexpr std::string_view kReliability = "Reliability diagram";

// kind, marks, title, line, making, score; isAroundZero, hasIdeal, isByRank, hasCounts,
// isOfOneModel; method; values, name, explained
constexpr std::array<Diagram, kDiagramKinds.size()> kDiagrams = {{
    {Kind::Bars, Marks::Bars, kReliability, "", "", "ece", false, true, false, true, false, "",
     &valuesOfAccuracy, &nameBars, &explainBars},
    {Kind::Gaps, Marks::Gaps, "Calibration gap", "", "", "ece", true, true, false, true, true, "",
     &signedGapOf, &nameGaps, &explainGaps},
    {Kind::Isotonic, Marks::Curve, kReliability, "Isotonic regression", "isotonic regression",
     "brier_mcb", false, true, false, true, false,
     "isotonic regression (CORP; Dimitriadis et al. 2021)", &valuesOfAccuracy, &nameIsotonic,
     &explainIsotonic},
    {Kind::Smooth, Marks::Curve, kReliability, "Smoothed", "smooth curve", "smece", false, true,
     false, true, false,
     "kernel smoothing with the smooth ECE as bandwidth (Blasiok and Nakkiran 2024)",
     &valuesOfAccuracy, &nameSmooth, &explainSmooth},
    {Kind::Cumulative, Marks::Curve, "Cumulative gap", "Cumulative gap", "", "ks", true, true, true,
     false, true, "cumulative differences (Arrieta-Ibarra et al. 2022)", &valuesOfSums,
     &nameCumulative, &explainCumulative},
    {Kind::Outcomes, Marks::Outcomes, "Distribution by outcome", "", "", "auroc", true, false,
     false, false, true, "", &valuesOfOutcomes, &nameOutcomes, &explainOutcomes, &describeOutcomes},
}};

}  // namespace

const Diagram& diagramOf(DiagramKind kind) {
    return *std::ranges::find(kDiagrams, kind, &Diagram::kind);
}

const Diagram& diagramOf(const Report& report) {
    return diagramOf(report.settings.diagram);
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
    if (view.kind == View::Kind::TopLabel) return termsOf(report).shortConfidence;
    return "Predicted probability of " + report.dataset.classNames[view.classIndex];
}

Interval valuesAroundZero(const Report& report) {
    Interval values{0, 0};
    const auto hold = [&](double value) {
        values = {std::min(values.lower, value), std::max(values.upper, value)};
    };
    switch (diagramOf(report).marks) {
        case DiagramMarks::Curve:
            for (const auto& stroke : report.curve->strokes) {
                for (const CurvePoint& point : stroke)
                    hold(point.y);
            }
            for (const auto& band : report.curve->band) {
                for (const BandPoint& point : band) {
                    hold(point.lower);
                    hold(point.upper);
                }
            }
            break;
        case DiagramMarks::Outcomes:
            for (const OutcomeBar& bar : outcomeBars(report.binned))
                hold(bar.height);
            break;
        case DiagramMarks::Bars:
        case DiagramMarks::Gaps:
            for (const Bin& bin : report.binned.bins) {
                if (bin.count == 0) continue;
                const bool isBand = report.settings.intervals == IntervalKind::Consistency;
                const Interval interval =
                    isBand ? bin.consistency.value_or(*bin.interval) : *bin.interval;
                hold(bin.gap());
                hold(interval.lower - *bin.confidence);
                hold(interval.upper - *bin.confidence);
            }
    }
    return values;
}

std::vector<SkillLine> skillLines(const Report& report, const FigureParts& parts) {
    const auto rate = report.score("accuracy");
    if (!parts.skillLines || !rate || diagramOf(report).isAroundZero) return {};
    return {{"Base rate", *rate, *rate}, {"No skill", *rate / 2, (1 + *rate) / 2}};
}

std::vector<OutcomeBar> outcomeBars(const ReliabilityCurve& bins) {
    double with = 0;
    double without = 0;
    for (const Bin& bin : bins.bins) {
        if (bin.count == 0) continue;
        with += bin.weight * *bin.accuracy;
        without += bin.weight * (1 - *bin.accuracy);
    }
    std::vector<OutcomeBar> bars;
    for (std::size_t b = 0; b < bins.bins.size(); ++b) {
        const Bin& bin = bins.bins[b];
        if (bin.count == 0) continue;
        if (with > 0) bars.push_back({b, bin.weight * *bin.accuracy / with});
        if (without > 0) bars.push_back({b, -bin.weight * (1 - *bin.accuracy) / without});
    }
    return bars;
}

}  // namespace diagonal
