// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "core/reporting/report.h"

namespace diagonal {

/// Returns notes on the confidences that are to be read before the numbers: many are exactly 0 or
/// 1, events are rare, or there are few values. Requires the outcomes of rows, not of cells.
std::vector<Note> confidenceNotes(const Report& report, const SortedOutcomes& outcomes);

/// Returns the largest probability if at most a tenth of the rows are of the class that is viewed
/// and no probability comes near 1; none otherwise. A figure up to it shows the events.
std::optional<double> endOfRareEvents(const Report& report, const SortedOutcomes& outcomes);

}  // namespace diagonal
