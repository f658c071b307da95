// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/reading/roles/role_assignment.h"
#include "core/reading/tables/dialect_detection.h"
#include "core/reading/tables/record_shape.h"

namespace diagonal {

/// How the records of a text table are laid out in columns.
struct TableLayout {
    std::string format;                ///< "Weka's predictions"; empty for a plain table
    std::vector<std::string> names;    ///< of the columns
    std::size_t headerRecords = 1;     ///< records before the first row
    RecordShape shape;                 ///< fields to cells
    std::optional<std::size_t> label;  ///< the column that the file itself declares the class
};

using TextRecord = std::vector<std::string>;

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
