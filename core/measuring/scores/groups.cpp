// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/scores/groups.h"

#include <algorithm>
#include <cmath>

#include "core/base/text.h"
#include "core/measuring/clustered_outcomes.h"
#include "core/measuring/curves/cumulative_gap.h"
#include "core/measuring/deciding/skill.h"
#include "core/measuring/outcomes.h"
#include "core/measuring/scores/scores.h"
#include "core/numerics/mean_estimate.h"

namespace diagonal {
namespace {

/// Outcomes of one group with their weights.
struct GroupPart {
    std::vector<std::uint64_t> packed;
    RowWeights weights;
    std::vector<std::size_t> rows = {};  ///< of the dataset; empty if rows are independent
};

bool isSummarized(const GroupColumn& groups) {
    return groups.values.size() <= kMostGroups;
}

/// Completes the curve if its ECE is at least `leastEce`.
GroupSummary summaryOf(GroupChoice group, GroupPart part, const GroupColumn* clusters,
                       const Binning& binning, double level, const CurveCompletion& complete,
                       double leastEce, double leastVariance) {
    const bool needsRowOrder = clusters || binning.scheme == BinningScheme::Runs;
    const auto inRowOrder = needsRowOrder ? part.packed : std::vector<std::uint64_t>();
    const auto weights = clusters ? part.weights.values : std::vector<double>();
    const auto rows =
        clusters ? std::optional<ClusterRows>(clustersOf(*clusters, part.rows)) : std::nullopt;
    const SortedOutcomes outcomes(std::move(part.packed), std::move(part.weights));
    const OutcomeSums all = outcomes.sums();
    auto curve = binned(outcomes, binning, std::nullopt, inRowOrder);
    const double ece = expectedCalibrationError(curve);
    if (complete && ece >= leastEce) complete(outcomes, binning, curve);
    GroupSummary summary;
    summary.choices = {group};
    summary.group = std::move(group);
    summary.rows = all.count;
    summary.correct = all.correct;
    summary.accuracy = all.correct / all.weight;
    summary.confidence = all.confidence / all.weight;
    summary.ece = ece;
    summary.oe = observedOverExpected(all);
    summary.oeInterval = observedOverExpectedInterval(
        all, level, rows ? ClusteredOutcomes{inRowOrder, weights, &*rows} : ClusteredOutcomes());
    summary.jeffreysP =
        jeffreysTail(all.effectiveCorrect(), all.effectiveCount(), summary.confidence);
    const CumulativeGap gap = cumulativeGap(outcomes);
    if (std::pow(gap.deviation * all.effectiveCount(), 2) >= leastVariance) {
        summary.kuiperScaled = gap.kuiper / gap.deviation;
        summary.kuiperP = gap.kuiperP;
    }
    summary.curve = std::make_shared<const ReliabilityCurve>(std::move(curve));
    return summary;
}

/// Adjusts the p-values of the groups of one column that have them. Returns how many have.
std::size_t adjust(std::span<GroupSummary> groups, std::optional<double> GroupSummary::*pValue,
                   std::optional<double> GroupSummary::*adjusted) {
    std::vector<GroupSummary*> tested;
    std::vector<double> pValues;
    for (GroupSummary& group : groups) {
        if (!(group.*pValue)) continue;
        tested.push_back(&group);
        pValues.push_back(*(group.*pValue));
    }
    const std::vector<double> holm = holmAdjusted(pValues);
    for (std::size_t i = 0; i < tested.size(); ++i)
        tested[i]->*adjusted = holm[i];
    return tested.size();
}

/// Adjusts all p-values of the groups of one column.
void adjust(std::span<GroupSummary> groups) {
    adjust(groups, &GroupSummary::jeffreysP, &GroupSummary::jeffreysPHolm);
    const auto count =
        static_cast<double>(adjust(groups, &GroupSummary::kuiperP, &GroupSummary::kuiperPHolm));
    for (GroupSummary& group : groups) {
        if (group.kuiperP) group.kuiperPMax = -std::expm1(count * std::log1p(-*group.kuiperP));
    }
}

}  // namespace

double leastTestedVariance(std::size_t groups) {
    constexpr double least = 5;
    return least * (1 + std::log10(static_cast<double>(groups)));
}

bool hasGroupSummaries(const Dataset& dataset) {
    return std::ranges::any_of(dataset.groups, isSummarized);
}

std::vector<GroupSummary> groupSummaries(const Dataset& dataset,
                                         std::span<const std::uint64_t> inRowOrder,
                                         const Binning& binning, double level,
                                         const CurveCompletion& complete) {
    return groupSummaries(dataset, dataset.groups, inRowOrder, binning, level, 0, complete);
}

std::vector<GroupSummary> groupSummaries(const Dataset& dataset,
                                         std::span<const GroupColumn> columns,
                                         std::span<const std::uint64_t> inRowOrder,
                                         const Binning& binning, double level,
                                         std::optional<double> leastVariance,
                                         const CurveCompletion& complete) {
    std::vector<GroupSummary> summaries;
    const RowWeights& weights = dataset.predictions.weights();
    const GroupColumn* const clusters = dataset.clusters ? &*dataset.clusters : nullptr;
    WorstCurves worst(summaries);
    for (const GroupColumn& groups : columns) {
        if (!isSummarized(groups)) continue;
        std::vector<GroupPart> parts(groups.values.size(), GroupPart{{}, {weights.kind}});
        for (std::size_t row = 0; row < inRowOrder.size(); ++row) {
            if (groups.codes[row] < 0) continue;
            GroupPart& part = parts[static_cast<std::size_t>(groups.codes[row])];
            part.packed.push_back(inRowOrder[row]);
            part.weights.append(weights, row);
            if (clusters) part.rows.push_back(row);
        }
        const std::size_t first = summaries.size();
        const double least = leastVariance.value_or(leastTestedVariance(groups.values.size()));
        for (std::size_t value = 0; value < parts.size(); ++value) {
            if (parts[value].packed.empty()) continue;
            summaries.push_back(summaryOf({groups.name, groups.values[value]},
                                          std::move(parts[value]), clusters, binning, level,
                                          complete, worst.leastEce(), least));
            worst.addLast();
        }
        adjust(std::span(summaries).subspan(first));
    }
    return summaries;
}

}  // namespace diagonal
