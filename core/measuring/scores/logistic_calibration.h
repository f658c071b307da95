// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "core/measuring/outcomes.h"

namespace diagonal {

/// Logistic regressions of hit a on logit c (Cox 1958), by maximum likelihood to the optimum.
struct LogisticCalibration {
    std::optional<double> intercept;  ///< of logit P(a) = intercept + logit c: in the large
    std::optional<double> slope;      ///< of logit P(a) = u + slope logit c; 1 if calibrated
    double slopeIntercept = 0;        ///< u of that
    std::size_t leftOut = 0;          ///< rows with c = 0 or 1, which have no logit
    std::string whyNoIntercept;       ///< empty where there is one
    std::string whyNoSlope;
};

/// No intercept where all rows are hits or all misses; no slope where confidence separates hits
/// from misses, or has one value only.
LogisticCalibration logisticCalibration(const SortedOutcomes& outcomes);

}  // namespace diagonal
