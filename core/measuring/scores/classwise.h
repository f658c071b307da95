// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "core/base/result.h"
#include "core/measuring/outcomes.h"
#include "core/measuring/reliability_curve.h"
#include "core/measuring/scores/worst_curves.h"

namespace diagonal {

/// One class versus the rest.
struct ClassSummary {
    std::size_t count = 0;       ///< observations of the class
    double meanProbability = 0;  ///< of the class, over all rows
    double frequency = 0;        ///< weighted share of these observations
    double ece = 0;              ///< in equal-width bins
    double eceEqualMass = 0;     ///< in equal-mass bins
    /// The equal-width bins; null unless the class is among the kWorstCurves with the largest ECE.
    std::shared_ptr<const ReliabilityCurve> curve = nullptr;

    /// Returns frequency minus mean probability, negative if the class is predicted too often.
    double gap() const { return frequency - meanProbability; }
};

/// One class versus the rest, in equal-width and equal-mass bins.
struct BinnedClass {
    std::size_t index = 0;
    ClassSummary summary;
    std::span<const std::uint64_t> inRowOrder;  ///< packed outcomes, while it is observed
    Binning equalWidth;
    ReliabilityCurve equalMass;
};

/// Called once for each class, possibly by several threads at once.
using ClassObserver = std::function<void(const BinnedClass&)>;

/// Measures every class versus the rest, in the order of the classes: the ECE is
/// sum_b n_b/n |gap_b| of the rows' probabilities of the class. `outcomes` must be those of
/// `predictions` at `temperature`, in any view. Uses only the count and the edge rule of `binning`.
/// Empty if the probabilities of some classes are unknown. O(rows log rows * classes). `complete`
/// adds to the equal-width curves that are kept. Errors: Cancelled.
Result<std::vector<ClassSummary>> classwise(const Predictions& predictions,
                                            const Outcomes& outcomes, double temperature,
                                            const Binning& binning,
                                            const ClassObserver& observer = {},
                                            const Execution& execution = {},
                                            const CurveCompletion& complete = {});

}  // namespace diagonal
