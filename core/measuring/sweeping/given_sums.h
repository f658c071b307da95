// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/base/parallel.h"
#include "core/measuring/sweeping/temperature_sweep.h"

namespace diagonal {

/// Returns the sums at T = 1 of the bins between `edges`, from 0 to 1, in one pass: the rows are
/// not sorted. Every confidence is that of outcomesAt(), and only the order of addition differs.
SweptSums givenSums(const Predictions& predictions, const View& view,
                    const std::vector<double>& edges, EdgeRule rule,
                    const ParallelFor& parallelFor = defaultFor);

}  // namespace diagonal
