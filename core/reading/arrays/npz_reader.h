// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/reading/arrays/data_array.h"

namespace diagonal {

/// The arrays in an .npz file, by the names of its members without ".npy"; objects are passed over
/// unless their key says that they are needed. Errors: Malformed, Unsupported with the member's
/// name; a zip that is no .npz is named for what it is.
Result<std::vector<NamedArray>> readNpz(ByteSource& source, const ProgressCallback& progress);

}  // namespace diagonal
