// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/reporting/analysis.h"

namespace diagonal {

/// Analyses a dataset that outlives the analysis.
inline Result<Analysis> analyse(const Dataset& dataset, const AnalysisSettings& settings,
                                const Analysis* previous = nullptr, const Execution& execution = {},
                                const ReportPlan& plan = {}) {
    return analyse(std::shared_ptr<const Dataset>(std::shared_ptr<const Dataset>(), &dataset),
                   settings, previous, execution, plan);
}

}  // namespace diagonal
