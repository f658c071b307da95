// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/measuring/scores/logistic_calibration.h"
#include "core/numerics/percentiles.h"

namespace diagonal {

/// Returns 1,000 resampled values of the scores without bins: brier and its parts, auroc, ks,
/// kuiper, calibration_intercept and calibration_slope, and of nll and brier_multiclass if `losses`
/// hold rows. Up to 8,192 rows, each row is drawn Poisson(1) times, or Poisson(w) times if its
/// weight w counts observations. More rows are drawn in about 4,096 groups of similar confidence
/// (or loss), correct and incorrect rows apart. The logistic fits are moved by one Newton step from
/// `fit`, which must be of `outcomes`. Apart from one pass and a sort, the time does not grow with
/// the rows. Errors: Cancelled.
Result<ResampledScores> rowBootstrap(const SortedOutcomes& outcomes, const RowLosses& losses,
                                     const LogisticCalibration& fit, std::uint64_t seed,
                                     const ProgressCallback& progress = {});

}  // namespace diagonal
