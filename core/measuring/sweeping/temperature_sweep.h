// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/measuring/outcomes.h"
#include "core/measuring/reliability_curve.h"

namespace diagonal {

/// The temperatures that a sweep covers: those of a slider.
inline constexpr double kLowestSwept = 0.1;
inline constexpr double kHighestSwept = 12.8;

/// What a sweep tells of one temperature.
struct SweptSums {
    std::vector<OutcomeSums> bins;  ///< between the edges
    std::optional<double> nll;      ///< mean, in nats; none where it is infinite
};

/// The rows of one view, prepared so that a dragged temperature costs little. Constant.
class TemperatureSweep {
public:
    virtual ~TemperatureSweep() = default;
    /// Sums of the bins between `edges`, 0 to 1, at T in [kLowestSwept, kHighestSwept]. The count
    /// and hits of every bin equal those of outcomesAt(): rows too near an edge to be sure are
    /// computed as it does. Mean confidences are within 1e-6, typically 1e-8, the NLL within 1e-5.
    virtual SweptSums at(double temperature, const std::vector<double>& edges,
                         EdgeRule rule) const = 0;
};

using Sweep = std::shared_ptr<const TemperatureSweep>;

/// A sweep that is ready after one pass over the scores and serves by SIMD. Null where outcomesAt()
/// is as fast as a hand (few scores), where rows have weights, and where there is no temperature.
Sweep directSweep(std::shared_ptr<const Predictions> predictions, const View& view,
                  const ParallelFor& parallelFor = serialFor);

/// A sweep that takes a second or so to prepare and then serves in a fraction of a millisecond: an
/// index of sorted margins for two classes, a table in log T for many. Null where directSweep() is
/// null, as fast, or where progress stopped the work.
Sweep indexedSweep(std::shared_ptr<const Predictions> predictions, const View& view,
                   const Execution& execution);

}  // namespace diagonal
