// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

#include "core/measuring/outcomes.h"

namespace diagonal {

/// Expected calibration error over as many equal-mass bins as their accuracies still rise with.
struct SweepError {
    double error = 0;
    std::size_t bins = 1;       ///< asked for; ties may leave fewer
    bool reachedLimit = false;  ///< accuracies still rose at min(rows, 10,000) bins
};

/// Tries 1, 2, 3... equal-mass bins and takes the last number before the first whose bin accuracies
/// are not non-decreasing (Roelofs 2022).
SweepError sweepError(const SortedOutcomes& outcomes);

}  // namespace diagonal
