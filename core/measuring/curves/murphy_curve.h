// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/measuring/curves/calibration_curve.h"
#include "core/measuring/sorted_outcomes.h"

namespace diagonal {

/// Steps of the threshold in a Murphy curve: it has one point more.
inline constexpr std::size_t kMurphySteps = 500;

/// Returns the Murphy curve (Ehm, Gneiting, Jordan, Krueger 2016): for each threshold x in [0, 1],
/// twice the mean over the rows of the elementary score, which is x where c > x and the row is
/// wrong, 1 - x where c <= x and the row is correct, and 0 elsewhere. It is the mean cost of
/// decisions that act where the probability is above x, with the ratio of costs at which acting
/// pays from x on. The area below it is the Brier score. Means are weighted if rows have weights.
/// Requires at least one row.
std::vector<CurvePoint> murphyCurve(const SortedOutcomes& outcomes);

}  // namespace diagonal
