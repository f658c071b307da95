// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>

#include "core/measuring/sweeping/temperature_sweep.h"
#include "core/predictions/predictions.h"
#include "core/reporting/report.h"

namespace diagonal {

/// A report with the intermediate results that the next analysis may reuse.
struct Analysis {
    std::shared_ptr<const Dataset> dataset;  ///< the whole file
    std::shared_ptr<const Report> report;

    /// Sorted outcomes of the measured rows for `view` and `temperature`; null for a provisional
    /// report.
    std::shared_ptr<const Outcomes> outcomes;
    View view;
    double temperature = 1;
    RowConditions where;                  ///< AnalysisSettings::where
    std::shared_ptr<const Dataset> base;  ///< rowsAt() the temperature; the dataset if provisional
    /// The rows of `base` that meet all conditions but those on groups.
    std::shared_ptr<const Dataset> allGroups;
    std::shared_ptr<const Dataset> rows;  ///< of these, the rows of the groups: the measured ones
    /// A sweep divides the scores of these rows by T to measure at T. They are `rows`, or the
    /// margins where `rows` are cells of one temperature. Null if the file holds but cells of
    /// confidences, or if the conditions depend on T.
    std::shared_ptr<const Dataset> sweptRows;
    std::shared_ptr<const ClusterRows> clusters;  ///< of the measured rows; null if there are none
    std::shared_ptr<const Outcomes> outcomesAtOne;  ///< in `view` at T = 1; null if not kept
    /// The temperature fit at fitLevel, or why it failed; null if never requested.
    std::shared_ptr<const Result<TemperatureFit>> fit;
    double fitLevel = 0;
    ZeroRows fitZeroRows = ZeroRows::Refuse;  ///< how `fit` treated true classes of probability 0

    /// True if other rows are measured at another temperature.
    bool rowsDependOnTemperature() const { return where.confidence.has_value(); }
    /// Returns the measured rows with their clusters, valid while this lives; it converts to false
    /// if rows are independent.
    ClusteredOutcomes clusteredOutcomes() const;
};

/// Returns the view shown by default: the positive class for one probability column or a named
/// positive class of two, the first class against the rest for rows with several labels, otherwise
/// top-label.
View defaultView(const Dataset& dataset);

/// Returns the rows that analyse() measures with these settings. Errors: those of analyse().
Result<std::shared_ptr<const Dataset>> chosenRows(const std::shared_ptr<const Dataset>& dataset,
                                                  const AnalysisSettings& settings,
                                                  const Execution& execution = {});

/// Returns the convention whose bins replace those of equal width; null if none does.
const EceConvention* presetOf(const AnalysisSettings& settings);

/// Computes everything the window, a file or the command line shows. `previous`, if given, must be
/// of the same `dataset`; results that do not depend on the changed settings are reused, so that
/// other bins cost O(bins log rows). What detailedReport() needs for `plan` is kept. Errors:
/// Undefined if the data do not admit the view, temperature or group; Cancelled.
Result<Analysis> analyse(std::shared_ptr<const Dataset> dataset, const AnalysisSettings& settings,
                         const Analysis* previous = nullptr, const Execution& execution = {},
                         const ReportPlan& plan = {});

/// Which intervals of scores a provisional report has: those of binBootstrap(), which may take
/// longer than a sweep, or none.
enum class ScoreIntervals { Live, None };

/// Returns a provisional report while the temperature is being dragged, from a sweep of the rows
/// and view of `previous`. None if conditions or view have changed; if exact results are as fast
/// (outcomes already known, probabilities as given at T = 1); or if a sweep cannot provide what is
/// requested: a temperature out of its range, bins whose edges depend on the rows, curves, a fit.
std::optional<Analysis> provisionalAnalysis(const AnalysisSettings& settings,
                                            const Analysis& previous, const TemperatureSweep& sweep,
                                            ScoreIntervals intervals = ScoreIntervals::Live);

/// A provisional report and the sweep that it was computed from; null if it needed none.
struct FirstLook {
    Analysis analysis;
    Sweep sweep;
};
/// Returns a provisional report of rows for which analyse() takes long. None if analyse() is about
/// as fast, with conditions or clusters, and if the settings need more than sums between fixed
/// edges: equal-mass or isotonic bins, a curve, a fit.
std::optional<FirstLook> firstLook(const std::shared_ptr<const Dataset>& dataset,
                                   const AnalysisSettings& settings,
                                   const ParallelFor& parallelFor = serialFor);

}  // namespace diagonal
