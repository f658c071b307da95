// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/reading/roles/bin_columns.h"

namespace diagonal {

/// True for the columns of MET's contingency tables of probabilities (line type PCT: THRESH_1 OY_1
/// ON_1 THRESH_2 ...), or of METplotpy's reliability diagrams (stat_name, stat_value, thresh_i).
bool areMetColumns(const std::vector<std::string>& names);

/// Returns such a table with one row for each bin: thresh_i, oy_i and on_i of the former, thresh_i
/// and a column for each statistic of the latter. Other columns are kept.
BinTexts unfoldedMet(const BinTexts& table);

}  // namespace diagonal
