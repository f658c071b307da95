// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/reading/arrays/data_array.h"

namespace diagonal {

/// Reads one .npy file of format version 1 to 3, one or two dimensions, either byte order, C or
/// Fortran order. Checks the size before allocating memory; never unpickles. Errors: Malformed
/// (truncated, size and header disagree), Unsupported (type, dimensions, version).
Result<DataArray> readNpy(ByteSource& source, const ProgressCallback& progress);

/// Returns true if the .npy file at the start of `source` has one dimension (or N x 1). Consumes
/// nothing.
bool npyIsVector(ByteSource& source);

}  // namespace diagonal
