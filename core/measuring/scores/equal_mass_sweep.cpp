// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/scores/equal_mass_sweep.h"

#include <algorithm>
#include <limits>

#include "core/measuring/scores/scores.h"

namespace diagonal {
namespace {

bool accuraciesRise(const ReliabilityCurve& curve) {
    for (std::size_t b = 1; b < curve.bins.size(); ++b) {
        if (*curve.bins[b].accuracy < *curve.bins[b - 1].accuracy) return false;
    }
    return true;
}

/// Returns the smallest number of observations that share a confidence.
double smallestTie(const SortedOutcomes& outcomes) {
    double smallest = std::numeric_limits<double>::infinity();
    for (std::size_t begin = 0; begin < outcomes.size();) {
        double weight = 0;
        const double c = outcomes.confidence(begin);
        for (; begin < outcomes.size() && outcomes.confidence(begin) == c; ++begin)
            weight += outcomes.weightKind() == WeightKind::Counts ? outcomes.weight(begin) : 1;
        smallest = std::min(smallest, weight);
    }
    return smallest;
}

}  // namespace

SweepError sweepError(const SortedOutcomes& outcomes, std::size_t most) {
    most = std::min(outcomes.observations(), most);
    const auto all = static_cast<double>(outcomes.observations());
    const double smallest = smallestTie(outcomes);
    SweepError sweep;
    Binning binning{BinningScheme::EqualMass, 1};
    for (std::size_t bins = 1; bins <= most; ++bins) {
        binning.count = bins;
        const ReliabilityCurve curve = binned(outcomes, binning, std::nullopt);
        if (!accuraciesRise(curve)) return sweep;
        sweep.error = expectedCalibrationError(curve);
        sweep.bins = bins;
        // Bins cannot split equal confidences: from here on each confidence has its own.
        if (all <= smallest * static_cast<double>(bins)) break;
    }
    sweep.reachedLimit = true;
    return sweep;
}

}  // namespace diagonal
