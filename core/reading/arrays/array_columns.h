// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/reading/arrays/data_array.h"
#include "core/reading/options/file_preview.h"
#include "core/reading/options/read_options.h"
#include "core/reading/roles/role_columns.h"

namespace diagonal {

/// Returns the arrays of a file as columns by role. `format` is the file format's name. Errors:
/// Unclear if roles cannot be assigned; Malformed if lengths differ.
Result<RoleColumns> columnsFromArrays(std::vector<NamedArray> arrays, const std::string& format,
                                      const ReadOptions& options,
                                      const ReadObserver& observer = {});

/// Returns `labels` with those of N or N x 1 integers, floats or texts, or of N x K zeros and ones
/// (as in one-hot rows), whose labels are class positions. Errors: Unsupported for any other
/// content.
Result<LabelColumn> labelsFromArray(const DataArray& array, LabelColumn labels = {});

/// Returns the labels in a file of arrays: from its only array, else from the one that `options`
/// choose, else from one with a name for labels. Errors: Unclear if there is none; those of
/// labelsFromArray().
Result<LabelsOfRows> labelsFromArrays(const std::vector<NamedArray>& arrays,
                                      const ReadOptions& options);

/// Returns true if an array can only hold labels: one column of integers or texts.
bool holdsOnlyLabels(const DataArray& array);

}  // namespace diagonal
