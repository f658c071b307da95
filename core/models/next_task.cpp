// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/next_task.h"

#include <algorithm>
#include <utility>

#include "core/base/within_memory.h"
#include "core/measuring/curves/murphy_curve.h"
#include "core/reporting/detailed_report.h"
#include "core/reporting/recalibration_report.h"

namespace diagonal {
namespace {

Task measureTask(const Model& model, const Wanted& wanted) {
    Task task{Task::Kind::Measure, model, wanted.settings, wanted.isDragged, wanted.live};
    for (const ReportPlan& plan : wanted.plans)
        task.plan.insert(plan);
    return task;
}

/// Returns true if Model::scaled is missing or lacks what `plan` asks for in the present bins.
bool lacksScaled(const Model& model, const ReportPlan& plan) {
    if (!model.noScaled.empty()) return false;
    if (!model.scaled || !model.scaled->plan.contains(plan)) return true;
    return !(plan == ReportPlan()) && model.scaled->binning != model.report()->binning;
}

/// Returns the next task that adds to an exact report.
std::optional<Task> nextDetail(const Model& model, const Wanted& wanted) {
    for (const ReportPlan& plan : wanted.plans) {
        if (model.report()->plan.contains(plan)) continue;
        Task task{Task::Kind::Extend, model};
        task.plan = plan;
        return task;
    }
    if (wanted.before && model.recalibration && !model.report()->recalibration) {
        Task task{Task::Kind::Before, model};
        task.plan = *wanted.before;
        return task;
    }
    const bool isOfClass = !model.report()->view.isTopLabel();
    if (wanted.hasMurphy && isOfClass && model.murphy.empty())
        return Task{Task::Kind::Murphy, model};
    if (wanted.scaled && lacksScaled(model, *wanted.scaled)) {
        Task task{Task::Kind::Scale, model};
        task.plan = *wanted.scaled;
        return task;
    }
    const Model* other = wanted.comparedWith;
    const bool isPaired = other && model.isPairedWith(*other) &&
                          model.pairBasis.settings.thresholds == wanted.thresholds;
    if (other && other->isExact() && !other->problem && !isPaired) {
        Task task{Task::Kind::Compare, model};
        task.pair = pairBasisOf(*other, model, wanted.thresholds);
        return task;
    }
    return std::nullopt;
}

Result<void> applyMap(const Task& task, const Execution& execution, Model& model) {
    const auto& [choice, other, saved] = task.map;
    const auto rows = chosenRows(model.unmapped, task.settings, execution);
    if (!rows) return rows.error();
    auto made = saved ? recalibrated(rows.value(), *saved)
                      : recalibrated(rows.value(), other.get(), choice, execution);
    if (!made) return made.error();
    model.recalibration = std::make_shared<const Recalibration>(std::move(made).value());
    return {};
}

Result<void> measure(const Task& task, const Execution& execution, Model& model) {
    const Analysis previous = model.analysis;
    const bool isKnown = model.isMeasured();
    const auto analysed = [&]() -> Result<Analysis> {
        if (task.isProvisional && isKnown && model.prepared.sweep && model.isSwept()) {
            auto swept =
                provisionalAnalysis(task.settings, previous, *model.prepared.sweep, task.live);
            if (swept) return std::move(*swept);
        }
        auto look = task.isProvisional && !isKnown
                        ? firstLook(model.dataset, task.settings, execution.parallelFor)
                        : std::nullopt;
        if (!look) {
            return analyse(model.dataset, task.settings, isKnown ? &previous : nullptr, execution,
                           task.plan);
        }
        model.prepared = {};
        if (look->sweep)
            model.prepared = {std::move(look->sweep), model.dataset, look->analysis.view};
        return std::move(look->analysis);
    };
    auto analysis = analysed();
    if (!analysis) return analysis.error();
    model.analysis = std::move(analysis).value();
    model.settings = task.settings;
    return {};
}

Result<void> extend(const Task& task, const Execution& execution, Model& model) {
    auto report = detailedReport(model.analysis, task.plan, execution,
                                 model.isSwept() ? model.prepared.sweep : nullptr);
    if (!report) return report.error();
    model.analysis.report = std::move(report).value();
    return {};
}

/// Measures the rows before the map.
Result<void> measureBefore(const Task& task, const Execution& execution, Model& model) {
    const Recalibration& made = *model.recalibration;
    auto before = reportOf(made.before, model.settings, task.plan, execution);
    if (!before) return before.error();
    model.analysis.report =
        withRecalibration(*model.report(), std::move(before).value(), made, execution);
    return {};
}

/// Measures the rows after temperature scaling.
Result<void> scale(const Task& task, const Execution& execution, Model& model) {
    auto scaled = scaledReport(model.analysis, task.plan, execution);
    if (!scaled) return scaled.error();
    model.scaled = std::move(scaled.value().report);
    model.fittedTemperature = scaled.value().temperature;
    return {};
}

Result<void> compare(const Task& task, const Execution& execution, Model& model) {
    const PairBasis& basis = task.pair;
    auto pair = comparedPair({basis.first.get(), basis.firstTemperature, basis.firstView},
                             {basis.second.get(), basis.secondTemperature, basis.secondView},
                             basis.settings, execution);
    if (!pair && pair.error().kind == ErrorKind::Cancelled) return pair.error();
    model.pairBasis = basis;
    model.pair = std::make_shared<const Result<ModelPair>>(std::move(pair));
    return {};
}

/// Runs serially: threads that urgent work needs must not inherit a low priority.
void sweep(Task::Kind kind, const Execution& execution, Model& model) {
    const auto& rows = model.analysis.sweptRows;
    const View view = model.analysis.view;
    const std::shared_ptr<const Predictions> predictions(rows, &rows->predictions);
    // Without a sweep, as for lack of memory, dragged temperatures are analysed exactly.
    const auto made = withinMemory([&]() -> Result<Sweep> {
        return kind == Task::Kind::DirectSweep
                   ? directSweep(predictions, view)
                   : indexedSweep(predictions, view, {execution.progress});
    });
    // An index that is no faster leaves the direct sweep in place.
    const Sweep before = model.isSwept() ? model.prepared.sweep : nullptr;
    model.prepared = {made && made.value() ? made.value() : before, rows, view,
                      kind == Task::Kind::IndexedSweep};
}

Result<void> computed(const Task& task, const Execution& execution, Model& model) {
    switch (task.kind) {
        case Task::Kind::Map: return applyMap(task, execution, model);
        case Task::Kind::Measure: return measure(task, execution, model);
        case Task::Kind::Extend: return extend(task, execution, model);
        case Task::Kind::Before: return measureBefore(task, execution, model);
        case Task::Kind::Murphy: model.murphy = murphyCurve(model.analysis.outcomes->sorted); break;
        case Task::Kind::Scale: return scale(task, execution, model);
        case Task::Kind::Compare: return compare(task, execution, model);
        case Task::Kind::DirectSweep:
        case Task::Kind::IndexedSweep: sweep(task.kind, execution, model); break;
    }
    return {};
}

/// Takes an analysis, and forgets what belonged to others: the Murphy curve, and of other rows or
/// another view the scaled scores and the sweep.
bool takeMeasured(const FinishedTask& finished, Model& model) {
    if (finished.task.model.dataset != model.dataset) return false;
    model.settings = finished.task.settings;
    model.problem = finished.error;
    if (finished.error) return true;
    const Analysis& now = finished.model.analysis;
    const bool isSame =
        model.report() && model.rows() == now.rows && model.analysis.view == now.view;
    model.analysis = now;
    if (now.report->plan.consistency) model.banded = now.report;
    model.murphy.clear();
    if (!isSame) {
        model.scaled = nullptr;
        model.noScaled.clear();
        model.fittedTemperature.reset();
    }
    if (!model.isSwept())
        model.prepared = finished.model.isSwept() ? finished.model.prepared : PreparedSweep();
    return true;
}

void takeDetail(const FinishedTask& finished, Model& model) {
    if (finished.task.kind == Task::Kind::Murphy) {
        model.problem = finished.error;
        model.murphy = finished.model.murphy;
    }
    if (finished.task.kind == Task::Kind::Scale) {
        model.scaled = finished.model.scaled;
        model.fittedTemperature = finished.model.fittedTemperature;
        model.noScaled = finished.error ? finished.error->detail : std::string();
    }
    if (finished.task.kind != Task::Kind::Extend && finished.task.kind != Task::Kind::Before)
        return;
    model.problem = finished.error;
    model.analysis.report = finished.model.report();
    if (model.report()->plan.consistency) model.banded = model.report();
}

}  // namespace

Wanted wantedFor(const ModelParts& parts, AnalysisSettings settings) {
    Wanted wanted{std::move(settings)};
    wanted.plans = {parts.plan};
    wanted.hasMurphy = parts.murphy;
    wanted.scaled = parts.scaled;
    return wanted;
}

std::string_view taskName(Task::Kind kind) {
    switch (kind) {
        case Task::Kind::Map: return "map";
        case Task::Kind::Measure: return "measure";
        case Task::Kind::Extend: return "extend";
        case Task::Kind::Before: return "measure before";
        case Task::Kind::Murphy: return "murphy";
        case Task::Kind::Scale: return "scale";
        case Task::Kind::Compare: return "compare";
        case Task::Kind::DirectSweep: return "sweep";
        case Task::Kind::IndexedSweep: return "index";
    }
    return "";
}

std::optional<Task> nextTask(const Model& model, const Wanted& wanted) {
    if (model.unmapped && wanted.map && !model.problem) {
        Task task{Task::Kind::Map, model, wanted.settings};
        task.map = *wanted.map;
        return task;
    }
    if (!model.dataset) return std::nullopt;
    if (model.settings != wanted.settings || !(model.isMeasured() || model.problem))
        return measureTask(model, wanted);
    if (model.problem || wanted.isDragged) return std::nullopt;
    return model.isExact() ? nextDetail(model, wanted) : measureTask(model, wanted);
}

std::optional<Task> nextSweepTask(const Model& model) {
    if (!model.isMeasured() || !model.analysis.sweptRows ||
        (model.isSwept() && model.prepared.isIndexed))
        return std::nullopt;
    const bool isDirect =
        !model.isSwept() && isKeptBesideIndex(model.analysis.sweptRows->predictions);
    return Task{isDirect ? Task::Kind::DirectSweep : Task::Kind::IndexedSweep, model};
}

FinishedTask run(Task task, const Execution& execution) {
    Model model = task.model;
    const auto done = withinMemory([&] { return computed(task, execution, model); });
    FinishedTask finished{std::move(task), std::move(model)};
    if (!done) finished.error = done.error();
    return finished;
}

bool take(const FinishedTask& finished, Model& model) {
    if (finished.error && finished.error->kind == ErrorKind::Cancelled) return false;
    const bool isOfReport = finished.task.model.report() == model.report();
    switch (finished.task.kind) {
        case Task::Kind::Map:
            if (model.dataset || !model.unmapped) return false;
            model.problem = finished.error;
            model.unmapped = nullptr;
            if (finished.error) return true;
            model.recalibration = finished.model.recalibration;
            model.dataset = model.recalibration->after;
            return true;
        case Task::Kind::Measure: return takeMeasured(finished, model);
        case Task::Kind::Compare:
            model.pair = finished.error ? std::make_shared<const Result<ModelPair>>(*finished.error)
                                        : finished.model.pair;
            model.pairBasis = finished.task.pair;
            return true;
        case Task::Kind::DirectSweep:
        case Task::Kind::IndexedSweep:
            if (!finished.model.prepared.isOf(model.analysis)) return false;
            model.prepared = finished.model.prepared;
            return true;
        default: break;
    }
    if (isOfReport) takeDetail(finished, model);
    return isOfReport;
}

}  // namespace diagonal
