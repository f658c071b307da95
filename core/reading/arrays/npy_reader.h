// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/reading/arrays/data_array.h"

namespace diagonal {

/// Reads one .npy file of format version 1 to 3, one or two dimensions, either byte order, C or
/// Fortran order. The size is checked before memory is asked for; nothing is unpickled. Errors:
/// Malformed (truncated, size and header disagree), Unsupported (type, dimensions, version).
Result<DataArray> readNpy(ByteSource& source, const ProgressCallback& progress);

/// Whether the .npy file at the head of `source` has one dimension (or N x 1). Takes nothing.
bool npyIsVector(ByteSource& source);

}  // namespace diagonal
