// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless/command_line.h"

#include <algorithm>
#include <array>
#include <functional>

#include <QCommandLineParser>

#include "app/headless/documentation.h"
#include "app/headless/figure_line.h"
#include "app/headless/option_table.h"
#include "app/headless/option_values.h"
#include "app/text/number_text.h"
#include "core/aggregates/cell_query.h"
#include "core/measuring/scores/scores.h"
#include "core/publishing/models/forest_plot.h"

namespace diagonal {
namespace {

constexpr int kMostLabelBase = 1000000;
constexpr auto kFitRows =
    std::to_array<Choice<FitRows>>({{FitRows::Folds, "folds", "Folds"},
                                    {FitRows::Half, "half", "A random half"},
                                    {FitRows::Measured, "same", "The evaluated rows"}});

void addOptions(QCommandLineParser& parser) {
    for (const OptionDefinition& definition : optionDefinitions()) {
        QCommandLineOption option(toQString(definition.name), toQString(definition.text),
                                  toQString(definition.value));
        if (definition.isHidden) option.setFlags(QCommandLineOption::HiddenFromHelp);
        parser.addOption(option);
    }
    parser.addPositionalArgument(QStringLiteral("FILE"), toQString(filesText()),
                                 QStringLiteral("[FILE...]"));
}

void readReading(OptionValues& values, CommandLine& line) {
    if (values.has("scores") && values.text("scores") != QLatin1String("auto")) {
        line.read.scores = values.chosen("scores", kScoreKinds);
    }
    if (values.has("positive")) line.read.positive = values.text("positive").toStdString();
    if (values.has("label-base")) {
        line.read.labelBase = values.integer("label-base", -kMostLabelBase, kMostLabelBase);
    }
    if (values.has("weights")) line.read.weights = values.chosen("weights", kWeightKinds);
    line.read.undoSoftmax = values.has("undo-softmax");
    if (values.has("labels")) line.labels = values.text("labels").toStdString();
    for (const QString& text : values.texts("column")) {
        const auto [role, name] = values.assignment("column", text, "ROLE=NAME");
        line.read.columns.push_back(
            {values.chosen("column", role, kColumnRoles), name.toStdString()});
    }
}

void readView(OptionValues& values, CommandLine& line) {
    const QString view = values.text("view");
    if (view == QLatin1String("top-label")) {
        line.analysis.view = View{View::Kind::TopLabel, 0};
    } else if (view == QLatin1String("positive")) {
        line.analysis.view = View{View::Kind::PositiveClass, 0};
    } else if (view.startsWith(QLatin1String("class=")) && view.size() > 6) {
        line.viewClass = view.mid(6).toStdString();
    } else {
        values.fail(
            QStringLiteral("--view must be top-label, positive or class=NAME, not '%1'").arg(view));
    }
}

/// Parses the edges of bins, such as "0,0.5,0.9,1"; fails unless they ascend strictly from 0 to
/// 1.
std::vector<double> readEdges(OptionValues& values) {
    const QString text = values.text("edges-at");
    std::vector<double> edges;
    for (const QString& part : text.split(QLatin1Char(',')))
        edges.push_back(values.number("edges-at", part));
    const bool ascending = std::is_sorted(edges.begin(), edges.end(), std::less_equal<>());
    if (edges.size() < 2 || edges.size() > kMostBins + 1 || edges.front() != 0 ||
        edges.back() != 1 || !ascending) {
        values.fail(
            QStringLiteral("--edges-at must increase from 0 to 1, such as 0,0.5,0.9,1; not '%1'")
                .arg(text));
    }
    return edges;
}

void readPreset(OptionValues& values, CommandLine& line) {
    const QString id = values.text("preset");
    line.analysis.preset = id.toStdString();
    if (!eceConvention(line.analysis.preset)) {
        QStringList ids;
        for (const EceConvention& convention : eceConventions())
            ids << toQString(convention.id);
        values.failChoice("preset", ids, id);
    }
    for (const char* other : {"binning", "edges-at", "edges", "bin-confidence"}) {
        if (values.has(other)) {
            values.fail(QStringLiteral("--preset already defines the bins; leave out --%1")
                            .arg(QLatin1String(other)));
        }
    }
}

void readBinning(OptionValues& values, CommandLine& line) {
    AnalysisSettings& settings = line.analysis;
    if (values.has("bins")) {
        settings.binCount =
            static_cast<std::size_t>(values.integer("bins", 1, static_cast<int>(kMostBins)));
    }
    if (values.has("binning")) {
        std::vector<BinningDefinition> offered;
        std::ranges::copy_if(kBinningSchemes, std::back_inserter(offered),
                             &BinningDefinition::isOffered);
        settings.scheme = values.chosen("binning", offered);
    }
    if (values.has("edges-at")) {
        settings.edges = readEdges(values);
        settings.scheme = BinningScheme::Custom;
    }
    if (values.has("preset")) readPreset(values, line);
    if (values.has("edges")) settings.edgeRule = values.chosen("edges", kEdgeRules);
    if (values.has("bin-confidence")) {
        settings.binConfidence = values.chosen("bin-confidence", kBinConfidences);
    }
}

void readTemperature(OptionValues& values, CommandLine& line) {
    AnalysisSettings& settings = line.analysis;
    if (values.has("temperature")) {
        settings.fitTemperature = values.text("temperature") == QLatin1String("fit");
        if (!settings.fitTemperature) {
            settings.temperature = values.number("temperature");
            if (settings.temperature <= 0) {
                values.fail(QStringLiteral("--temperature must be above 0, or fit"));
            }
        }
    }
    if (values.has("fit-without-zeros")) {
        if (!settings.fitTemperature) {
            values.fail(QStringLiteral("--fit-without-zeros requires --temperature fit"));
        }
        settings.zeroRows = ZeroRows::LeaveOut;
    }
}

void readUncertainty(OptionValues& values, CommandLine& line) {
    AnalysisSettings& settings = line.analysis;
    if (values.has("level")) {
        settings.level = values.number("level");
        if (settings.level <= 0 || settings.level >= 1) {
            values.fail(QStringLiteral("--level must lie between 0 and 1, such as 0.95"));
        }
    }
    if (values.has("interval")) settings.intervals = values.chosen("interval", kIntervalKinds);
    if (values.has("band")) settings.band = values.chosen("band", kBandKinds);
    if (values.has("seed")) {
        bool isNumber = false;
        settings.seed = values.text("seed").toULongLong(&isNumber);
        if (!isNumber) values.fail(QStringLiteral("--seed must be a whole number of at least 0"));
    }
}

/// Reads a diagram of several models: "overlay", or with its curve "overlay-isotonic".
bool readModelFigure(const std::string& word, CommandLine& line) {
    line.modelFigure = valueOfWord(kModelFigures, word);
    const std::string prefix =
        std::string(choiceOf(kModelFigures, ModelFigureKind::Overlay).word) + "-";
    if (line.modelFigure || !word.starts_with(prefix)) return line.modelFigure.has_value();
    const auto curve = valueOfWord(kDiagramKinds, word.substr(prefix.size()));
    if (curve != DiagramKind::Isotonic && curve != DiagramKind::Smooth) return false;
    line.modelFigure = ModelFigureKind::Overlay;
    line.analysis.diagram = *curve;
    return true;
}

void readMapAxes(OptionValues& values, CommandLine& line) {
    if (line.modelFigure != ModelFigureKind::Map)
        return values.fail(QStringLiteral("--map-axes requires --diagram mcb-dsc"));
    QStringList ids;
    for (const ScoreDefinition& definition : scoreDefinitions())
        ids << toQString(definition.id);
    const QStringList axes = values.text("map-axes").split(QLatin1Char(','));
    if (axes.size() != 2) return values.fail(QStringLiteral("--map-axes takes two scores: X,Y"));
    for (const QString& axis : axes) {
        if (!ids.contains(axis)) return values.failChoice("map-axes", ids, axis);
    }
    line.figureScores.x = axes[0].toStdString();
    line.figureScores.y = axes[1].toStdString();
}

void readForestScore(OptionValues& values, CommandLine& line) {
    if (line.modelFigure != ModelFigureKind::Forest)
        return values.fail(QStringLiteral("--forest-score requires --diagram forest"));
    QStringList ids;
    for (const std::string_view id : kForestScores)
        ids << toQString(id);
    const QString id = values.text("forest-score");
    if (!ids.contains(id)) return values.failChoice("forest-score", ids, id);
    line.figureScores.difference = id.toStdString();
}

void readDiagram(OptionValues& values, CommandLine& line) {
    const QString word = values.text("diagram");
    if (readModelFigure(word.toStdString(), line)) {
        // Differences need the same rows.
        if (line.modelFigure == ModelFigureKind::Forest)
            line.read.kept = std::max(line.read.kept, KeptColumns::Names);
        return;
    }
    line.analysis.profile = valueOfWord(kProfileKinds, word.toStdString());
    const auto kind = valueOfWord(kDiagramKinds, word.toStdString());
    line.analysis.diagram = kind.value_or(DiagramKind::Bars);
    if (kind || line.analysis.profile) return;
    QStringList words;
    for (const auto& choice : kDiagramKinds)
        words << toQString(choice.word);
    for (const auto& choice : kProfileKinds)
        words << toQString(choice.word);
    for (const auto& choice : kModelFigures)
        words << toQString(choice.word);
    words << QStringLiteral("overlay-isotonic") << QStringLiteral("overlay-smooth");
    values.failChoice("diagram", words, word);
}

void readAnalysis(OptionValues& values, CommandLine& line) {
    readBinning(values, line);
    readTemperature(values, line);
    if (values.has("diagram")) readDiagram(values, line);
    if (values.has("map-axes")) readMapAxes(values, line);
    if (values.has("forest-score")) readForestScore(values, line);
    if (values.has("view")) readView(values, line);
    if (values.has("group")) {
        const auto [column, name] =
            values.assignment("group", values.text("group"), "COLUMN=VALUE");
        line.analysis.group = GroupChoice{column.toStdString(), name.toStdString()};
    }
    readUncertainty(values, line);
}

QueriedView queriedView(const CommandLine& line) {
    if (line.viewClass) return {QueriedView::Kind::OneClass, *line.viewClass};
    if (!line.analysis.view) return {};
    return {line.analysis.view->kind == View::Kind::TopLabel ? QueriedView::Kind::TopLabel
                                                             : QueriedView::Kind::Positive};
}

/// Reads --print-sql and --from; the answer of the command line is the statement.
void readQuery(OptionValues& values, CommandLine& line) {
    if (!values.has("print-sql")) {
        for (const QString& option : {QStringLiteral("from"), QStringLiteral("temperatures")}) {
            if (values.has(option.toUtf8().constData()))
                values.fail(QStringLiteral("--%1 requires --print-sql ENGINE").arg(option));
        }
        return;
    }
    if (!values.has("from"))
        return values.fail(QStringLiteral("--print-sql requires --from TABLE or a SELECT"));
    if (!line.files.isEmpty())
        return values.fail(QStringLiteral("--print-sql prints a statement and reads no file"));
    if (line.analysis.fitTemperature)
        return values.fail(QStringLiteral("--print-sql takes a number as --temperature"));
    CellQuery query;
    query.engine = values.chosen("print-sql", kSqlEngines);
    query.from = values.text("from").toStdString();
    query.columns = line.read.columns;
    query.view = queriedView(line);
    query.temperature = line.analysis.temperature;
    query.scores = line.read.scores;
    query.positive = line.read.positive;
    query.labelBase = line.read.labelBase;
    const bool hasWeights = std::ranges::any_of(
        query.columns, [](const RoleChoice& choice) { return choice.role == ColumnRole::Weight; });
    if (line.read.weights && !hasWeights)
        return values.fail(QStringLiteral("--weights requires --column weight=NAME"));
    query.weights = line.read.weights.value_or(WeightKind::Counts);
    query.severalTemperatures = values.has("temperatures");
    const auto sql = cellSql(query);
    if (!sql) return values.fail(toQString(sql.error().detail));
    line.answer = toQString(sql.value());
}

RecalibrationChoice readRecalibrationChoice(OptionValues& values, const CommandLine& line) {
    RecalibrationChoice choice;
    const QString word = values.text("recalibrate");
    const auto kind = mapNamed(word.toStdString());
    if (!kind) {
        QStringList ids;
        for (const MapDefinition& definition : mapDefinitions())
            ids << toQString(definition.id);
        values.failChoice("recalibrate", ids, word);
    }
    choice.kind = kind.value_or(MapKind::Temperature);
    choice.seed = line.analysis.seed;
    choice.level = line.analysis.level;
    if (values.has("fit-rows")) {
        if (values.has("fit-on")) {
            values.fail(QStringLiteral("--fit-on names the rows to fit on; leave out --fit-rows"));
        }
        choice.rows = values.chosen("fit-rows", kFitRows);
    }
    if (values.has("fit-on")) choice.rows = FitRows::Other;
    if (values.has("folds")) {
        if (choice.rows != FitRows::Folds) {
            values.fail(QStringLiteral("--folds requires --fit-rows folds"));
        }
        choice.folds =
            static_cast<std::size_t>(values.integer("folds", 2, static_cast<int>(kMostFolds)));
    }
    return choice;
}

void readRecalibration(OptionValues& values, CommandLine& line) {
    RecalibrationLine& out = line.recalibration;
    if (values.has("recalibrate") && values.has("apply")) {
        values.fail(QStringLiteral(
            "--recalibrate fits a map and --apply uses a saved one; use only one of them"));
    }
    if (values.has("recalibrate")) out.choice = readRecalibrationChoice(values, line);
    if (values.has("apply")) out.applied = values.text("apply");
    for (const char* option : {"fit-on", "fit-rows", "folds", "save-map"}) {
        if (values.has(option) && !out.choice) {
            values.fail(
                QStringLiteral("--%1 requires --recalibrate MAP").arg(QLatin1String(option)));
        }
    }
    if (values.has("write") && !out.isRequested()) {
        values.fail(QStringLiteral("--write requires --recalibrate MAP or --apply MAP.json"));
    }
    if (out.isRequested() && (line.analysis.fitTemperature || line.analysis.temperature != 1)) {
        values.fail(
            QStringLiteral("--temperature scales the file's own scores; leave it out with "
                           "--recalibrate or --apply"));
    }
    if (values.has("fit-on")) out.fitOn = values.text("fit-on");
    if (values.has("save-map")) {
        out.savedMap =
            values.fileName("save-map", {QStringLiteral(".json"), QStringLiteral(".py")});
    }
    if (values.has("write")) {
        out.written = values.fileName("write", {QStringLiteral(".csv"), QStringLiteral(".npz")});
        line.read.kept = KeptColumns::All;
    }
    if (out.isRequested() && line.files.size() > 2) {
        values.fail(QStringLiteral("--recalibrate and --apply take one file of predictions"));
    }
}

/// The parts of a report that --only may name, besides the scores.
struct ReportPart {
    const char* word;
    bool ReportPlan::*part;
};
constexpr ReportPart kReportParts[] = {{"bins", &ReportPlan::bins},
                                       {"consistency", &ReportPlan::consistency},
                                       {"classes", &ReportPlan::classes},
                                       {"groups", &ReportPlan::groups},
                                       {"conventions", &ReportPlan::conventions}};

constexpr const char* kAllScores = "scores";

QStringList scoreIds() {
    QStringList ids;
    for (const ScoreDefinition& definition : scoreDefinitions())
        ids << toQString(definition.id);
    return ids;
}

/// Adds a score or a part to `plan`; returns false if there is none of this name.
bool addToPlan(const QString& word, ReportPlan& plan) {
    for (const ReportPart& part : kReportParts) {
        if (word == QLatin1String(part.word)) return plan.*part.part = true;
    }
    if (word == QLatin1String(kAllScores)) {
        plan.scores = plan.intervals = ScoreSet::all();
        return true;
    }
    const auto definitions = scoreDefinitions();
    const auto found = std::ranges::find(definitions, word.toStdString(), &ScoreDefinition::id);
    if (found == definitions.end()) return false;
    plan.scores.insert(found->id);
    plan.intervals.insert(found->id);
    return true;
}

void readOnly(OptionValues& values, CommandLine& line) {
    if (!values.has("only")) return;
    if (!line.report || *line.report == ReportFormat::Csv) {
        values.fail(QStringLiteral("--only requires --report json, markdown or text"));
    }
    ReportPlan plan;
    plan.bins = false;
    for (const QString& word : values.text("only").split(QLatin1Char(','))) {
        if (addToPlan(word.trimmed(), plan)) continue;
        QStringList words{QLatin1String(kAllScores)};
        for (const ReportPart& part : kReportParts)
            words << QLatin1String(part.word);
        values.failChoice("only", words + scoreIds(), word);
    }
    line.only = plan;
}

void readLimits(OptionValues& values, CommandLine& line) {
    const auto definitions = scoreDefinitions();
    for (const QString& text : values.texts("fail-above")) {
        const auto [name, limit] = values.assignment("fail-above", text, "SCORE=LIMIT");
        QString id = name;
        const bool ofLowerEnd = id.endsWith(QLatin1String(".lower"));
        if (ofLowerEnd) id.chop(6);
        const auto score = std::ranges::find(definitions, id.toStdString(), &ScoreDefinition::id);
        if (score == definitions.end()) {
            values.fail(QStringLiteral("--fail-above: unknown score '%1'; the scores are %2")
                            .arg(id, scoreIds().join(QStringLiteral(", "))));
        } else if (ofLowerEnd && score->interval == IntervalMethod::None) {
            values.fail(
                QStringLiteral("--fail-above: '%1' has no interval; leave out .lower").arg(id));
        }
        line.limits.push_back({id.toStdString(), values.number("fail-above", limit), ofLowerEnd});
    }
}

/// Returns a score whose differences have a better and a worse side.
std::string gatedScore(OptionValues& values, const char* option, const QString& id) {
    QStringList ids;
    for (const ScoreDefinition& definition : scoreDefinitions()) {
        if (worseSide(definition.id) != WorseSide::Neither) ids << toQString(definition.id);
    }
    if (!ids.contains(id)) values.failChoice(option, ids, id);
    return id.toStdString();
}

void readComparison(OptionValues& values, CommandLine& line) {
    ComparisonLine& comparison = line.comparison;
    for (const QString& id : values.texts("fail-if-worse"))
        comparison.notWorse.push_back(gatedScore(values, "fail-if-worse", id));
    for (const QString& text : values.texts("fail-unless-within")) {
        const auto [id, margin] = values.assignment("fail-unless-within", text, "SCORE=MARGIN");
        const double number = values.number("fail-unless-within", margin);
        if (number <= 0)
            values.fail(QStringLiteral("--fail-unless-within: MARGIN must be above 0"));
        comparison.within.emplace_back(gatedScore(values, "fail-unless-within", id), number);
    }
    for (const QString& text : values.texts("fail-unless-not-worse")) {
        const auto [id, margin] = values.assignment("fail-unless-not-worse", text, "SCORE=MARGIN");
        const double number = values.number("fail-unless-not-worse", margin);
        if (number <= 0)
            values.fail(QStringLiteral("--fail-unless-not-worse: MARGIN must be above 0"));
        comparison.notInferior.emplace_back(gatedScore(values, "fail-unless-not-worse", id),
                                            number);
    }
    const bool hasTable = line.tables && std::ranges::any_of(line.tables->kinds, &showsModels);
    comparison.isRequested = values.has("compare") || comparison.gates() > 0 || hasTable;
    if (!comparison.isRequested) return;
    line.read.kept = std::max(line.read.kept, KeptColumns::Names);
    // In these formats a report is one table.
    if (!values.has("table") && line.report == ReportFormat::Csv) {
        line.tables = TableLine{{TableKind::Comparison}, TableFormat::Csv};
        line.report.reset();
    } else if (!values.has("table") && line.tables) {
        line.tables->kinds = {TableKind::Comparison};
    }
    const bool prints = line.report || line.tables || line.caption;
    if (!prints && values.has("compare")) line.report = ReportFormat::Text;
}

/// A figure beside a comparison shows the models together.
void chooseModelFigure(OptionValues& values, CommandLine& line) {
    if (!line.comparison.isRequested || !values.has("export") || line.modelFigure) return;
    const DiagramKind kind = line.analysis.diagram;
    const bool isOneModel =
        line.analysis.profile || kind == DiagramKind::Gaps || kind == DiagramKind::Cumulative;
    if (isOneModel) {
        values.fail(QStringLiteral("--compare draws several models: --diagram %1 shows one. Choose "
                                   "overlay, multiples, mcb-dsc, murphy or forest")
                        .arg(values.text("diagram")));
    }
    line.modelFigure = ModelFigureKind::Overlay;
}

/// What --report may name.
enum class Printed { Json, Csv, Markdown, Text, Latex };
constexpr auto kPrinted =
    std::to_array<Choice<Printed>>({{Printed::Json, "json", "JSON"},
                                    {Printed::Csv, "csv", "CSV"},
                                    {Printed::Markdown, "markdown", "Markdown"},
                                    {Printed::Text, "text", "Text"},
                                    {Printed::Latex, "latex", "LaTeX"}});

void readReport(OptionValues& values, CommandLine& line) {
    if (values.has("caption")) line.caption = values.chosen("caption", kWordings);
    std::optional<TableFormat> format;
    if (values.has("report")) {
        switch (values.chosen("report", kPrinted)) {
            case Printed::Json: line.report = ReportFormat::Json; break;
            case Printed::Text: line.report = ReportFormat::Text; break;
            case Printed::Csv:
                line.report = ReportFormat::Csv;
                format = TableFormat::Csv;
                break;
            case Printed::Markdown:
                line.report = ReportFormat::Markdown;
                format = TableFormat::Markdown;
                break;
            case Printed::Latex:
                format = TableFormat::Latex;
                line.tables = TableLine{{TableKind::Scores, TableKind::Bins}, *format};
                break;
        }
    }
    if (!values.has("table")) return;
    if (!format) {
        values.fail(QStringLiteral("--table requires --report csv, markdown or latex"));
        return;
    }
    line.tables = TableLine{{values.chosen("table", kTableKinds)}, *format};
    line.report.reset();
}

/// The table of maps reads the rows once more and fits its own maps.
void checkMaps(OptionValues& values, const CommandLine& line) {
    if (line.recalibration.isRequested()) {
        values.fail(
            QStringLiteral("--table maps compares maps itself: leave out --recalibrate and "
                           "--apply"));
    }
    if (line.files.contains(QStringLiteral("-"))) {
        values.fail(QStringLiteral("--table maps reads its file twice, so not standard input"));
    }
}

/// Reads the options that are not answered at once.
Result<CommandLine> checkedLine(const QCommandLineParser& parser, CommandLine line) {
    OptionValues values(parser);
    line.resetsSettings = values.has("reset-settings");
    readReport(values, line);
    readReading(values, line);
    readComparison(values, line);
    readAnalysis(values, line);
    chooseModelFigure(values, line);
    readFigure(values, line);
    readOnly(values, line);
    readLimits(values, line);
    readRecalibration(values, line);
    readQuery(values, line);
    const bool isMachine = line.report == ReportFormat::Json || line.report == ReportFormat::Csv ||
                           (line.tables && line.tables->format == TableFormat::Csv);
    if (line.caption && isMachine) {
        values.fail(QStringLiteral("--caption is prose: leave it out with --report json or csv"));
    }
    if (line.tables && line.tables->showsMaps()) checkMaps(values, line);
    const bool silent =
        !line.showsReports() && !line.recalibration.savedMap && !line.recalibration.written;
    if (line.recalibration.isRequested() && silent) line.report = ReportFormat::Text;
    if (line.isHeadless() && line.files.isEmpty() && !values.has("print-sql"))
        values.fail(QStringLiteral("no file given"));
    if (const auto can = values.outcome(); !can) return can.error();
    return line;
}

}  // namespace

std::vector<std::string> CommandLine::names() const {
    std::vector<std::string> names;
    for (const QString& file : files)
        names.push_back(file.toStdString());
    return names;
}

Result<CommandLine> parsedCommandLine(const QStringList& arguments) {
    QCommandLineParser parser;
    parser.setApplicationDescription(toQString(kProgramSummary));
    addOptions(parser);
    const QCommandLineOption help({QStringLiteral("h"), QStringLiteral("help")},
                                  QStringLiteral("Show this help."));
    const QCommandLineOption version({QStringLiteral("v"), QStringLiteral("version")},
                                     QStringLiteral("Show the version."));
    parser.addOptions({help, version});
    if (!parser.parse(arguments)) {
        QString problem = parser.errorText();
        while (problem.endsWith(QLatin1Char('.')))
            problem.chop(1);
        return wrongOption(problem.toStdString());
    }
    CommandLine line;
    line.files = parser.positionalArguments();
    line.showsWithoutDisplay = parser.isSet(QStringLiteral("or-sample"));
    if (line.showsWithoutDisplay && line.files.isEmpty()) {
        line.files << parser.value(QStringLiteral("or-sample"));
    }
    if (parser.isSet(help)) {
        line.answer = parser.helpText().replace(QStringLiteral("<executable_name>"),
                                                QStringLiteral("diagonal"));
    } else if (parser.isSet(version)) {
        line.answer = QStringLiteral("diagonal %1\n").arg(toQString(diagonal::version()));
    } else if (parser.isSet(QStringLiteral("print-page"))) {
        line.answer = documentationPage(parser.value(QStringLiteral("print-page")));
        if (!line.answer) {
            return wrongOption("--print-page is man, command-line or scores");
        }
    }
    if (line.answer) return line;
    return checkedLine(parser, std::move(line));
}

}  // namespace diagonal
