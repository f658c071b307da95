// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/scores/groups.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/measuring/outcomes.h"
#include "core/measuring/scores/scores.h"

namespace diagonal {
namespace {

/// Outcomes of one group with their weights.
struct Part {
    std::vector<std::uint64_t> packed;
    RowWeights weights;
};

bool isSummarized(const GroupColumn& groups) {
    return groups.values.size() <= kMostGroups;
}

/// Completes the curve if its ECE is at least `leastEce`.
GroupSummary summaryOf(GroupChoice group, Part part, const Binning& binning,
                       const CurveCompletion& complete, double leastEce) {
    const bool needsRowOrder = binning.scheme == BinningScheme::Runs;
    const auto inRowOrder = needsRowOrder ? part.packed : std::vector<std::uint64_t>();
    const SortedOutcomes outcomes(std::move(part.packed), std::move(part.weights));
    const OutcomeSums all = outcomes.sums();
    auto curve = binned(outcomes, binning, std::nullopt, inRowOrder);
    const double ece = expectedCalibrationError(curve);
    if (complete && ece >= leastEce) complete(outcomes, binning, curve);
    return {std::move(group),
            all.count,
            all.correct / all.weight,
            all.confidence / all.weight,
            ece,
            std::make_shared<const ReliabilityCurve>(std::move(curve))};
}

}  // namespace

bool hasGroupSummaries(const Dataset& dataset) {
    return std::ranges::any_of(dataset.groups, isSummarized);
}

std::vector<GroupSummary> groupSummaries(const Dataset& dataset,
                                         std::span<const std::uint64_t> inRowOrder,
                                         const Binning& binning, const CurveCompletion& complete) {
    std::vector<GroupSummary> summaries;
    const RowWeights& weights = dataset.predictions.weights();
    WorstCurves worst(summaries);
    for (const GroupColumn& groups : dataset.groups) {
        if (!isSummarized(groups)) continue;
        std::vector<Part> parts(groups.values.size(), Part{{}, {weights.kind}});
        for (std::size_t row = 0; row < inRowOrder.size(); ++row) {
            if (groups.codes[row] < 0) continue;
            Part& part = parts[static_cast<std::size_t>(groups.codes[row])];
            part.packed.push_back(inRowOrder[row]);
            part.weights.append(weights, row);
        }
        for (std::size_t value = 0; value < parts.size(); ++value) {
            if (parts[value].packed.empty()) continue;
            summaries.push_back(summaryOf({groups.name, groups.values[value]},
                                          std::move(parts[value]), binning, complete,
                                          worst.leastEce()));
            worst.addLast();
        }
    }
    return summaries;
}

bool containsGroup(const Dataset& dataset, const GroupChoice& group) {
    const auto column = std::ranges::find(dataset.groups, group.column, &GroupColumn::name);
    if (column == dataset.groups.end()) return false;
    const auto value = std::ranges::find(column->values, group.value);
    const auto code = static_cast<std::int32_t>(value - column->values.begin());
    return std::ranges::find(column->codes, code) != column->codes.end();
}

Result<Dataset> groupDataset(const Dataset& dataset, const GroupChoice& group) {
    const auto column = std::ranges::find(dataset.groups, group.column, &GroupColumn::name);
    if (column == dataset.groups.end()) {
        std::vector<std::string> names;
        for (const GroupColumn& groups : dataset.groups)
            names.push_back(groups.name);
        return Error{ErrorKind::Undefined,
                     "there is no group column " + quotedText(group.column) +
                         (names.empty() ? "" : "; the group columns are " + quotedList(names)),
                     dataset.summary.file,
                     0,
                     {},
                     names.empty() ? std::vector{nameColumn("group")} : std::vector<Advice>()};
    }
    const auto value = std::ranges::find(column->values, group.value);
    const auto code = static_cast<std::int32_t>(value - column->values.begin());
    std::vector<std::size_t> rows;
    for (std::size_t row = 0; row < column->codes.size(); ++row) {
        if (column->codes[row] == code) rows.push_back(row);
    }
    if (rows.empty()) {
        return Error{ErrorKind::Undefined,
                     "no value of " + quotedText(group.column) + " is " + quotedText(group.value) +
                         "; the values are " + quotedList(column->values),
                     dataset.summary.file};
    }
    Dataset part = dataset.subset(rows);
    part.groups.clear();
    std::string& name = part.summary.group;
    name += (name.empty() ? "" : ", ") + groupName(group);
    std::erase_if(part.summary.notes,
                  [](const Note& note) { return note.scope == NoteScope::AllRows; });
    return part;
}

}  // namespace diagonal
