// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/reporting/report.h"

namespace diagonal {

/// Returns sentences that explain the value of the ECE, or why it does not change, most important
/// first; often none. The explanations: chance alone produces such a value (if the null
/// distribution is known); all bins err on one side; bins are empty; many confidences are exactly 1
/// (not checked without `outcomes`).
std::vector<std::string> eceRemarks(const Report& report, const SortedOutcomes* outcomes);

}  // namespace diagonal
