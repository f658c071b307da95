// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

#include "core/base/result.h"
#include "core/reading/options/column_roles.h"
#include "core/reading/options/read_options.h"

namespace diagonal {

/// Assigns roles to columns: by the user's choices, then, unless options.onlyChosenColumns, by
/// name, then by content if only one column fits. `decimalComma` gives the number format of the
/// cells. Errors: Unclear if a chosen column does not exist or a role of one column is chosen
/// twice; several probabilities or confidences are models, of which the first is read. Missing
/// scores or labels are no error: a second file may provide the labels.
Result<ColumnRoles> assignedRoles(const std::vector<ColumnSample>& columns,
                                  const ReadOptions& options, bool hasHeader,
                                  bool decimalComma = false);

/// True if the user chose the single score of another model before: two probabilities, or
/// confidences, are those of two models.
bool isSecondModel(const ColumnRoles& roles, const RoleChoice& choice);
/// Gives a column to another model of the file: that of RoleChoice::model, or a new one. Scores
/// come before the model's other columns.
void takeOtherModel(ColumnRoles& roles, const RoleChoice& choice, std::size_t column);

}  // namespace diagonal
