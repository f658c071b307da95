// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string_view>
#include <vector>

#include "core/numerics/intervals.h"

namespace diagonal {

/// The values that resamples gave each score.
using ResampledScores = std::map<std::string_view, std::vector<double>>;

/// The q-quantile of values sorted in ascending order, interpolated linearly between the order
/// statistics (NumPy's default). Requires at least one value.
double quantileOfSorted(const std::vector<double>& sorted, double q);

/// Where the middle `level` of the values lies. Requires at least one value.
Interval percentileInterval(std::vector<double> values, double level);

}  // namespace diagonal
