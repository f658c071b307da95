// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/measuring/sweeping/temperature_sweep.h"
#include "core/predictions/predictions.h"
#include "core/reporting/report.h"

namespace diagonal {

/// A report, with the parts of the work that the next one may reuse.
struct Analysis {
    std::shared_ptr<const Report> report;

    /// Of the part in view, at temperature; null where the report is passing.
    std::shared_ptr<const Outcomes> outcomes;
    View view;
    double temperature = 1;
    std::optional<GroupChoice> group;
    std::shared_ptr<const Dataset> part;  ///< the rows of the group; null where all are measured
    std::shared_ptr<const Outcomes> unscaled;  ///< in the same view at T = 1, where ever computed
    /// The fit of this dataset at fitLevel, or why there is none; null where never asked for.
    std::shared_ptr<const Result<TemperatureFit>> fit;
    double fitLevel = 0;
    ZeroRows fitZeroRows = ZeroRows::Refuse;  ///< what the fit did with them
};

/// The view that is shown where none is asked for: top-label; the positive class for one
/// probability column or a named positive class of two; the first class against the rest where a
/// row may be of several.
View defaultView(const Dataset& dataset);

/// Everything any view, file or command line shows. `previous`, where given, must be of the same
/// dataset: what view and temperature leave unchanged is not computed again, so that other bins
/// cost O(bins log rows). Errors: kind Undefined, a view or temperature that these data cannot
/// give; Cancelled.
Result<Analysis> analyse(const Dataset& dataset, const AnalysisSettings& settings,
                         const Analysis* previous = nullptr, const Execution& execution = {});

/// A passing report of a temperature that is being dragged, from a sweep of the rows and view of
/// `previous`. None where the settings ask for more than their temperature or bins to be different,
/// or for what a sweep cannot tell: bins that depend on the order of rows, curves, a fit.
std::optional<Analysis> provisionalAnalysis(const Dataset& dataset,
                                            const AnalysisSettings& settings,
                                            const Analysis& previous,
                                            const TemperatureSweep& sweep);

/// A passing report of rows that analyse() takes long for, and the sweep that it is from. None
/// where analyse() is about as fast, and for a group and all else that provisionalAnalysis() gives
/// none for.
struct FirstLook {
    Analysis analysis;
    Sweep sweep;
};
std::optional<FirstLook> firstLook(const std::shared_ptr<const Dataset>& dataset,
                                   const AnalysisSettings& settings,
                                   const ParallelFor& parallelFor = serialFor);

}  // namespace diagonal
