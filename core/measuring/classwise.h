// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/measuring/percentiles.h"
#include "core/measuring/reliability_curve.h"
#include "core/result.h"

namespace diagonal {

/// One class versus the rest.
struct ClassSummary {
    std::size_t count = 0;       ///< observations that are of the class
    double meanProbability = 0;  ///< of the class, over all rows
    double frequency = 0;        ///< their share, by weight
    double ece = 0;              ///< in equal-width bins
    double ace = 0;              ///< ECE in equal-mass bins
    /// The equal-width bins, where the class is one of the kWorstCurves with the largest ECE.
    std::shared_ptr<const ReliabilityCurve> curve = nullptr;

    /// Frequency minus mean probability, negative where the class is predicted too often.
    double gap() const { return frequency - meanProbability; }
};

/// The classes of a report, and the intervals of the mean of their errors where these are made.
struct ClasswiseErrors {
    std::vector<ClassSummary> classes;
    ScoreIntervals intervals;
};

/// What is asked for beside the bins: ClasswiseBootstrap at a level with a seed.
struct ClasswiseIntervals {
    double level = 0.95;
    std::uint64_t seed = 1;
};

/// Every class versus the rest, in the order of the classes: sum_b n_b/n |gap_b| of the rows'
/// probabilities of the class. Of `binning`, the count and the edge rule are used. Empty where not
/// all classes' probabilities are known. O(rows classes). Errors: Cancelled.
Result<ClasswiseErrors> classwise(const Predictions& predictions, double temperature,
                                  const Binning& binning, const ClasswiseIntervals& intervals,
                                  const ProgressCallback& progress = {});

}  // namespace diagonal
