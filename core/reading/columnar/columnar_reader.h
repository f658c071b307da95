// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/base/result.h"
#include "core/reading/columnar/columnar_file.h"
#include "core/reading/options/file_preview.h"
#include "core/reading/options/read_options.h"
#include "core/reading/roles/role_columns.h"

namespace diagonal {

/// Reads the columns of a columnar file that have a role; of the others only the first rows, and
/// none of what cannot be read or has long texts. A list of K numbers in each row stands for K
/// columns, "probs_0" to "probs_K-1"; one of a single item for one column. Several row groups and
/// columns are decoded at once. `format` is the file format's name. Errors: Unclear if roles cannot
/// be assigned; Unsupported and Malformed with the column; Cancelled.
Result<RoleColumns> columnsFromTable(const ColumnarFile& file, const std::string& format,
                                     const ReadOptions& options, const ReadObserver& observer);

/// Reads a file of labels only: its label column, which is chosen, found by its name or the only
/// one, and the columns that name its rows. Errors: those of columnsFromTable().
Result<LabelsOfRows> labelsFromTable(const ColumnarFile& file, const ReadOptions& options,
                                     const ReadObserver& observer);

/// Returns the roles that names and the first rows alone give; nothing if only the user can decide.
std::optional<ColumnRoles> rolesInTable(const ColumnarFile& file);

}  // namespace diagonal
