// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/reading/roles/bin_columns.h"

namespace diagonal {

/// True if a table is one of bins with counts, by the names and the values of its columns, or of
/// MET.
bool isBinTable(const BinTexts& table);

/// Returns the table of bins whose columns are these lists; a list of edges is one longer than the
/// others and becomes two columns. None if they are not those of bins.
std::optional<BinTexts> tableOfColumns(
    std::vector<std::pair<std::string, std::vector<std::string>>> lists);

/// Returns the table of bins in a JSON text or in JSON Lines, as binTableIn(); none without one.
std::optional<BinTexts> binTableInJson(std::string_view text);

}  // namespace diagonal
