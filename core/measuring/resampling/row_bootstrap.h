// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/measuring/scores/logistic_calibration.h"
#include "core/numerics/percentiles.h"

namespace diagonal {

/// Resampled values of the scores that no bins enter: brier and its parts, auroc, ks, kuiper,
/// calibration_intercept and calibration_slope; of nll and
/// brier_multiclass where `losses` hold rows. 1,000 resamples. Up to 8,192 rows each row is drawn
/// Poisson(1) times, one of weight w that counts observations Poisson(w) times; more rows are drawn
/// in about 4,096 groups of similar confidence (or loss), hits and misses apart. The logistic fits
/// are moved by one Newton step from `fit`, which must be of `outcomes`. Time does not grow with
/// the rows but for one pass and a sort. Errors: Cancelled.
Result<ResampledScores> rowBootstrap(const SortedOutcomes& outcomes, const RowLosses& losses,
                                     const LogisticCalibration& fit, std::uint64_t seed,
                                     const ProgressCallback& progress = {});

}  // namespace diagonal
