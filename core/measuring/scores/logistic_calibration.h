// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/base/result.h"
#include "core/measuring/outcomes.h"
#include "core/numerics/intervals.h"

namespace diagonal {

/// Logistic regressions of correctness a on logit c (Cox 1958), fitted by maximum likelihood to
/// convergence.
struct LogisticCalibration {
    Result<double> intercept = undefined({});  ///< of logit P(a) = intercept + logit c
    Result<double> slope = undefined({});      ///< of logit P(a) = u + slope logit c
    double slopeIntercept = 0;                 ///< u of the slope's regression
    /// p-value of Cox's joint test of u = 0 and slope = 1: exp(-s / 2), where s is twice the log of
    /// the likelihood ratio, which has a chi-square distribution with two degrees of freedom for a
    /// calibrated model. None without a slope.
    std::optional<double> jointP;
    std::size_t leftOut = 0;  ///< rows with c = 0 or 1, which have no logit
};

/// Fits both regressions. There is neither intercept nor slope if all rows are correct or all are
/// incorrect, or if every confidence is 0 or 1. Many rows are first fitted in groups, then a few
/// passes over all of them bring the last digits. There is no slope if confidence separates the
/// correct rows from the incorrect ones, or has only one value.
LogisticCalibration logisticCalibration(const SortedOutcomes& outcomes,
                                        const ParallelFor& parallelFor = defaultFor);

/// Profile-likelihood intervals of the coefficients; none where a coefficient is undefined or its
/// likelihood falls too little on one side.
struct LogisticIntervals {
    std::optional<Interval> intercept;
    std::optional<Interval> slope;
};

/// Returns the values at which twice the log-likelihood, maximised over what else is fitted, lies
/// within chi-square_1(level) of its maximum (Venzon and Moolgavkar 1988), in groups of similar
/// confidence for many rows. `fit` must be of `outcomes`. Unlike percentiles of resamples, these
/// cover with few events, too.
LogisticIntervals profileIntervals(const SortedOutcomes& outcomes, const LogisticCalibration& fit,
                                   double level);

}  // namespace diagonal
