// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/reading/columnar/column_values.h"
#include "core/reading/parquet/parquet_metadata.h"

namespace diagonal {

/// Returns an empty vector of the type that a column's values decode to.
ColumnValues emptyValues(const ParquetColumn& column);

/// Decoded values of a page.
struct PageValues {
    ColumnValues values;
    std::string texts;  ///< holds texts that do not stand in the page as they are
};

/// The distinct values of a column chunk, to which dictionary-encoded pages refer.
struct PageDictionary {
    PageValues page;
    bool isThere = false;
};

/// Decodes the values of a page into `out`, which must be empty. `bytes`: the values alone, without
/// levels, followed by BlockBuffer::kSlack readable bytes; texts refer to them, and to those of the
/// dictionary. `count`: how many there are, without nulls; `encoding`: the format's number. Errors:
/// Malformed; Unsupported for other encodings.
Result<void> decodeValues(const ParquetColumn& column, int encoding, std::string_view bytes,
                          std::size_t count, const PageDictionary& dictionary, PageValues& out);

}  // namespace diagonal
