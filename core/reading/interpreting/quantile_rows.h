// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/reading/roles/role_columns.h"

namespace diagonal {

/// Returns a row for each row and level of predicted quantiles (RoleColumns::levels): the level as
/// its confidence, which is correct if the outcome lies at or below the quantile. The levels of one
/// outcome are a cluster, unless the columns name another. Requires labels for the outcomes.
/// Errors: Malformed if an outcome is no number, with its row.
Result<RoleColumns> rowsOfQuantiles(RoleColumns columns);

}  // namespace diagonal
