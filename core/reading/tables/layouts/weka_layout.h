// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "core/reading/tables/layouts/table_layout.h"

namespace diagonal {

/// Returns the layout of Weka's CSV of predictions: inst#, actual, predicted, error and prediction
/// or distribution. None for other tables.
std::optional<TableLayout> wekaLayout(const std::vector<TextRecord>& records);

}  // namespace diagonal
