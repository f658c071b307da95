// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless/measured_model.h"

#include <algorithm>
#include <utility>

#include "app/diagram/figure_export.h"
#include "app/headless/headless.h"
#include "app/headless/recalibration_files.h"
#include "app/headless/timings.h"
#include "app/platform/parallel.h"
#include "core/base/text.h"
#include "core/models/next_task.h"
#include "core/publishing/comparison_tables.h"
#include "core/publishing/diagrams/diagram.h"
#include "core/publishing/html_page.h"
#include "core/publishing/profile_figures.h"

namespace diagonal {
namespace {

/// Returns what a page shows of a report, with the table of the figure's profile.
ReportPlan planOfPage(const std::optional<ProfileKind>& profile) {
    ReportPlan plan = ReportPlan::everything();
    if (const auto own = profile ? tableOfProfile(*profile) : std::nullopt)
        plan.insert(planOf(*own));
    return plan;
}

/// Returns what the outputs of a command line need of a report, apart from a figure of models.
ReportPlan planOf(const CommandLine& line) {
    ReportPlan plan = shownBy(line);
    // Neither is in the tables of these formats.
    if (line.report == ReportFormat::Text || line.report == ReportFormat::Markdown)
        plan.classes = plan.consistency = false;
    plan.conventions = plan.conventions || (line.only && presetOf(line.analysis));
    for (const ScoreLimit& limit : line.limits) {
        plan.scores.insert(limit.id);
        if (limit.ofLowerEnd) plan.intervals.insert(limit.id);
        if (limit.id == "ece" && !limit.ofLowerEnd) plan.scores.insert("null_ece");
    }
    plan.decision = line.report && !line.analysis.thresholds.empty();
    plan.risks = line.report && line.analysis.guarantee;
    if (line.tables) plan.insert(planOf(*line.tables));
    if (line.tables && line.tables->showsModels()) plan.insert(planOfModels());
    if (line.caption) plan.insert(planOf(TableKind::Scores));
    if (line.showsProfile()) plan.insert(ReportPlan::of(*line.analysis.profile));
    if (line.exportFile && figureFormat(*line.exportFile) == FigureFormat::Html)
        plan.insert(planOfPage(line.analysis.profile));
    // The diagram shows which gaps chance alone produces.
    if (line.exportFile && !line.analysis.profile && !line.modelFigure) {
        plan.consistency = true;
        // The interval beside its title is that of the reports, not that of a first look.
        for (const std::string_view score :
             {diagramOf(line.analysis.diagram).score, std::string_view("ece")}) {
            plan.scores.insert(score);
            plan.intervals.insert(score);
        }
    }
    return plan;
}

/// Refuses a temperature beyond those at which cells were counted. Errors: Undefined.
Result<void> checkCountedTemperature(const Report& report) {
    const auto& cells = report.dataset.cells;
    if (!cells || cells->temperatures.empty() || report.fitted()) return {};
    constexpr double slack = 1.0001;
    const double wanted = report.settings.temperature;
    const double lowest = cells->temperatures.front(), highest = cells->temperatures.back();
    if (wanted * slack >= lowest && wanted <= highest * slack) return {};
    return inFile(
        undefined("T = " + shortest(wanted) + " is not between " + shortest(lowest) + " and " +
                  shortest(highest) +
                  ", the range that the database counted. Print the SQL with --temperature " +
                  shortest(wanted) + " and run it again"),
        report.dataset.file);
}

/// Returns what the outputs of a command line show of a model; `reference` is null for the first.
Wanted wantedBy(const CommandLine& line, const AnalysisSettings& settings, const Model* reference) {
    ModelParts parts;
    if (line.modelFigure && line.comparesModels())
        parts = partsOf(*line.modelFigure, line.figureScores, settings, reference == nullptr);
    parts.plan.insert(planOf(line));
    Wanted wanted = wantedFor(parts, settings);
    if (!line.comparesModels()) {
        wanted.before = parts.plan;
        return wanted;
    }
    const bool isPage = line.exportFile && figureFormat(*line.exportFile) == FigureFormat::Html;
    if (parts.pair || isPage || line.comparison.isRequested) wanted.comparedWith = reference;
    wanted.thresholds = line.analysis.thresholds;
    return wanted;
}

Result<AnalysisSettings> settingsOf(const CommandLine& line, const Dataset& rows,
                                    const Report* reference) {
    auto settings = settingsFor(line, rows.summary);
    if (!settings) return settings;
    if (line.recalibration.isRequested())
        settings.value().where = {};  // the rows are those chosen already
    if (reference) return settingsLike(*reference, rows, std::move(settings).value());
    // What a script prints does not depend on how many confidences there are.
    if (!settings.value().scheme && !rows.summary.areQuantiles &&
        defaultScheme(rows.summary) == BinningScheme::Values)
        settings.value().scheme = BinningScheme::EqualWidth;
    return settings;
}

Result<void> runTask(Task task, Model& model, std::ostream* timings) {
    const FinishedTask finished = timed(timings, taskName(task.kind), [&] {
        return run(std::move(task), {.parallelFor = parallelFor});
    });
    if (!take(finished, model)) return finished.error.value_or(cancelled());
    if (model.problem) return *model.problem;
    return {};
}

/// Computes what is wanted of a model.
Result<void> compute(const Wanted& wanted, Model& model, std::ostream* timings) {
    while (auto task = nextTask(model, wanted)) {
        if (auto done = runTask(std::move(*task), model, timings); !done) return done;
        const Report& report = *model.report();
        if (auto can = checkCountedTemperature(report); !can) return can;
        if (report.fit && !*report.fit) return inFile(report.fit->error(), report.dataset.file);
    }
    return {};
}

}  // namespace

bool showsModelList(const CommandLine& line) {
    return line.comparison.isRequested && line.report != ReportFormat::Json && !line.only;
}

bool listsModelsOfFile(const CommandLine& line) {
    const bool isText = line.report == ReportFormat::Text || line.report == ReportFormat::Markdown;
    return isText && !line.only && !line.comparesModels() && !line.recalibration.isRequested();
}

ReportPlan shownBy(const CommandLine& line) {
    if (!line.report || *line.report == ReportFormat::Csv) return {};
    if (showsModelList(line)) return planOfModels();
    return line.only ? *line.only : ReportPlan::everything();
}

Result<void> recalibrate(const CommandLine& line, const ReadOptions& read, Model& model,
                         std::ostream* timings) {
    const RecalibrationLine& files = line.recalibration;
    const auto settings = settingsFor(line, model.dataset->summary);
    if (!settings) return settings.error();
    auto map = timed(timings, "read", [&] { return mapSource(files, read); });
    if (!map) return map.error();
    const bool savesOnlyMap = files.choice && !files.written && !line.showsReports();
    if (savesOnlyMap) {
        const Execution execution{.parallelFor = parallelFor};
        const auto rows = chosenRows(model.dataset, settings.value(), execution);
        if (!rows) return rows.error();
        const auto fitted =
            fittedMap(*rows.value(), map.value().other.get(), *files.choice, execution);
        if (!fitted) return fitted.error();
        return saveMap(fitted.value(), rows.value()->summary.scores, *files.savedMap);
    }
    model.unmapped = std::exchange(model.dataset, nullptr);
    Wanted wanted{settings.value()};
    wanted.map = std::move(map).value();
    if (auto done = runTask(*nextTask(model, wanted), model, timings); !done) return done;
    return timed(timings, "write", [&] { return saveFiles(files, *model.recalibration); });
}

Result<void> measure(const CommandLine& line, const Model* reference, Model& model,
                     std::ostream* timings) {
    const Report* const like = reference ? reference->report().get() : nullptr;
    const auto settings = settingsOf(line, *model.dataset, like);
    if (!settings) return settings.error();
    if (auto done = compute(wantedBy(line, settings.value(), reference), model, timings); !done)
        return done;
    const Report& report = *model.report();
    const bool hasDecisions = !line.analysis.thresholds.empty() || line.analysis.prevalence;
    if (const auto why = whyNoDecisions(report); why && line.report && hasDecisions)
        return inFile(undefined("no net benefit is possible: " + *why + "; leave out --threshold"),
                      report.dataset.file);
    if (!line.showsProfile()) return {};
    if (const auto plot = profilePlot(report); !plot) return plot.error();
    return {};
}

Result<void> measureForList(const CommandLine& line, const Report& first, Model& model,
                            std::ostream* timings) {
    const auto settings = settingsOf(line, *model.dataset, &first);
    if (!settings) return settings.error();
    Wanted wanted{settings.value()};
    wanted.plans = {planOfModels()};
    return compute(wanted, model, timings);
}

}  // namespace diagonal
