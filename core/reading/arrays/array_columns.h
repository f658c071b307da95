// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/reading/arrays/data_array.h"
#include "core/reading/options/file_preview.h"
#include "core/reading/options/read_options.h"
#include "core/reading/roles/role_columns.h"

namespace diagonal {

/// The arrays of a file by their roles. `format` names what kept them. Errors: Unclear where roles
/// cannot be told; Malformed where lengths differ.
Result<RoleColumns> columnsFromArrays(std::vector<NamedArray> arrays, const std::string& format,
                                      const ReadOptions& options,
                                      const ReadObserver& observer = {});

/// Labels from one dimension of integers, whole floats or texts, from N x 1, or from one-hot rows,
/// whose values are class positions. Errors: Unsupported for any other content.
Result<LabelColumn> labelsFromArray(const DataArray& array);

/// Labels that a file of arrays brings: the array that is chosen, called labels, or alone.
Result<LabelColumn> labelsFromArrays(const std::vector<NamedArray>& arrays,
                                     const ReadOptions& options);

/// Whether an array can only hold labels: one dimension of integers or texts.
bool holdsOnlyLabels(const DataArray& array);

}  // namespace diagonal
