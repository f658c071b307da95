// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless/command_text.h"

#include <QRegularExpression>

#include "app/text/number_text.h"
#include "core/base/text.h"

namespace diagonal {
namespace {

/// Collects options whose values differ from the defaults.
class Arguments {
public:
    explicit Arguments(QStringList files) : m_list(std::move(files)) {}

    void flag(const char* option, bool isSet) {
        if (isSet) m_list << QStringLiteral("--") + QLatin1String(option);
    }
    void add(const char* option, const QString& value) {
        m_list << QStringLiteral("--") + QLatin1String(option) << value;
    }
    void add(const char* option, const std::string& value) { add(option, toQString(value)); }
    template <typename Table, typename T>
    void choice(const char* option, const Table& table, const T& value, const T& usual) {
        if (!(value == usual)) add(option, toQString(choiceOf(table, value).word));
    }
    QStringList list() const { return m_list; }

private:
    QStringList m_list;
};

void addReading(const ReadOptions& read, Arguments& arguments) {
    if (read.scores) arguments.add("scores", toQString(choiceOf(kScoreKinds, *read.scores).word));
    for (const RoleChoice& choice : read.columns) {
        if (choice.model > 0) continue;
        arguments.add("column",
                      std::string(choiceOf(kColumnRoles, choice.role).word) + "=" + choice.column);
    }
    if (read.positive) arguments.add("positive", *read.positive);
    if (read.weights)
        arguments.add("weights", toQString(choiceOf(kWeightKinds, *read.weights).word));
    if (read.labelBase) arguments.add("label-base", std::to_string(*read.labelBase));
    arguments.flag("undo-softmax", read.undoSoftmax);
}

void addBins(const AnalysisSettings& settings, Arguments& arguments) {
    if (settings.binCount) arguments.add("bins", std::to_string(*settings.binCount));
    if (!settings.preset.empty()) return arguments.add("preset", settings.preset);
    if (settings.scheme == BinningScheme::Custom) {
        QStringList edges;
        for (const double edge : settings.edges)
            edges << toQString(shortest(edge));
        arguments.add("edges-at", edges.join(QLatin1Char(',')));
    } else {
        arguments.choice("binning", kBinningSchemes, settings.scheme, BinningScheme::EqualWidth);
    }
    arguments.choice("edges", kEdgeRules, settings.edgeRule, EdgeRule::RightClosed);
    arguments.choice("bin-confidence", kBinConfidences, settings.binConfidence,
                     BinConfidence::Mean);
}

void addView(const ShownFigure& shown, Arguments& arguments) {
    if (!shown.analysis.view) return;
    switch (shown.analysis.view->kind) {
        case View::Kind::TopLabel: return arguments.add("view", QStringLiteral("top-label"));
        case View::Kind::PositiveClass: return arguments.add("view", QStringLiteral("positive"));
        case View::Kind::OneVsRest: break;
    }
    const std::size_t index = shown.analysis.view->classIndex;
    if (index < shown.classNames.size()) arguments.add("view", "class=" + shown.classNames[index]);
}

void addAnalysis(const ShownFigure& shown, Arguments& arguments) {
    const AnalysisSettings usual;
    const AnalysisSettings& settings = shown.analysis;
    addBins(settings, arguments);
    if (settings.fitTemperature) {
        arguments.add("temperature", QStringLiteral("fit"));
        arguments.flag("fit-without-zeros", settings.zeroRows == ZeroRows::LeaveOut);
    } else if (settings.temperature != 1) {
        arguments.add("temperature", shortest(settings.temperature));
    }
    addView(shown, arguments);
    if (settings.group)
        arguments.add("group", settings.group->column + "=" + settings.group->value);
    if (settings.level != usual.level) arguments.add("level", shortest(settings.level));
    arguments.choice("interval", kIntervalKinds, settings.intervals, usual.intervals);
    arguments.choice("band", kBandKinds, settings.band, usual.band);
    if (settings.seed != usual.seed) arguments.add("seed", std::to_string(settings.seed));
    if (settings.profile) {
        arguments.add("diagram", toQString(choiceOf(kProfileKinds, *settings.profile).word));
    } else {
        arguments.choice("diagram", kDiagramKinds, settings.diagram, usual.diagram);
    }
}

QString quotedForShell(const QString& argument) {
    static const QRegularExpression plain(QStringLiteral("^[A-Za-z0-9_./,:=@%+-]+$"));
    if (plain.match(argument).hasMatch()) return argument;
    QString text = argument;
    return QLatin1Char('\'') + text.replace(QLatin1Char('\''), QStringLiteral("'\\''")) +
           QLatin1Char('\'');
}

}  // namespace

QStringList argumentsOf(const ShownFigure& shown, const QString& file) {
    const auto safe = [](const std::string& name) {
        const QString text = toQString(name);
        return text.startsWith(QLatin1Char('-')) && text.size() > 1 ? QStringLiteral("./") + text
                                                                    : text;
    };
    QStringList files{safe(shown.files.predictions)};
    for (const std::string& part : shown.files.moreParts)
        files << safe(part);
    Arguments arguments(files);
    if (shown.files.labels) arguments.add("labels", safe(*shown.files.labels));
    addReading(shown.read, arguments);
    addAnalysis(shown, arguments);
    arguments.add("export", file);
    const bool hasConfidences =
        !shown.analysis.profile && shown.analysis.diagram != DiagramKind::Cumulative;
    const PlotAxis& zoom = shown.figure.zoom;
    arguments.flag("log-counts", hasConfidences && shown.figure.hasLogCounts);
    if (hasConfidences && !(zoom == kWholeAxis))
        arguments.add("zoom", shortest(zoom.lowest) + "," + shortest(zoom.highest));
    if (shown.figure.theme == Theme::Dark) arguments.add("theme", QStringLiteral("dark"));
    return arguments.list();
}

QStringList inexpressible(const ReadOptions& options) {
    QStringList parts;
    const ReadOptions usual;
    if (!options.classOrder.empty()) parts << QStringLiteral("the order of the classes");
    if (!(options.dialect == usual.dialect))
        parts << QStringLiteral("the layout of the table (delimiter, header)");
    if (options.onlyChosenColumns) parts << QStringLiteral("that the other columns have no role");
    return parts;
}

QString commandText(const QStringList& arguments) {
    QStringList words{QStringLiteral("diagonal")};
    for (const QString& argument : arguments)
        words << quotedForShell(argument);
    return words.join(QLatin1Char(' '));
}

}  // namespace diagonal
