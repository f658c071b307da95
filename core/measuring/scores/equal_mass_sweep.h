// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

#include "core/measuring/reliability_curve.h"

namespace diagonal {

/// Expected calibration error over as many equal-mass bins as their accuracies still rise with.
struct SweepError {
    double error = 0;
    std::size_t bins = 1;       ///< asked for; ties may leave fewer
    bool reachedLimit = false;  ///< accuracies still rose at min(rows, most) bins
};

/// Tries 1, 2, 3... equal-mass bins and takes the last number before the first whose bin accuracies
/// are not non-decreasing (Roelofs 2022), or `most`.
SweepError sweepError(const SortedOutcomes& outcomes, std::size_t most = kMostBins);

}  // namespace diagonal
