// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless/headless.h"

#include <algorithm>
#include <ostream>
#include <set>

#include "app/diagram/figure_export.h"
#include "app/headless/figure_session.h"
#include "app/headless/measured_model.h"
#include "app/headless/timings.h"
#include "app/platform/parallel.h"
#include "app/text/number_text.h"
#include "core/base/text.h"
#include "core/base/within_memory.h"
#include "core/comparing/stacked_models.h"
#include "core/models/model_list.h"
#include "core/publishing/comparison_tables.h"
#include "core/publishing/figure_words.h"
#include "core/publishing/models/model_words.h"
#include "core/selecting/row_list.h"

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
    return visibleLines(text(figureWords(*report, *line.caption, parts)));
}

ExitStatus cannotPrint(std::ostream& errors) {
    errors << "diagonal: the report cannot be written to standard output\n";
    return kUnreadable;
}

/// Cross-validates all maps on the rows of a file.
Result<std::vector<ComparedMap>> mapsOf(const CommandLine& line,
                                        const std::shared_ptr<const Dataset>& dataset) {
    auto settings = settingsFor(line, dataset->summary);
    if (!settings) return settings.error();
    settings.value().where = {};  // the rows are those chosen
    return comparedMaps(dataset, settings.value(), RecalibrationChoice().folds,
                        {.parallelFor = parallelFor});
}

/// Returns what the measured rows have in common.
Result<std::vector<SharedTraits>> traitsOf(const Model& model) {
    const Analysis& analysis = model.analysis;
    const Dataset& rows = *model.dataset;
    // Wrong rows are compared with the right ones that the other conditions choose.
    const RowConditions& chosen = model.report()->settings.where;
    RowConditions where = chosen;
    where.isCorrect.reset();
    const auto matching = matchingRows(rows, analysis.view, analysis.temperature, where,
                                       {.parallelFor = parallelFor});
    if (!matching) return matching.error();
    return sharedTraits(rows, matching.value(), chosen);
}

/// Returns the table of the measured rows.
Result<std::string> tableOfRows(TableFormat format, const Analysis& analysis, bool isFirst) {
    const auto rows = listRows(analysis.rows, analysis.view, analysis.temperature, {},
                               {.parallelFor = parallelFor});
    if (!rows) return rows.error();
    return printedRows(rows.value(), format, isFirst);
}

/// Returns the tables and the caption that a command line asks for.
Result<std::string> printed(const CommandLine& line, const Model& model, bool isFirst) {
    const auto& report = model.report();
    std::string text;
    if (line.soughtEce) {
        const auto search = eceSearch(*model.rows(), *line.soughtEce, report->settings,
                                      {.parallelFor = parallelFor});
        if (!search) return search.error();
        text = printedWays(search.value(), *line.soughtEce, report->dataset, line.read,
                           line.tableFormat.value_or(TableFormat::Text), isFirst);
    } else if (line.tables && line.tables->shows(TableKind::Maps)) {
        const auto maps = mapsOf(line, model.rows());
        if (!maps) return maps.error();
        text = printedMaps(maps.value(), *report, line.tables->format, isFirst);
    } else if (line.tables && line.tables->shows(TableKind::Rows)) {
        auto table = tableOfRows(line.tables->format, model.analysis, isFirst);
        if (!table) return table.error();
        text = std::move(table).value();
    } else if (line.tables && line.tables->shows(TableKind::Common)) {
        const auto traits = traitsOf(model);
        if (!traits) return traits.error();
        text = printedTraits(traits.value(), report->dataset, line.tables->format, isFirst);
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
                             const std::vector<ModelPair>& pairs,
                             std::span<const JudgedGate> gates) {
    if (line.tables && line.tables->showsModels())
        return printedComparison(reports, pairs, *line.tables);
    const bool isMarkdown = line.report == ReportFormat::Markdown;
    if (!isMarkdown && line.report != ReportFormat::Text) return "";
    const std::string models =
        showsModelList(line) ? gatesText(gates, isMarkdown) + modelText(reports, isMarkdown) : "";
    const std::string text = models + comparisonText(pairs, isMarkdown);
    return isMarkdown ? text : visibleLines(text);
}

/// Says which labels were taken for which rows, if only their order tells.
void tellPairing(const CommandLine& line, const Report& report, std::ostream& errors) {
    const auto& read = report.dataset.assumptions;
    const auto joined = std::ranges::find(read, "labels_joined_by", &Assumption::id);
    if (line.labels || joined == read.end() || joined->value != kRowOrder) return;
    errors << "diagonal: " << visibleText(report.dataset.file) << ": row i has label i of "
           << visibleText(report.dataset.labelsFile) << "\n";
}

/// Says that limits are checked on one of several models of a file.
void warnOfOtherModels(const CommandLine& line, const Report& report, std::ostream& errors) {
    if (line.limits.empty() || line.comparesModels()) return;
    const auto other = std::ranges::find(report.dataset.notes, "other_models", &Note::id);
    if (other == report.dataset.notes.end()) return;
    errors << "diagonal: " << visibleText(report.dataset.file + ": " + other->text)
           << ", which --fail-above does not check; add --compare to check all\n";
}

/// True if the chosen rows are those of one model among several that a file holds in rows.
bool choosesModel(const CommandLine& line, const OpenedSource& source) {
    const auto& groups = line.analysis.where.groups;
    if (groups.empty() || !source.dataset) return false;
    const auto models = stackedModels(*source.dataset.value());
    return !models.empty() &&
           std::ranges::find(groups, models.front().column, &GroupChoice::column) != groups.end();
}

/// Says how to measure the rows that a picture only lists.
void tellListed(const CommandLine& line, const Report& report, std::ostream& errors) {
    if (!line.session || line.exportFile) return;
    const ListSelection& list = line.session->selection;
    ShownFigure listed;
    RowConditions& conditions = listed.analysis.where;
    if (list.bin) conditions = conditionsOfBins(report, *list.bin, *list.bin);
    narrow(conditions, list.conditions);
    if (list.isHidden || conditions.areNone()) return;
    const QStringList command = viewArguments(listed);
    errors << "diagonal: the report is of all rows. To measure those that the picture lists, "
              "add "
           << shownOptions(command) << "\n";
}

/// Returns the conditions of the rows that the picture's figure shows beside all; null if it
/// shows none.
const RowConditions* listedConditions(const CommandLine& line) {
    const bool draws = line.session && line.exportFile && !line.modelFigure;
    if (!draws) return nullptr;
    const ListSelection& list = line.session->selection;
    return list.conditions.areNone() || list.isHidden ? nullptr : &list.conditions;
}

/// Says what the ECE of a model was when a picture was made whose data have changed since.
void tellEarlier(const CommandLine& line, const Report& report, bool isFirst,
                 std::ostream& errors) {
    const auto now = report.score("ece");
    if (!line.session || !now) return;
    const auto& eces = line.session->eces;
    const QString name = modelInSession(report);
    const auto isOf = [&](const EarlierEce& then) {
        return then.model == name || (then.model.isEmpty() && isFirst);
    };
    const auto then = std::ranges::find_if(eces, isOf);
    if (then == eces.end()) return;
    errors << "diagonal: then the ECE "
           << (then->model.isEmpty() ? "" : "of " + visibleText(name.toStdString()) + " ") << "was "
           << scoreText(then->ece).toStdString() << ", and is " << scoreText(now).toStdString()
           << " now\n";
}

/// Adds the bars of a picture whose data have changed since to a report.
std::shared_ptr<const Report> withEarlier(const CommandLine& line,
                                          const std::shared_ptr<const Report>& report) {
    const bool draws = line.session && line.session->bars && line.exportFile && !line.modelFigure;
    if (!draws) return report;
    return withBeside(report,
                      std::make_shared<const CurveBeside>(earlierCurve(*line.session->bars)));
}

/// Adds the curve of the listed rows to a report.
std::shared_ptr<const Report> withListed(const CommandLine& line,
                                         const std::shared_ptr<const Report>& report,
                                         const Dataset& rows, std::ostream& errors) {
    const RowConditions* const listed = listedConditions(line);
    const auto conditions =
        listed ? conditionsBeside(*listed, report->view) : std::optional<RowConditions>();
    if (!conditions) return withEarlier(line, report);
    auto curve = withinMemory(
        [&] { return curveOfRows(rows, *conditions, *report, {.parallelFor = parallelFor}); });
    if (!curve) {
        errors << "diagonal: the picture's listed rows are not drawn: " << describe(curve.error())
               << "\n";
        return report;
    }
    return withBeside(report,
                      std::make_shared<const CurveBeside>(listedBeside(
                          *conditions, *listed, !line.session->selection.arrangement.filter.empty(),
                          curve.value())));
}

/// Says that a table of groups has those that the conditions leave out, or that a table of common
/// traits lacks a comparison with what they leave out.
void tellLeftOut(const CommandLine& line, const Report& report, std::ostream& errors) {
    if (!line.tables) return;
    const GroupChoices& groups = report.settings.where.groups;
    std::string text;
    if (line.tables->shows(TableKind::Groups) && !groups.empty())
        text = "the table of groups has all of them, and all crossings, not only those of " +
               conditionsText({.groups = groups});
    const bool isOfMapped = line.recalibration.isRequested() && !line.analysis.where.areNone();
    if (line.tables->shows(TableKind::Common) && isOfMapped)
        text = "only the chosen rows were recalibrated: they are not compared with all others";
    if (!text.empty())
        errors << "diagonal: " << visibleText(report.dataset.file + ": " + text) << "\n";
}

/// Returns the first model that was measured; null if none was.
const ListedModel* first(const ModelList& list) {
    const auto& models = list.models();
    const auto found = std::ranges::find_if(
        models, [](const ListedModel& model) { return model.report() != nullptr; });
    return found == models.end() ? nullptr : &*found;
}

Reports reportsOf(const ModelList& list) {
    Reports reports;
    for (const ListedModel& model : list.models()) {
        if (model.report()) reports.push_back(model.report());
    }
    return reports;
}

/// Returns the comparisons that succeeded.
std::vector<ModelPair> pairsOf(const ModelList& list) {
    std::vector<ModelPair> pairs;
    for (const ListedModel& model : list.models()) {
        if (model.pair && *model.pair) pairs.push_back(model.pair->value());
    }
    return pairs;
}

/// Returns what the figure shows: a report, or all models.
FigureSubject figureOf(const CommandLine& line, const ModelList& models) {
    if (!line.modelFigure) return first(models)->report();
    return std::make_shared<const ModelFigure>(
        ModelFigure{*line.modelFigure, line.figureScores, models.plotted()});
}

/// Returns the caption of a figure of models; empty if none is asked for.
std::string modelCaption(const CommandLine& line, const ModelList& models) {
    if (!line.modelFigure || !line.caption || !first(models)) return "";
    return visibleLines(
        text(modelFigureWords(*line.modelFigure, models.plotted(), line.figureScores)));
}

/// Returns the session of the figure; empty if no options alone bring the figure back.
QByteArray sessionOf(const CommandLine& line, const ModelList& models, const QString& picture) {
    const RecalibrationLine& map = line.recalibration;
    const bool isFromFile = map.fitOn || map.applied;
    if (isFromFile || !holdsSession(line.figure.content.parts, picture)) return {};
    // The dialog could not show these.
    const bool isOffered = !map.choice || (map.choice->folds == RecalibrationChoice().folds &&
                                           !map.choice->isStated());
    if (!isOffered) return {};
    const ModelSource& source = models.models().front().source;
    const Report& report = *first(models)->report();
    ShownFigure shown{
        {source.files}, source.options, report.settings, report.dataset.classNames, line.figure};
    shown.recalibration = map.choice;
    // The map was fitted to the chosen rows, so that the report knows of no others.
    if (map.choice) shown.analysis.where = line.analysis.where;
    if (line.session) shown.selection = line.session->selection;
    if (line.modelFigure) {
        shown.models = line.modelFigure;
        shown.scores = line.figureScores;
        shown.files = models.shownFiles();
    }
    const auto plotted = line.modelFigure ? models.plotted() : std::vector<PlottedModel>();
    return figureSession(shown, report, picture, plotted);
}

/// Measures the files of a command line one after the other, and writes what it asks for.
class HeadlessRun {
public:
    HeadlessRun(const CommandLine& line, std::ostream& out, std::ostream& errors)
        : m_line(line), m_out(out), m_errors(errors) {}

    ExitStatus run() {
        if (m_line.session && !m_line.session->change.isEmpty()) {
            m_errors << "diagonal: " << visibleText(m_line.session->change.toStdString()) << "\n";
        }
        std::vector<ModelSource> sources;
        for (const PredictionFiles& files : sourcesOf(m_line.names(), m_line.read, m_line.labels))
            sources.push_back({files, m_line.read});
        m_models.add(sources);
        const std::size_t count = sources.size();
        if (m_line.exportFile && count > 1 && !m_line.comparesModels()) {
            m_errors << "diagonal: --export takes one file of predictions, not " << count
                     << "; --diagram overlay, multiples, mcb-dsc, murphy or forest draws "
                        "several\n";
            return kWrongUsage;
        }
        m_listsModels = count == 1 && listsModelsOfFile(m_line);
        for (std::size_t i = 0; i < m_models.models().size() && m_goesOn; ++i) {
            const ListedModel& model = m_models.models()[i];
            const std::size_t id = model.id;
            // The rows before a map stand before those after it.
            if (model.source.map && !m_models.models()[i - 1].report()) continue;
            if (m_listsModels && i > 0) {
                list(id);
            } else {
                show(id);
            }
        }
        if (!m_goesOn) return m_status;
        m_models.keepMeasured();
        if (m_line.comparesModels() && m_status == kDone && reportsOf(m_models).size() < 2) {
            m_errors
                << "diagonal: " << (m_line.modelFigure ? "this diagram" : "--compare")
                << " needs several models, in files or columns of one file, but there is one; a "
                   "column called model splits the rows if it names 2 to 100 models\n";
            return kWrongUsage;
        }
        return writeAll() ? m_status : cannotPrint(m_errors);
    }

private:
    /// Reads the file of a model; adds the other models of the file if all are compared.
    void read(const ListedModel& model) {
        OpeningRequest request{model.source.files, model.source.options, model.source.inFile};
        request.hasPreview = m_line.comparesModels() || m_listsModels;  // it takes time
        request.where = m_line.analysis.where;
        if (const RowConditions* listed = listedConditions(m_line)) {
            narrow(request.where, *listed);
            request.options.kept = std::max(request.options.kept, KeptColumns::Names);
        }
        const Execution execution{.parallelFor = parallelFor};
        request.isOfOther = m_line.comparesModels() && first(m_models);
        const OpenedSource source =
            timed(timings(), "read", [&] { return opened(request, execution); });
        m_models.takeRows(model.id, source,
                          m_line.comparesModels() && !choosesModel(m_line, source));
    }

    /// Measures another model of the file for the list of its models, unless it is large.
    void list(std::size_t id) {
        constexpr std::size_t mostRows = 1'000'000;
        if (!first(m_models) || first(m_models)->report()->dataset.rows > mostRows) return;
        read(*m_models.find(id));
        ListedModel& model = *m_models.find(id);
        if (model.problem) return;  // its scores are unusable; --compare tells why
        const auto done = withinMemory(
            [&] { return measureForList(m_line, *first(m_models)->report(), model, timings()); });
        if (!done) model.analysis = {};
        freeRows(model);
    }

    void show(std::size_t id) {
        if (const ListedModel& model = *m_models.find(id); model.lacksRows()) read(model);
        const auto text = withinMemory([&] { return textOf(id); });
        ListedModel& model = *m_models.find(id);
        if (text) {
            if (model.report()) addModel(text.value(), model);
        } else {
            static_cast<Model&>(model) = {};
            model.problem = text.error();
            for (const ScoreLimit& limit : m_line.limits)
                m_gates.push_back({model.source.files.predictions, gateText(limit), std::nullopt,
                                   describe(text.error())});
            fail(inFile(text.error(), model.source.files.predictions));
            // Without its reference, there is nothing to compare the others with.
            if (m_line.comparesModels() && !first(m_models)) m_goesOn = false;
        }
        if (!m_line.comparesModels() || first(m_models) != &model) return freeRows(model);
        // Only an extended report would need the outcomes.
        model.analysis.outcomes = model.analysis.outcomesAtOne = nullptr;
    }

    /// Measures a model; returns its tables and its caption. A model that is recalibrated becomes
    /// two if models are compared: before and after.
    Result<std::string> textOf(std::size_t id) {
        ListedModel& model = *m_models.find(id);
        if (model.problem) return *model.problem;
        if (m_line.recalibration.isRequested() && !model.source.map) {
            auto done = recalibrate(m_line, model.source.options, model, timings());
            if (!done) return done.error();
            if (!m_line.showsReports()) return std::string();
            if (m_line.comparesModels()) m_models.divideMapped(*m_models.indexOf(id));
        }
        return printedModel(*m_models.find(id));
    }

    Result<std::string> printedModel(ListedModel& model) {
        const ListedModel* const reference = m_line.comparesModels() ? first(m_models) : nullptr;
        auto done = measure(m_line, reference, model, timings());
        if (!done) return done.error();
        return timed(timings(), "print",
                     [&] { return printed(m_line, model, first(m_models) == &model); });
    }

    /// Prints a model, and says what a reader must know of it.
    void addModel(const std::string& text, ListedModel& model) {
        const std::shared_ptr<const Report> report = model.report();
        if (!(m_out << text << std::flush)) {
            m_status = cannotPrint(m_errors);
            m_goesOn = false;
            return;
        }
        const bool isFirst = first(m_models) == &model;
        if (isFirst) tellListed(m_line, *report, m_errors);
        tellEarlier(m_line, *report, isFirst, m_errors);
        model.analysis.report = withListed(m_line, report, *model.rows(), m_errors);
        tellPairing(m_line, *report, m_errors);
        tellSkipped(*report);
        tellLeftOut(m_line, *report, m_errors);
        warnOfOtherModels(m_line, *report, m_errors);
        judge(judgedLimits(m_line.limits, *report));
        if (model.pair && !*model.pair) failPair(model.pair->error(), *report);
    }

    void failPair(const Error& error, const Report& report) {
        const std::string reference = modelName(first(m_models)->report()->dataset);
        const std::string why = describe(error);
        m_errors << "diagonal: " << visibleText(modelName(report.dataset))
                 << " cannot be compared with " << reference << ": " << why << "\n";
        for (JudgedGate gate : judgedPairs(m_line.comparison, {ModelPair()})) {
            gate.model = modelName(report.dataset) + " compared with " + reference;
            gate.failure = why;
            m_gates.push_back(std::move(gate));
        }
        m_status = kUnreadable;
    }

    /// Says once which rows of a file are not measured, and that measured ones were chosen by their
    /// outcome, unless its report says it.
    void tellSkipped(const Report& report) {
        const bool isReport = m_line.report && *m_line.report != ReportFormat::Csv;
        if (isReport && !showsModelList(m_line)) return;
        const auto& tables = m_line.tables;
        const bool listsRows =
            tables && (tables->shows(TableKind::Rows) || tables->shows(TableKind::Common));
        for (const Note& note : report.dataset.notes) {
            const std::string text = report.dataset.file + ": " + note.text;
            const bool isTold =
                note.id == "skipped" || (note.id == "chosen_by_outcome" && !listsRows);
            if (isTold && m_told.insert(text).second)
                m_errors << "diagonal: " << visibleText(text) << "\n";
        }
    }

    std::ostream* timings() { return m_line.showsTimings ? &m_errors : nullptr; }

    void fail(const Error& error) {
        m_errors << "diagonal: " << describe(error) << "\n";
        const bool isUsage = error.kind == ErrorKind::WrongOption && m_status == kDone;
        m_status = isUsage ? kWrongUsage : kUnreadable;
    }
    void setStatus(ExitStatus status) {
        if (m_status == kDone) m_status = status;
    }

    /// Keeps gates for the JSON report, and says which are not met.
    void judge(const std::vector<JudgedGate>& gates) {
        for (const JudgedGate& gate : gates) {
            const bool isSaid = !m_gates.empty() && m_gates.back().failure == gate.failure &&
                                m_gates.back().model == gate.model;
            m_gates.push_back(gate);
            if (gate.failure.empty()) continue;
            setStatus(kLimitExceeded);
            if (!isSaid)
                m_errors << "diagonal: " << visibleText(gate.model + ": " + gate.failure) << "\n";
        }
    }

    /// Writes what stands after all files; returns false if the output does not take it.
    bool writeAll() {
        const bool compares = m_line.comparison.isRequested;
        const Reports all = reportsOf(m_models);
        const std::vector<ModelPair> pairs = pairsOf(m_models);
        if (compares) judge(judgedPairs(m_line.comparison, pairs));
        if (m_line.report && !showsModelList(m_line) && !timed(timings(), "write", [&]() -> bool {
                const auto compared =
                    compares ? std::optional(std::span<const ModelPair>(pairs)) : std::nullopt;
                return bool(
                    m_out << written(m_listsModels && !all.empty() ? Reports{all.front()} : all,
                                     *m_line.report, shownBy(m_line), compared, m_gates)
                          << std::flush);
            })) {
            return false;
        }
        if (compares) {
            if (!(m_out << comparisonOutput(m_line, all, pairs, m_gates) << std::flush))
                return false;
            tellErrorRate(m_line.comparison, pairs, m_errors);
        }
        if (m_listsModels && all.size() > 1) {
            const bool isMarkdown = m_line.report == ReportFormat::Markdown;
            m_out << "\n" << modelText(all, isMarkdown) << std::flush;
        }
        if (!(m_out << modelCaption(m_line, m_models) << std::flush)) return false;
        if (!m_line.exportFile || all.empty()) return true;
        FigureOptions options = m_line.figure;
        const FigureSubject figure = figureOf(m_line, m_models);
        options.session = sessionOf(m_line, m_models, *m_line.exportFile);
        if (const auto inches = figure.usualInches(); inches && !options.size.isValid())
            options.size = WrittenSize{*inches, true}.pixels(options.dpi);
        const auto saved = timed(timings(), "draw",
                                 [&] { return saveFigure(figure, options, *m_line.exportFile); });
        if (saved) return true;
        m_errors << "diagonal: " << describe(saved.error()) << "\n";
        m_status = saved.error().kind == ErrorKind::WrongOption ? kWrongUsage : kUnreadable;
        return true;
    }

    const CommandLine& m_line;
    std::ostream& m_out;
    std::ostream& m_errors;
    ModelList m_models;
    bool m_listsModels = false;
    std::vector<JudgedGate> m_gates;
    std::set<std::string> m_told;  ///< by tellSkipped()
    ExitStatus m_status = kDone;
    bool m_goesOn = true;
};

}  // namespace

CommandLine withoutDisplay(CommandLine line) {
    line.report = ReportFormat::Text;
    if (sourcesOf(line.names(), line.read, line.labels).size() == 1)
        line.exportFile = QStringLiteral("diagram.png");
    return line;
}

Result<AnalysisSettings> settingsFor(const CommandLine& line, const DatasetSummary& dataset) {
    AnalysisSettings settings = line.analysis;
    if (!line.viewClass) return settings;
    const auto index = classIndex(dataset, *line.viewClass);
    if (!index || dataset.form == PredictionForm::Confidence) {
        return inFile(
            undefined(
                dataset.form == PredictionForm::Confidence
                    ? "the view of one class needs the scores of all classes; this file holds "
                      "the confidence of the predicted one"
                    : "there is no class " + quotedText(*line.viewClass) + "; the classes are " +
                          quotedList(dataset.classNames)),
            dataset.file);
    }
    settings.view = View{View::Kind::OneVsRest, *index};
    return settings;
}

ExitStatus runHeadless(const CommandLine& line, std::ostream& out, std::ostream& errors) {
    HeadlessRun run(line, out, errors);
    const auto status = withinMemory([&]() -> Result<ExitStatus> { return run.run(); });
    if (status) return status.value();
    errors << "diagonal: " << describe(status.error()) << "\n";
    return kUnreadable;
}

}  // namespace diagonal
