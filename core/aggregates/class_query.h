// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/aggregates/outcome_query.h"
#include "core/aggregates/row_expressions.h"

namespace diagonal {

/// Returns the outcomes of rows with a score per class: in a column for each, or in one column of
/// arrays. Errors: those of outcomeQuery().
Result<OutcomeQuery> outcomesOfClasses(const RowExpressions& rows);

}  // namespace diagonal
