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

/// Returns the report of `dataset` that holds what `plan` asks for. Errors: those of analyse() and
/// detailedReport().
Result<std::shared_ptr<const Report>> reportOf(const std::shared_ptr<const Dataset>& dataset,
                                               const AnalysisSettings& settings,
                                               const ReportPlan& plan,
                                               const Execution& execution = {});

/// A report on temperature-scaled rows.
struct ScaledReport {
    std::shared_ptr<const Report> report;
    double temperature = 1;  ///< fitted to all rows
};

/// Scales the measured rows of `analysis` by a temperature fitted by cross-validation in five
/// folds, and reports on them in the same view and bins. Errors: those of recalibrated() and
/// reportOf().
Result<ScaledReport> scaledReport(const Analysis& analysis, const ReportPlan& plan,
                                  const Execution& execution = {});

/// The most numbers, rows times classes, of which a report holds the scaling: it copies them.
inline constexpr std::size_t kMostScaledNumbers = 5'000'000;

}  // namespace diagonal
