// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/reading/roles/role_columns.h"

namespace diagonal {

/// Returns the class of each distinct label, inferred from the predicted column: if rows predicted
/// "dog" have their largest score in column 2, "dog" is column 2. Nullopt if there is no predicted
/// column or fewer than 20 rows, if fewer than 98 % of a prediction's rows agree, if two
/// predictions share a column, or if the class of a label remains unknown.
std::optional<std::vector<std::int32_t>> classesByPrediction(const RoleColumns& columns);

}  // namespace diagonal
