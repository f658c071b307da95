// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/aggregates/cell_query.h"

namespace diagonal {

/// The columns of rowSql() before those of the table: the confidence in the view of the query, at
/// its temperature, and whether the predicted class is right, 1 or 0.
inline constexpr std::string_view kRowConfidence = "confidence";
inline constexpr std::string_view kRowCorrect = "correct";

/// Number of rows that are asked for at a time.
inline constexpr std::size_t kMostAskedRows = 1000;

/// Returns the columns that a query names, by a role or a condition, each once.
std::vector<std::string> columnsIn(const CellQuery& query);

/// Returns what a column of the table is called in the answer to rowSql().
std::string answeredName(const std::string& column);

/// Returns one statement that answers with single rows of a query, at most `most`: those that
/// cellSql() counts, wrong ones first, the most confident on top. `listed` are columns of the
/// table. Errors: those of cellSql(); WrongOption in the view of one class of several, which does
/// not tell what was predicted.
Result<std::string> rowSql(const CellQuery& query, const std::vector<std::string>& listed,
                           std::size_t most);

}  // namespace diagonal
