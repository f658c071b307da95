// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/reading/arrays/data_array.h"

namespace diagonal {

/// Reads the tensors of a safetensors file (huggingface.co/docs/safetensors): 8 bytes of header
/// length, little-endian, a JSON header of dtype, shape and data_offsets, then the raw values.
/// Skips empty tensors and those without one or two dimensions. Errors: Malformed or Unsupported
/// with the tensor's name.
Result<std::vector<NamedArray>> readSafetensors(ByteSource& source,
                                                const ProgressCallback& progress,
                                                const std::optional<RowSample>& sample = {});

}  // namespace diagonal
