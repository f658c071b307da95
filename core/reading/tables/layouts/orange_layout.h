// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "core/reading/tables/layouts/table_layout.h"

namespace diagonal {

/// Orange's older header: names, types, and flags such as "class". None for another table.
std::optional<TableLayout> orangeLayout(const std::vector<TextRecord>& records);

/// Takes the prefixes of Orange's newer header ("mS#name", "cD#iris") off the names, and what they
/// say into the layout. Leaves a layout without them as it is.
void dropOrangePrefixes(TableLayout& layout);

}  // namespace diagonal
