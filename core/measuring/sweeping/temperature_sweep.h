// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/measuring/outcomes.h"
#include "core/measuring/reliability_curve.h"

namespace diagonal {

/// Temperatures that a sweep covers: the range of the slider.
inline constexpr double kLowestSwept = 0.1;
inline constexpr double kHighestSwept = 12.8;

/// Sums of a sweep at one temperature.
struct SweptSums {
    std::vector<OutcomeSums> bins;  ///< between the edges
    std::optional<double> nll;      ///< mean, in nats; none where it is infinite
};

/// The rows of one view, prepared for fast evaluation while the user drags the temperature.
/// Immutable.
class TemperatureSweep {
public:
    virtual ~TemperatureSweep() = default;
    /// Returns the sums of the bins between `edges`, from 0 to 1, at T in [kLowestSwept,
    /// kHighestSwept]. The count and the correct rows of every bin equal those of outcomesAt(),
    /// because rows too close to an edge are computed as it does. Mean confidences are within 1e-6,
    /// typically 1e-8, the NLL within 1e-5.
    virtual SweptSums at(double temperature, const std::vector<double>& edges,
                         EdgeRule rule) const = 0;
};

using Sweep = std::shared_ptr<const TemperatureSweep>;

/// Returns a sweep that is ready after one pass over the scores and computes by SIMD. Null if
/// outcomesAt() is fast enough for the user (few scores), if there is no temperature, or if many
/// classes have probabilities that need logarithms first.
Sweep directSweep(std::shared_ptr<const Predictions> predictions, const View& view,
                  const ParallelFor& parallelFor = defaultFor);

/// Returns whether a direct sweep is kept while the index is made, which takes longer.
bool isKeptBesideIndex(const Predictions& predictions);

/// Returns a sweep that takes a second or so to prepare and then computes in a fraction of a
/// millisecond: an index of sorted margins for two classes, a table in log T for many. Null if
/// directSweep() or outcomesAt() is as fast, if there is no temperature, or if progress cancels.
Sweep indexedSweep(std::shared_ptr<const Predictions> predictions, const View& view,
                   const Execution& execution);

}  // namespace diagonal
