// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/reading/arrays/data_array.h"

namespace diagonal {

/// Reads one .npy file of format version 1 to 3, one to four dimensions, either byte order, C or
/// Fortran order; of images, a sample of the pixels if one is asked for. Checks the size before
/// allocating memory; never unpickles. Errors: Malformed (truncated, size and header disagree),
/// Unsupported (type, dimensions, version).
Result<DataArray> readNpy(ByteSource& source, const ProgressCallback& progress,
                          const std::optional<RowSample>& sample = {});

/// Returns true if the .npy file at the start of `source` has one dimension (or N x 1). Consumes
/// nothing.
bool npyIsVector(ByteSource& source);
/// Returns true if it holds images; those of integers are labels. Consumes nothing.
bool npyIsImages(ByteSource& source);
bool npyIsImagesOfLabels(ByteSource& source);

}  // namespace diagonal
