// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <set>
#include <string>
#include <vector>

#include "core/reading/options/column_roles.h"
#include "core/reading/roles/column_table.h"
#include "core/reading/roles/role_assignment.h"

namespace diagonal {

/// Returns the score columns of each model by column name, the best first: families such as prob_a
/// and prob_b (logits before probabilities, which lose information when they saturate), else single
/// columns of confidence or probability. `label` and `predicted` are the known values of those
/// columns, empty if there are none.
std::vector<ScoreColumns> scoresByName(const ColumnTable& table, const std::set<std::string>& label,
                                       const std::set<std::string>& predicted);

/// Returns the score columns of each model by content, for names that scoresByName() does not
/// recognise: columns named like the labels, all columns of fractions in a table without a header,
/// or columns of fractions between 0 and 1. `label` and `predicted` as for scoresByName().
std::vector<ScoreColumns> scoresByContent(const ColumnTable& table,
                                          const std::set<std::string>& label,
                                          const std::set<std::string>& predicted);

}  // namespace diagonal
