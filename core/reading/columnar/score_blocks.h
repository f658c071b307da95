// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/reading/columnar/role_table.h"
#include "core/reading/roles/role_columns.h"

namespace diagonal {

/// Reads the scores of all rows, on several threads. Errors: those of CellReader, with the column.
Result<void> readScores(const RoleTable& in, RoleColumns& out);

}  // namespace diagonal
