// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "core/base/result.h"
#include "core/measuring/outcomes.h"

namespace diagonal {

/// Logistic regressions of hit a on logit c (Cox 1958), by maximum likelihood to the optimum.
struct LogisticCalibration {
    Result<double> intercept =
        Error{ErrorKind::Undefined, {}};  ///< of logit P(a) = intercept + logit c
    Result<double> slope = Error{ErrorKind::Undefined, {}};  ///< of logit P(a) = u + slope logit c
    double slopeIntercept = 0;                               ///< u of that
    std::size_t leftOut = 0;  ///< rows with c = 0 or 1, which have no logit
};

/// No intercept where all rows are hits or all misses; no slope where confidence separates hits
/// from misses, or has one value only.
LogisticCalibration logisticCalibration(const SortedOutcomes& outcomes);

}  // namespace diagonal
