// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reporting/verdict.h"

#include <algorithm>
#include <cmath>

#include "core/base/text.h"
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
    return gap && gap->interval && (gap->interval->lower > 0 || gap->interval->upper < 0);
}

/// Returns what the mean confidence and the accuracy are.
std::string meansText(const Report& report, double confidence, double accuracy) {
    if (report.view.kind == View::Kind::TopLabel)
        return "Says " + shareText(confidence) + " on average and is right in " +
               shareText(accuracy);
    return "Expects " + quotedText(report.dataset.classNames[report.view.classIndex]) + " in " +
           shareText(confidence) + " of the rows; " + shareText(accuracy) + " are";
}

std::string calibrationText(const Report& report) {
    const auto confidence = report.score("confidence");
    const auto accuracy = report.score("accuracy");
    const Score* gap = report.find("signed_gap");
    if (!confidence || !accuracy || !gap || !gap->value) return "";
    const std::string means = meansText(report, *confidence, *accuracy);
    if (!gap->interval) return means + ".";
    const bool isOver = *gap->value < 0;
    const double furthest =
        std::max(std::abs(gap->interval->lower), std::abs(gap->interval->upper));
    const int decimals = furthest >= 0.001 ? 1 : 3;
    const auto points = [&](double value) { return fixedText(100 * value, decimals); };
    const double level = report.settings.level;
    if (!isGapDetected(report)) {
        return means + ": the difference of " + points(std::abs(*gap->value)) +
               " points is within chance " + inBrackets(*gap->interval, level, points) + ".";
    }
    const Interval size =
        isOver ? Interval{-gap->interval->upper, -gap->interval->lower} : *gap->interval;
    const bool isTop = report.view.kind == View::Kind::TopLabel;
    const std::string direction = isTop    ? isOver ? "over-confident by " : "under-confident by "
                                  : isOver ? "too high by "
                                           : "too low by ";
    return means + ": " + direction + points(std::abs(*gap->value)) + " points " +
           inBrackets(size, level, points) + ".";
}

std::string chanceText(const Report& report) {
    const Score* ece = report.find("ece");
    const Score* p = report.find("ece_p");
    const auto mean = report.score("null_ece");
    const auto highest = report.score("null_ece_q95");
    if (report.clusters || !ece || !ece->value || !p || !p->value || !mean || !highest) return "";
    const std::string pText =
        std::string("(p ") + (p->isAtFloor ? "<= " : "= ") + fixedText(*p->value, 4) + ")";
    const std::string value = fourDecimals(*ece->value);
    if (*p->value <= kDetected) {
        return "Chance does not explain its ECE of " + value + " " + pText +
               ": a calibrated model shows about " + fourDecimals(*mean) +
               " in these bins, and over " + fourDecimals(*highest) + " once in 20 times.";
    }
    return "Chance alone can explain its ECE of " + value + " " + pText +
           ": a calibrated model shows about " + fourDecimals(*mean) +
           " in these bins. Miscalibration is not detected, which does not exclude it.";
}

std::string remedyText(const Report& report) {
    const Score* ece = report.find("ece");
    const auto p = report.score("ece_p");
    if (!report.scaling || report.recalibration || !ece || !ece->interval) return "";
    const bool isDetected = report.clusters ? isGapDetected(report) : p && *p <= kDetected;
    const Score& after = report.scaling->ece;
    if (!isDetected || !after.value || !after.interval) return "";
    const std::string numbers =
        "at T = " + fixedText(report.scaling->temperature, 2) + ", cross-validated, the ECE is " +
        fourDecimals(*after.value) + " " +
        inBrackets(*after.interval, report.settings.level, fourDecimals) + ".";
    if (after.interval->upper < ece->interval->lower)
        return "Temperature scaling would help: " + numbers;
    if (after.interval->lower > ece->interval->upper)
        return "Temperature scaling would make it worse: " + numbers;
    return "Temperature scaling shows no clear gain: " + numbers;
}

std::string certaintyText(const Report& report) {
    const Score* ece = report.find("ece");
    if (!ece || !ece->interval) return "";
    const std::string rests =
        report.clusters ? clustersText(report) : counted(report.binned.allSums().count, "row");
    return "The ECE is known to " + fourDecimals(ece->interval->lower) + " to " +
           fourDecimals(ece->interval->upper) + " (" + percentText(report.settings.level) +
           " interval) from " + rests +
           (hasFewEvents(report) ? "; with so few of the rarer outcome, this may be too narrow."
                                 : "; four times as many would make it about half as wide.");
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

}  // namespace

std::vector<std::string> Verdict::sentences() const {
    std::vector<std::string> all;
    for (const std::string& sentence : {calibration, chance, remedy, certainty}) {
        if (!sentence.empty()) all.push_back(sentence);
    }
    return all;
}

Verdict verdictOn(const Report& report) {
    return {calibrationText(report), chanceText(report), remedyText(report), certaintyText(report)};
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
