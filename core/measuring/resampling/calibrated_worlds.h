// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/random_numbers.h"
#include "core/measuring/reliability_curve.h"
#include "core/measuring/scores/outcome_sampler.h"

namespace diagonal {

/// Draws what the bins of a curve would look like if the model were calibrated: each row is right
/// with the probability that its confidence states (hypothetical outcome plots: Hullman, Resnick
/// and Adar 2015).
class CalibratedWorlds {
public:
    /// `curve` must be the bins of `outcomes`, whose rows do not depend on the outcomes: any but
    /// isotonic ones, and not in the order of the file. With `times`, of so many times the rows.
    CalibratedWorlds(const SortedOutcomes& outcomes, ReliabilityCurve curve, std::uint64_t seed,
                     std::size_t times = 1);

    /// Returns the bins of another world, without intervals.
    const ReliabilityCurve& next();

private:
    ReliabilityCurve m_curve;
    std::size_t m_times;
    std::vector<OutcomeSampler> m_samplers;  ///< of the bins; that of an empty one is not used
    RandomNumbers m_random;
};

}  // namespace diagonal
