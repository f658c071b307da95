// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <span>
#include <string_view>
#include <vector>

#include "core/numerics/intervals.h"

namespace diagonal {

inline constexpr std::size_t kResamples = 1000;      ///< behind an interval
inline constexpr std::size_t kResamplesAtOnce = 25;  ///< drawn from one stream of random numbers

/// Resampled values of each score, by score id.
using ResampledScores = std::map<std::string_view, std::vector<double>>;

/// Returns the q-quantile of `sorted` (ascending), interpolated linearly between the order
/// statistics (NumPy's default). Requires at least one value.
double quantileOfSorted(const std::vector<double>& sorted, double q);

/// Returns the share of values that are at least x, with one more that is: the p-value of x among
/// the draws `sorted` (ascending).
double tailShare(std::span<const double> sorted, double x);

/// Returns the central interval of `values`, from quantile (1 - level) / 2 to (1 + level) / 2.
/// Requires at least one value.
Interval percentileInterval(std::vector<double> values, double level);

}  // namespace diagonal
