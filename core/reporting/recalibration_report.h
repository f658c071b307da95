// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/recalibrating/recalibration.h"
#include "core/reporting/report.h"

namespace diagonal {

/// How much a calibration map changes the Brier score, over all classes where they are known, on
/// the same rows: negative is better.
struct BrierChange {
    double value = 0;
    std::optional<Interval> interval;  ///< paired, by Student's t; counts clusters and weights
    bool isOfAllClasses = false;       ///< of the sum over several classes
};

/// An applied calibration map, and the report of the same rows without it.
struct ReportedRecalibration {
    CalibrationMap map;
    FitRows rows = FitRows::Other;
    std::size_t folds = 0;  ///< with FitRows::Folds
    std::shared_ptr<const Report> before;
    std::optional<BrierChange> change;
    std::vector<std::string> remarks;  ///< recalibrationRemarks()
};

/// Returns the change of the Brier score from `before`, at `temperature` and in `view`, to `after`,
/// at T = 1, which must hold the same rows; none if cancelled.
std::optional<BrierChange> brierChange(const Dataset& before, double temperature,
                                       const Dataset& after, const View& view, double level,
                                       const Execution& execution = {});

/// "-0.0041 (-0.0060 to -0.0022)".
std::string changeText(const BrierChange& change);

/// Returns a copy of `after`, the report of recalibrated rows, that also holds `before` and the
/// map.
std::shared_ptr<const Report> withRecalibration(const Report& after,
                                                std::shared_ptr<const Report> before,
                                                const Recalibration& recalibration,
                                                const Execution& execution = {});

/// Returns remarks about the map: it was fitted on the measured rows; rows were left out; how it
/// changes the Brier score; the ECE disagrees with the NLL; the NLL became infinite; the accuracy
/// changed.
std::vector<std::string> recalibrationRemarks(const ReportedRecalibration& recalibration,
                                              const Report& after);

/// Returns what is shown of rows before and after a map: the ECE, NLL, Brier scores and accuracy,
/// and their intervals.
ReportPlan planOfMaps();

/// "T = 2.156 (95 % interval 2.1 to 2.2)", "a = 1.2, b = 0.9, c = -0.1", "43 points".
std::string parametersText(const CalibrationMap& map, double level);

/// "5-fold cross-validation", "a random half", "val.npz", "the same rows".
std::string fitRowsText(const ReportedRecalibration& recalibration);

}  // namespace diagonal
