// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/reporting/analysis.h"

namespace diagonal {

/// Returns a copy of the report of `analysis` that also holds what `plan` asks for; what it already
/// holds is not computed again. Independent results are computed in parallel, and none depends on
/// the number of threads. Requires an analysis that is not provisional. `sweep`, of the measured
/// rows and the view, serves a temperature profile; if it is null, one is made. Errors: Cancelled.
Result<std::shared_ptr<const Report>> detailedReport(
    const Analysis& analysis, const ReportPlan& plan = ReportPlan::everything(),
    const Execution& execution = {}, const Sweep& sweep = {});

}  // namespace diagonal
