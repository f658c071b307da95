// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless/headless.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <ostream>

#include "app/diagram/figure_export.h"
#include "app/headless/model_task.h"
#include "app/platform/parallel.h"
#include "app/text/file_names.h"
#include "app/text/number_text.h"
#include "core/base/text.h"
#include "core/base/within_memory.h"
#include "core/publishing/comparison_tables.h"
#include "core/publishing/figure_words.h"
#include "core/publishing/models/model_words.h"
#include "core/publishing/models/plotted_model.h"
#include "core/reporting/detailed_report.h"

namespace diagonal {
namespace {

using Reports = std::vector<std::shared_ptr<const Report>>;

std::string text(const FigureWords& words) {
    return "Caption: " + words.caption + "\n\nMethods: " + words.methods +
           "\n\nAlternative text: " + words.alternative + "\n";
}

std::string captionText(const std::shared_ptr<const Report>& report, const CommandLine& line) {
    ShownParts parts;
    if (line.exportFile) {
        const auto format = figureFormat(*line.exportFile).value_or(FigureFormat::Png);
        parts = shownParts(report, line.figure, format);
    }
    return text(figureWords(*report, *line.caption, parts));
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
    if (!line.caption || line.modelFigure) return text;
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

/// Says which labels were taken for which rows, if only their order tells.
void tellPairing(const CommandLine& line, const Report& report, std::ostream& errors) {
    const auto& read = report.dataset.assumptions;
    const auto joined = std::ranges::find(read, "labels_joined_by", &Assumption::id);
    if (line.labels || joined == read.end() || joined->value != kRowOrder) return;
    errors << "diagonal: " << report.dataset.file << ": row i has label i of "
           << report.dataset.labelsFile << "\n";
}

/// Says that limits are checked on one of several models of a file.
void warnOfOtherModels(const CommandLine& line, const Report& report, std::ostream& errors) {
    if (line.limits.empty() || line.comparesModels()) return;
    const auto other = std::ranges::find(report.dataset.notes, "other_models", &Note::id);
    if (other == report.dataset.notes.end()) return;
    errors << "diagonal: " << report.dataset.file << ": " << other->text
           << ", which --fail-above does not check; add --compare to check all\n";
}

/// Returns what a limit judges; none if that is undefined.
std::optional<double> judgedValue(const ScoreLimit& limit, const Report& report) {
    if (!limit.ofLowerEnd) return report.score(limit.id);
    const Score* const score = report.find(limit.id);
    if (!score || !score->interval) return std::nullopt;
    return score->interval->lower;
}

/// Says how often a calibrated model breaks a limit, if that is known and not rare.
std::string falseAlarms(const ScoreLimit& limit, const Report& report) {
    constexpr double rare = 0.01;
    if (limit.id != "ece" || limit.ofLowerEnd || !report.chanceErrors) return "";
    const auto& drawn = *report.chanceErrors;
    const auto above = drawn.end() - std::ranges::upper_bound(drawn, limit.highest);
    const double rate = static_cast<double>(above) / static_cast<double>(drawn.size());
    if (rate < rare) return "";
    return ". By chance, a calibrated model with these confidences exceeds it in " +
           percentText(std::round(rate * 100) / 100) +
           " of cases; ece.lower=" + shortest(limit.highest) +
           " fails only if the interval lies above the limit";
}

/// Writes each limit that a report exceeds to `errors`; returns true if there is one.
bool breaksLimits(const CommandLine& line, const Report& report, std::ostream& errors) {
    warnOfOtherModels(line, report, errors);
    bool broken = false;
    const auto nearest = std::ranges::find(report.notes, "nearest_temperature", &Note::id);
    if (!line.limits.empty() && nearest != report.notes.end()) {
        errors << "diagonal: " << modelName(report.dataset)
               << ": the limits cannot be checked, because " << nearest->text
               << ". Print the SQL with --temperature and that number, and check its result\n";
        return true;
    }
    for (const ScoreLimit& limit : line.limits) {
        const std::optional<double> value = judgedValue(limit, report);
        if (value && *value <= limit.highest) continue;
        broken = true;
        errors << "diagonal: " << modelName(report.dataset) << ": "
               << (limit.ofLowerEnd ? "the lower end of the interval of " : "") << limit.id
               << " is " << (value ? shortest(*value) : "undefined") << ", the limit is "
               << shortest(limit.highest) << falseAlarms(limit, report) << "\n";
    }
    return broken;
}

/// Measures the files of a command line one after the other, and writes what it asks for.
class HeadlessRun {
public:
    HeadlessRun(const CommandLine& line, std::ostream& out, std::ostream& errors)
        : m_line(line), m_out(out), m_errors(errors) {
        m_figure.kind = line.modelFigure.value_or(m_figure.kind);
        m_figure.scores = line.figureScores;
    }

    ExitStatus run() {
        for (const PredictionFiles& files : filesOf(m_line))
            m_tasks.push_back({files, m_line});
        if (m_line.exportFile && m_tasks.size() > 1 && !m_line.comparesModels()) {
            m_errors << "diagonal: --export takes one file of predictions, not " << m_tasks.size()
                     << "; --diagram overlay, multiples, mcb-dsc, murphy or forest draws "
                        "several\n";
            return kWrongUsage;
        }
        while (!m_tasks.empty() && m_goesOn) {
            ModelTask task = std::move(m_tasks.front());
            m_tasks.pop_front();
            runTask(task);
        }
        if (!m_goesOn) return m_status;
        if (m_line.comparesModels() && m_status == kDone && m_reports.size() < 2) {
            m_errors
                << "diagonal: " << (m_line.modelFigure ? "this diagram" : "--compare")
                << " needs several models, in files or columns of one file, but there is one; a "
                   "column called model splits the rows if it names 2 to 100 models\n";
            return kWrongUsage;
        }
        return writeAll() ? m_status : cannotPrint(m_errors);
    }

private:
    void runTask(ModelTask& task) {
        if (m_line.comparesModels() && !m_reports.empty()) task.reference = m_reports.front();
        const auto model = withinMemory([&] { return measuredModel(task); });
        if (!model) {
            fail(inFile(model.error(), task.files.predictions));
            // Without its reference, there is nothing to compare the others with.
            if (m_line.comparesModels() && m_reports.empty()) m_goesOn = false;
            return;
        }
        if (m_line.comparesModels() && task.model.empty()) queueOthers(task);
        if (model.value().before) addModel(task, *model.value().before);
        if (m_goesOn) addModel(task, model.value());
    }

    void addModel(const ModelTask& task, const MeasuredModel& model) {
        const auto& report = model.report;
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
        tellPairing(m_line, *report, m_errors);
        if (breaksLimits(m_line, *report, m_errors)) setStatus(kLimitExceeded);
        const auto pair = needsPairs() ? compare(model) : nullptr;
        if (m_line.modelFigure && m_line.comparesModels()) plot(model, pair);
    }

    bool needsPairs() const {
        return m_line.comparison.isRequested ||
               (m_line.modelFigure && partsOf(*m_line.modelFigure).pair);
    }

    /// Adds a model, and its comparison with the reference, to the figure.
    void plot(const MeasuredModel& model, std::shared_ptr<const Result<ModelPair>> pair) {
        const ModelParts parts = partsOf(m_figure.kind, m_figure.scores);
        const Execution execution{.parallelFor = parallelFor};
        PlottedModel plotted{"", m_figure.models.size(), model.report};
        plotted.pair = std::move(pair);
        plotted.murphy = model.murphy;
        if (parts.scaled) {
            const auto scaled = withinMemory([&] {
                return scaledModel(model.dataset, *model.report, parts.scaledPlan, execution);
            });
            if (scaled) {
                plotted.scaled = scaled.value().report;
            } else {
                plotted.noScaled = scaled.error().detail;
            }
        }
        m_figure.models.push_back(std::move(plotted));
    }

    /// Gives the models of the figure short names that differ.
    void nameModels() {
        std::vector<ModelPlace> places;
        for (const PlottedModel& model : m_figure.models) {
            const DatasetSummary& dataset = model.report->dataset;
            places.push_back({toQString(dataset.file), toQString(dataset.model)});
        }
        const QStringList names = namesOfModels(places);
        for (std::size_t i = 0; i < places.size(); ++i)
            m_figure.models[i].name = names[static_cast<qsizetype>(i)].toStdString();
    }

    /// Returns what the figure shows: a report, or all models.
    FigureSubject subject() const {
        if (!m_line.modelFigure) return m_reports.front();
        return std::make_shared<const ModelFigure>(m_figure);
    }

    /// Returns the caption of a figure of models; empty if none is asked for.
    std::string modelCaption() const {
        if (!m_line.modelFigure || !m_line.caption || m_figure.models.empty()) return "";
        return text(modelFigureWords(m_figure.kind, m_figure.models, m_figure.scores));
    }

    /// Returns the comparison with the reference; null for the reference itself.
    std::shared_ptr<const Result<ModelPair>> compare(const MeasuredModel& model) {
        const bool isReference = m_reports.size() == 1;
        const auto compared =
            withinMemory([&] { return m_comparison.add(model.dataset, *model.report); });
        if (compared && isReference) return nullptr;
        if (compared) return std::make_shared<const Result<ModelPair>>(m_comparison.pairs().back());
        m_errors << "diagonal: " << modelName(model.report->dataset) << " cannot be compared with "
                 << modelName(m_reports.front()->dataset) << ": " << describe(compared.error())
                 << "\n";
        m_status = kUnreadable;
        return std::make_shared<const Result<ModelPair>>(compared.error());
    }

    /// Queues the other models of a file before the next file.
    void queueOthers(const ModelTask& task) {
        for (std::size_t i = task.inFile.size(); i > 1; --i) {
            ModelTask other{task.files, m_line, task.inFile[i - 1].name};
            other.line.read.columns = task.inFile[i - 1].columns;
            other.line.read.onlyChosenColumns = true;
            m_tasks.push_front(std::move(other));
        }
        for (std::size_t i = task.stack.size(); i > 1; --i) {
            m_tasks.push_front({task.files, m_line, task.stack[i - 1].value});
            m_tasks.front().stacked = task.stack[i - 1];
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
            m_comparison.tellErrorRate(m_line.comparison, m_errors);
        }
        nameModels();
        if (!(m_out << modelCaption() << std::flush)) return false;
        if (!m_line.exportFile || m_reports.empty()) return true;
        FigureOptions options = m_line.figure;
        const FigureSubject figure = subject();
        if (const auto inches = figure.usualInches(); inches && !options.size.isValid())
            options.size = WrittenSize{*inches, true}.pixels(options.dpi);
        const auto saved = saveFigure(figure, options, *m_line.exportFile);
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
    ModelFigure m_figure;  ///< of several models
    ExitStatus m_status = kDone;
    bool m_goesOn = true;
};

}  // namespace

std::vector<PredictionFiles> filesOf(const CommandLine& line) {
    std::vector<std::string> names;
    for (const QString& file : line.files)
        names.push_back(file.toStdString());
    if (!line.labels) return paired(names, line.read);
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
