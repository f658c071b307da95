// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/comparing/stacked_models.h"

#include <algorithm>

#include "core/measuring/row_conditions.h"

namespace diagonal {

std::vector<GroupChoice> stackedModels(const Dataset& dataset) {
    const GroupColumn* const column = columnOfModels(dataset.groups);
    if (!column) return {};
    std::vector<GroupChoice> models;
    std::vector<char> isFound(column->values.size());
    for (const std::int32_t code : column->codes) {
        if (code < 0) return {};
        char& found = isFound[static_cast<std::size_t>(code)];
        if (found != 0) continue;
        found = 1;
        models.push_back({column->name, column->values[static_cast<std::size_t>(code)]});
        if (models.size() > kMostStacked) return {};
    }
    return models.size() > 1 ? models : std::vector<GroupChoice>();
}

Result<Dataset> stackedModel(const Dataset& dataset, const GroupChoice& model) {
    auto rows = groupDataset(dataset, {model});
    if (!rows) return rows;
    Dataset& own = rows.value();
    own.summary.group.clear();
    own.summary.model = model.value;
    std::erase_if(own.groups, [&](const GroupColumn& group) { return group.name == model.column; });
    const auto column = std::ranges::find(dataset.groups, model.column, &GroupColumn::name);
    if (column->records.empty()) return rows;
    const auto value = std::ranges::find(column->values, model.value) - column->values.begin();
    own.recordCount = column->recordCounts[static_cast<std::size_t>(value)];
    own.records.clear();
    for (std::size_t row = 0; row < column->codes.size(); ++row) {
        if (column->codes[row] == value) own.records.add(column->records[row] + 1);
    }
    return rows;
}

}  // namespace diagonal
