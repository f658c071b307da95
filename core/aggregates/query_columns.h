// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/aggregates/cell_query.h"
#include "core/base/result.h"

namespace diagonal {

/// The columns of a query by role; empty where none has the role.
struct QueryColumns {
    std::vector<std::string> scores;
    std::string probability, confidence, label, predicted, correct, weight, cluster;
    std::vector<std::string> groups;

    /// Returns the columns whose values stay apart: the groups, then the cluster.
    std::vector<std::string> keys() const;
};

/// Errors: WrongOption if two columns have a role of one, or a group has the name of a column of
/// the answer.
Result<QueryColumns> queryColumns(const CellQuery& query);

}  // namespace diagonal
