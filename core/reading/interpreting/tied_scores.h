// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>

#include "core/reading/roles/role_columns.h"

namespace diagonal {

/// Decides between classes that share a row's largest score by what the file says: where its
/// prediction is correct, the class of `labels` was predicted, else another one. The other tied
/// scores are lowered by a few units of rounding. Returns the number of rows so decided.
std::size_t decideTies(RoleColumns& columns, std::span<const std::int32_t> labels);

}  // namespace diagonal
