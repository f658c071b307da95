// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless/command_line.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include <QCommandLineParser>

#include "app/text/number_text.h"
#include "core/measuring/scores/scores.h"

namespace diagonal {
namespace {

/// What is wrong with a command line.
struct Wrong {
    QString text;
};

/// A word and what it stands for.
template <typename T>
struct Choice {
    const char* word;
    T value;
};

template <typename T, std::size_t N>
T chosen(const QString& option, const QString& word, const std::array<Choice<T>, N>& choices) {
    QStringList words;
    for (const Choice<T>& choice : choices) {
        if (word == QLatin1String(choice.word)) return choice.value;
        words << QLatin1String(choice.word);
    }
    throw Wrong{
        QStringLiteral("--%1 is %2, not '%3'").arg(option, words.join(QStringLiteral(", ")), word)};
}

double numberOf(const QString& option, const QString& text) {
    bool valid = false;
    const double value = text.toDouble(&valid);
    if (valid && std::isfinite(value)) return value;
    throw Wrong{QStringLiteral("--%1 needs a number, not '%2'").arg(option, text)};
}

int integerOf(const QString& option, const QString& text, int least, int most) {
    bool valid = false;
    const int value = text.toInt(&valid);
    if (valid && value >= least && value <= most) return value;
    throw Wrong{QStringLiteral("--%1 needs a whole number from %2 to %3, not '%4'")
                    .arg(option)
                    .arg(least)
                    .arg(most)
                    .arg(text)};
}

/// "NAME=VALUE" in two.
std::pair<QString, QString> assignment(const QString& option, const QString& text,
                                       const QString& form) {
    const auto equals = text.indexOf(QLatin1Char('='));
    if (equals > 0 && equals + 1 < text.size()) return {text.left(equals), text.mid(equals + 1)};
    throw Wrong{QStringLiteral("--%1 is written %2, not '%3'").arg(option, form, text)};
}

constexpr int kMostLabelBase = 1000000;
constexpr auto kReports = std::to_array<Choice<ReportFormat>>({{"json", ReportFormat::Json},
                                                               {"csv", ReportFormat::Csv},
                                                               {"markdown", ReportFormat::Markdown},
                                                               {"text", ReportFormat::Text}});
constexpr auto kThemes =
    std::to_array<Choice<Theme>>({{"light", Theme::Light}, {"dark", Theme::Dark}});
constexpr auto kBinnings =
    std::to_array<Choice<BinningScheme>>({{"width", BinningScheme::EqualWidth},
                                          {"mass", BinningScheme::EqualMass},
                                          {"isotonic", BinningScheme::Isotonic}});
constexpr auto kIntervals =
    std::to_array<Choice<IntervalKind>>({{"wilson", IntervalKind::Wilson},
                                         {"clopper-pearson", IntervalKind::ClopperPearson},
                                         {"jeffreys", IntervalKind::Jeffreys},
                                         {"consistency", IntervalKind::Consistency}});
constexpr auto kBands = std::to_array<Choice<BandKind>>(
    {{"pointwise", BandKind::Pointwise}, {"simultaneous", BandKind::Simultaneous}});
constexpr auto kEdges = std::to_array<Choice<EdgeRule>>(
    {{"right", EdgeRule::RightClosed}, {"left", EdgeRule::LeftClosed}});
constexpr auto kDiagrams =
    std::to_array<Choice<DiagramKind>>({{"bars", DiagramKind::Bars},
                                        {"gaps", DiagramKind::Gaps},
                                        {"isotonic", DiagramKind::Isotonic},
                                        {"smooth", DiagramKind::Smooth},
                                        {"cumulative", DiagramKind::Cumulative}});
constexpr auto kBinConfidences = std::to_array<Choice<BinConfidence>>(
    {{"mean", BinConfidence::Mean}, {"midpoint", BinConfidence::Midpoint}});
constexpr auto kScores = std::to_array<Choice<std::optional<ScoreKind>>>(
    {{"auto", std::nullopt},
     {"probabilities", ScoreKind::Probability},
     {"logits", ScoreKind::Logit},
     {"log-probabilities", ScoreKind::LogProbability},
     {"percent", ScoreKind::Percent}});
constexpr auto kRoles = std::to_array<Choice<ColumnRole>>({{"label", ColumnRole::Label},
                                                           {"predicted", ColumnRole::Predicted},
                                                           {"confidence", ColumnRole::Confidence},
                                                           {"probability", ColumnRole::Probability},
                                                           {"score", ColumnRole::Score},
                                                           {"correct", ColumnRole::Correct},
                                                           {"group", ColumnRole::Group},
                                                           {"weight", ColumnRole::Weight}});
constexpr auto kWeights = std::to_array<Choice<WeightKind>>(
    {{"counts", WeightKind::Counts}, {"importance", WeightKind::Importance}});

constexpr auto kFitRows = std::to_array<Choice<FitRows>>(
    {{"folds", FitRows::Folds}, {"half", FitRows::Half}, {"same", FitRows::Measured}});

void addOptions(QCommandLineParser& parser) {
    const auto add = [&](const char* name, const char* text, const char* value) {
        parser.addOption({QLatin1String(name), QLatin1String(text), QLatin1String(value)});
    };
    add("report", "Print the numbers: json, csv, markdown or text.", "FORMAT");
    add("export", "Draw the diagram into FILE (.png).", "FILE");
    add("diagram", "What is drawn: bars, gaps, isotonic, smooth or cumulative (bars).", "KIND");
    add("size", "Size of the drawing in pixels (800x900 at 96 dpi).", "WxH");
    add("dpi", "Resolution of the drawing (96).", "N");
    add("theme", "light or dark; the drawing is light unless asked.", "THEME");
    add("bins", "Number of bins (15; 10 for one probability column).", "N");
    add("binning",
        "width: edges i/N. mass: equally filled bins. isotonic: bins whose accuracies rise (CORP).",
        "SCHEME");
    add("edges-at", "Edges of the bins, from 0 to 1: 0,0.5,0.9,1.", "EDGES");
    add("edges", "right: (lower, upper]. left: [lower, upper).", "RULE");
    add("preset", "Equal-width bins as another program makes them, e.g. netcal.", "NAME");
    add("bin-confidence", "mean of the bin's rows, or midpoint of its edges.", "RULE");
    add("temperature", "Divide the logits by T, or fit: minimise the NLL.", "T");
    parser.addOption(
        {QStringLiteral("fit-without-zeros"),
         QStringLiteral("Fit T without the rows whose true class has probability 0, and say how "
                        "many they are.")});
    add("view", "top-label, positive, or class=NAME.", "VIEW");
    add("positive", "The positive one of two classes.", "NAME");
    add("scores", "auto, probabilities, logits, log-probabilities or percent.", "KIND");
    add("labels", "The labels, where a second file keeps them.", "FILE");
    add("column",
        "What a column or array holds: label, predicted, confidence, probability, score, correct, "
        "weight or group = its name or number. Several scores are the classes in order, several "
        "labels are one-hot.",
        "ROLE=NAME");
    add("weights",
        "Weights are counts of observations alike (correct may then be how many were right), or "
        "importance.",
        "KIND");
    add("label-base", "The integer label of the first class, e.g. 1.", "N");
    parser.addOption({QStringLiteral("undo-softmax"),
                      QStringLiteral("The probabilities went through a softmax once more.")});
    add("group", "Measure the rows of one group only, e.g. split=test.", "COLUMN=VALUE");
    add("level", "Level of the intervals (0.95).", "LEVEL");
    add("interval",
        "Uncertainty of a bin: wilson, clopper-pearson, jeffreys (of its accuracy), or consistency "
        "(where a calibrated model's accuracy would lie).",
        "KIND");
    add("band",
        "The level is that of each interval of a bin (pointwise), or of all together "
        "(simultaneous: Bonferroni; for --diagram isotonic an honest band of the curve).",
        "KIND");
    add("seed", "Seed of all resampling, a whole number (1).", "N");
    add("recalibrate",
        "Learn a map to better probabilities and measure these: temperature, platt, beta, beta-am, "
        "beta-ab, isotonic, histogram or vector. Cross-validated in 5 folds unless said otherwise.",
        "MAP");
    add("fit-on", "Learn the map from another file of predictions.", "FILE");
    add("fit-rows", "Learn from folds (cross-validated), half (a random half) or same rows.",
        "ROWS");
    add("folds", "Number of folds (5).", "N");
    add("apply", "Apply a map that --save-map wrote.", "MAP.json");
    add("save-map", "Write the map: .json, or .py (needs NumPy alone).", "FILE");
    add("write", "Write the calibrated predictions: .csv or .npz.", "FILE");
    add("fail-above", "End with status 3 where a score exceeds a limit, e.g. ece=0.05.",
        "SCORE=LIMIT");
    QCommandLineOption sample(
        QStringLiteral("or-sample"),
        QStringLiteral("Open FILE where no other is named; without a display print the report and "
                       "draw diagram.png. app/run passes this."),
        QStringLiteral("FILE"));
    sample.setFlags(QCommandLineOption::HiddenFromHelp);
    parser.addOption(sample);
    parser.addPositionalArgument(
        QStringLiteral("FILE"),
        QStringLiteral("Predictions: .csv, .tsv, .arff, .json, .jsonl, .npy, .npz, .safetensors, "
                       "also .gz and .zst; a file of "
                       "labels only belongs to the "
                       "file before it; - is standard input."),
        QStringLiteral("[FILE...]"));
}

void takeReadOptions(const QCommandLineParser& parser, CommandLine& line) {
    const auto value = [&](const char* name) { return parser.value(QLatin1String(name)); };
    if (parser.isSet(QStringLiteral("scores"))) {
        line.read.scores = chosen(QStringLiteral("scores"), value("scores"), kScores);
    }
    if (parser.isSet(QStringLiteral("positive"))) {
        line.read.positive = value("positive").toStdString();
    }
    if (parser.isSet(QStringLiteral("label-base"))) {
        line.read.labelBase = integerOf(QStringLiteral("label-base"), value("label-base"),
                                        -kMostLabelBase, kMostLabelBase);
    }
    if (parser.isSet(QStringLiteral("weights"))) {
        line.read.weights = chosen(QStringLiteral("weights"), value("weights"), kWeights);
    }
    line.read.undoSoftmax = parser.isSet(QStringLiteral("undo-softmax"));
    if (parser.isSet(QStringLiteral("labels"))) line.labels = value("labels");
    for (const QString& text : parser.values(QStringLiteral("column"))) {
        const auto [role, name] =
            assignment(QStringLiteral("column"), text, QStringLiteral("ROLE=NAME"));
        line.read.columns.push_back(
            {chosen(QStringLiteral("column"), role, kRoles), name.toStdString()});
    }
}

void takeView(const QString& view, CommandLine& line) {
    if (view == QLatin1String("top-label")) {
        line.analysis.view = View{View::Kind::TopLabel, 0};
    } else if (view == QLatin1String("positive")) {
        line.analysis.view = View{View::Kind::PositiveClass, 0};
    } else if (view.startsWith(QLatin1String("class=")) && view.size() > 6) {
        line.viewClass = view.mid(6).toStdString();
    } else {
        throw Wrong{
            QStringLiteral("--view is top-label, positive or class=NAME, not '%1'").arg(view)};
    }
}

/// "0,0.5,0.9,1": from 0 to 1, strictly ascending.
std::vector<double> edgesIn(const QString& text) {
    std::vector<double> edges;
    for (const QString& part : text.split(QLatin1Char(',')))
        edges.push_back(numberOf(QStringLiteral("edges-at"), part));
    const bool ascending = std::is_sorted(edges.begin(), edges.end(), std::less_equal<>());
    if (edges.size() < 2 || edges.size() > kMostBins + 1 || edges.front() != 0 ||
        edges.back() != 1 || !ascending) {
        throw Wrong{QStringLiteral("--edges-at goes up from 0 to 1, such as 0,0.5,0.9,1; not '%1'")
                        .arg(text)};
    }
    return edges;
}

std::string presetNamed(const QString& id) {
    if (eceConvention(id.toStdString())) return id.toStdString();
    QStringList ids;
    for (const EceConvention& convention : eceConventions())
        ids << toQString(convention.id);
    throw Wrong{QStringLiteral("--preset is %1, not '%2'").arg(ids.join(QStringLiteral(", ")), id)};
}

void takeAnalysis(const QCommandLineParser& parser, CommandLine& line) {
    const auto given = [&](const char* name) { return parser.isSet(QLatin1String(name)); };
    const auto value = [&](const char* name) { return parser.value(QLatin1String(name)); };
    AnalysisSettings& settings = line.analysis;
    if (given("bins")) {
        settings.binCount = static_cast<std::size_t>(
            integerOf(QStringLiteral("bins"), value("bins"), 1, static_cast<int>(kMostBins)));
    }
    if (given("binning")) {
        settings.scheme = chosen(QStringLiteral("binning"), value("binning"), kBinnings);
    }
    if (given("edges-at")) {
        settings.edges = edgesIn(value("edges-at"));
        settings.scheme = BinningScheme::Custom;
    }
    if (given("preset")) {
        settings.preset = presetNamed(value("preset"));
        for (const char* other : {"binning", "edges-at", "edges", "bin-confidence"}) {
            if (!given(other)) continue;
            throw Wrong{QStringLiteral("--preset says where bins lie; leave out --%1")
                            .arg(QLatin1String(other))};
        }
    }
    if (given("edges")) settings.edgeRule = chosen(QStringLiteral("edges"), value("edges"), kEdges);
    if (given("bin-confidence")) {
        settings.binConfidence =
            chosen(QStringLiteral("bin-confidence"), value("bin-confidence"), kBinConfidences);
    }
    if (given("temperature")) {
        settings.fitTemperature = value("temperature") == QLatin1String("fit");
        if (!settings.fitTemperature) {
            settings.temperature = numberOf(QStringLiteral("temperature"), value("temperature"));
            if (settings.temperature <= 0) {
                throw Wrong{QStringLiteral("--temperature must be above 0, or fit")};
            }
        }
    }
    if (given("fit-without-zeros")) {
        if (!settings.fitTemperature) {
            throw Wrong{QStringLiteral("--fit-without-zeros belongs to --temperature fit")};
        }
        settings.zeroRows = ZeroRows::LeaveOut;
    }
    if (given("diagram")) {
        settings.diagram = chosen(QStringLiteral("diagram"), value("diagram"), kDiagrams);
    }
    if (given("view")) takeView(value("view"), line);
}

void takeUncertainty(const QCommandLineParser& parser, CommandLine& line) {
    const auto given = [&](const char* name) { return parser.isSet(QLatin1String(name)); };
    const auto value = [&](const char* name) { return parser.value(QLatin1String(name)); };
    AnalysisSettings& settings = line.analysis;
    if (given("group")) {
        const auto [column, name] =
            assignment(QStringLiteral("group"), value("group"), QStringLiteral("COLUMN=VALUE"));
        settings.group = GroupChoice{column.toStdString(), name.toStdString()};
    }
    if (given("level")) {
        settings.level = numberOf(QStringLiteral("level"), value("level"));
        if (settings.level <= 0 || settings.level >= 1) {
            throw Wrong{QStringLiteral("--level lies between 0 and 1, such as 0.95")};
        }
    }
    if (given("interval")) {
        settings.intervals = chosen(QStringLiteral("interval"), value("interval"), kIntervals);
    }
    if (given("band")) settings.band = chosen(QStringLiteral("band"), value("band"), kBands);
    if (given("seed")) {
        bool isNumber = false;
        settings.seed = value("seed").toULongLong(&isNumber);
        if (!isNumber) throw Wrong{QStringLiteral("--seed takes a whole number from 0 on")};
    }
}

void takeExport(const QCommandLineParser& parser, CommandLine& line) {
    const auto given = [&](const char* name) { return parser.isSet(QLatin1String(name)); };
    const auto value = [&](const char* name) { return parser.value(QLatin1String(name)); };
    if (given("theme")) line.theme = chosen(QStringLiteral("theme"), value("theme"), kThemes);
    line.figure.theme = line.theme.value_or(Theme::Light);
    if (!given("export")) {
        if (given("size") || given("dpi")) {
            throw Wrong{QStringLiteral("--size and --dpi belong to --export FILE")};
        }
        return;
    }
    line.exportFile = value("export");
    if (!line.exportFile->endsWith(QLatin1String(".png"), Qt::CaseInsensitive)) {
        throw Wrong{QStringLiteral("--export draws .png files, not '%1'").arg(*line.exportFile)};
    }
    if (given("dpi")) {
        line.figure.dpi = integerOf(QStringLiteral("dpi"), value("dpi"), kLeastDpi, kMostDpi);
    }
    if (given("size")) {
        const QStringList sides = value("size").toLower().split(QLatin1Char('x'));
        if (sides.size() != 2) throw Wrong{QStringLiteral("--size is written WIDTHxHEIGHT")};
        line.figure.size = {integerOf(QStringLiteral("size"), sides[0], 1, kMostPixels),
                            integerOf(QStringLiteral("size"), sides[1], 1, kMostPixels)};
    }
    const QString problem = figureProblem(line.figure);
    if (!problem.isEmpty()) throw Wrong{QStringLiteral("--export: ") + problem};
}

/// The name of a file that must end in one of `endings`.
QString fileName(const char* option, const QString& name, const QStringList& endings) {
    for (const QString& ending : endings) {
        if (name.endsWith(ending, Qt::CaseInsensitive)) return name;
    }
    throw Wrong{QStringLiteral("--%1 writes %2 files, not '%3'")
                    .arg(QLatin1String(option), endings.join(QStringLiteral(" and ")), name)};
}

RecalibrationChoice recalibrationChoice(const QCommandLineParser& parser, const CommandLine& line) {
    const auto given = [&](const char* name) { return parser.isSet(QLatin1String(name)); };
    const auto value = [&](const char* name) { return parser.value(QLatin1String(name)); };
    RecalibrationChoice choice;
    const QString word = value("recalibrate");
    const auto kind = mapNamed(word.toStdString());
    if (!kind) {
        QStringList ids;
        for (const MapDefinition& definition : mapDefinitions())
            ids << toQString(definition.id);
        throw Wrong{QStringLiteral("--recalibrate is %1, not '%2'")
                        .arg(ids.join(QStringLiteral(", ")), word)};
    }
    choice.kind = *kind;
    choice.seed = line.analysis.seed;
    choice.level = line.analysis.level;
    if (given("fit-rows")) {
        if (given("fit-on")) {
            throw Wrong{
                QStringLiteral("--fit-on names the rows to learn from; leave out "
                               "--fit-rows")};
        }
        choice.rows = chosen(QStringLiteral("fit-rows"), value("fit-rows"), kFitRows);
    }
    if (given("fit-on")) choice.rows = FitRows::Other;
    if (given("folds")) {
        if (choice.rows != FitRows::Folds) {
            throw Wrong{QStringLiteral("--folds belongs to --fit-rows folds")};
        }
        choice.folds = static_cast<std::size_t>(
            integerOf(QStringLiteral("folds"), value("folds"), 2, static_cast<int>(kMostFolds)));
    }
    return choice;
}

void takeRecalibration(const QCommandLineParser& parser, CommandLine& line) {
    const auto given = [&](const char* name) { return parser.isSet(QLatin1String(name)); };
    const auto value = [&](const char* name) { return parser.value(QLatin1String(name)); };
    RecalibrationLine& out = line.recalibration;
    if (given("recalibrate") && given("apply")) {
        throw Wrong{QStringLiteral("--recalibrate learns a map and --apply takes one; choose")};
    }
    if (given("recalibrate")) out.choice = recalibrationChoice(parser, line);
    if (given("apply")) out.applied = value("apply");
    for (const char* option : {"fit-on", "fit-rows", "folds", "save-map"}) {
        if (given(option) && !out.choice) {
            throw Wrong{
                QStringLiteral("--%1 belongs to --recalibrate MAP").arg(QLatin1String(option))};
        }
    }
    if (given("write") && !out.isAsked()) {
        throw Wrong{QStringLiteral("--write belongs to --recalibrate MAP or --apply MAP.json")};
    }
    if (out.isAsked() && (line.analysis.fitTemperature || line.analysis.temperature != 1)) {
        throw Wrong{
            QStringLiteral("--temperature scales the file's own scores; leave it out where "
                           "a map makes others")};
    }
    if (given("fit-on")) out.fitOn = value("fit-on");
    if (given("save-map")) {
        out.savedMap = fileName("save-map", value("save-map"),
                                {QStringLiteral(".json"), QStringLiteral(".py")});
    }
    if (given("write")) {
        out.written =
            fileName("write", value("write"), {QStringLiteral(".csv"), QStringLiteral(".npz")});
    }
    if (out.isAsked() && line.files.size() > 2) {
        throw Wrong{QStringLiteral("a map takes one file of predictions")};
    }
}

void takeLimits(const QCommandLineParser& parser, CommandLine& line) {
    for (const QString& text : parser.values(QStringLiteral("fail-above"))) {
        const auto [id, limit] =
            assignment(QStringLiteral("fail-above"), text, QStringLiteral("SCORE=LIMIT"));
        const auto known = scoreDefinitions();
        const bool isScore = std::any_of(known.begin(), known.end(), [&](const auto& definition) {
            return toQString(definition.id) == id;
        });
        if (!isScore) {
            QStringList ids;
            for (const auto& definition : known)
                ids << toQString(definition.id);
            throw Wrong{QStringLiteral("--fail-above knows no score '%1'; the scores are %2")
                            .arg(id, ids.join(QStringLiteral(", ")))};
        }
        line.limits.push_back({id.toStdString(), numberOf(QStringLiteral("fail-above"), limit)});
    }
}

}  // namespace

std::pair<std::optional<CommandLine>, QString> parsedCommandLine(const QStringList& arguments) {
    QCommandLineParser parser;
    parser.setApplicationDescription(QStringLiteral(
        "Shows whether a classifier's confidence can be trusted: its reliability diagram."));
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
        return {std::nullopt, problem};
    }
    CommandLine line;
    line.files = parser.positionalArguments();
    line.showsAnyway = parser.isSet(QStringLiteral("or-sample"));
    if (line.showsAnyway && line.files.isEmpty()) {
        line.files << parser.value(QStringLiteral("or-sample"));
    }
    if (parser.isSet(help)) {
        line.answer = parser.helpText().replace(QStringLiteral("<executable_name>"),
                                                QStringLiteral("diagonal"));
    }
    if (parser.isSet(version)) {
        line.answer = QStringLiteral("diagonal %1\n").arg(toQString(diagonal::version()));
    }
    if (line.answer) return {line, {}};
    try {
        if (parser.isSet(QStringLiteral("report"))) {
            line.report =
                chosen(QStringLiteral("report"), parser.value(QStringLiteral("report")), kReports);
        }
        takeReadOptions(parser, line);
        takeAnalysis(parser, line);
        takeUncertainty(parser, line);
        takeExport(parser, line);
        takeLimits(parser, line);
        takeRecalibration(parser, line);
        const bool silent = !line.report && !line.exportFile && line.limits.empty() &&
                            !line.recalibration.savedMap && !line.recalibration.written;
        if (line.recalibration.isAsked() && silent) line.report = ReportFormat::Text;
        if (line.isHeadless() && line.files.isEmpty()) {
            throw Wrong{QStringLiteral("no file is named")};
        }
    } catch (const Wrong& wrong) {
        return {std::nullopt, wrong.text};
    }
    return {line, {}};
}

}  // namespace diagonal
