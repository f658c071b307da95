// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless/headless.h"

#include <algorithm>
#include <deque>
#include <ostream>

#include "app/diagram/figure_export.h"
#include "app/headless/recalibration_files.h"
#include "app/platform/parallel.h"
#include "core/base/text.h"
#include "core/base/within_memory.h"
#include "core/measuring/scores/groups.h"
#include "core/publishing/comparison_tables.h"
#include "core/publishing/figure_words.h"
#include "core/publishing/profile_plots.h"
#include "core/reading/import_choices.h"
#include "core/reporting/detailed_report.h"
#include "core/reporting/recalibration_report.h"

namespace diagonal {
namespace {

using Reports = std::vector<std::shared_ptr<const Report>>;

/// True if a list of the models stands for their reports.
bool showsModelList(const CommandLine& line) {
    return line.comparison.isRequested && line.report != ReportFormat::Json && !line.only;
}

/// Returns what the report of a command line shows.
ReportPlan shownBy(const CommandLine& line) {
    if (!line.report || *line.report == ReportFormat::Csv) return {};
    if (showsModelList(line)) return planOfModels();
    return line.only ? *line.only : ReportPlan::everything();
}

/// Returns what the outputs of a command line need.
ReportPlan planOf(const CommandLine& line) {
    ReportPlan plan = shownBy(line);
    // Neither is in the tables of these formats.
    if (line.report == ReportFormat::Text || line.report == ReportFormat::Markdown)
        plan.classes = plan.consistency = false;
    // A note says where the preset's own program gives another ECE than its bins.
    if (line.only && !line.analysis.preset.empty()) plan.conventions = true;
    for (const ScoreLimit& limit : line.limits)
        plan.scores.insert(limit.id);
    if (line.tables) plan.insert(planOf(*line.tables));
    if (line.tables && line.tables->showsModels()) plan.insert(planOfModels());
    if (line.caption) plan.insert(planOf(TableKind::Scores));
    if (line.showsProfile()) plan.insert(ReportPlan::of(*line.analysis.profile));
    // The diagram shows which gaps chance alone produces.
    if (line.exportFile && !line.analysis.profile) plan.consistency = true;
    return plan;
}

/// A report, null if no output shows it, and the rows that it measures.
struct MeasuredModel {
    std::shared_ptr<const Report> report;
    std::shared_ptr<const Dataset> dataset = nullptr;
};

/// A model to measure: its files, and how to read them.
struct ModelTask {
    PredictionFiles files;
    CommandLine line;
    std::string model = {};                 ///< its name, if the file holds several
    std::vector<ModelChoice> inFile = {};   ///< all models of the file; set by reading it
    std::vector<std::string> columns = {};  ///< of the file; set by reading it
    std::shared_ptr<const Report> reference = nullptr;  ///< what to compare with
};

/// Lets a model be measured as the reference is: in the view of the same class, in as many bins.
void followReference(const Report& reference, const Dataset& dataset, AnalysisSettings& settings) {
    if (!settings.binCount) settings.binCount = reference.binning.count;
    if (settings.view) return;
    if (reference.view.kind == View::Kind::TopLabel) {
        settings.view = reference.view;
        return;
    }
    const auto& name = reference.dataset.classNames[reference.view.classIndex];
    const View own = defaultView(dataset);
    const auto& names = dataset.summary.classNames;
    const bool isSame = own.kind == reference.view.kind && names[own.classIndex] == name;
    const auto index = classIndex(dataset.summary, name);
    if (!isSame && index && dataset.summary.form != PredictionForm::Confidence)
        settings.view = View{View::Kind::OneVsRest, *index};
}

Result<std::shared_ptr<const Report>> measured(const CommandLine& line, const Dataset& dataset,
                                               const Report* reference = nullptr) {
    auto settings = settingsFor(line, dataset.summary);
    if (!settings) return settings.error();
    if (reference) followReference(*reference, dataset, settings.value());
    const Execution execution{.parallelFor = parallelFor};
    const ReportPlan plan = planOf(line);
    const auto analysis = analyse(dataset, settings.value(), nullptr, execution, plan);
    if (!analysis) return analysis.error();
    const auto& report = analysis.value().report;
    if (report->fit && !*report->fit) return inFile(report->fit->error(), dataset.summary.file);
    return detailedReport(dataset, analysis.value(), plan, execution);
}

/// Measures the predictions of a pair of files as they are.
Result<MeasuredModel> measuredModel(const ModelTask& task, Dataset dataset) {
    const CommandLine& line = task.line;
    dataset.summary.model = task.model;
    if (task.model.empty() && !task.inFile.empty())
        dataset.summary.model = task.inFile.front().name;
    auto rows = std::make_shared<const Dataset>(std::move(dataset));
    auto report = measured(line, *rows, task.reference.get());
    if (!report) return report.error();
    if (line.comparison.isRequested && line.analysis.group) {
        auto part = groupDataset(*rows, *line.analysis.group);
        if (!part) return part.error();
        rows = std::make_shared<const Dataset>(std::move(part).value());
    }
    return MeasuredModel{std::move(report).value(), std::move(rows)};
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

/// Measures one model.
Result<MeasuredModel> reportOf(ModelTask& task) {
    const CommandLine& line = task.line;
    ReadObserver observer{.parallelFor = parallelFor};
    if (line.comparison.isRequested) {  // a preview reads cells that a report does not need
        observer.preview = [&](const FilePreview& preview) {
            task.inFile = modelsIn(preview);
            for (const ColumnSample& column : preview.columns)
                task.columns.push_back(column.name);
        };
    }
    auto dataset = readPredictions(task.files, line.read, observer);
    if (!dataset && dropAbsentClusters(task))
        dataset = readPredictions(task.files, line.read, observer);
    if (!dataset) return dataset.error();
    if (!line.recalibration.isRequested()) return measuredModel(task, std::move(dataset).value());
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
    auto before = measured(line, *recalibration.value().before);
    if (!before) return before.error();
    const auto after = measured(line, *recalibration.value().after);
    if (!after) return after.error();
    const std::size_t folds = line.recalibration.choice ? line.recalibration.choice->folds : 0;
    return MeasuredModel{
        withRecalibration(*after.value(), std::move(before).value(), recalibration.value(), folds)};
}

/// As reportOf(). Errors: also those of profilePlot(), because no output may describe another
/// figure instead.
Result<MeasuredModel> shownReportOf(ModelTask& task) {
    auto model = reportOf(task);
    if (!model || !model.value().report || !task.line.showsProfile()) return model;
    if (const auto plot = profilePlot(*model.value().report); !plot) return plot.error();
    return model;
}

std::string captionText(const std::shared_ptr<const Report>& report, const CommandLine& line) {
    ShownParts parts;
    if (line.exportFile) {
        const auto format = figureFormat(*line.exportFile).value_or(FigureFormat::Png);
        parts = shownParts(report, line.figure, format);
    }
    const FigureWords words = figureWords(*report, *line.caption, parts);
    return "Caption: " + words.caption + "\n\nMethods: " + words.methods +
           "\n\nAlternative text: " + words.alternative + "\n";
}

ExitStatus cannotPrint(std::ostream& errors) {
    errors << "diagonal: the report cannot be written to standard output\n";
    return kUnreadable;
}

/// Cross-validates all maps on the rows of a file.
Result<std::vector<ComparedMap>> mapsOf(const CommandLine& line, const PredictionFiles& files) {
    auto dataset = readPredictions(files, line.read, {.parallelFor = parallelFor});
    if (!dataset) return dataset.error();
    const auto shared = std::make_shared<const Dataset>(std::move(dataset).value());
    const auto settings = settingsFor(line, shared->summary);
    if (!settings) return settings.error();
    return comparedMaps(shared, settings.value(), RecalibrationChoice().folds,
                        {.parallelFor = parallelFor});
}

/// Returns the tables and the caption that a command line asks for.
Result<std::string> printed(const CommandLine& line, const PredictionFiles& files,
                            const std::shared_ptr<const Report>& report, bool isFirst) {
    std::string text;
    if (line.tables && line.tables->showsMaps()) {
        const auto maps = mapsOf(line, files);
        if (!maps) return maps.error();
        text = printedMaps(maps.value(), *report, line.tables->format, isFirst);
    } else if (line.tables && !line.tables->showsModels()) {
        auto tables = printedTables(*report, *line.tables, isFirst);
        if (!tables) return tables.error();
        text = std::move(tables).value();
    }
    if (!line.caption) return text;
    if (!text.empty()) text += '\n';
    return text + captionText(report, line);
}

/// Returns the comparison as the command line shows it; empty for JSON, whose report holds it.
std::string comparisonOutput(const CommandLine& line, const Reports& reports,
                             const ModelComparison& comparison) {
    if (line.tables && line.tables->showsModels())
        return printedComparison(reports, comparison.pairs(), *line.tables);
    const bool isMarkdown = line.report == ReportFormat::Markdown;
    if (!isMarkdown && line.report != ReportFormat::Text) return "";
    const std::string models = showsModelList(line) ? modelText(reports, isMarkdown) : "";
    return models + comparisonText(comparison.pairs(), isMarkdown);
}

/// Writes each limit that a report exceeds to `errors`; returns true if there is one.
bool breaksLimits(const CommandLine& line, const Report& report, std::ostream& errors) {
    bool broken = false;
    for (const ScoreLimit& limit : line.limits) {
        const auto value = report.score(limit.id);
        if (value && *value <= limit.highest) continue;
        broken = true;
        errors << "diagonal: " << report.dataset.file << ": " << limit.id << " is "
               << (value ? shortest(*value) : "undefined") << ", the limit is "
               << shortest(limit.highest) << "\n";
    }
    return broken;
}

/// Measures the files of a command line one after the other, and writes what it asks for.
class HeadlessRun {
public:
    HeadlessRun(const CommandLine& line, std::ostream& out, std::ostream& errors)
        : m_line(line), m_out(out), m_errors(errors) {}

    ExitStatus run() {
        for (const PredictionFiles& files : filesOf(m_line))
            m_tasks.push_back({files, m_line});
        if (m_line.exportFile && m_tasks.size() > 1) {
            m_errors << "diagonal: --export takes one file of predictions, not " << m_tasks.size()
                     << "\n";
            return kWrongUsage;
        }
        while (!m_tasks.empty() && m_goesOn) {
            ModelTask task = std::move(m_tasks.front());
            m_tasks.pop_front();
            runTask(task);
        }
        if (!m_goesOn) return m_status;
        if (m_line.comparison.isRequested && m_status == kDone && m_reports.size() < 2) {
            m_errors << "diagonal: --compare takes several models, in files or columns of one "
                        "file, and this is one\n";
            return kWrongUsage;
        }
        return writeAll() ? m_status : cannotPrint(m_errors);
    }

private:
    void runTask(ModelTask& task) {
        if (m_line.comparison.isRequested && !m_reports.empty()) task.reference = m_reports.front();
        const auto model = withinMemory([&] { return shownReportOf(task); });
        if (!model) {
            fail(inFile(model.error(), task.files.predictions));
            // Without its reference, there is nothing to compare the others with.
            if (m_line.comparison.isRequested && m_reports.empty()) m_goesOn = false;
            return;
        }
        if (m_line.comparison.isRequested && task.model.empty()) queueOthers(task);
        const auto& report = model.value().report;
        if (!report) return;
        const auto text =
            withinMemory([&] { return printed(m_line, task.files, report, m_reports.empty()); });
        if (!text) return fail(inFile(text.error(), task.files.predictions));
        if (!(m_out << text.value() << std::flush)) {
            m_status = cannotPrint(m_errors);
            m_goesOn = false;
            return;
        }
        m_reports.push_back(report);
        if (breaksLimits(m_line, *report, m_errors)) setStatus(kLimitExceeded);
        if (m_line.comparison.isRequested) compare(model.value());
    }

    void compare(const MeasuredModel& model) {
        const auto compared =
            withinMemory([&] { return m_comparison.add(model.dataset, *model.report); });
        if (compared) return;
        m_errors << "diagonal: " << modelName(model.report->dataset) << " cannot be compared with "
                 << modelName(m_reports.front()->dataset) << ": " << describe(compared.error())
                 << "\n";
        m_status = kUnreadable;
    }

    /// Queues the other models of a file before the next file.
    void queueOthers(const ModelTask& task) {
        for (std::size_t i = task.inFile.size(); i > 1; --i) {
            ModelTask other{task.files, m_line, task.inFile[i - 1].name};
            other.line.read.columns = task.inFile[i - 1].columns;
            other.line.read.onlyChosenColumns = true;
            m_tasks.push_front(std::move(other));
        }
    }

    void fail(const Error& error) {
        m_errors << "diagonal: " << describe(error) << "\n";
        const bool isUsage = error.kind == ErrorKind::WrongOption && m_status == kDone;
        m_status = isUsage ? kWrongUsage : kUnreadable;
    }
    void setStatus(ExitStatus status) {
        if (m_status == kDone) m_status = status;
    }

    /// Writes what stands after all files; returns false if the output does not take it.
    bool writeAll() {
        const bool compares = m_line.comparison.isRequested;
        const auto pairs = compares ? std::optional(std::span(m_comparison.pairs())) : std::nullopt;
        if (m_line.report && !showsModelList(m_line) &&
            !(m_out << written(m_reports, *m_line.report, shownBy(m_line), pairs) << std::flush)) {
            return false;
        }
        if (compares) {
            if (!(m_out << comparisonOutput(m_line, m_reports, m_comparison) << std::flush))
                return false;
            if (m_comparison.breaksGates(m_line.comparison, m_errors)) setStatus(kLimitExceeded);
        }
        if (!m_line.exportFile || m_reports.empty()) return true;
        const auto saved = saveFigure(m_reports.front(), m_line.figure, *m_line.exportFile);
        if (saved) return true;
        m_errors << "diagonal: " << describe(saved.error()) << "\n";
        m_status = saved.error().kind == ErrorKind::WrongOption ? kWrongUsage : kUnreadable;
        return true;
    }

    const CommandLine& m_line;
    std::ostream& m_out;
    std::ostream& m_errors;
    std::deque<ModelTask> m_tasks;
    Reports m_reports;
    ModelComparison m_comparison;
    ExitStatus m_status = kDone;
    bool m_goesOn = true;
};

}  // namespace

std::vector<PredictionFiles> filesOf(const CommandLine& line) {
    std::vector<std::string> names;
    for (const QString& file : line.files)
        names.push_back(file.toStdString());
    if (!line.labels) return paired(names);
    std::vector<PredictionFiles> pairs;
    for (const std::string& name : names)
        pairs.push_back({name, line.labels->toStdString()});
    return pairs;
}

CommandLine withoutDisplay(CommandLine line) {
    line.report = ReportFormat::Text;
    if (filesOf(line).size() == 1) line.exportFile = QStringLiteral("diagram.png");
    return line;
}

Result<AnalysisSettings> settingsFor(const CommandLine& line, const DatasetSummary& dataset) {
    AnalysisSettings settings = line.analysis;
    if (!line.viewClass) return settings;
    const auto index = classIndex(dataset, *line.viewClass);
    if (!index || dataset.form == PredictionForm::Confidence) {
        return Error{ErrorKind::Undefined,
                     dataset.form == PredictionForm::Confidence
                         ? "the view of one class needs the scores of all classes; this file holds "
                           "the confidence of the predicted one"
                         : "there is no class " + quoted(*line.viewClass) + "; the classes are " +
                               quotedList(dataset.classNames),
                     dataset.file};
    }
    settings.view = View{View::Kind::OneVsRest, *index};
    return settings;
}

ExitStatus runHeadless(const CommandLine& line, std::ostream& out, std::ostream& errors) {
    return HeadlessRun(line, out, errors).run();
}

}  // namespace diagonal
