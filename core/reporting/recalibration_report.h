// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/recalibrating/recalibration.h"
#include "core/reporting/report.h"

namespace diagonal {

/// A map with the report of the same rows without it.
struct ReportedRecalibration {
    CalibrationMap map;
    FitRows rows = FitRows::Other;
    std::size_t folds = 0;  ///< of FitRows::Folds
    std::shared_ptr<const Report> before;
    std::vector<std::string> remarks;  ///< recalibrationRemarks()
};

/// The report of recalibrated rows, which tells of `before` too.
std::shared_ptr<const Report> withRecalibration(const Report& after,
                                                std::shared_ptr<const Report> before,
                                                const Recalibration& recalibration,
                                                std::size_t folds);

/// What a user of the map must know: that it was learnt from the measured rows; that rows were left
/// out; that ECE and NLL disagree; that the accuracy changed.
std::vector<std::string> recalibrationRemarks(const ReportedRecalibration& recalibration,
                                              const Report& after);

/// The report of some rows at T = 1, the scores of no bins with their intervals too. Errors: those
/// of analyse(); Cancelled.
Result<std::shared_ptr<const Report>> reportWithIntervals(const Dataset& dataset,
                                                          AnalysisSettings settings,
                                                          const ProgressCallback& progress = {});

/// "T = 2.156 (95 % 2.1 to 2.2)", "a = 1.2, b = 0.9, c = -0.1", "43 steps".
std::string parametersText(const CalibrationMap& map, double level);

/// "5-fold cross-validation", "a random half", "val.npz", "the same rows".
std::string fitRowsText(const ReportedRecalibration& recalibration);

}  // namespace diagonal
