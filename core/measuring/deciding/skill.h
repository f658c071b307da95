// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/base/parallel.h"
#include "core/measuring/clustered_outcomes.h"
#include "core/measuring/sorted_outcomes.h"
#include "core/numerics/intervals.h"

namespace diagonal {

/// Returns sum a / sum c, observed over expected events (O:E); none if the sum of c is 0.
std::optional<double> observedOverExpected(const OutcomeSums& rows);

/// Returns the interval of O:E. Independent rows: exp(ln O:E -+ z sqrt((1 - O/n)/O)) (Debray 2017);
/// Wilson's interval of O/n times n/E where no row is an event, or every one. Clusters: ln O:E with
/// the variance of the sums of a/mean a - c/mean c over clusters and Student's t. None if the
/// expected events are 0, for fewer than two effective rows, or for one cluster.
std::optional<Interval> observedOverExpectedInterval(const OutcomeSums& rows, double level,
                                                     const ClusteredOutcomes& clustered = {});

/// Returns the mean c of the correct rows less that of the wrong ones (Yates 1982); none if all
/// rows are correct or all are wrong.
std::optional<double> discriminationSlope(const OutcomeSums& rows);

/// Returns the interval of the discrimination slope by Welch's t, or from the variance of the sums
/// over clusters. None for fewer than two effective rows of either outcome, or for one cluster.
std::optional<Interval> discriminationSlopeInterval(const OutcomeSums& rows, double level,
                                                    const ClusteredOutcomes& clustered = {});

/// Returns the mean of -log of the probability that a row gives to its outcome in this view, in
/// nats; infinite if one is 0.
double logLoss(const SortedOutcomes& outcomes, const ParallelFor& parallelFor = defaultFor);

/// Skill over forecasting the share m of the correct rows for each row.
struct SkillScores {
    double brier = 0;       ///< 1 - Brier/(m (1 - m))
    double log = 0;         ///< 1 - NLL/NLL_m (McFadden 1974)
    double nagelkerke = 0;  ///< (1 - exp(-2 (NLL_m - NLL)))/(1 - exp(-2 NLL_m)), 1991
};

/// `frequency` is m, `brier` and `logLoss` those of the view. None unless 0 < m < 1.
std::optional<SkillScores> skillScores(double frequency, double brier, double logLoss);

}  // namespace diagonal
