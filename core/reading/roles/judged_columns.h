// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "core/reading/options/column_roles.h"
#include "core/reading/roles/column_table.h"
#include "core/reading/roles/role_assignment.h"

namespace diagonal {

/// Returns the models whose answers the file holds judged: for each group of nested columns a
/// confidence and whether the answer was correct, such as judge_response.confidence and
/// judge_response.correct.
std::vector<ScoreColumns> judgedModels(const ColumnTable& table);

/// Returns the column that other columns are named after, which therefore holds the truth: Survived
/// beside Survived_predictions or Survived_probabilities_True, y_true beside y_pred_proba. Nullopt
/// without one, or with several.
std::optional<std::size_t> labelNamedByOthers(const ColumnTable& table);

/// Returns the predictions for the column `label`: Survived_predictions for Survived. Nullopt if
/// there is none, or if it holds fractions.
std::optional<std::size_t> predictionNamedAfter(const ColumnTable& table, std::size_t label);

}  // namespace diagonal
