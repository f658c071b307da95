// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <vector>

#include "core/reading/numbers/number_text.h"
#include "core/reading/options/column_roles.h"
#include "core/reading/roles/role_assignment.h"
#include "core/reading/roles/role_columns.h"

namespace diagonal {

/// Returns columns without rows, prepared for the roles of a table: the labels know its number
/// format and class names, groups and row names have their names.
RoleColumns emptyRoleColumns(const std::vector<ColumnSample>& columns, const ColumnRoles& roles,
                             bool decimalComma);

/// Sets everything in `out` that follows from the roles alone: names, kinds, the scores of other
/// models and the assumptions.
void describeRoles(const std::vector<ColumnSample>& columns, const ColumnRoles& roles,
                   RoleColumns& out);

/// Returns the score that a text spells, NaN for a word. Counts percent signs, and adds `cell` to
/// `words` if it holds a word and fewer than kListedWords are there.
double scoreOf(const NumberText& number, const WordInScores& cell, std::size_t& percentSigns,
               std::vector<WordInScores>& words);

/// Returns the error for a score that is a number followed by other text.
Error junkInScore(std::string_view text, std::size_t line, const std::string& column);

}  // namespace diagonal
