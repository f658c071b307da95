// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/reading/npy_reader.h"
#include "core/reading/read_options.h"
#include "core/reading/role_columns.h"

namespace diagonal {

/// An array with the key or file name it was stored under.
struct NamedArray {
    std::string key;
    NpyArray array;
};

/// Gives arrays their roles by the user's choices, by key, then by shape where only one fits.
/// Errors: Unclear with the keys and shapes that were found; Malformed where lengths differ.
Result<RoleColumns> columnsFromArrays(std::vector<NamedArray> arrays, const ReadOptions& options);

/// Labels from one dimension of integers or whole floats, from N x 1, or from one-hot rows, whose
/// values are class positions. Errors: Unsupported for any other content.
Result<LabelColumn> labelsFromArray(const NpyArray& array);

/// Whether an array can only hold labels: one dimension of integers.
bool holdsOnlyLabels(const NpyArray& array);

}  // namespace diagonal
