// SPDX-License-Identifier: GPL-3.0-or-later
// The reader of a program that is built without it (-DWITH_COLUMNAR=OFF).
#include "core/reading/arrow/arrow_file.h"

namespace diagonal {

Result<std::unique_ptr<ColumnarFile>> openArrow(ByteSource&) {
    return unsupported(
        "this build reads no Arrow or Feather: it was configured with -DWITH_COLUMNAR=OFF; save "
        "the table as CSV");
}

}  // namespace diagonal
