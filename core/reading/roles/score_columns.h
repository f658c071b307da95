// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <set>
#include <string>
#include <vector>

#include "core/base/result.h"
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

/// Gives the columns of predicted quantiles and of the outcome beside them their roles: scores in
/// the order of ColumnRoles::levels, and the label; columns called like groups are groups.
/// Quantiles are called q0.05, q05, quantile_0.05 or quantile_5; p10, p50 and p90, or 0.1, 0.5 and
/// 0.9, only if there are three with the median that grow with their levels in every sampled row.
/// Does nothing if there are none, if something that is predicted has a role already, or if the
/// outcome is 0 or 1. Errors: Unclear if several columns, or one of no telling name, may be the
/// outcome.
Result<void> takeQuantiles(ColumnTable& table, ColumnRoles& roles);

}  // namespace diagonal
