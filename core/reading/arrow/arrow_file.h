// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/base/result.h"
#include "core/reading/bytes/byte_source.h"
#include "core/reading/columnar/columnar_file.h"

namespace diagonal {

/// Opens an Arrow IPC file (also called Feather version 2) or stream
/// (https://arrow.apache.org/docs/format/Columnar.html): numbers, texts, dictionaries, structs, and
/// lists of numbers, uncompressed or compressed by LZ4 or zstd. The source must outlive it. Errors:
/// Malformed; Unsupported for big-endian files; NoUsableRows without columns; CannotRead.
Result<std::unique_ptr<ColumnarFile>> openArrow(ByteSource& source);

}  // namespace diagonal
