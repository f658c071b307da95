// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/reading/byte_source.h"
#include "core/reading/column_roles.h"
#include "core/reading/csv_dialect.h"

namespace diagonal {

/// The head of a text table: how it is written, what its columns are called and begin with.
struct CsvHead {
    CsvDialect dialect;
    std::vector<ColumnSample> columns;
};

/// Looks at the head of `source` without taking it. Errors: no records, header only.
Result<CsvHead> csvHead(ByteSource& source);

}  // namespace diagonal
