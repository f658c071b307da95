// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless/model_task.h"

#include <algorithm>

#include "app/headless/headless.h"
#include "app/headless/recalibration_files.h"
#include "app/platform/parallel.h"
#include "core/base/text.h"
#include "core/comparing/stacked_models.h"
#include "core/publishing/comparison_tables.h"
#include "core/publishing/models/plotted_model.h"
#include "core/publishing/profile_plots.h"
#include "core/reporting/detailed_report.h"
#include "core/reporting/recalibration_report.h"

namespace diagonal {
namespace {

/// Returns what the outputs of a command line need of the reference, or of another model.
ReportPlan planOf(const CommandLine& line, bool isReference) {
    ReportPlan plan = shownBy(line);
    // Neither is in the tables of these formats.
    if (line.report == ReportFormat::Text || line.report == ReportFormat::Markdown)
        plan.classes = plan.consistency = false;
    // A note says where the preset's own program gives another ECE than its bins.
    if (line.only && !line.analysis.preset.empty()) plan.conventions = true;
    for (const ScoreLimit& limit : line.limits) {
        plan.scores.insert(limit.id);
        if (limit.ofLowerEnd) plan.intervals.insert(limit.id);
        if (limit.id == "ece" && !limit.ofLowerEnd) plan.scores.insert("null_ece");
    }
    if (line.tables) plan.insert(planOf(*line.tables));
    if (line.tables && line.tables->showsModels()) plan.insert(planOfModels());
    if (line.caption) plan.insert(planOf(TableKind::Scores));
    if (line.showsProfile()) plan.insert(ReportPlan::of(*line.analysis.profile));
    if (line.modelFigure && line.comparesModels())
        plan.insert(partsOf(*line.modelFigure, line.figureScores, isReference).plan);
    // The diagram shows which gaps chance alone produces.
    if (line.exportFile && !line.analysis.profile && !line.modelFigure) plan.consistency = true;
    return plan;
}

/// Refuses a temperature beyond those at which cells were counted. Errors: Undefined.
Result<void> checkCountedTemperature(const Report& report) {
    const auto& cells = report.dataset.cells;
    if (!cells || cells->temperatures.empty() || report.fitted()) return {};
    constexpr double slack = 1.0001;
    const double wanted = report.requestedTemperature;
    const double lowest = cells->temperatures.front(), highest = cells->temperatures.back();
    if (wanted * slack >= lowest && wanted <= highest * slack) return {};
    return Error{ErrorKind::Undefined,
                 "T = " + shortest(wanted) + " is not between " + shortest(lowest) + " and " +
                     shortest(highest) +
                     ", the range that the database counted. Print the SQL with --temperature " +
                     shortest(wanted) + " and run it again",
                 report.dataset.file};
}

Result<MeasuredModel> measured(const CommandLine& line, const std::shared_ptr<const Dataset>& rows,
                               const Report* reference = nullptr) {
    const Dataset& dataset = *rows;
    auto settings = settingsFor(line, dataset.summary);
    if (!settings) return settings.error();
    if (reference) settings = settingsLike(*reference, dataset, std::move(settings).value());
    const Execution execution{.parallelFor = parallelFor};
    const ReportPlan plan = planOf(line, reference == nullptr);
    const auto analysis = analyse(dataset, settings.value(), nullptr, execution, plan);
    if (!analysis) return analysis.error();
    const auto& report = analysis.value().report;
    if (auto can = checkCountedTemperature(*report); !can) return can.error();
    if (report->fit && !*report->fit) return inFile(report->fit->error(), dataset.summary.file);
    auto detailed = detailedReport(dataset, analysis.value(), plan, execution);
    if (!detailed) return detailed.error();
    MeasuredModel model{std::move(detailed).value(),
                        analysis.value().part ? analysis.value().part : rows};
    if (line.modelFigure && partsOf(*line.modelFigure).murphy)
        model.murphy = murphyOf(analysis.value());
    return model;
}

/// Measures the predictions of a pair of files as they are.
Result<MeasuredModel> measuredAsIs(const ModelTask& task, Dataset dataset) {
    if (!task.stacked) {
        dataset.summary.model = task.model;
        if (task.model.empty() && !task.inFile.empty())
            dataset.summary.model = task.inFile.front().name;
    }
    return measured(task.line, std::make_shared<const Dataset>(std::move(dataset)),
                    task.reference.get());
}

/// Clusters are those of the reference: other files need no such column. Removes the role if the
/// file of a model to compare has none; returns true if it did.
bool dropAbsentClusters(ModelTask& task) {
    if (!task.reference) return false;
    return std::erase_if(task.line.read.columns, [&](const RoleChoice& choice) {
               return choice.role == ColumnRole::Cluster &&
                      std::ranges::find(task.columns, choice.column) == task.columns.end();
           }) > 0;
}

/// Measures a model before and after recalibration, as two models on the same rows.
Result<MeasuredModel> bothModels(ModelTask& task, const Recalibration& recalibration) {
    auto before = measured(task.line, recalibration.before, task.reference.get());
    if (!before) return before.error();
    if (!task.reference) task.reference = before.value().report;
    auto after = measured(task.line, recalibration.after, task.reference.get());
    if (!after) return after.error();
    after.value().before = std::make_shared<const MeasuredModel>(std::move(before).value());
    return after;
}

/// Selects the rows of the task's model from a file that stacks the rows of several: of the first
/// model if the task names none.
Result<Dataset> ofTask(ModelTask& task, Dataset dataset) {
    if (!task.stacked && task.model.empty() && task.inFile.size() < 2 &&
        !task.line.analysis.group) {
        task.stack = stackedModels(dataset);
        if (!task.stack.empty()) task.stacked = task.stack.front();
    }
    return task.stacked ? stackedModel(dataset, *task.stacked) : std::move(dataset);
}

/// Measures one model.
Result<MeasuredModel> reportOf(ModelTask& task) {
    const CommandLine& line = task.line;
    ReadObserver observer{.parallelFor = parallelFor};
    if (line.comparesModels()) {  // a preview reads cells that a report does not need
        observer.preview = [&](const FilePreview& preview) {
            task.inFile = modelsIn(preview);
            for (const ColumnSample& column : preview.columns)
                task.columns.push_back(column.name);
        };
    }
    auto read = readPredictions(task.files, line.read, observer);
    if (!read && dropAbsentClusters(task)) read = readPredictions(task.files, line.read, observer);
    if (!read) return read.error();
    Result<Dataset> dataset = std::move(read).value();
    if (line.comparesModels()) dataset = ofTask(task, std::move(dataset).value());
    if (!dataset) return dataset.error();
    if (!line.recalibration.isRequested()) return measuredAsIs(task, std::move(dataset).value());
    const bool savesOnlyMap =
        line.recalibration.choice && !line.recalibration.written && !line.showsReports();
    if (savesOnlyMap) {
        if (auto done = saveFittedMap(line.recalibration, dataset.value(), line.read); !done)
            return done.error();
        return MeasuredModel();
    }
    const auto recalibration = recalibratedAs(
        line.recalibration, std::make_shared<const Dataset>(std::move(dataset).value()), line.read);
    if (!recalibration) return recalibration.error();
    if (!line.showsReports()) return MeasuredModel();
    if (line.comparesModels()) return bothModels(task, recalibration.value());
    auto before = measured(line, recalibration.value().before);
    if (!before) return before.error();
    const auto after = measured(line, recalibration.value().after);
    if (!after) return after.error();
    const std::size_t folds = line.recalibration.choice ? line.recalibration.choice->folds : 0;
    return MeasuredModel{withRecalibration(*after.value().report, std::move(before).value().report,
                                           recalibration.value(), folds,
                                           {.parallelFor = parallelFor})};
}

}  // namespace

bool showsModelList(const CommandLine& line) {
    return line.comparison.isRequested && line.report != ReportFormat::Json && !line.only;
}

ReportPlan shownBy(const CommandLine& line) {
    if (!line.report || *line.report == ReportFormat::Csv) return {};
    if (showsModelList(line)) return planOfModels();
    return line.only ? *line.only : ReportPlan::everything();
}

Result<MeasuredModel> measuredModel(ModelTask& task) {
    auto model = reportOf(task);
    if (!model || !model.value().report || !task.line.showsProfile()) return model;
    if (const auto plot = profilePlot(*model.value().report); !plot) return plot.error();
    return model;
}

}  // namespace diagonal
