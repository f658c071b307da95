// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/reporting/report.h"

namespace diagonal {

/// Sentences that say why the ECE is as it is, or does not move: all bins err to one side; the
/// value is what chance alone makes (where the null distribution is known); bins are empty; many
/// confidences are exactly 1 (not looked for where there are no `outcomes`). The most telling
/// first, often none.
std::vector<std::string> eceRemarks(const Report& report, const SortedOutcomes* outcomes);

}  // namespace diagonal
