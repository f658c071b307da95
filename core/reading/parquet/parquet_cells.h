// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/base/result.h"
#include "core/reading/bytes/byte_source.h"
#include "core/reading/columnar/columnar_file.h"
#include "core/reading/parquet/parquet_metadata.h"

namespace diagonal {

/// Returns a reader of one column's cells in one group of `rows` rows. `file` and `column` must
/// outlive it. Errors: Unsupported for a codec that is not supported.
Result<std::unique_ptr<CellReader>> parquetCells(const RandomAccess& file,
                                                 const ParquetColumn& column,
                                                 const ParquetChunk& chunk, std::size_t rows);

}  // namespace diagonal
