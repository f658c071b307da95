// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/predictions/dataset.h"
#include "core/publishing/models/model_plots.h"
#include "core/reporting/analysis.h"

namespace diagonal {

/// What a figure shows of each model, beyond the bins.
struct ModelParts {
    ReportPlan plan;  ///< of PlottedModel::report
    bool murphy = false;
    bool scaled = false;
    bool pair = false;           ///< PlottedModel::pair of all but the reference
    ReportPlan scaledPlan = {};  ///< of PlottedModel::scaled
};

/// Returns what a figure of models needs. Only the reference of an overlay needs a band,
/// and only that of a map what a calibrated model would have.
ModelParts partsOf(ModelFigureKind kind, const FigureScores& scores = {}, bool isReference = true);

/// Returns the Murphy curve of the rows that an exact analysis measures; empty in the top-label
/// view.
std::vector<CurvePoint> murphyOf(const Analysis& analysis);

/// A model after temperature scaling.
struct ScaledModel {
    std::shared_ptr<const Report> report;  ///< of rows scaled by temperatures of other folds
    double temperature = 1;                ///< fitted on all rows
};

/// Measures the rows that `report` measures after temperature scaling, fitted by cross-validation
/// in five folds, in the report's view and bins. Holds what `plan` asks for. Errors: those of
/// recalibrated(), as where the scores have no temperature; Cancelled.
Result<ScaledModel> scaledModel(const std::shared_ptr<const Dataset>& rows, const Report& report,
                                const ReportPlan& plan, const Execution& execution = {});

/// Returns settings that let another model be measured as the reference is: in the view of the same
/// class, in as many bins. What the user chose stays.
AnalysisSettings settingsLike(const Report& reference, const Dataset& dataset,
                              AnalysisSettings settings);

}  // namespace diagonal
