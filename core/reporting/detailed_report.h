// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/reporting/analysis.h"

namespace diagonal {

/// The report of `analysis`, which must be of `dataset`, with all that takes longer than a slider
/// may wait: the null distribution of the ECE and the consistency intervals of the bins, scores
/// without bins, all classes, and the intervals of 1,000 bootstrap resamples. `analysis` keeps its
/// own. Errors: Cancelled.
Result<std::shared_ptr<const Report>> detailedReport(const Dataset& dataset,
                                                     const Analysis& analysis,
                                                     const ProgressCallback& progress = {});

}  // namespace diagonal
