// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless/command_line.h"

#include <algorithm>

#include <QCommandLineParser>
#include <QFileInfo>
#include <QRegularExpression>

#include "app/headless/documentation.h"
#include "app/headless/figure_line.h"
#include "app/headless/figure_session.h"
#include "app/headless/measured_model.h"
#include "app/headless/option_table.h"
#include "app/headless/option_values.h"
#include "app/text/number_text.h"
#include "core/aggregates/row_query.h"
#include "core/base/text.h"
#include "core/publishing/diagrams/diagram.h"
#include "core/publishing/models/profile_overlay.h"

namespace diagonal {
namespace {

/// Reads each option that is given, in the order of the table. What a figure needs of a session is
/// also for a window.
void readOptions(OptionValues& values, CommandLine& line) {
    for (const OptionDefinition& definition : optionDefinitions()) {
        if (!values.has(definition.name)) continue;
        const bool lacks = !definition.needs.empty() && !values.has(definition.needs);
        if (lacks && !(line.session && definition.print)) {
            values.fail(
                QStringLiteral("--%1 requires %2")
                    .arg(toQString(definition.name), toQString(optionForm(definition.needs))));
        }
        OptionValue value(values, definition.name);
        if (definition.parse) definition.parse(value, line);
    }
}

QueriedView queriedView(const CommandLine& line) {
    if (line.viewClass) return {QueriedView::Kind::OneClass, *line.viewClass};
    if (!line.analysis.view) return {};
    return {line.analysis.view->isTopLabel() ? QueriedView::Kind::TopLabel
                                             : QueriedView::Kind::Positive};
}

/// Reads --print-sql and --from; the answer of the command line is the statement.
void readQuery(OptionValues& values, CommandLine& line) {
    if (!values.has("print-sql")) return;
    if (!values.has("from"))
        return values.fail(QStringLiteral("--print-sql requires --from TABLE or a SELECT"));
    if (!line.files.isEmpty())
        return values.fail(QStringLiteral("--print-sql prints a statement and reads no file"));
    if (line.analysis.fitTemperature)
        return values.fail(QStringLiteral("--print-sql takes a number as --temperature"));
    CellQuery query;
    query.engine = OptionValue(values, "print-sql").chosen(kSqlEngines);
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
    query.rows = queriedRows(line.analysis.where);
    const bool printsRows = line.tables && line.tables->shows(TableKind::Rows);
    const auto sql = printsRows ? rowSql(query, columnsIn(query), kMostAskedRows) : cellSql(query);
    if (!sql) return values.fail(toQString(sql.error().detail));
    line.answer = toQString(sql.value());
}

void checkRecalibration(OptionValues& values, const CommandLine& line) {
    const RecalibrationLine& out = line.recalibration;
    if (out.choice && out.applied) {
        values.fail(QStringLiteral(
            "--recalibrate fits a map and --apply uses a saved one; use only one of them"));
    }
    if (out.choice && out.choice->isStated() &&
        (out.fitOn || values.has("fit-rows") || values.has("folds"))) {
        values.fail(QStringLiteral(
            "--recalibrate shift=SHARE,NOW states both shares and fits on no rows; leave out "
            "--fit-on, --fit-rows and --folds"));
    }
    if (out.written && !out.isRequested()) {
        values.fail(QStringLiteral("--write requires --recalibrate MAP or --apply MAP.json"));
    }
    if (out.isRequested() && (line.analysis.fitTemperature || line.analysis.temperature != 1)) {
        values.fail(
            QStringLiteral("--temperature scales the file's own scores; leave it out with "
                           "--recalibrate or --apply"));
    }
    if (out.isRequested() && line.files.size() > 2) {
        values.fail(QStringLiteral("--recalibrate and --apply take one file of predictions"));
    }
}

/// Passes --fit-without-zeros on to the fit that it is for.
void chooseZeroRows(OptionValues& values, CommandLine& line) {
    auto& map = line.recalibration.choice;
    const bool fitsMap = map && map->kind == MapKind::Temperature;
    if (!values.has("fit-without-zeros")) return;
    if (!fitsMap && !line.analysis.fitTemperature)
        values.fail(QStringLiteral(
            "--fit-without-zeros requires --temperature fit or --recalibrate temperature"));
    if (fitsMap) map->zeroRows = ZeroRows::LeaveOut;
}

void readComparison(OptionValues& values, CommandLine& line) {
    ComparisonLine& comparison = line.comparison;
    const bool hasTable = line.tables && std::ranges::any_of(line.tables->kinds, &showsModels);
    // A picture of several models compares them, and so does its report.
    const bool isReportOfPicture = line.session && line.modelFigure && line.report;
    comparison.isRequested =
        values.has("compare") || comparison.gates() > 0 || hasTable || isReportOfPicture;
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
    if (!prints && values.has("compare") && !line.printsPicture()) line.report = ReportFormat::Text;
}

/// A figure beside a comparison shows the models together.
void chooseModelFigure(OptionValues& values, CommandLine& line) {
    if (!line.comparison.isRequested || !values.has("export") || line.modelFigure) return;
    const bool isSingle = line.analysis.profile && !isOverlaid(line.analysis.profile);
    if (isSingle || diagramOf(line.analysis.diagram).isOfOneModel) {
        values.fail(QStringLiteral("--compare draws several models: --diagram %1 shows one. Choose "
                                   "overlay, multiples, mcb-dsc, murphy or forest")
                        .arg(values.text("diagram")));
    }
    line.modelFigure = ModelFigureKind::Overlay;
}

/// Fails for conditions on rows that the rest of the command line has no use for.
void checkWhere(OptionValues& values, const CommandLine& line) {
    const RowConditions& where = line.analysis.where;
    if (line.soughtEce && line.recalibration.isRequested())
        values.fail(
            QStringLiteral("--find-ece tries the predictions as they are, and at the fitted "
                           "temperature: leave out --recalibrate and --apply"));
    if (line.soughtEce && where.judgePredictions())
        values.fail(
            QStringLiteral("--find-ece tries several views and temperatures, in which "
                           "other rows would be chosen: leave out --where confidence, "
                           "outcome and predicted"));
    if (!where.judgePredictions()) return;
    if (line.recalibration.isRequested() || (line.tables && line.tables->shows(TableKind::Maps)))
        values.fail(
            QStringLiteral("--where confidence, outcome and predicted judge the predictions "
                           "before recalibration: after it, other rows would fulfil them. Leave "
                           "them out, or choose rows by their groups"));
    if (line.comparesModels())
        values.fail(
            QStringLiteral("models are compared on the same rows: --where confidence, "
                           "outcome and predicted choose others for each model"));
}

/// The table of maps fits its own.
void checkMaps(OptionValues& values, const CommandLine& line) {
    if (line.recalibration.isRequested()) {
        values.fail(
            QStringLiteral("--table maps compares maps itself: leave out --recalibrate and "
                           "--apply"));
    }
}

/// Refuses thresholds and guarantees that no output would show.
void checkDecisions(OptionValues& values, const CommandLine& line) {
    const bool isForPeople = line.report && *line.report != ReportFormat::Csv;
    const auto isTable = [&](TableKind kind) { return line.tables && line.tables->shows(kind); };
    // What a picture was made with, another output of it may not show.
    if (!line.session && !line.analysis.thresholds.empty() && !isForPeople &&
        !isTable(TableKind::Decision) && !isTable(TableKind::Comparison)) {
        values.fail(
            QStringLiteral("--threshold requires --report json, markdown or text, --table "
                           "decision, or --compare"));
    }
    const bool showsDecisions = isTable(TableKind::Decision) || !line.analysis.thresholds.empty() ||
                                line.exportFile || line.caption || !line.isHeadless();
    if (!line.session && line.analysis.prevalence && !showsDecisions)
        values.fail(
            QStringLiteral("--threshold prevalence=P needs thresholds to report, such as "
                           "0.1,0.2,prevalence=0.02, or --table decision or --diagram decision"));
    if (!line.analysis.guarantee) return;
    // A list of compared models has no place for it.
    const bool isReport = isForPeople && !showsModelList(line);
    if (!line.session && !isReport && line.analysis.profile != ProfileKind::Risk) {
        values.fail(
            QStringLiteral("--guarantee requires --report json, markdown or text, or "
                           "--diagram risk-coverage; with --compare, --report json"));
    }
    if (line.analysis.where.judgeOutcomes() && line.recalibration.isRequested())
        values.fail(
            QStringLiteral("--guarantee needs rows that were not chosen by what they turned "
                           "out to be; leave out --where outcome and true"));
    const auto isFittedOn = [&](const QString& file) {
        return line.recalibration.fitOn &&
               QFileInfo(file).canonicalFilePath() ==
                   QFileInfo(*line.recalibration.fitOn).canonicalFilePath();
    };
    if (std::ranges::any_of(line.files, isFittedOn))
        values.fail(
            QStringLiteral("--guarantee needs rows on which no map was fitted, but "
                           "--fit-on names the same file"));
}

/// Reads the options that are not answered at once.
Result<CommandLine> checkedLine(const QCommandLineParser& parser, CommandLine line) {
    OptionValues values(parser);
    readOptions(values, line);
    if (line.read.sample) line.read.sample->seed = line.analysis.seed;
    readComparison(values, line);
    chooseModelFigure(values, line);
    readFigure(values, line);
    if (line.only && (!line.report || *line.report == ReportFormat::Csv))
        values.fail(QStringLiteral("--only requires --report json, markdown or text"));
    chooseZeroRows(values, line);
    if (line.printsPicture() && (line.report || line.tables || line.caption || line.soughtEce))
        values.fail(
            QStringLiteral("--export %1 writes the picture to standard output: leave out --report, "
                           "--table and --caption, or name a file")
                .arg(*line.exportFile));
    checkRecalibration(values, line);
    checkDecisions(values, line);
    checkWhere(values, line);
    readQuery(values, line);
    const bool isMachine = line.report == ReportFormat::Json || line.report == ReportFormat::Csv ||
                           (line.tables && line.tables->format == TableFormat::Csv);
    if (line.caption && isMachine) {
        values.fail(QStringLiteral("--caption is prose: leave it out with --report json or csv"));
    }
    if (line.tables && line.tables->shows(TableKind::Maps)) checkMaps(values, line);
    const bool silent =
        !line.showsReports() && !line.recalibration.savedMap && !line.recalibration.written;
    if (line.recalibration.isRequested() && silent && !line.session)
        line.report = ReportFormat::Text;
    if (line.isHeadless() && line.files.isEmpty() && !values.has("print-sql"))
        values.fail(QStringLiteral("no file given"));
    if (const auto can = values.outcome(); !can) return can.error();
    return line;
}

Result<CommandLine> parsedLine(const QStringList& arguments,
                               const std::optional<FoundSession>& session);

/// Opens a picture: the session in it gives files and options, the rest of the command line follows
/// and so overrides them.
Result<CommandLine> lineOfPicture(const QStringList& arguments, const QStringList& files) {
    const QStringList others = files.mid(1);
    const auto second = std::ranges::find_if(others, mayHoldSession);
    if (second != others.end())
        return wrongOption(quotedText(files.front().toStdString()) + " and " +
                           quotedText(second->toStdString()) +
                           " are two pictures: open one at a time. The files after a picture are "
                           "its predictions");
    auto session = sessionIn(files.front(), others);
    if (!session) return session.error();
    QStringList rest = arguments.mid(1);
    for (const QString& file : files)
        rest.removeOne(file);
    QStringList own = session.value().arguments;
    // Options that may be repeated would join those of the picture.
    static const QRegularExpression choosesRows(QStringLiteral("^--(where|group)(=|$)"));
    const QStringList chosen = own.filter(choosesRows);
    if (rest.indexOf(choosesRows) >= 0 && !chosen.isEmpty()) {
        own.removeIf([&](const QString& argument) { return chosen.contains(argument); });
        QString& change = session.value().change;
        change += (change.isEmpty() ? QString() : QStringLiteral("; ")) +
                  QStringLiteral("the rows are chosen in place of the picture's own ") +
                  chosen.join(QLatin1Char(' '));
    }
    auto line = parsedLine(arguments.mid(0, 1) + own + rest, session.value());
    if (!line || rest.isEmpty()) return line;
    // What was measured then is compared with nothing that other options measure.
    const auto alone = parsedLine(arguments.mid(0, 1) + session.value().arguments, session.value());
    const bool areSame = alone && alone.value().analysis == line.value().analysis &&
                         alone.value().read == line.value().read &&
                         alone.value().viewClass == line.value().viewClass;
    if (!areSame) {
        line.value().session->eces.clear();
        line.value().session->bars = nullptr;
    }
    return line;
}

/// `session` gave files and options; absent for a command line as the user gave it.
Result<CommandLine> parsedLine(const QStringList& arguments,
                               const std::optional<FoundSession>& session) {
    QCommandLineParser parser;
    addOptions(parser);
    const QCommandLineOption help({QStringLiteral("h"), QStringLiteral("help")}, {});
    const QCommandLineOption version({QStringLiteral("v"), QStringLiteral("version")}, {});
    parser.addOptions({help, version});
    if (!parser.parse(arguments)) {
        QString problem = parser.errorText();
        while (problem.endsWith(QLatin1Char('.')))
            problem.chop(1);
        return wrongOption(problem.toStdString());
    }
    CommandLine line;
    line.files = parser.positionalArguments();
    if (!session && !line.files.isEmpty() && mayHoldSession(line.files.front()))
        return lineOfPicture(arguments, line.files);
    line.session = session;
    line.showsWithoutDisplay = parser.isSet(QStringLiteral("or-sample"));
    if (line.showsWithoutDisplay && line.files.isEmpty()) {
        line.files << parser.value(QStringLiteral("or-sample"));
    }
    if (parser.isSet(help)) {
        line.answer = helpText(line.files.contains(QStringLiteral("all")));
    } else if (parser.isSet(version)) {
        line.answer = QStringLiteral("diagonal %1\n").arg(toQString(diagonal::version()));
    } else if (parser.isSet(QStringLiteral("print-page"))) {
        line.answer = documentationPage(parser.value(QStringLiteral("print-page")));
        if (!line.answer) {
            return wrongOption("--print-page is man, command-line, scores, bash, zsh or fish");
        }
    }
    if (line.answer) return line;
    return checkedLine(parser, std::move(line));
}

}  // namespace

std::vector<std::string> CommandLine::names() const {
    std::vector<std::string> names;
    for (const QString& file : files)
        names.push_back(file.toStdString());
    return names;
}

Result<CommandLine> parsedView(const QStringList& files, const QStringList& options,
                               const ListSelection& selection, const QStringList& others) {
    QStringList arguments{QStringLiteral("diagonal")};
    for (const QString& file : files.mid(0, 1) + others)
        arguments << toQString(safeName(file.toStdString()));
    for (const QString& labels : files.mid(1))
        arguments << QStringLiteral("--labels=") + labels;
    return parsedLine(arguments + options, FoundSession{{}, selection});
}

Result<CommandLine> parsedCommandLine(const QStringList& arguments) {
    return parsedLine(arguments, {});
}

}  // namespace diagonal
