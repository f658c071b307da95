// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "core/base/parallel.h"
#include "core/models/model.h"
#include "core/recalibrating/calibration_map.h"

namespace diagonal {

/// What a window or a script shows of a model.
struct Wanted {
    AnalysisSettings settings;
    /// A provisional report will do, because the user is dragging; nothing but it is computed.
    bool isDragged = false;
    /// Intervals of the scores of a provisional report.
    ScoreIntervals live = ScoreIntervals::Live;
    /// Parts of the report; each is computed after those before it.
    std::vector<ReportPlan> plans = {};
    bool hasMurphy = false;                 ///< Model::murphy
    std::optional<ReportPlan> scaled = {};  ///< of Model::scaled
    const Model* comparedWith = nullptr;    ///< for Model::pair
    std::optional<MapKind> map = {};        ///< to apply to Model::unmapped
};

/// A step that computes one part of a model; it holds all that it needs.
struct Task {
    enum class Kind {
        Map,      ///< fits a map to Model::unmapped by cross-validation and applies it
        Measure,  ///< Model::analysis
        Extend,   ///< adds parts to Model::report()
        Murphy,
        Scale,
        Compare,
        DirectSweep,  ///< Model::sweep: one that is ready at once
        IndexedSweep  ///< replaces that by one that answers faster
    };
    Kind kind = Kind::Measure;
    Model model;
    AnalysisSettings settings = {};
    bool isProvisional = false;
    ScoreIntervals live = ScoreIntervals::Live;
    ReportPlan plan = {};
    MapKind map = MapKind::Temperature;
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
    std::optional<Error> error = {};  ///< why it was not
};

/// Computes a task. Errors are in the outcome: those of analyse(), detailedReport(),
/// recalibrated(); CannotRead without memory; Cancelled.
FinishedTask run(Task task, const Execution& execution);

/// Adds what a task has computed to a model; a failure is remembered. Returns false if the model
/// has other rows or another report than the task was given, or the task was cancelled.
bool take(const FinishedTask& finished, Model& model);

}  // namespace diagonal
