// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/equal_mass_sweep.h"

#include <algorithm>

#include "core/measuring/scores.h"

namespace diagonal {
namespace {

bool accuraciesRise(const ReliabilityCurve& curve) {
    for (std::size_t b = 1; b < curve.bins.size(); ++b) {
        if (*curve.bins[b].accuracy < *curve.bins[b - 1].accuracy) return false;
    }
    return true;
}

}  // namespace

SweepError sweepError(const SortedOutcomes& outcomes, std::size_t most) {
    most = std::min(outcomes.observations(), most);
    SweepError sweep;
    Binning binning{BinningScheme::EqualMass, 1};
    for (std::size_t bins = 1; bins <= most; ++bins) {
        binning.count = bins;
        const ReliabilityCurve curve = binned(outcomes, binning, std::nullopt);
        if (!accuraciesRise(curve)) return sweep;
        sweep.error = expectedCalibrationError(curve);
        sweep.bins = bins;
    }
    sweep.reachedLimit = true;
    return sweep;
}

}  // namespace diagonal
