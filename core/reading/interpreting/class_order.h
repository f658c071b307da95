// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/reading/roles/role_columns.h"

namespace diagonal {

/// The class of each distinct label, as the predicted column tells it: where rows that were
/// predicted "dog" have their largest score in column 2, "dog" is column 2. None where there is no
/// predicted column, under 20 rows, fewer than 98 % of a prediction's rows agree, or a label is
/// left whose class cannot be told.
std::optional<std::vector<std::int32_t>> classesByPrediction(const RoleColumns& columns);

}  // namespace diagonal
