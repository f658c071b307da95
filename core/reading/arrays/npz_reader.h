// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/reading/arrays/data_array.h"
#include "core/reading/bytes/zip_directory.h"

namespace diagonal {

/// Reads the arrays in an .npz file, keyed by the names of its members without ".npy". Skips
/// unsupported arrays (such as objects) and images unless their key names labels or scores. Errors:
/// Malformed or Unsupported with the member's name; Unsupported for any other zip file, which the
/// message identifies if it is from PyTorch or Excel.
Result<std::vector<NamedArray>> readNpz(ByteSource& source, const ProgressCallback& progress,
                                        const std::optional<RowSample>& sample = {});

/// As above, of a zip file whose members are known.
Result<std::vector<NamedArray>> arraysIn(const RandomAccess& zip,
                                         const std::vector<ZipMember>& members,
                                         const ProgressCallback& progress,
                                         const std::optional<RowSample>& sample = {});

}  // namespace diagonal
