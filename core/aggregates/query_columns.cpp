// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/aggregates/query_columns.h"

#include <algorithm>

#include "core/base/text.h"

namespace diagonal {
namespace {

Result<void> setOnce(std::string& column, const RoleChoice& choice) {
    if (!column.empty()) {
        return wrongOption("two columns have the role " + roleName(choice.role) + ": " +
                           quotedText(column) + " and " + quotedText(choice.column));
    }
    column = choice.column;
    return {};
}

}  // namespace

std::vector<std::string> QueryColumns::keys() const {
    std::vector<std::string> names = groups;
    if (!cluster.empty()) names.push_back(cluster);
    return names;
}

bool isCellColumn(std::string_view name) {
    const auto holds = [&](const auto& names) {
        return std::ranges::find(names, name) != names.end();
    };
    return holds(kCellColumns) || holds(kMarginColumns) || holds(kFitColumns) ||
           holds(kWeightColumns) || holds(kWeightMarginColumns) || name == kTemperatureColumn ||
           name == kSquaredLossColumn;
}

Result<QueryColumns> queryColumns(const CellQuery& query) {
    QueryColumns out;
    for (const RoleChoice& choice : query.columns) {
        Result<void> done;
        switch (choice.role) {
            case ColumnRole::Score: out.scores.push_back(choice.column); break;
            case ColumnRole::Group: out.groups.push_back(choice.column); break;
            case ColumnRole::Label: done = setOnce(out.label, choice); break;
            case ColumnRole::Predicted: done = setOnce(out.predicted, choice); break;
            case ColumnRole::Confidence: done = setOnce(out.confidence, choice); break;
            case ColumnRole::Probability: done = setOnce(out.probability, choice); break;
            case ColumnRole::Correct: done = setOnce(out.correct, choice); break;
            case ColumnRole::Cluster: done = setOnce(out.cluster, choice); break;
            case ColumnRole::Weight: done = setOnce(out.weight, choice); break;
            case ColumnRole::Time:
                return wrongOption(
                    "cells of a database do not tell the order of rows: the role "
                    "time needs the rows themselves, in a file");
        }
        if (!done) return done.error();
    }
    for (const std::string& key : out.keys()) {
        if (!isCellColumn(lowerCase(key))) continue;
        return wrongOption("the query result has its own column " + quotedText(key) +
                           "; rename this group or cluster in a SELECT");
    }
    return out;
}

}  // namespace diagonal
