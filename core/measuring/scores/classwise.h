// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/base/result.h"
#include "core/measuring/reliability_curve.h"
#include "core/numerics/percentiles.h"

namespace diagonal {

/// One class versus the rest.
struct ClassSummary {
    std::size_t count = 0;       ///< observations that are of the class
    double meanProbability = 0;  ///< of the class, over all rows
    double frequency = 0;        ///< their share, by weight
    double ece = 0;              ///< in equal-width bins
    double eceEqualMass = 0;     ///< in equal-mass bins
    /// The equal-width bins, where the class is one of the kWorstCurves with the largest ECE.
    std::shared_ptr<const ReliabilityCurve> curve = nullptr;

    /// Frequency minus mean probability, negative where the class is predicted too often.
    double gap() const { return frequency - meanProbability; }
};

/// The classes of a report, and resampled values of the mean of their errors where these are drawn.
struct ClasswiseErrors {
    std::vector<ClassSummary> classes;
    ResampledScores drawn;
};

/// Every class versus the rest, in the order of the classes: sum_b n_b/n |gap_b| of the rows'
/// probabilities of the class. Of `binning`, the count and the edge rule are used. Empty where not
/// all classes' probabilities are known. O(rows classes). Errors: Cancelled.
Result<ClasswiseErrors> classwise(const Predictions& predictions, double temperature,
                                  const Binning& binning, std::uint64_t seed,
                                  const ProgressCallback& progress = {});

}  // namespace diagonal
