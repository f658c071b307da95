// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/reading/roles/column_table.h"

namespace diagonal {

/// The column that the file declares the class, that other columns name in brackets, or whose name
/// is one for the truth; of several the one that shares values with the `predicted` ones.
std::optional<std::size_t> labelByName(const ColumnTable& table,
                                       const std::set<std::string>& predicted);

/// A column of words that all name other columns: the label of those.
std::optional<std::size_t> labelNamingColumns(const ColumnTable& table);

/// The columns whose values can be labels of the `scores`; beside a single score and predicted
/// classes they must share the values of these.
std::vector<std::size_t> labelsByContent(const ColumnTable& table,
                                         const std::vector<std::size_t>& scores,
                                         const std::set<std::string>& predicted);

/// Whether columns are zeros and ones with a single one in each sampled row, one for each of
/// `scores` score columns.
bool isOneHot(const ColumnTable& table, const std::vector<std::size_t>& columns,
              std::size_t scores);

}  // namespace diagonal
