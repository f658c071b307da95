// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

#include "core/base/parallel.h"
#include "core/measuring/sorted_outcomes.h"

namespace diagonal {

/// Scores of one model that are no means of rows, as means of values of rows: the score plus each
/// row's influence on it (the derivative of the score by the row's weight; Hampel 1974). The mean
/// of the values is the score, and the variance of their mean is that of the score to first order,
/// so that differences of models on the same rows, and clusters, are those of means. In the order
/// of the file.
struct RowInfluences {
    std::vector<double> miscalibration;  ///< of CORP's MCB: (c - a)^2 - (p - a)^2
    std::vector<double> discrimination;  ///< of CORP's DSC: (m - a)^2 - (p - a)^2
    std::vector<double> uncertainty;     ///< of CORP's UNC: (m - a)^2
    /// Of the area under the ROC curve: the share of rows of the other kind that the row is ordered
    /// rightly with (the placements of DeLong, DeLong and Clarke-Pearson 1988), scaled so that
    /// their mean over all rows is the area. Empty if all rows are correct or none is.
    std::vector<double> auroc;
};

/// Computes the influences of rows without weights from their packed outcomes, in the order of the
/// file. p is the isotonic fit of a on c, whose own change with a row's weight is of second order:
/// it minimises the mean of (p - a)^2; likewise m, the mean of a.
RowInfluences rowInfluences(std::span<const std::uint64_t> inRowOrder,
                            const ParallelFor& parallelFor = defaultFor);

/// Returns the standard error of the difference of two areas under the ROC curve over the same
/// outcomes (DeLong, DeLong and Clarke-Pearson 1988), from the values of both models' rows.
/// Requires rows of both kinds, at least two of each.
double deLongStandardError(std::span<const double> first, std::span<const double> second,
                           std::span<const std::uint64_t> inRowOrder);

}  // namespace diagonal
