// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/predictions/dataset.h"
#include "core/reading/options/read_options.h"
#include "core/reading/roles/role_columns.h"

namespace diagonal {

/// Returns true for the columns of an answer to cellSql(), in any order and case.
bool areCellColumns(const std::vector<std::string>& names);

/// Returns the options that read all columns as text.
ReadOptions asTextColumns(const std::vector<std::string>& names, const ReadOptions& options);

/// Returns the cells of an answer as a dataset: each cell is one or two rows whose weights count
/// its correct and its incorrect rows, and Dataset::cells holds its sums. Cells of the same place
/// and group are added, so that the answers of several servers may follow each other; a header
/// between them is skipped. Errors: Malformed, with the line, for numbers that cannot be sums of a
/// cell, for an answer without its totals or that does not agree with them, and for answers to
/// different questions; Unsupported for another version; NoUsableRows as for files.
Result<Dataset> datasetOfCells(const RoleColumns& columns, const std::string& file);

}  // namespace diagonal
