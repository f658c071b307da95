// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/options/column_roles.h"

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

}  // namespace diagonal
