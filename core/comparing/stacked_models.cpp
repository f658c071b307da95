// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/comparing/stacked_models.h"

#include <algorithm>
#include <cctype>
#include <numeric>

#include "core/base/text.h"
#include "core/measuring/scores/groups.h"

namespace diagonal {
namespace {

bool namesModels(const std::string& column) {
    std::string name = lowerCase(column);
    std::erase_if(name, [](unsigned char letter) { return std::isalnum(letter) == 0; });
    return name == "model" || name == "modelname" || name == "modelid";
}

}  // namespace

std::vector<GroupChoice> stackedModels(const Dataset& dataset) {
    const auto column = std::ranges::find_if(
        dataset.groups, [](const GroupColumn& group) { return namesModels(group.name); });
    if (column == dataset.groups.end()) return {};
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
    auto rows = groupDataset(dataset, model);
    if (!rows) return rows;
    Dataset& own = rows.value();
    own.summary.group.clear();
    own.summary.model = model.value;
    own.recordCount = own.predictions.rows();
    if (!own.records.empty()) std::iota(own.records.begin(), own.records.end(), 0U);
    return rows;
}

}  // namespace diagonal
