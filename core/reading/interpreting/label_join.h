// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/reading/roles/role_columns.h"

namespace diagonal {

/// Gives `columns` the labels of another file: by a column that names the rows of both (an id, a
/// file name) where at least half of the rows are found by it, else by the order of rows where
/// there are as many. Rows that are not found have no label. Says among the assumptions which it
/// was. Errors: Malformed where neither fits.
Result<void> joinLabels(LabelsOfRows labels, RoleColumns& columns);

}  // namespace diagonal
