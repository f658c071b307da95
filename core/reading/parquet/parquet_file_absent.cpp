// SPDX-License-Identifier: GPL-3.0-or-later
// The reader of a program that is built without it (-DWITH_COLUMNAR=OFF).
#include "core/reading/parquet/parquet_file.h"

namespace diagonal {

Result<std::unique_ptr<ColumnarFile>> openParquet(const std::vector<ByteSource*>&) {
    return unsupported(
        "this build reads no Parquet: it was configured with -DWITH_COLUMNAR=OFF; save the table "
        "as CSV");
}

}  // namespace diagonal
