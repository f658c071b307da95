// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/reading/roles/role_columns.h"

namespace diagonal {

/// Joins the labels of another file to `columns`: by a column that identifies the rows of both (an
/// id, a file name) if it finds at least half of the rows, else by row order if both have equally
/// many rows. Rows that are not found have no label. Adds the method to the assumptions. Errors:
/// Malformed if neither fits; Unclear if a column identifies the rows of both but does not match.
Result<void> joinLabels(LabelsOfRows labels, RoleColumns& columns);

}  // namespace diagonal
