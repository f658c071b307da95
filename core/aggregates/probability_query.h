// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/aggregates/outcome_query.h"
#include "core/aggregates/row_expressions.h"

namespace diagonal {

/// Returns the class that the probability of a query is not of, and that which it is of.
std::vector<std::string> classesOfProbability(const CellQuery& query);

/// Returns the outcomes of rows with the probability, or the logit, of one class. Errors: those of
/// outcomeQuery().
Result<OutcomeQuery> outcomesOfProbability(const RowExpressions& rows);

}  // namespace diagonal
