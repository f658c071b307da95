// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/reading/options/csv_dialect.h"
#include "core/reading/tables/layouts/table_layout.h"

namespace diagonal {

/// Whether the first record names the columns: it has words above numbers or lists, or names that
/// give roles. Requires a first record.
bool firstIsHeader(const std::vector<TextRecord>& records, const CsvDialect& dialect);

/// The layout of a table whose first `records` these are. Weka's predictions, libsvm's output and
/// Orange's headers of three rows or with prefixes are told by their first records; in any table,
/// columns of lists of one length become one column per item. Requires a first record.
TableLayout detectedLayout(const std::vector<TextRecord>& records, const CsvDialect& dialect);

/// Whether a record that has not the `count` fields of a row is a line such as "# 40 rows" in a
/// text that does not begin with a comment.
bool isLateComment(std::span<const std::string_view> fields, std::size_t count);

/// The layout that an ARFF header declares, for records that follow it.
TableLayout arffLayout(const std::vector<std::string>& names, const std::vector<bool>& isNominal);

}  // namespace diagonal
