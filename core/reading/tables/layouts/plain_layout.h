// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/reading/options/csv_dialect.h"
#include "core/reading/tables/layouts/table_layout.h"

namespace diagonal {

/// The layout of a table of no program's own: a header or none, R's names of rows, columns of
/// lists. Requires a first record.
TableLayout plainLayout(const std::vector<TextRecord>& records, const CsvDialect& dialect);

}  // namespace diagonal
