// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "core/reading/tables/layouts/table_layout.h"

namespace diagonal {

/// Returns the layout of Orange's older header: names, types, and flags such as "class". None for
/// other tables.
std::optional<TableLayout> orangeLayout(const std::vector<TextRecord>& records);

/// Removes the prefixes of Orange's newer header ("mS#name", "cD#iris") from the names and applies
/// them to the layout. Leaves a layout without them unchanged.
void dropOrangePrefixes(TableLayout& layout);

}  // namespace diagonal
