// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/options/column_roles.h"

#include <algorithm>

namespace diagonal {

std::vector<std::string> columnNames(const std::vector<ColumnSample>& columns) {
    std::vector<std::string> names;
    names.reserve(columns.size());
    for (const ColumnSample& column : columns)
        names.push_back(column.name);
    return names;
}

ColumnRole columnRole(ScoreRole role) {
    return role == ScoreRole::ClassScores  ? ColumnRole::Score
           : role == ScoreRole::Confidence ? ColumnRole::Confidence
                                           : ColumnRole::Probability;
}

std::vector<std::size_t> ColumnRoles::of(ColumnRole role) const {
    using Columns = std::vector<std::size_t>;
    const auto one = [](std::optional<std::size_t> column) {
        return column ? Columns{*column} : Columns();
    };
    switch (role) {
        case ColumnRole::Label: return label;
        case ColumnRole::Predicted: return one(predicted);
        case ColumnRole::Correct: return one(correct);
        case ColumnRole::Weight: return one(weight);
        case ColumnRole::Time: return one(time);
        case ColumnRole::Cluster: return cluster ? Columns{groups[*cluster]} : Columns();
        case ColumnRole::Group: {
            Columns others = groups;
            if (cluster) others.erase(others.begin() + static_cast<std::ptrdiff_t>(*cluster));
            return others;
        }
        case ColumnRole::Score:
        case ColumnRole::Probability:
        case ColumnRole::Confidence: break;
    }
    return columnRole(scoreRole) == role ? scores : Columns();
}

void ColumnRoles::take(ColumnRole role, std::size_t column) {
    switch (role) {
        case ColumnRole::Label: label.push_back(column); return;
        case ColumnRole::Predicted: predicted = column; return;
        case ColumnRole::Correct: correct = column; return;
        case ColumnRole::Weight: weight = column; return;
        case ColumnRole::Time: time = column; return;
        case ColumnRole::Cluster: cluster = groups.size(); [[fallthrough]];
        case ColumnRole::Group: groups.push_back(column); return;
        case ColumnRole::Score:
            scores.push_back(column);
            scoreRole = ScoreRole::ClassScores;
            return;
        case ColumnRole::Probability:
            scores = {column};
            scoreRole = ScoreRole::Probability;
            return;
        case ColumnRole::Confidence:
            scores = {column};
            scoreRole = ScoreRole::Confidence;
            return;
    }
}

bool ColumnRoles::uses(std::size_t column) const {
    return std::ranges::any_of(kColumnRoles, [&](const auto& role) {
        return std::ranges::count(of(role.value), column) > 0;
    });
}

}  // namespace diagonal
