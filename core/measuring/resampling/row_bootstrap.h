// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "core/base/result.h"
#include "core/measuring/clustered_outcomes.h"
#include "core/measuring/outcomes.h"
#include "core/measuring/scores/logistic_calibration.h"
#include "core/numerics/percentiles.h"

namespace diagonal {

/// The scores whose intervals come from rowBootstrap().
inline constexpr auto kResampledByRows = std::to_array<std::string_view>(
    {"brier", "brier_mcb", "brier_dsc", "brier_skill", "log_skill", "r2_nagelkerke", "auroc", "ks",
     "kuiper", "calibration_intercept", "calibration_slope", "intercept_two_parameter", "nll",
     "brier_multiclass", "aurc", "e_aurc", "augrc"});

/// Losses of all rows, in the order of the predictions; empty if unknown.
struct RowLosses {
    std::span<const double> negativeLogs;
    std::span<const double> squaredErrors;
};

/// Returns 1,000 resampled values of kResampledByRows; of nll and brier_multiclass if their losses
/// are known. Up to 8,192 rows, each row is drawn Poisson(1) times, or Poisson(w) times if
/// its weight w counts observations. More rows are drawn in about 4,096 groups of similar
/// confidence, correct and incorrect rows apart; losses in cells of similar losses, whose sums are
/// drawn from a normal distribution with their mean and variance. The logistic fits are moved by
/// one Newton step from `fit`, which must be of `outcomes`. The time hardly grows with the rows,
/// and the result does not depend on the number of threads. Rows that are not independent are drawn
/// by `clustered`: each cluster Poisson(1) times, with all its rows and their `losses`, which takes
/// a pass over all rows for each resample. Errors: Cancelled.
Result<ResampledScores> rowBootstrap(const Outcomes& outcomes, const LogisticCalibration& fit,
                                     std::uint64_t seed, const Execution& execution = {},
                                     const ClusteredOutcomes& clustered = {},
                                     const RowLosses& losses = {});

}  // namespace diagonal
