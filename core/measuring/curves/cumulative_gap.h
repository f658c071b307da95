// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/measuring/outcomes.h"

namespace diagonal {

/// Statistics of the cumulative difference D(x) = (1/n) sum of (c_i - a_i) over the rows with
/// c_i <= x. Needs neither bins nor a bandwidth.
struct CumulativeGap {
    double ks = 0;      ///< max |D| (Gupta 2021)
    double kuiper = 0;  ///< max(D, 0) - min(D, 0) (Arrieta-Ibarra 2022)
    /// Probability that a calibrated model has a statistic this large, by the law of Brownian
    /// motion with variance sum c (1 - c) / n^2; none if every c is 0 or 1.
    std::optional<double> ksP;
    /// Standard deviation of the last D for a calibrated model, sqrt(sum c (1 - c)) / n.
    double deviation = 0;
    std::optional<double> kuiperP;
};

CumulativeGap cumulativeGap(const SortedOutcomes& outcomes,
                            const ParallelFor& parallelFor = defaultFor);

/// Returns P(max |B| >= x) of Brownian motion B on [0, 1]:
/// 1 - (4/pi) sum_{k>=0} (-1)^k / (2k+1) exp(-(2k+1)^2 pi^2 / (8 x^2)).
double brownianMaximumTail(double x);

/// Returns P(max B - min B >= x) of Brownian motion B on [0, 1] (Feller 1951):
/// 8 sum_{k>=1} (-1)^(k-1) k Q(k x), Q the upper tail of the normal distribution.
double brownianRangeTail(double x);

}  // namespace diagonal
