// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/reading/options/csv_dialect.h"
#include "core/reading/tables/layouts/table_layout.h"

namespace diagonal {

/// Returns the layout of a table in no program's own format, with or without a header; handles R's
/// row names and columns of lists. Requires a first record.
TableLayout plainLayout(const std::vector<TextRecord>& records, const CsvDialect& dialect);

}  // namespace diagonal
