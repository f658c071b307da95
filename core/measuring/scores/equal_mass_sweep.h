// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

#include "core/base/parallel.h"
#include "core/measuring/reliability_curve.h"

namespace diagonal {

/// Expected calibration error at the number of equal-mass bins that sweepError() chooses.
struct SweepError {
    double error = 0;
    std::size_t bins = 1;       ///< requested; ties may leave fewer
    bool reachedLimit = false;  ///< accuracies still rose at min(rows, most) bins
};

/// Tries 1, 2, 3... equal-mass bins until an accuracy falls below that of the bin before, and
/// chooses the last number of bins before that, or `most` (Roelofs 2022). The result is
/// meaningless if `continuation` stops.
SweepError sweepError(const SortedOutcomes& outcomes, std::size_t most = kMostBins,
                      Continuation& continuation = Continuation::endless());

}  // namespace diagonal
