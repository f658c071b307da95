// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reporting/ece_remarks.h"

#include <algorithm>

#include "core/base/text.h"

namespace diagonal {
namespace {

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

std::vector<std::string> eceRemarks(const Report& report, const SortedOutcomes* outcomes) {
    std::vector<std::string> remarks;
    const auto add = [&](std::string remark) {
        if (!remark.empty()) remarks.push_back(std::move(remark));
    };
    const auto ece = report.score("ece");
    const auto chance = report.score("null_ece_q95");
    if (ece && chance && *ece <= *chance) {
        const auto& interval = report.find("ece")->interval;
        add("Not detected at 5 % in these bins" +
            (interval ? "; errors up to " + fixedText(interval->upper, 4) +
                            " are compatible with these rows."
                      : std::string(".")));
    }
    add(oneSided(report.binned));
    add(emptyBins(report.binned));
    if (outcomes) add(certainRows(*outcomes));
    return remarks;
}

}  // namespace diagonal
