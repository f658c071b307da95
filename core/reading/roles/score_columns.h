// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <set>
#include <string>
#include <vector>

#include "core/reading/roles/column_table.h"
#include "core/reading/roles/role_assignment.h"

namespace diagonal {

/// The score columns of each model that names give, the best first: families such as prob_a and
/// prob_b (logits before probabilities, because logits hold what saturated probabilities have
/// lost), else single columns of confidence or probability. `label` and `predicted` are known
/// values of those columns, empty where there are none.
std::vector<ScoreColumns> scoresByName(const ColumnTable& table, const std::set<std::string>& label,
                                       const std::set<std::string>& predicted);

/// The same without telling names: columns called like the labels, all fractions of a table
/// without a header, or columns of fractions between 0 and 1.
std::vector<ScoreColumns> scoresByContent(const ColumnTable& table,
                                          const std::set<std::string>& label,
                                          const std::set<std::string>& predicted);

}  // namespace diagonal
