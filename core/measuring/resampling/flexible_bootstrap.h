// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "core/base/parallel.h"
#include "core/base/result.h"
#include "core/measuring/clustered_outcomes.h"
#include "core/measuring/sorted_outcomes.h"
#include "core/numerics/percentiles.h"

namespace diagonal {

/// The scores whose curve flexibleBootstrap() fits anew.
struct FlexibleDraws {
    ResampledScores resampled;  ///< of resampled rows
    ResampledScores byChance;   ///< of calibrated models with the same confidences, ascending
};

/// Returns kRefittedResamples values of ici, e50, e90, emax, ici_spline and emax_spline each,
/// fitted to at most 512 runs of similar confidence: of rows drawn Poisson(1) times each, or
/// clusters with all their rows, and of outcomes drawn as correct with probability c. Errors:
/// Cancelled.
Result<FlexibleDraws> flexibleBootstrap(const SortedOutcomes& outcomes, std::uint64_t seed,
                                        const Execution& execution = {},
                                        const ClusteredOutcomes& clustered = {});

}  // namespace diagonal
