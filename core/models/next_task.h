// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/base/parallel.h"
#include "core/models/model.h"

namespace diagonal {

/// A map to apply: a fit, or one that was saved.
struct MapSource {
    RecalibrationChoice choice = {};
    std::shared_ptr<const Dataset> other = nullptr;         ///< to fit on, with FitRows::Other
    std::shared_ptr<const CalibrationMap> saved = nullptr;  ///< in place of a fit
};

/// What a window or a script shows of a model.
struct Wanted {
    AnalysisSettings settings;
    /// The user is dragging a slider: a provisional report is enough, and nothing more is computed.
    bool isDragged = false;
    /// The intervals that a provisional report gives its scores.
    ScoreIntervals live = ScoreIntervals::Live;
    /// The parts of the report to compute, in this order.
    std::vector<ReportPlan> plans = {};
    bool hasMurphy = false;                 ///< Model::murphy
    std::optional<ReportPlan> scaled = {};  ///< of Model::scaled
    const Model* comparedWith = nullptr;    ///< for Model::pair
    std::vector<double> thresholds = {};    ///< of the net benefit in Model::pair
    std::optional<MapSource> map = {};      ///< to apply to Model::unmapped
    /// The parts of the report on the rows before the map; none if it is not wanted. A present
    /// Report::recalibration is not extended.
    std::optional<ReportPlan> before = {};
};

/// Returns what a figure of models shows of one of them, apart from its comparison with others.
Wanted wantedFor(const ModelParts& parts, AnalysisSettings settings);

/// A step that computes one part of a model; it holds all that it needs.
struct Task {
    enum class Kind {
        Map,      ///< applies a map to those of Model::unmapped that `settings` choose
        Measure,  ///< Model::analysis
        Extend,   ///< adds parts to Model::report()
        Before,   ///< adds Report::recalibration to Model::report()
        Murphy,
        Scale,
        Compare,
        DirectSweep,  ///< Model::prepared: a sweep that is ready at once
        IndexedSweep  ///< replaces the direct sweep by one that answers faster
    };
    Kind kind = Kind::Measure;
    Model model;
    AnalysisSettings settings = {};
    bool isProvisional = false;
    ScoreIntervals live = ScoreIntervals::Live;
    ReportPlan plan = {};
    MapSource map = {};
    PairBasis pair = {};
};

/// Returns what a task is called: "measure".
std::string_view taskName(Task::Kind kind);

/// Returns the next step towards what is wanted; none if nothing is missing, or the rest cannot be
/// computed.
std::optional<Task> nextTask(const Model& model, const Wanted& wanted);

/// Returns the step that makes dragging faster; none if nothing does.
std::optional<Task> nextSweepTask(const Model& model);

/// A task and its outcome.
struct FinishedTask {
    Task task;
    Model model;                      ///< task.model with what was computed
    std::optional<Error> error = {};  ///< why the task failed; none if it did not
};

/// Computes a task. FinishedTask::error is one of analyse(), detailedReport() or recalibrated();
/// CannotRead if memory runs out; or Cancelled.
FinishedTask run(Task task, const Execution& execution);

/// Adds the result of a task to a model; a failure is remembered. Returns false if the task was
/// cancelled, or if the model no longer has the rows, view or report that the task was given. A
/// comparison is always added: Model::isPairedWith() tells whether it still applies.
bool take(const FinishedTask& finished, Model& model);

}  // namespace diagonal
