// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/reading/options/csv_dialect.h"
#include "core/reading/tables/layouts/table_layout.h"

namespace diagonal {

/// Returns whether the first record names the columns: it has words above numbers or lists, or
/// names that suggest roles. Requires a first record.
bool firstIsHeader(const std::vector<TextRecord>& records, const CsvDialect& dialect);

/// Detects the layout of a table from its first records: Weka's predictions, libsvm's output, and
/// Orange's headers of three rows or with prefixes. In any table, a column of lists of equal length
/// becomes one column per item. Requires a first record.
TableLayout detectedLayout(const std::vector<TextRecord>& records, const CsvDialect& dialect);

/// Returns the layout that an ARFF header declares for the records after it.
TableLayout arffLayout(const std::vector<std::string>& names, const std::vector<bool>& isNominal);

}  // namespace diagonal
