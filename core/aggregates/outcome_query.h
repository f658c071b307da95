// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/aggregates/cell_query.h"
#include "core/aggregates/head_text.h"
#include "core/aggregates/query_columns.h"
#include "core/base/result.h"

namespace diagonal {

/// Margins that the statement writes for p = 0 and p = 1 lie beyond +-kLargestFiniteMargin.
inline constexpr double kLargestFiniteMargin = 1e300;

/// A SELECT with one row for each row of the database, or for each and each temperature.
/// No SELECT in it gives a name of the SELECT beneath to another expression that other columns use:
/// ClickHouse would take the new one for these.
struct OutcomeQuery {
    /// Its columns: the confidence c and the correctness a, NULL for rows that are left out; why: 0
    /// for usable rows, 4 for those above 1, else LeftOut; nl: the negative logarithm of the
    /// label's probability, NULL where imp is 1, as that probability is 0; with head.margins the
    /// margin dm and one, 1 for the class that it is of; with head.temperatures t,
    /// slope and curvature.
    std::string select;
    std::string keys;  ///< further columns: ", w" with weights, then ", key1, key2" for the keys
    HeadText head;
};

/// Errors: WrongOption if columns are missing or do not fit the view and the temperature.
Result<OutcomeQuery> outcomeQuery(const CellQuery& query, const QueryColumns& columns);

/// Returns what is 1 in a row of OutcomeQuery::select whose predicted class is right, 0 in other
/// rows that are counted, else NULL. Errors: WrongOption in the view of one class of several, which
/// does not tell what was predicted.
Result<std::string> rightPrediction(const SqlDialect& dialect, const HeadText& head);

/// Returns the name of a key column of the SELECT, counted from 0.
std::string keyName(std::size_t index);

}  // namespace diagonal
