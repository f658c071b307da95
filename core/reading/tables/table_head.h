// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/reading/bytes/byte_source.h"
#include "core/reading/options/column_roles.h"
#include "core/reading/roles/role_assignment.h"
#include "core/reading/tables/dialect_detection.h"
#include "core/reading/tables/layouts/record_shape.h"

namespace diagonal {

/// Head of a text table: its syntax, and the names and first cells of its columns.
struct TableHead {
    std::string format;  ///< "ARFF", "Weka's predictions"; empty for a plain table
    CsvDialect dialect;
    RecordShape shape;  ///< conversion of the fields of a record to the cells of the columns
    std::vector<ColumnSample> columns;
};

/// Parses the head of `source` without consuming it. Errors: Malformed for no records or broken
/// declarations; NoUsableRows for a header only; Unsupported for sparse ARFF.
Result<TableHead> tableHead(ByteSource& source, const DialectChoice& choice = {});

}  // namespace diagonal
