// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/parallel.h"
#include "core/measuring/reliability_curve.h"
#include "core/numerics/mean_estimate.h"

namespace diagonal {

/// A calibration error in bins of two models on the same rows, with resampled values.
struct PairedError {
    double first = 0;
    double second = 0;
    std::vector<double> drawnFirst;   ///< one per resample
    std::vector<double> drawnSecond;  ///< as above; both of the same rows or clusters
    bool isDebiased = false;          ///< values are squares to which chance adds nothing
    /// Centers of the intervals of both squares, if not the values themselves: what is left once
    /// the mean that the resamples of clusters add is taken away.
    std::optional<std::array<double, 2>> centers;

    /// Returns second - first; of the roots (0 if a square is negative) if isDebiased.
    double difference() const;
    /// Returns the interval of the difference from the intervals [l, u] of both errors e, which
    /// keep clear of the errors that chance adds (errorInterval(), debiasedErrorInterval()): its
    /// lower arm is sqrt(a^2 + b^2 - 2 r a b), with a = e_2 - l_2, b = u_1 - e_1 and r the
    /// correlation of the resamples, its upper arm likewise (MOVER; Zou and Donner 2008). Resampled
    /// differences would lie on the side of the model with fewer errors by chance.
    Interval interval(double level) const;
};

struct PairedErrors {
    PairedError ece;
    PairedError l2Debiased;
};

/// Returns the ECEs and debiased L2 errors of two models with the same outcomes of rows, in the
/// order of the file, each in its own bins of `binning`, and 1,000 resamples. Independent rows that
/// are in the same bins and equally correct are drawn together, Poisson(count) of them, with a
/// normal sum of their confidences. Clusters are drawn Poisson(1) times each, with all their rows;
/// the values stay those of independent rows, as in a report, and the intervals stand around the
/// squares less what the resamples add to their mean. Nullopt if progress cancels. Requires bins
/// that keep equal confidences together.
std::optional<PairedErrors> pairedErrors(std::span<const std::uint64_t> first,
                                         std::span<const std::uint64_t> second,
                                         const Binning& binning, const RowClusters& clusters,
                                         std::uint64_t seed, const Execution& execution = {});

}  // namespace diagonal
