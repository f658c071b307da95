// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/reading/arrays/data_array.h"

namespace diagonal {

/// Reads an array of three or four dimensions as pixels of images (DataArray::pixels): N x H x W,
/// or scores of K classes as N x K x H x W or N x H x W x K. The classes are those of the two
/// places that leave square images, else the smaller one. Keeps one image more than the pixels in
/// memory. Errors: those of readArray(); Unclear if both places fit; Unsupported for texts, Fortran
/// order and integers beyond 32 bits; CannotRead if the pixels do not fit into memory.
Result<DataArray> readPixels(ByteSource& source, const ArrayLayout& layout,
                             const ProgressCallback& progress,
                             const std::optional<RowSample>& sample);

}  // namespace diagonal
