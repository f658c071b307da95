// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/reading/roles/column_table.h"

namespace diagonal {

/// Returns the label column: the one that the file declares as the class, else the one that other
/// columns name in brackets, else one with a name for the truth, preferably one that shares values
/// with `predicted`. Nullopt if there is none.
std::optional<std::size_t> labelByName(const ColumnTable& table,
                                       const std::set<std::string>& predicted);

/// Returns a text column whose values are all names of numeric columns: it is the label of those.
/// Nullopt if there is none.
std::optional<std::size_t> labelNamingColumns(const ColumnTable& table);

/// Returns the columns without a role whose values can all be labels of `scores`: class names or
/// indices; for a single score also 1, -1 and truth values, or, if `predicted` is not empty, only
/// its values and truth values.
std::vector<std::size_t> labelsByContent(const ColumnTable& table,
                                         const std::vector<std::size_t>& scores,
                                         const std::set<std::string>& predicted);

/// Returns the only text column that has exactly one value for each of `scores` unnamed score
/// columns, if numbering its values in alphabetical order makes the largest score right more often
/// than its most frequent value occurs. Nullopt without one, or with several.
std::optional<std::size_t> labelByCount(const ColumnTable& table,
                                        const std::vector<std::size_t>& scores);

/// Returns the predictions for the column `label`: Survived_predictions for Survived. Nullopt if
/// there is none, or if it holds fractions.
std::optional<std::size_t> predictionNamedAfter(const ColumnTable& table, std::size_t label);

/// Returns true if there is one column for each of `scores` score columns (two or more) and each
/// sampled row holds a single 1 and otherwise 0.
bool isOneHot(const ColumnTable& table, const std::vector<std::size_t>& columns,
              std::size_t scores);

}  // namespace diagonal
