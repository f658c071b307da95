// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/comparing/comparison.h"
#include "core/publishing/models/model_plots.h"
#include "core/recalibrating/recalibration.h"
#include "core/reporting/analysis.h"

namespace diagonal {

/// What the comparison of two models depends on.
struct PairBasis {
    std::shared_ptr<const Dataset> first;
    std::shared_ptr<const Dataset> second;
    double firstTemperature = 1;
    double secondTemperature = 1;
    View firstView;
    View secondView;
    DifferenceSettings settings = {};

    bool operator==(const PairBasis&) const = default;
};

/// What makes dragging a temperature fast.
struct PreparedSweep {
    Sweep sweep = nullptr;  ///< null if exact results are as fast
    std::shared_ptr<const Dataset> rows = nullptr;
    View view = {};
    bool isIndexed = false;  ///< an index was tried: no sweep is faster

    bool isOf(const Analysis& analysis) const {
        return rows && rows == analysis.sweptRows && view == analysis.view;
    }
};

/// A model: its rows, and what has been computed of them so far. nextTask() says what is missing,
/// run() computes it. The parts are shared and constant, so a copy is cheap.
struct Model : ModelResults {
    std::shared_ptr<const Dataset> dataset = nullptr;  ///< null until it was read
    /// Rows before the map; Task::settings.where chooses those that it is fitted and applied to.
    std::shared_ptr<const Dataset> unmapped = nullptr;
    /// The map that made the rows, and the rows before it; null if there was none, or if the rows
    /// before it are a model of their own.
    std::shared_ptr<const Recalibration> recalibration = nullptr;
    /// Why reading, or measuring with `settings`, failed; only other settings are tried.
    std::optional<Error> problem = {};
    AnalysisSettings settings = {};  ///< of the analysis, or of the problem
    Analysis analysis = {};  ///< its report is null until measured; may be of an earlier dataset
    std::optional<double> fittedTemperature = {};  ///< on all rows; computed with `scaled`
    PairBasis pairBasis = {};                      ///< of `pair`
    PreparedSweep prepared = {};

    const std::shared_ptr<const Report>& report() const { return analysis.report; }
    /// The measured rows; null before the first report.
    const std::shared_ptr<const Dataset>& rows() const { return analysis.rows; }
    /// True if the report is of the dataset and exact.
    bool isExact() const { return isMeasured() && !report()->isProvisional; }
    /// True if the report, provisional or not, is of the dataset.
    bool isMeasured() const { return report() && dataset && analysis.dataset == dataset; }
    /// True if a sweep of the rows and view of the report was prepared.
    bool isSwept() const { return prepared.isOf(analysis); }
    /// True if `pair` compares the present reports of this model and `reference`, at any
    /// thresholds.
    bool isPairedWith(const Model& reference) const;
};

/// Frees the rows of a model; its results stay.
void freeRows(Model& model);

/// Returns what the comparison of two measured models depends on.
PairBasis pairBasisOf(const Model& first, const Model& second, std::vector<double> thresholds);

/// Returns `settings` with the bins and view of `reference` where the user chose none; a view of
/// one class follows the name of the class.
AnalysisSettings settingsLike(const Report& reference, const Dataset& dataset,
                              AnalysisSettings settings);

}  // namespace diagonal
