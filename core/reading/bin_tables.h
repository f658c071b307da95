// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "core/reading/arrays/data_array.h"
#include "core/reading/bytes/byte_source.h"
#include "core/reading/options/read_options.h"
#include "core/reading/roles/bin_columns.h"
#include "core/reading/roles/role_columns.h"
#include "core/reading/tables/table_head.h"

namespace diagonal {

/// True if a file may hold bins with their counts in place of rows: it is at most a megabyte, and
/// the user has chosen no columns.
bool mayHoldBins(ByteSource& source, const ReadOptions& options);

/// Returns the first rows of a text table.
BinTexts sampleOf(const TableHead& head);
/// Returns the texts of columns that were read as groups; numbers with a decimal point.
BinTexts tableOfTexts(const RoleColumns& columns);
/// Returns the table of bins in a small JSON file: records, JSON Lines, parallel lists, and such a
/// list anywhere in a document, as in the program's own report (several become one table with a
/// column "model"). None if it holds something else. Does not consume the source.
std::optional<BinTexts> binTableInJson(ByteSource& source);
/// Returns the table of bins that arrays hold; none if they hold something else.
std::optional<BinTexts> binTableInArrays(const std::vector<NamedArray>& arrays);

}  // namespace diagonal
