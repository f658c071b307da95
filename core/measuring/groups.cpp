// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/groups.h"

#include <algorithm>

#include "core/measuring/outcomes.h"
#include "core/measuring/scores.h"
#include "core/text.h"

namespace diagonal {
namespace {

GroupSummary summaryOf(GroupChoice group, std::vector<std::uint64_t> packed,
                       const Binning& binning) {
    const SortedOutcomes outcomes(std::move(packed));
    const OutcomeSums all = outcomes.sums(0, outcomes.size());
    const auto rows = static_cast<double>(all.count);
    return {std::move(group), all.count, static_cast<double>(all.hits) / rows,
            all.confidence / rows,
            expectedCalibrationError(binned(outcomes, binning, std::nullopt))};
}

}  // namespace

std::vector<GroupSummary> groupSummaries(const Dataset& dataset, const View& view,
                                         double temperature, const Binning& binning) {
    std::vector<GroupSummary> summaries;
    if (dataset.groups.empty()) return summaries;
    const auto packed = outcomesInRowOrder(dataset.predictions, view, temperature);
    for (const GroupColumn& groups : dataset.groups) {
        if (groups.values.size() > kMostGroups) continue;
        std::vector<std::vector<std::uint64_t>> parts(groups.values.size());
        for (std::size_t row = 0; row < packed.size(); ++row) {
            if (groups.codes[row] >= 0) {
                parts[static_cast<std::size_t>(groups.codes[row])].push_back(packed[row]);
            }
        }
        for (std::size_t value = 0; value < parts.size(); ++value) {
            if (parts[value].empty()) continue;
            summaries.push_back(
                summaryOf({groups.name, groups.values[value]}, std::move(parts[value]), binning));
        }
    }
    return summaries;
}

Result<Dataset> partOf(const Dataset& dataset, const GroupChoice& group) {
    const auto column = std::ranges::find(dataset.groups, group.column, &GroupColumn::name);
    if (column == dataset.groups.end()) {
        std::vector<std::string> names;
        for (const GroupColumn& groups : dataset.groups)
            names.push_back(groups.name);
        return Error{ErrorKind::Undefined,
                     "there is no group column " + quoted(group.column) +
                         (names.empty() ? "; name one: --column group=NAME"
                                        : "; the group columns are " + quotedList(names)),
                     dataset.summary.file};
    }
    const auto value = std::ranges::find(column->values, group.value);
    const auto code = static_cast<std::int32_t>(value - column->values.begin());
    std::vector<std::size_t> rows;
    for (std::size_t row = 0; row < column->codes.size(); ++row) {
        if (column->codes[row] == code) rows.push_back(row);
    }
    if (rows.empty()) {
        return Error{ErrorKind::Undefined,
                     "no row of " + quoted(group.column) + " is " + quoted(group.value) +
                         "; there are " + quotedList(column->values),
                     dataset.summary.file};
    }
    Dataset part{dataset.predictions.subset(rows), dataset.summary, {}};
    part.summary.rows = rows.size();
    part.summary.group = group.column + " = " + group.value;
    return part;
}

}  // namespace diagonal
