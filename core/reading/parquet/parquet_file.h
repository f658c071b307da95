// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "core/base/result.h"
#include "core/reading/bytes/byte_source.h"
#include "core/reading/columnar/columnar_file.h"

namespace diagonal {

/// Opens a Parquet file, or several parts of one table as one, the rows of each after those of the
/// part before. The sources must outlive it. Errors: those of parquetMetadata(); Malformed if the
/// parts have different columns, with the number of the part.
Result<std::unique_ptr<ColumnarFile>> openParquet(const std::vector<ByteSource*>& parts);

}  // namespace diagonal
