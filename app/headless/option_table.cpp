// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless/option_table.h"

#include <algorithm>
#include <array>
#include <functional>
#include <limits>

#include "app/diagram/figure_export.h"
#include "app/diagram/painting/style_file.h"
#include "app/platform/terminal.h"
#include "app/text/number_text.h"
#include "core/aggregates/sql_dialect.h"
#include "core/base/text.h"
#include "core/measuring/scores/scores.h"
#include "core/publishing/diagrams/diagram.h"
#include "core/publishing/models/profile_overlay.h"
#include "core/reading/file_formats.h"

namespace diagonal {
namespace {

constexpr int kMostLabelBase = 1000000;
constexpr auto kFitRows =
    std::to_array<Choice<FitRows>>({{FitRows::Folds, "folds", "Folds"},
                                    {FitRows::Half, "half", "A random half"},
                                    {FitRows::Measured, "same", "The evaluated rows"}});

// How options are read that take more than a line.

template <typename Definitions>
QStringList idsOf(const Definitions& definitions) {
    QStringList ids;
    for (const auto& definition : definitions)
        ids << toQString(definition.id);
    return ids;
}

QStringList scoreIds() {
    return idsOf(scoreDefinitions());
}

/// What --report may name: the format of reports, and that of tables.
struct PrintedFormat {
    std::optional<ReportFormat> report;
    std::optional<TableFormat> table = {};
};
constexpr auto kPrinted = std::to_array<Choice<PrintedFormat>>(
    {{{ReportFormat::Json}, "json", "JSON"},
     {{ReportFormat::Csv, TableFormat::Csv}, "csv", "CSV"},
     {{ReportFormat::Markdown, TableFormat::Markdown}, "markdown", "Markdown"},
     {{ReportFormat::Text}, "text", "Text"},
     {{std::nullopt, TableFormat::Latex}, "latex", "LaTeX"}});

void readReport(OptionValue& value, CommandLine& line) {
    const PrintedFormat printed = value.chosen(kPrinted);
    line.report = printed.report;
    line.tableFormat = printed.table;
    if (!line.report)
        line.tables = TableLine{{TableKind::Scores, TableKind::Bins}, *line.tableFormat};
}

void readFindEce(OptionValue& value, CommandLine& line) {
    line.soughtEce = printedShare(value.word());
    if (!line.soughtEce)
        return value.fail(QStringLiteral("must be a share of two decimals or more, or a "
                                         "percentage, such as 0.045, 4.5 or 4.5%, not '%1'")
                              .arg(value.text()));
    for (const char* other : {"table", "bins", "binning", "preset", "temperature", "view"}) {
        if (value.all().has(other))
            return value.fail(
                QStringLiteral("tries them all: leave --%1 out").arg(QLatin1String(other)));
    }
    if (line.report == ReportFormat::Json)
        return value.fail(QStringLiteral("prints a table: use --report text, csv or markdown"));
    // Formats of tables apply to this one.
    if (line.tableFormat) line.report.reset();
    line.tables.reset();
}

void readTheme(OptionValue& value, CommandLine& line) {
    const QString file = value.text();
    if (!file.endsWith(QLatin1String(".json"))) {
        line.theme = value.chosen(kThemes);
        return;
    }
    const auto style = styleOfFile(file);
    if (!style) return value.fail(toQString(describe(style.error())));
    setOwnStyle(style.value(), file);
    line.theme = Theme::Own;
}

void readTable(OptionValue& value, CommandLine& line) {
    if (!line.tableFormat)
        return value.fail(QStringLiteral("requires --report csv, markdown or latex"));
    line.tables = TableLine{{value.chosen(kTableKinds)}, *line.tableFormat};
    if (line.tables->shows(TableKind::Rows) || line.tables->shows(TableKind::Common))
        line.read.kept = KeptColumns::All;
    line.report.reset();
}

constexpr const char* kAllScores = "scores";

/// Adds a score or a part to `plan`; returns false if there is none of this name.
bool addToPlan(const QString& word, ReportPlan& plan) {
    for (const auto& [name, part] : reportParts()) {
        if (!word.isEmpty() && word == toQString(name)) return plan.*part = true;
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

void readOnly(OptionValue& value, CommandLine& line) {
    ReportPlan plan;
    plan.bins = false;
    for (const QString& word : value.text().split(QLatin1Char(','))) {
        if (addToPlan(word.trimmed(), plan)) continue;
        QStringList words{QLatin1String(kAllScores)};
        for (const auto& [name, part] : reportParts()) {
            if (!name.empty()) words << toQString(name);
        }
        value.failChoice(words + scoreIds(), word);
    }
    line.only = plan;
}

void readLimits(OptionValue& value, CommandLine& line) {
    const auto definitions = scoreDefinitions();
    for (const QString& text : value.texts()) {
        const auto [name, limit] = value.assignment(text, "SCORE=LIMIT");
        QString id = name;
        const bool ofLowerEnd = id.endsWith(QLatin1String(".lower"));
        if (ofLowerEnd) id.chop(6);
        const auto score = std::ranges::find(definitions, id.toStdString(), &ScoreDefinition::id);
        if (score == definitions.end()) {
            value.failChoice(scoreIds(), id);
        } else if (ofLowerEnd && score->interval == IntervalMethod::None) {
            value.fail(QStringLiteral("%1: '%2' has no interval; leave out .lower").arg(text, id));
        } else if (score->worse == WorseSide::Lower || id.endsWith(QLatin1String("_p"))) {
            value.fail(QStringLiteral("%1: a small '%2' is what is bad; a limit above would pass "
                                      "it. Limit an error, such as ece.lower or brier, or compare "
                                      "with another model by --fail-if-worse")
                           .arg(text, id));
        }
        line.limits.push_back({id.toStdString(), value.number(limit), ofLowerEnd});
    }
}

/// Returns a score whose differences have a better and a worse side.
std::string gatedScore(OptionValue& value, const QString& id) {
    std::vector<ScoreDefinition> sided;
    std::ranges::copy_if(scoreDefinitions(), std::back_inserter(sided), [](const auto& definition) {
        return definition.worse != WorseSide::Neither;
    });
    return value.id(idsOf(sided), id);
}

/// Reads "brier=0.002" for each time that the option is given.
void readMargins(OptionValue& value, std::vector<std::pair<std::string, double>>& margins) {
    for (const QString& text : value.texts()) {
        const auto [id, margin] = value.assignment(text, "SCORE=MARGIN");
        const double number = value.number(margin);
        if (number <= 0) value.fail(QStringLiteral("takes a MARGIN above 0"));
        margins.emplace_back(gatedScore(value, id), number);
    }
}

void readExport(OptionValue& value, CommandLine& line) {
    line.exportFile = value.text();
    if (!figureFormat(*line.exportFile)) {
        value.fail(QStringLiteral("writes .png, .svg, .pdf, .tex, .html and .diagonal files, or to "
                                  "standard output by - (PNG) or svg:-; not '%1'")
                       .arg(*line.exportFile));
    } else if (line.printsPicture() && isOutputTerminal()) {
        value.fail(QStringLiteral("%1 would write a picture into the terminal: add > FILE or | "
                                  "PROGRAM, or name a file")
                       .arg(*line.exportFile));
    }
}

void readZoom(OptionValue& value, CommandLine& line) {
    const QStringList ends = value.text().split(QLatin1Char(','));
    const double from = value.number(ends.value(0));
    const double to = value.number(ends.value(1));
    constexpr double tolerance = 1e-9;  // 1 - 0.9999 is a little below 0.0001
    if (ends.size() != 2 || from < 0 || to > 1 || to - from < kLeastZoom * (1 - tolerance)) {
        return value.fail(QStringLiteral("must be two confidences from 0 to 1 that differ by at "
                                         "least %1, such as 0.9,1; not '%2'")
                              .arg(kLeastZoom)
                              .arg(value.text()));
    }
    line.figure.zoom = zoomedAxis(from, to);
}

void readWithout(OptionValue& value, CommandLine& line) {
    for (const QString& word : value.text().split(QLatin1Char(',')))
        line.figure.content.parts.*value.chosen(word.trimmed(), kFigureParts) = false;
}

void readColumns(OptionValue& value, CommandLine& line) {
    for (const QString& text : value.texts()) {
        const auto [role, name] = value.assignment(text, "ROLE=NAME");
        line.read.columns.push_back({value.chosen(role, kColumnRoles), name.toStdString()});
    }
}

void readView(OptionValue& value, CommandLine& line) {
    const QString view = value.text();
    if (view == QLatin1String("top-label")) {
        line.analysis.view = View{View::Kind::TopLabel, 0};
    } else if (view == QLatin1String("positive")) {
        line.analysis.view = View{View::Kind::PositiveClass, 0};
    } else if (view.startsWith(QLatin1String("class=")) && view.size() > 6) {
        line.viewClass = view.mid(6).toStdString();
    } else {
        value.failChoice(
            {QStringLiteral("top-label"), QStringLiteral("positive"), QStringLiteral("class=NAME")},
            view);
    }
}

/// Adds a group to those that rows must belong to; fails for a second one of its column.
void addGroup(OptionValue& value, CommandLine& line, const GroupChoice& group) {
    GroupChoices& groups = line.analysis.where.groups;
    const auto same = std::ranges::find(groups, group.column, &GroupChoice::column);
    if (same != groups.end() && same->value == group.value) return;
    if (same != groups.end())
        value.fail(QStringLiteral("names two values of '%1', but each row has one")
                       .arg(toQString(group.column)));
    groups.push_back(group);
}

void readGroup(OptionValue& value, CommandLine& line) {
    for (const QString& text : value.texts()) {
        const auto [column, name] = value.assignment(text, "COLUMN=VALUE");
        addGroup(value, line, {column.toStdString(), name.toStdString()});
    }
}

void readWhere(OptionValue& value, CommandLine& line) {
    RowConditions where;
    for (const QString& condition : value.texts()) {
        const auto added = addCondition(where, condition.toStdString());
        if (!added) return value.all().fail(toQString(added.error().detail));
    }
    for (const GroupChoice& group : where.groups)
        addGroup(value, line, group);
    where.groups = line.analysis.where.groups;
    line.analysis.where = std::move(where);
    line.read.kept = std::max(line.read.kept, KeptColumns::Names);
}

/// Reads the edges of bins, such as "0,0.5,0.9,1"; fails unless they ascend strictly from 0 to 1.
void readEdges(OptionValue& value, CommandLine& line) {
    std::vector<double>& edges = line.analysis.edges;
    for (const QString& part : value.text().split(QLatin1Char(',')))
        edges.push_back(value.number(part));
    const bool ascending = std::is_sorted(edges.begin(), edges.end(), std::less_equal<>());
    if (edges.size() < 2 || edges.size() > kMostBins + 1 || edges.front() != 0 ||
        edges.back() != 1 || !ascending) {
        value.fail(QStringLiteral("must increase from 0 to 1, such as 0,0.5,0.9,1; not '%1'")
                       .arg(value.text()));
    }
    line.analysis.scheme = BinningScheme::Custom;
}

void readThresholds(OptionValue& value, CommandLine& line) {
    const QString prevalence = QStringLiteral("prevalence=");
    for (const QString& part : value.text().split(QLatin1Char(','))) {
        if (part.startsWith(prevalence)) {
            constexpr double least = 1e-5;  // the tab Decide shows no less
            const double share = value.number(part.mid(prevalence.size()));
            const bool isInside = share >= least && share <= 1 - least;
            if (!isInside || line.analysis.prevalence)
                value.fail(QStringLiteral("takes one prevalence above 0 and below 1, not '%1'")
                               .arg(value.text()));
            line.analysis.prevalence = share;
            continue;
        }
        line.analysis.thresholds.push_back(value.number(part));
        const double threshold = line.analysis.thresholds.back();
        if (!(threshold >= 0 && threshold < 1))
            value.fail(QStringLiteral("must be at least 0 and below 1, such as 0.1,0.2; not '%1'")
                           .arg(value.text()));
    }
}

void readGuarantee(OptionValue& value, CommandLine& line) {
    GuaranteeChoice choice;
    for (const QString& part : value.text().split(QLatin1Char(','))) {
        const auto [name, text] = value.assignment(part, "risk=E,confidence=C");
        if (name != QLatin1String("risk") && name != QLatin1String("confidence"))
            value.failChoice({QStringLiteral("risk=E"), QStringLiteral("confidence=C")}, name);
        (name == QLatin1String("risk") ? choice.risk : choice.confidence) = value.number(text);
    }
    constexpr double least = 1e-6;  // a billion rows could not tell less
    const auto isInside = [](double share) { return share >= least && share <= 1 - least; };
    if (!isInside(choice.risk) || !isInside(choice.confidence))
        value.fail(
            QStringLiteral("takes numbers between 0 and 1, such as risk=0.1 or "
                           "risk=0.1,confidence=0.99"));
    line.analysis.guarantee = choice;
}

void readBinning(OptionValue& value, CommandLine& line) {
    std::vector<BinningDefinition> offered;
    std::ranges::copy_if(kBinningSchemes, std::back_inserter(offered),
                         &BinningDefinition::isOffered);
    line.analysis.scheme = value.chosen(offered);
}

void readPreset(OptionValue& value, CommandLine& line) {
    line.analysis.preset = value.word();
    if (!eceConvention(line.analysis.preset))
        value.failChoice(idsOf(eceConventions()), value.text());
    for (const char* other : {"binning", "edges-at", "edges", "bin-confidence"}) {
        if (value.all().has(other)) {
            value.fail(QStringLiteral("already defines the bins; leave out --%1")
                           .arg(QLatin1String(other)));
        }
    }
}

void readTemperature(OptionValue& value, CommandLine& line) {
    AnalysisSettings& settings = line.analysis;
    settings.fitTemperature = value.word() == "fit";
    if (settings.fitTemperature) return;
    settings.temperature = value.number();
    if (settings.temperature <= 0) value.fail(QStringLiteral("must be above 0, or fit"));
}

void readZeros(OptionValue&, CommandLine& line) {
    line.analysis.zeroRows = ZeroRows::LeaveOut;
}

void readLevel(OptionValue& value, CommandLine& line) {
    line.analysis.level = value.number();
    if (line.analysis.level <= 0 || line.analysis.level >= 1)
        value.fail(QStringLiteral("must lie between 0 and 1, such as 0.95"));
}

void readSeed(OptionValue& value, CommandLine& line) {
    bool isNumber = false;
    line.analysis.seed = value.text().toULongLong(&isNumber);
    if (!isNumber) value.fail(QStringLiteral("must be a whole number of at least 0"));
}

/// Reads a diagram of several models: "overlay", or with its curve "overlay-isotonic".
bool readModelFigure(const std::string& word, CommandLine& line) {
    line.modelFigure = valueOfWord(kModelFigures, word);
    const std::string prefix =
        std::string(choiceOf(kModelFigures, ModelFigureKind::Overlay).word) + "-";
    if (line.modelFigure || !word.starts_with(prefix)) return line.modelFigure.has_value();
    const auto profile = valueOfWord(kProfileKinds, word.substr(prefix.size()));
    if (isOverlaid(profile)) {
        line.modelFigure = ModelFigureKind::Overlay;
        line.analysis.profile = profile;
        return true;
    }
    const auto curve = valueOfWord(kDiagramKinds, word.substr(prefix.size()));
    if (curve != DiagramKind::Isotonic && curve != DiagramKind::Smooth) return false;
    line.modelFigure = ModelFigureKind::Overlay;
    line.analysis.diagram = *curve;
    return true;
}

void readDiagram(OptionValue& value, CommandLine& line) {
    const std::string word = value.word();
    if (readModelFigure(word, line)) {
        // Differences need the same rows.
        if (line.modelFigure == ModelFigureKind::Forest)
            line.read.kept = std::max(line.read.kept, KeptColumns::Names);
        return;
    }
    line.analysis.profile = valueOfWord(kProfileKinds, word);
    const auto kind = valueOfWord(kDiagramKinds, word);
    line.analysis.diagram = kind.value_or(DiagramKind::Bars);
    if (kind || line.analysis.profile) return;
    QStringList words;
    const auto add = [&](const auto& choices) {
        for (const auto& choice : choices)
            words << toQString(choice.word);
    };
    add(kDiagramKinds);
    add(kProfileKinds);
    add(kModelFigures);
    for (const char* curve : {"isotonic", "smooth", "decision", "risk-coverage", "flexible"})
        words << QStringLiteral("overlay-") + QLatin1String(curve);
    value.failChoice(words, value.text());
}

void readMapAxes(OptionValue& value, CommandLine& line) {
    if (line.modelFigure != ModelFigureKind::Map)
        return value.fail(QStringLiteral("requires --diagram mcb-dsc"));
    const QStringList axes = value.text().split(QLatin1Char(','));
    if (axes.size() != 2) return value.fail(QStringLiteral("takes two scores: X,Y"));
    line.figureScores.x = value.id(scoreIds(), axes[0]);
    line.figureScores.y = value.id(scoreIds(), axes[1]);
}

void readForestScore(OptionValue& value, CommandLine& line) {
    if (line.modelFigure != ModelFigureKind::Forest)
        return value.fail(QStringLiteral("requires --diagram forest"));
    QStringList ids;
    for (const std::string_view id : offeredScores(&ScoreDefinition::forestPlace))
        ids << toQString(id);
    line.figureScores.difference = value.id(ids, value.text());
}

/// Reads the prevalences of a map, "shift=0.3" or "shift=0.3,0.1".
void readShift(OptionValue& value, const QString& name, RecalibrationChoice& choice) {
    const bool isShift = choice.kind == MapKind::Shift;
    const QStringList parts = value.text().mid(name.size() + 1).split(QLatin1Char(','));
    const bool hasParts = value.text().size() > name.size();
    if (!isShift && !hasParts) return;
    if (!isShift) return value.fail(QStringLiteral("takes a number after shift only"));
    std::vector<double> shares;
    for (const QString& part : parts)
        shares.push_back(hasParts ? value.number(part) : 0);
    const auto isShare = [](double share) { return share > 0 && share < 1; };
    if (shares.size() > 2 || !std::ranges::all_of(shares, isShare)) {
        return value.fail(QStringLiteral(
            "shift needs the share of the positive class in the data that the model was trained "
            "on, above 0 and below 1: shift=0.3; and may say to which share to go, in place of "
            "that of the rows: shift=0.3,0.1"));
    }
    choice.shift = PrevalenceShift{shares.front()};
    if (shares.size() == 2) choice.shift->present = shares.back();
}

/// Reads what to fit; --fit-rows, --fit-on and --folds refine it.
void readRecalibrate(OptionValue& value, CommandLine& line) {
    RecalibrationChoice choice;
    const QString name = value.text().section(QLatin1Char('='), 0, 0);
    const auto kind = mapNamed(name.toStdString());
    if (!kind) value.failChoice(idsOf(mapDefinitions()), value.text());
    choice.kind = kind.value_or(MapKind::Temperature);
    readShift(value, name, choice);
    choice.seed = line.analysis.seed;
    choice.level = line.analysis.level;
    if (value.all().has("fit-on")) choice.rows = FitRows::Other;
    line.recalibration.choice = choice;
}

void readFitRows(OptionValue& value, CommandLine& line) {
    if (value.all().has("fit-on"))
        return value.fail(QStringLiteral("is superfluous: --fit-on names the rows to fit on"));
    if (line.recalibration.choice) line.recalibration.choice->rows = value.chosen(kFitRows);
}

void readFolds(OptionValue& value, CommandLine& line) {
    if (!line.recalibration.choice) return;
    RecalibrationChoice& choice = *line.recalibration.choice;
    if (choice.rows != FitRows::Folds) value.fail(QStringLiteral("requires --fit-rows folds"));
    choice.folds = static_cast<std::size_t>(value.integer(2, static_cast<int>(kMostFolds)));
}

// How a command line repeats what a window shows.

using Values = std::vector<std::string>;

template <typename Table, typename T>
std::string wordOf(const Table& table, const T& value) {
    return std::string(choiceOf(table, value).word);
}

/// Those of several models stand behind their predictions.
Values labelsFileOf(const ShownFigure& shown) {
    if (shown.files.size() != 1 || !shown.files.front().labels) return {};
    return {safeName(*shown.files.front().labels)};
}

Values recalibrationOf(const ShownFigure& shown) {
    if (!shown.recalibration) return {};
    const RecalibrationChoice& choice = *shown.recalibration;
    std::string text(mapDefinition(choice.kind).id);
    if (choice.shift) text += "=" + shortest(choice.shift->trained);
    return {text};
}

Values fitRowsOf(const ShownFigure& shown) {
    const bool areUsual = !shown.recalibration || shown.recalibration->rows == FitRows::Folds;
    return areUsual ? Values{} : Values{wordOf(kFitRows, shown.recalibration->rows)};
}

Values flag(bool isSet) {
    return isSet ? Values{""} : Values{};
}

Values given(const std::optional<std::string>& value) {
    return value ? Values{*value} : Values{};
}

/// Returns numbers as one value: "0.1,0.2".
Values listed(const std::vector<double>& numbers) {
    std::string text;
    for (const double number : numbers) {
        if (!text.empty()) text += ',';
        text += shortest(number);
    }
    return text.empty() ? Values{} : Values{text};
}

/// Returns the word of a setting unless it is the default.
template <typename Table, typename T>
Values unusual(const Table& table, const ShownFigure& shown, T AnalysisSettings::*setting) {
    const T& value = shown.analysis.*setting;
    return value == AnalysisSettings().*setting ? Values{} : Values{wordOf(table, value)};
}

Values unusualTheme(Theme theme) {
    if (theme == Theme::Own) return {ownStyleFile().toStdString()};
    return theme == Theme::Light ? Values{} : Values{wordOf(kThemes, theme)};
}

/// True if the bins are not those of a preset.
bool hasOwnBins(const ShownFigure& shown) {
    return shown.analysis.preset.empty();
}

bool hasConfidences(const ShownFigure& shown) {
    return !shown.analysis.profile && !diagramOf(shown.analysis.diagram).isByRank;
}

Values columnsOf(const ReadOptions& read) {
    Values values;
    for (const RoleChoice& choice : read.columns) {
        if (choice.model == 0) values.push_back(roleName(choice.role) + "=" + choice.column);
    }
    return values;
}

Values schemeWord(const ShownFigure& shown) {
    const auto scheme = shown.analysis.scheme.value_or(BinningScheme::EqualWidth);
    const bool isUsual = scheme == BinningScheme::EqualWidth || scheme == BinningScheme::Custom;
    return hasOwnBins(shown) && !isUsual ? Values{wordOf(kBinningSchemes, scheme)} : Values{};
}

Values edgesOf(const ShownFigure& shown) {
    if (!hasOwnBins(shown) || shown.analysis.scheme != BinningScheme::Custom) return {};
    return listed(shown.analysis.edges);
}

Values thresholdsOf(const AnalysisSettings& settings) {
    Values values = listed(settings.thresholds);
    if (!settings.prevalence) return values;
    const std::string prevalence = "prevalence=" + shortest(*settings.prevalence);
    if (values.empty()) return {prevalence};
    values.front() += "," + prevalence;
    return values;
}

Values guaranteeOf(const AnalysisSettings& settings) {
    if (!settings.guarantee) return {};
    std::string text = "risk=" + shortest(settings.guarantee->risk);
    if (settings.guarantee->confidence != GuaranteeChoice().confidence)
        text += ",confidence=" + shortest(settings.guarantee->confidence);
    return {text};
}

/// True for a value with blanks around it, which only --group keeps.
bool isBlankPadded(const GroupChoice& group) {
    return trimmed(group.value) != group.value;
}

Values paddedGroupsOf(const AnalysisSettings& settings) {
    Values values;
    for (const GroupChoice& group : settings.where.groups) {
        if (isBlankPadded(group)) values.push_back(group.column + "=" + group.value);
    }
    return values;
}

Values conditionsOf(const AnalysisSettings& settings) {
    Values values = writtenConditions(settings.where);
    for (const GroupChoice& group : settings.where.groups) {
        if (!isBlankPadded(group))
            values.push_back(writtenCondition({group.column, "=", group.value}));
    }
    return values;
}

Values temperatureOf(const AnalysisSettings& settings) {
    if (settings.fitTemperature) return {"fit"};
    return settings.temperature == 1 ? Values{} : Values{shortest(settings.temperature)};
}

Values viewOf(const ShownFigure& shown) {
    if (!shown.analysis.view) return {};
    switch (shown.analysis.view->kind) {
        case View::Kind::TopLabel: return {"top-label"};
        case View::Kind::PositiveClass: return {"positive"};
        case View::Kind::OneVsRest: break;
    }
    const std::size_t index = shown.analysis.view->classIndex;
    return index < shown.classNames.size() ? Values{"class=" + shown.classNames[index]} : Values{};
}

Values givenText(const QString& text) {
    return text.isEmpty() ? Values{} : Values{text.toStdString()};
}

Values partsLeftOut(const ShownFigure& shown) {
    std::string words;
    for (const auto& part : kFigureParts) {
        // A profile has a title and a legend only.
        const bool isThere = part.value != &FigureParts::session &&
                             (!shown.analysis.profile || part.value == &FigureParts::title ||
                              part.value == &FigureParts::legend);
        const bool isLeftOut = isThere && !(shown.figure.content.parts.*part.value);
        if (isLeftOut) words += (words.empty() ? "" : ",") + std::string(part.word);
    }
    return words.empty() ? Values{} : Values{words};
}

/// Returns the size in pixels, or a width whose height fits in inches; none for the usual size.
Values sizeOf(const ShownFigure& shown) {
    const QSize& size = shown.figure.size;
    if (size.width() <= 0) return {};
    if (size.height() > 0)
        return {std::to_string(size.width()) + "x" + std::to_string(size.height())};
    return {shortest(static_cast<double>(size.width()) / shown.figure.dpi) + "in"};
}

/// Returns the word that readModelFigure() reads.
std::string modelFigureWord(ModelFigureKind kind, const AnalysisSettings& settings) {
    std::string word = wordOf(kModelFigures, kind);
    if (kind != ModelFigureKind::Overlay) return word;
    if (isOverlaid(settings.profile)) return word + "-" + wordOf(kProfileKinds, *settings.profile);
    const DiagramKind curve = settings.diagram;
    const bool isCurve = curve == DiagramKind::Isotonic || curve == DiagramKind::Smooth;
    return isCurve ? word + "-" + wordOf(kDiagramKinds, curve) : word;
}

Values mapAxesOf(const ShownFigure& shown) {
    const bool isUsual = shown.models != ModelFigureKind::Map || shown.scores.isMcbDsc();
    return isUsual ? Values{} : Values{shown.scores.x + "," + shown.scores.y};
}

Values forestScoreOf(const ShownFigure& shown) {
    const bool isUsual = shown.models != ModelFigureKind::Forest || shown.scores.difference.empty();
    return isUsual ? Values{} : Values{shown.scores.difference};
}

Values diagramOf(const AnalysisSettings& settings) {
    if (settings.profile) return {wordOf(kProfileKinds, *settings.profile)};
    if (settings.diagram == AnalysisSettings().diagram) return {};
    return {wordOf(kDiagramKinds, settings.diagram)};
}

constexpr auto kOptions = std::to_array<OptionDefinition>({
    {"report", "FORMAT", "Print the numbers: json, csv (bins only), markdown, text or latex (scores and bins).", OptionSection::Output, readReport, nullptr, {}, true},
    {"table", "TABLE", "With --report csv, markdown or latex, print one table: bins, scores, classes, groups, grades (of groups with a probability each: is it too low?), rows (the most confident mistakes first), common (what the rows of --where have in common against all others, and the wrong ones among them against the right ones), decision (net benefit by threshold), risk-coverage (share of mistakes among the most confident rows), rows-needed (how wide intervals of more rows would be), maps (calibration maps, cross-validated), ece-by-bins or temperature (the numbers of these diagrams).", OptionSection::Output, readTable},
    {"caption", "WORDING", "Print a caption, a sentence on methods and an alternative text in the words of ml, clinical (TRIPOD+AI) or forecasting.", OptionSection::Output, [](OptionValue& value, CommandLine& line) { line.caption = value.chosen(kWordings); }, nullptr, {}, true},
    {"only", "LIST", "What the report holds: scores, bins, consistency, classes, groups, subgroups, over_time or conventions, e.g. ece,nll,bins. Nothing else is computed. Default: everything.", OptionSection::Output, readOnly},
    {"export", "FILE", "Draw the diagram into FILE: .png, .svg, .pdf, .tex (pgfplots), .html (a page with all numbers) or .diagonal (the view alone). Standard output: - for a PNG, svg:- (or pdf, tex, html) for another format.", OptionSection::Output, readExport, [](const ShownFigure& shown) { return Values{shown.file}; }, {}, true},
    {"size", "SIZE", "Size of the drawing: 1600x1800 (pixels), 9x10cm, 3.5x4in, 90mm (the height fits), or a column of ieee, icml, neurips, nature or nature-double. Columns have their text sizes. Default: 800x900 at 96 dpi, 900x600 for diagrams of lines such as ece-by-bins.", OptionSection::Output, nullptr, sizeOf, "export", true},
    {"text-size", "POINTS", "Size of tick labels and legend on paper (default: 9).", OptionSection::Output, nullptr, [](const ShownFigure& shown) { return shown.figure.textPoints == FigureOptions().textPoints ? Values{} : Values{shortest(shown.figure.textPoints)}; }, "export"},
    {"standalone", "", "Write the .tex drawing as a complete document.", OptionSection::Output, [](OptionValue&, CommandLine& line) { line.figure.isStandalone = true; }, nullptr, "export"},
    {"zoom", "FROM,TO", "Draw a part of the horizontal axis, widened to round numbers, e.g. 0.9,1. Default: all, 0,1; where events are rare, up to where they are.", OptionSection::Output, readZoom, [](const ShownFigure& shown) { return hasConfidences(shown) && shown.figure.zoom ? Values{shortest(shown.figure.zoom->low) + "," + shortest(shown.figure.zoom->high)} : Values{}; }, "export"},
    {"without", "PARTS", "Leave out parts of the drawing: title, legend, scores, counts, intervals; or the session, with which the drawing can be opened again.", OptionSection::Output, readWithout, partsLeftOut, "export"},
    {"title", "TEXT", "Title of the drawing.", OptionSection::Output, [](OptionValue& value, CommandLine& line) { line.figure.content.title = value.text(); }, [](const ShownFigure& shown) { return givenText(shown.figure.content.title); }, "export"},
    {"x-title", "TEXT", "Title of the horizontal axis.", OptionSection::Output, [](OptionValue& value, CommandLine& line) { line.figure.content.xTitle = value.text(); }, [](const ShownFigure& shown) { return givenText(shown.figure.content.xTitle); }, "export"},
    {"y-title", "TEXT", "Title of the vertical axis.", OptionSection::Output, [](OptionValue& value, CommandLine& line) { line.figure.content.yTitle = value.text(); }, [](const ShownFigure& shown) { return givenText(shown.figure.content.yTitle); }, "export"},
    {"log-counts", "", "Draw the counts on a logarithmic axis.", OptionSection::Output, [](OptionValue&, CommandLine& line) { line.figure.content.parts.logCounts = true; }, [](const ShownFigure& shown) { return flag(hasConfidences(shown) && shown.figure.content.parts.logCounts); }, "export"},
    {"skill-lines", "", "Draw the base rate and the line of no skill (attributes diagram of the WMO).", OptionSection::Output, [](OptionValue&, CommandLine& line) { line.figure.content.parts.skillLines = true; }, [](const ShownFigure& shown) { return flag(hasConfidences(shown) && shown.figure.content.parts.skillLines); }, "export"},
    {"font", "FAMILY", "Font of the drawing, e.g. \"Nimbus Roman\" (default: Inter).", OptionSection::Output, [](OptionValue& value, CommandLine& line) { line.figure.font = value.text(); }, [](const ShownFigure& shown) { return givenText(shown.figure.font); }, "export"},
    {"dpi", "N", "Resolution of the drawing (default: 96; 300 for a size on paper).", OptionSection::Output, nullptr, [](const ShownFigure& shown) { return sizeOf(shown).empty() ? Values{} : Values{std::to_string(shown.figure.dpi)}; }, "export"},
    {"timings", "", "Say on standard error how long each step took.", OptionSection::Output,
     [](OptionValue&, CommandLine& line) { line.showsTimings = true; }},
    {"reset-settings", "", "Forget the window's size, theme and recent files.", OptionSection::Output, [](OptionValue&, CommandLine& line) { line.resetsSettings = true; }},
    {"theme", "THEME", "light, dark, grey (for print), contrast, or the name of a JSON file with colours of your own (default of the drawing: light).", OptionSection::Output, readTheme, [](const ShownFigure& shown) { return unusualTheme(shown.figure.theme); }},
    {"fail-above", "SCORE=LIMIT", "Exit with status 3 if a score exceeds a limit or is undefined: ece.lower=0.05 judges the lower end of the interval of the ECE; ece=0.05 judges its value, which is above 0 by chance even for a calibrated model. Repeatable.", OptionSection::Output, readLimits, nullptr, {}, true},
    {"compare", "", "Compare each model with the first, whether in several files or in one: paired differences of scores with intervals, and the rows that moved most.", OptionSection::Output, nullptr, nullptr, {}, true},
    {"fail-if-worse", "SCORE", "Exit with status 3 if a model is shown to be worse than the first: the interval of the difference of SCORE, e.g. brier, lies on the worse side. Passing does not show that it is not worse. Repeatable.", OptionSection::Output, [](OptionValue& value, CommandLine& line) {
         for (const QString& id : value.texts())
             line.comparison.notWorse.push_back(gatedScore(value, id));
     }},
    {"fail-unless-not-worse", "SCORE=MARGIN", "Exit with status 3 unless each model is shown to be at most MARGIN worse than the first, at a one-sided level of 95 %, e.g. brier=0.002. Repeatable.", OptionSection::Output, [](OptionValue& value, CommandLine& line) {
         readMargins(value, line.comparison.notInferior);
     }},
    {"fail-unless-within", "SCORE=MARGIN", "Exit with status 3 unless each model is equivalent to the first: the 90 % interval of the difference of SCORE lies within MARGIN of 0, e.g. brier=0.002. Repeatable.", OptionSection::Output, [](OptionValue& value, CommandLine& line) {
         readMargins(value, line.comparison.within);
     }},
    {"bins", "N", "Number of bins (default: 15; 10 for one probability column).", OptionSection::Measuring, [](OptionValue& value, CommandLine& line) { line.analysis.binCount = static_cast<std::size_t>(value.integer(1, static_cast<int>(kMostBins))); }, [](const ShownFigure& shown) { return shown.analysis.binCount ? Values{std::to_string(*shown.analysis.binCount)} : Values{}; }, {}, true},
    {"binning", "SCHEME", "width: edges i/N. mass: equal numbers of rows per bin. isotonic: blocks of isotonic regression (CORP). values: one for each stated confidence, 200 at most.", OptionSection::Measuring, readBinning, [](const ShownFigure& shown) { return schemeWord(shown); }},
    {"edges-at", "EDGES", "Custom bin edges from 0 to 1, e.g. 0,0.5,0.9,1.", OptionSection::Measuring, readEdges, [](const ShownFigure& shown) { return edgesOf(shown); }},
    {"edges", "RULE", "right: (lower, upper], the default. left: [lower, upper).", OptionSection::Measuring, [](OptionValue& value, CommandLine& line) { line.analysis.edgeRule = value.chosen(kEdgeRules); }, [](const ShownFigure& shown) { return hasOwnBins(shown) ? unusual(kEdgeRules, shown, &AnalysisSettings::edgeRule) : Values{}; }},
    {"preset", "NAME", "The bins of another program, e.g. netcal, hle or helm.", OptionSection::Measuring, readPreset, [](const ShownFigure& shown) { return shown.analysis.preset.empty() ? Values{} : Values{shown.analysis.preset}; }},
    {"bin-confidence", "RULE", "Confidence of a bin: mean of its rows (default) or midpoint of its edges.", OptionSection::Measuring, [](OptionValue& value, CommandLine& line) { line.analysis.binConfidence = value.chosen(kBinConfidences); }, [](const ShownFigure& shown) { return hasOwnBins(shown) ? unusual(kBinConfidences, shown, &AnalysisSettings::binConfidence) : Values{}; }},
    {"diagram", "KIND", "What --export draws: bars (default), gaps, isotonic, smooth, cumulative, outcomes (the probabilities of each outcome), ece-by-bins (ECE by number of bins, with its range by chance), temperature (NLL and ECE by T), decision (net benefit by threshold), risk-coverage (mistakes among the most confident rows), flexible (loess and spline), forest-oe (observed over expected by group) or time (cumulative gap over time). Of several models: overlay, overlay-isotonic, overlay-smooth, overlay-decision, overlay-risk-coverage, overlay-flexible, multiples, mcb-dsc (miscalibration and discrimination), murphy or forest (differences to the reference).", OptionSection::Measuring, readDiagram, [](const ShownFigure& shown) { return shown.models ? Values{modelFigureWord(*shown.models, shown.analysis)} : diagramOf(shown.analysis); }, {}, true},
    {"map-axes", "X,Y", "The scores that --diagram mcb-dsc shows, e.g. ece,accuracy (default: brier_mcb,brier_dsc).", OptionSection::Measuring, readMapAxes, mapAxesOf},
    {"forest-score", "SCORE", "The score that --diagram forest shows, e.g. nll (default: the Brier score).", OptionSection::Measuring, readForestScore, forestScoreOf},
    {"temperature", "T", "Divide the logits by T (default: 1). fit: use the T that minimises the NLL.", OptionSection::Measuring, readTemperature, [](const ShownFigure& shown) { return temperatureOf(shown.analysis); }, {}, true},
    {"fit-without-zeros", "", "Fit T without the rows whose true class has probability 0, and report their number.", OptionSection::Measuring, readZeros, [](const ShownFigure& shown) { return flag(shown.analysis.fitTemperature && shown.analysis.zeroRows == ZeroRows::LeaveOut); }},
    {"view", "VIEW", "top-label, positive or class=NAME (default: positive for one probability column, else top-label).", OptionSection::Measuring, readView, [](const ShownFigure& shown) { return viewOf(shown); }, {}, true},
    {"threshold", "LIST", "Probabilities from which on one would act, e.g. 0.1,0.2: the reports give the net benefit there, and --table decision shows these only. With prevalence=0.02 at its end, or alone: where one decides, 2 % have the event.", OptionSection::Measuring, readThresholds, [](const ShownFigure& shown) { return thresholdsOf(shown.analysis); }},
    {"find-ece", "VALUE", "List the ways to compute the calibration error that round to VALUE, e.g. 0.045 as a paper prints it: number of bins (to 100), binning, edges, other programs, mean, maximum or root mean square, view, each of up to 20 classes and their mean (classwise), T = 1 or fitted; of the predictions as they are. The usual ways come first, each with its options.", OptionSection::Measuring, readFindEce},
    {"guarantee", "RISK", "Find the confidence from which on predictions can be accepted with at most this share of mistakes: risk=0.1, or risk=0.1,confidence=0.99 (default: 0.95). Needs rows on which nothing was fitted.", OptionSection::Measuring, readGuarantee, [](const ShownFigure& shown) { return guaranteeOf(shown.analysis); }},
    {"group", "COLUMN=VALUE", "Measure the rows of one group only, e.g. split=test; of several, the rows that belong to every one. Repeatable.", OptionSection::Measuring, readGroup, [](const ShownFigure& shown) { return paddedGroupsOf(shown.analysis); }},
    {"where", "CONDITION", "Measure only the rows that fulfil a condition: confidence=0.9..1, outcome=wrong, true=CLASS, or COLUMN=VALUE (also != < <= > >=, ~ for a part of it). As true, predicted=CLASS chooses by class. A range of numbers: age=70..80; without its lower end: age=70<..80. Dates: date>=2024-05, date=2024-01..2024-03 (to the end of March). COLUMN= chooses rows without a value. Names with such signs, or of a column called outcome, are in quotation marks: '\"a=b\"=3'. Repeatable; all conditions hold.", OptionSection::Measuring, readWhere, [](const ShownFigure& shown) { return conditionsOf(shown.analysis); }, {}, true},
    {"scores", "KIND", "auto (default), probabilities, logits, log-probabilities or percent.", OptionSection::Reading, [](OptionValue& value, CommandLine& line) {
         if (value.word() != "auto") line.read.scores = value.chosen(kScoreKinds);
     }, [](const ShownFigure& shown) { return shown.read.scores ? Values{wordOf(kScoreKinds, *shown.read.scores)} : Values{}; }},
    {"labels", "FILE", "The labels, if a second file holds them.", OptionSection::Reading, [](OptionValue& value, CommandLine& line) { line.labels = value.word(); }, labelsFileOf, {}, true},
    {"column", "ROLE=NAME", "What a column or array holds, e.g. label=truth or score=3 (name or number). ROLE: label, predicted, confidence, probability, score, correct, weight, group, cluster (rows of one cluster are not independent) or time (dates in ISO 8601, or numbers). Several score columns are one for each class, in order; several label columns are one-hot. Repeatable.", OptionSection::Reading, readColumns, [](const ShownFigure& shown) { return columnsOf(shown.read); }, {}, true},
    {"positive", "NAME", "The positive class of two, or the class whose probability the single column holds.", OptionSection::Reading, [](OptionValue& value, CommandLine& line) { line.read.positive = value.word(); }, [](const ShownFigure& shown) { return given(shown.read.positive); }},
    {"weights", "KIND", "counts: a row of weight 5 is five rows, and correct may be the number of correct ones. importance: weights of single rows. Default: counts if all weights are whole numbers.", OptionSection::Reading, [](OptionValue& value, CommandLine& line) { line.read.weights = value.chosen(kWeightKinds); }, [](const ShownFigure& shown) { return shown.read.weights ? Values{wordOf(kWeightKinds, *shown.read.weights)} : Values{}; }},
    {"label-base", "N", "The integer label of the first class, e.g. 1.", OptionSection::Reading, [](OptionValue& value, CommandLine& line) { line.read.labelBase = value.integer(-kMostLabelBase, kMostLabelBase); }, [](const ShownFigure& shown) { return shown.read.labelBase ? Values{std::to_string(*shown.read.labelBase)} : Values{}; }},
    {"sample-rows", "N", "Measure a random sample of N pixels of images (arrays N x K x H x W) that do not fit into memory; --seed draws another.", OptionSection::Reading, [](OptionValue& value, CommandLine& line) { line.read.sample = RowSample{static_cast<std::size_t>(value.integer(1, std::numeric_limits<int>::max()))}; }, [](const ShownFigure& shown) { return shown.read.sample ? Values{std::to_string(shown.read.sample->rows)} : Values{}; }},
    {"undo-softmax", "", "Undo the second of two softmaxes.", OptionSection::Reading, [](OptionValue&, CommandLine& line) { line.read.undoSoftmax = true; }, [](const ShownFigure& shown) { return flag(shown.read.undoSoftmax); }},
    {"level", "LEVEL", "Level of all intervals (default: 0.95).", OptionSection::Uncertainty, readLevel, [](const ShownFigure& shown) { return shown.analysis.level == AnalysisSettings().level ? Values{} : Values{shortest(shown.analysis.level)}; }},
    {"interval", "KIND", "Uncertainty of a bin: wilson (default), clopper-pearson or jeffreys intervals of its accuracy, or the consistency band, where a calibrated model's accuracy would lie.", OptionSection::Uncertainty, [](OptionValue& value, CommandLine& line) { line.analysis.intervals = value.chosen(kIntervalKinds); }, [](const ShownFigure& shown) { return unusual(kIntervalKinds, shown, &AnalysisSettings::intervals); }},
    {"band", "KIND", "pointwise (default): the level holds for each bin by itself. simultaneous: for all bins together (Bonferroni); with --diagram isotonic the band contains the whole true curve.", OptionSection::Uncertainty, [](OptionValue& value, CommandLine& line) { line.analysis.band = value.chosen(kBandKinds); }, [](const ShownFigure& shown) { return unusual(kBandKinds, shown, &AnalysisSettings::band); }},
    {"seed", "N", "Seed of all resampling, a whole number (default: 1).", OptionSection::Uncertainty, readSeed, [](const ShownFigure& shown) { return shown.analysis.seed == AnalysisSettings().seed ? Values{} : Values{std::to_string(shown.analysis.seed)}; }},
    {"recalibrate", "MAP", "Fit a calibration map and evaluate it: temperature, platt, beta, beta-am, beta-ab, isotonic, histogram, vector, or shift=SHARE (of the positive class in training; shift=SHARE,NOW to go to a stated share). Cross-validated in 5 folds by default.", OptionSection::Recalibration, readRecalibrate, recalibrationOf, {}, true},
    {"fit-on", "FILE", "Fit the map on another file of predictions.", OptionSection::Recalibration, [](OptionValue& value, CommandLine& line) { line.recalibration.fitOn = value.text(); }, nullptr, "recalibrate"},
    {"fit-rows", "ROWS", "Fit on folds (cross-validated, the default), half (a random half) or same rows.", OptionSection::Recalibration, readFitRows, fitRowsOf, "recalibrate"},
    {"folds", "N", "Number of folds (default: 5).", OptionSection::Recalibration, readFolds, nullptr, "recalibrate"},
    {"apply", "MAP.json", "Apply a map that --save-map wrote.", OptionSection::Recalibration, [](OptionValue& value, CommandLine& line) { line.recalibration.applied = value.text(); }},
    {"save-map", "FILE", "Write the map: .json, or .py (needs only NumPy).", OptionSection::Recalibration, [](OptionValue& value, CommandLine& line) { line.recalibration.savedMap = value.fileName({QStringLiteral(".json"), QStringLiteral(".py")}); }, nullptr, "recalibrate"},
    {"write", "FILE", "Write the calibrated predictions: .csv or .npz.", OptionSection::Recalibration, [](OptionValue& value, CommandLine& line) {
         line.recalibration.written =
             value.fileName({QStringLiteral(".csv"), QStringLiteral(".npz")});
         line.read.kept = KeptColumns::All;
     }},
    {"print-sql", "ENGINE", "Print a SELECT that lets a database count the rows, for ENGINE sqlite, postgresql, duckdb, mysql, clickhouse, trino, spark, bigquery or snowflake. Its result, as CSV or JSON, opens like a file: ... | sqlite3 -csv -header my.db | diagonal -", OptionSection::Database, [](OptionValue& value, CommandLine&) { (void)value.chosen(kSqlEngines); }},
    {"from", "TABLE", "With --print-sql, the table with the predictions, or a SELECT.", OptionSection::Database, nullptr, nullptr, "print-sql"},
    {"temperatures", "", "With --print-sql and scores of several classes, count the rows at 41 temperatures from 0.2 to 5, for the temperature slider and --temperature fit.", OptionSection::Database, nullptr, nullptr, "print-sql"},
    {"or-sample", "FILE", "Open FILE if no other is named; without a display print the report and draw diagram.png. app/run passes this.", OptionSection::Output, nullptr, nullptr, {}, false, true},
    {"print-page", "PAGE", "Print a page of the documentation: man, command-line or scores; or the completions of bash, zsh or fish.", OptionSection::Output, nullptr, nullptr, {}, false, true},
});

}  // namespace

std::string filesText() {
    std::string compressed;
    for (const std::string_view extension : compressionExtensions())
        compressed += (compressed.empty() ? "" : " and ") + std::string(extension);
    return "Files of predictions: " + formatNames() + ", also " + compressed +
           ". A file with only labels is paired with the file before it; - reads standard input.";
}

std::span<const OptionDefinition> optionDefinitions() {
    return kOptions;
}

void addOptions(QCommandLineParser& parser) {
    for (const OptionDefinition& definition : optionDefinitions())
        parser.addOption({toQString(definition.name), {}, toQString(definition.value)});
}

QStringList offeredWords(const OptionDefinition& option) {
    if (!option.parse || option.value.empty()) return {};
    QCommandLineParser parser;
    addOptions(parser);
    // No word, file or number, in the form of any option.
    parser.parse(
        {QString(), QStringLiteral("--") + toQString(option.name), QStringLiteral("?=?,?")});
    OptionValues values(parser);
    for (const auto& figure : kModelFigures) {
        CommandLine line;
        line.tableFormat = TableFormat::Csv;
        line.recalibration.choice = RecalibrationChoice();
        line.modelFigure = figure.value;
        OptionValue value(values, option.name);
        option.parse(value, line);
    }
    QStringList words = values.offered();
    const bool isAssignment = option.value.find('=') != std::string_view::npos;
    for (QString& word : words) {
        const auto equals = word.indexOf(QLatin1Char('='));
        if (equals >= 0) word.truncate(equals + 1);
        if (equals < 0 && isAssignment) word += QLatin1Char('=');
    }
    return words;
}

std::string optionForm(std::string_view name) {
    const auto option = std::ranges::find(kOptions, name, &OptionDefinition::name);
    std::string form("--");
    form += name;
    if (!option->value.empty()) form += ' ';
    return form += option->value;
}

}  // namespace diagonal
