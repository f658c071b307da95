// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reporting/verdict.h"

#include <algorithm>
#include <cmath>

#include "core/base/text.h"
#include "core/recalibrating/temperature/temperature.h"
#include "core/reporting/recalibration_report.h"
#include "core/reporting/report_intervals.h"

namespace diagonal {
namespace {

constexpr double kDetected = 0.05;  ///< p-values up to this show that chance is no explanation

/// "(95 % interval 7.1 to 9.7)", with what `shown` makes of the ends.
template <typename Shown>
std::string inBrackets(const Interval& interval, double level, const Shown& shown) {
    return "(" + percentText(level) + " interval " + shown(interval.lower) + " to " +
           shown(interval.upper) + ")";
}

std::string fourDecimals(double error) {
    return fixedText(error, 4);
}

/// True if the interval of the signed gap is known and does not hold 0.
bool isGapDetected(const Report& report) {
    const Score* gap = report.find("signed_gap");
    return gap && gap->interval && !gap->interval->holds(0);
}

/// Returns the digits after the point of percents at which none of these numbers, other than 0, is
/// shown as 0.
int decimalsFor(std::initializer_list<double> shares) {
    constexpr int most = 4;
    int decimals = 1;
    for (const double share : shares) {
        while (share != 0 && decimals < most &&
               std::abs(share) * 100 * std::pow(10, decimals) < 0.5)
            ++decimals;
    }
    return decimals;
}

std::string meansText(const Report& report, double confidence, double accuracy, int decimals) {
    const auto percent = [&](double share) { return fixedText(100 * share, decimals) + " %"; };
    const std::string of =
        report.dataset.weights == WeightKind::Importance ? " of the weight" : " of the rows";
    if (report.view.isTopLabel())
        return "The model's mean confidence is " + percent(confidence) + "; it is right in " +
               percent(accuracy) + of;
    return "The model expects " + quotedText(report.dataset.classNames[report.view.classIndex]) +
           " in " + percent(confidence) + of + "; it is so in " + percent(accuracy);
}

/// True if a p-value shows that chance alone does not explain the ECE.
bool isErrorDetected(const Report& report) {
    const auto p = report.score("ece_p");
    return !report.clusters && p && *p <= kDetected;
}

std::string calibrationText(const Report& report) {
    const auto confidence = report.score("confidence");
    const auto accuracy = report.score("accuracy");
    const Score* gap = report.find("signed_gap");
    if (!confidence || !accuracy || !gap || !gap->value) return "";
    const bool isTop = report.view.isTopLabel();
    const bool isDetected = isGapDetected(report);
    const int decimals =
        isDetected ? decimalsFor({*gap->value, gap->interval->lower, gap->interval->upper})
                   : decimalsFor({*gap->value});
    const std::string means = meansText(report, *confidence, *accuracy, decimals);
    if (!gap->interval) return means + ".";
    const auto points = [&](double value) { return fixedText(100 * value, decimals); };
    const double level = report.settings.level;
    if (isDetected) {
        const bool isOver = *gap->value < 0;
        const Interval size =
            isOver ? Interval{-gap->interval->upper, -gap->interval->lower} : *gap->interval;
        const std::string direction = isTop    ? isOver ? "over-confident" : "under-confident"
                                      : isOver ? "too high"
                                               : "too low";
        return means + ": " + direction + " by " + points(std::abs(*gap->value)) + " points " +
               inBrackets(size, level, points) + ".";
    }
    const std::string difference = means + ": the difference of " + points(*gap->value) +
                                   " points is within chance " +
                                   inBrackets(*gap->interval, level, points);
    const auto over = report.score("over_confidence");
    const auto under = report.score("under_confidence");
    if (!isErrorDetected(report) || !over || !under) return difference + ".";
    return difference + ", but not in each bin: " +
           (isTop ? "over-confidence of " : "probabilities too high by ") + fourDecimals(*over) +
           (isTop ? " and under-confidence of " : " and too low by ") + fourDecimals(*under) +
           " partly cancel.";
}

std::string chanceText(const Report& report) {
    const Score* ece = report.find("ece");
    const Score* p = report.find("ece_p");
    const auto mean = report.score("null_ece");
    const auto highest = report.score("null_ece_q95");
    if (report.clusters || !ece || !ece->value || !p || !p->value || !mean || !highest) return "";
    const std::string chance = p->isAtFloor ? "p <= " + fourDecimals(*p->value) : pText(*p->value);
    const std::string value = fourDecimals(*ece->value);
    const bool isFittedHere = report.fitted() || (report.recalibration &&
                                                  report.recalibration->rows == FitRows::Measured);
    if (isFittedHere && !isErrorDetected(report))
        return "The ECE of " + value + " is within chance (" + chance +
               "), but temperature or map were fitted on these rows: on others it may be larger.";
    const std::string byChance =
        ": a calibrated model shows about " + fourDecimals(*mean) + " in these bins";
    if (isErrorDetected(report))
        return "Chance does not explain its ECE of " + value + " (" + chance + ")" + byChance +
               ", and over " + fourDecimals(*highest) + " once in 20 times.";
    if (isGapDetected(report))
        return "The ECE alone, " + value + ", does not show it (" + chance + ")" + byChance + ".";
    return "Chance alone can explain its ECE of " + value + " (" + chance + ")" + byChance +
           ". Miscalibration is not detected, which does not exclude it.";
}

std::string remedyText(const Report& report) {
    const Score* ece = report.find("ece");
    if (!report.scaling || report.recalibration || !ece || !ece->interval) return "";
    const bool isDetected = report.clusters ? isGapDetected(report) : isErrorDetected(report);
    const double fitted = report.scaling->temperature;
    const bool isAtEnd = fitted <= kLowestFittedTemperature || fitted >= kHighestFittedTemperature;
    if (isAtEnd) return "";
    const Score& after = report.scaling->ece;
    if (!isDetected || !after.value || !after.interval) return "";
    const std::string numbers =
        "T = " + fixedText(fitted, 2) + ", cross-validated, brings the ECE from " +
        fourDecimals(*ece->value) + " to " + fourDecimals(*after.value) + " " +
        inBrackets(*after.interval, report.settings.level, fourDecimals) + ".";
    if (after.interval->upper < ece->interval->lower)
        return "Temperature scaling would help: " + numbers;
    if (after.interval->lower > ece->interval->upper)
        return "Temperature scaling would make it worse: " + numbers;
    const bool isOffset = report.view.kind == View::Kind::PositiveClass && isGapDetected(report);
    return "Temperature scaling shows no clear gain (the intervals overlap): " + numbers +
           (isOffset ? " It cannot shift all probabilities up or down; a map with an offset, such "
                       "as Platt's, can."
                     : "");
}

std::string certaintyText(const Report& report) {
    const Score* ece = report.find("ece");
    if (!ece || !ece->interval) return "";
    const OutcomeSums rows = report.binned.allSums();
    const std::string rests = report.clusters ? clustersText(report) : counted(rows.count, "row");
    // Where chance alone can produce such an error, its interval begins at 0.
    if (ece->interval->lower <= 0)
        return "From " + rests + ", the ECE is at most " + fourDecimals(ece->interval->upper) +
               " (upper end of its " + percentText(report.settings.level) + " interval).";
    const std::string range = "The ECE lies between " + fourDecimals(ece->interval->lower) +
                              " and " + fourDecimals(ece->interval->upper) + " (" +
                              percentText(report.settings.level) + " interval, from " + rests + ")";
    if (!hasFewEvents(report))
        return range + "; four times as many would make this interval about half as wide.";
    const double rarer =
        std::min(rows.effectiveCorrect(), rows.effectiveCount() - rows.effectiveCorrect());
    return range + "; the rarer outcome has only " + fixedText(rarer, 0) +
           " rows, so it may be too narrow.";
}

constexpr std::size_t kManyOnes = 20;  ///< remark if 1 in kManyOnes confidences is exactly 1

std::string oneSided(const ReliabilityCurve& curve) {
    std::size_t over = 0;
    std::size_t under = 0;
    for (const Bin& bin : curve.bins) {
        if (bin.count == 0 || bin.gap() == 0) continue;
        ++(bin.gap() < 0 ? over : under);
    }
    // A single bin shows no pattern.
    if (over + under < 2 || (over > 0 && under > 0)) return "";
    return std::string("All bins are ") + (over > 0 ? "over" : "under") +
           "-confident, so ECE is just the gap between mean confidence and accuracy.";
}

std::string emptyBins(const ReliabilityCurve& curve) {
    const auto empty = std::ranges::count(curve.bins, 0U, &Bin::count);
    if (empty == 0) return "";
    return groupedDigits(static_cast<std::uint64_t>(empty)) + " of " +
           counted(curve.bins.size(), "bin") + (empty == 1 ? " is empty." : " are empty.");
}

std::string certainRows(const SortedOutcomes& outcomes) {
    const std::size_t ones = outcomes.sums(outcomes.countBelow(1), outcomes.size()).count;
    if (ones * kManyOnes < outcomes.sums().count) return "";
    return counted(ones, "row") + (ones == 1 ? " has" : " have") +
           " a confidence of exactly 1, which no binning can split.";
}

/// "66.0 % of the outcomes lie between the quantiles 0.05 and 0.95, which should hold 90.0 %."
std::string quantilesText(const Report& report) {
    const auto& bins = report.binned.bins;
    const auto hasRows = [](const Bin& bin) { return bin.count > 0; };
    const auto low = std::ranges::find_if(bins, hasRows);
    const auto high = std::find_if(bins.rbegin(), bins.rend(), hasRows);
    if (low == bins.end() || report.binning.scheme != BinningScheme::Values) return "";
    if (*low->confidence >= *high->confidence) return "";
    const auto percent = [](double share) { return fixedText(100 * share, 1) + " %"; };
    return percent(*high->accuracy - *low->accuracy) +
           " of the outcomes lie between the quantiles " + shortest(*low->confidence) + " and " +
           shortest(*high->confidence) + ", which should hold " +
           percent(*high->confidence - *low->confidence) + ".";
}

/// Says that one temperature does not mend what changed; empty if no change is shown.
std::string changeText(const Report& report) {
    const auto& over = report.overTime;
    if (!over || !over->changeP || *over->changeP > kDetected) return "";
    return "Calibration changed between " + over->text(over->change.time) + " and " +
           over->text(over->firstTimeAfter) + " (" + pText(*over->changeP) +
           "): a temperature or map fitted on all rows mixes what was before and after.";
}

}  // namespace

std::vector<std::string> Verdict::sentences() const {
    std::vector<std::string> all;
    for (const std::string& sentence : {calibration, chance, remedy, certainty}) {
        if (!sentence.empty()) all.push_back(sentence);
    }
    return all;
}

Verdict verdictOn(const Report& report) {
    // Bins of several models are added up, and what holds for their sum may hold for none; the
    // intervals of bins of clusters are too narrow; rows chosen by outcome look wrong or right.
    for (const Note& note : report.dataset.notes) {
        if (note.id == "chosen_by_outcome") return {capitalized(note.text) + ".", {}, {}, {}};
        if (note.id == "bins_added" || note.id == "bins_of_clusters") return {};
    }
    if (report.dataset.areQuantiles)
        return {quantilesText(report), chanceText(report), "", certaintyText(report)};
    const std::string change = changeText(report);
    return {calibrationText(report), chanceText(report),
            change.empty() ? remedyText(report) : change, certaintyText(report)};
}

std::vector<std::string> eceRemarks(const Report& report, const SortedOutcomes* outcomes) {
    std::vector<std::string> remarks;
    const auto add = [&](std::string remark) {
        if (!remark.empty()) remarks.push_back(std::move(remark));
    };
    add(oneSided(report.binned));
    add(emptyBins(report.binned));
    if (outcomes) add(certainRows(*outcomes));
    return remarks;
}

}  // namespace diagonal
