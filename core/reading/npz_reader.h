// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/reading/array_roles.h"

namespace diagonal {

/// The arrays of numbers in an .npz file, by the names of its members without ".npy"; text and
/// objects are passed over unless their key says that they are needed. Errors: Malformed,
/// Unsupported with the member's name; a zip that is no .npz is named for what it is.
Result<std::vector<NamedArray>> readNpz(ByteSource& source, const ProgressCallback& progress);

}  // namespace diagonal
