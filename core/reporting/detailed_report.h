// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/reporting/analysis.h"

namespace diagonal {

/// Returns a copy of the report of `analysis` with everything that is too slow for a slider: the
/// null distribution of the ECE, consistency intervals of the bins, scores without bins, all
/// classes and groups, the ECE by other conventions, and intervals from 1,000 bootstrap resamples.
/// Requires an analysis of `dataset` that is not provisional. Errors: Cancelled.
Result<std::shared_ptr<const Report>> detailedReport(const Dataset& dataset,
                                                     const Analysis& analysis,
                                                     const Execution& execution = {});

}  // namespace diagonal
