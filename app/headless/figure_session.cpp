// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless/figure_session.h"

#include <algorithm>
#include <functional>

#include <QCryptographicHash>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QImageReader>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtEndian>

#include "app/diagram/figure_export.h"
#include "app/headless/option_table.h"
#include "app/text/number_text.h"
#include "core/base/text.h"
#include "core/publishing/diagrams/diagram.h"
#include "core/publishing/diagrams/drawn_columns.h"
#include "core/reporting/writing/report_writer.h"

namespace diagonal {
namespace {

constexpr qint64 kMostSession = 65'536;     ///< bytes
constexpr qint64 kMostHashed = 16LL << 20;  ///< of a larger file, only blocks are hashed
constexpr qint64 kHashedBlocks = 256;
constexpr qint64 kBlockBytes = 16 << 10;
constexpr qint64 kMostVectorGraphic = 64 << 20;

/// Roles of files: labels of the only predictions, or of those before them.
const QString kLabels = QStringLiteral("labels");
const QString kLabelsBehind = QStringLiteral("labels of the file before");
/// As these, but found by the reader, which finds them again: no argument names them.
const QString kLabelsBeside = QStringLiteral("labels beside the file before");

constexpr qsizetype kMostBars = 200;

/// The selection in a session, and its keys.
const QString kSelection = QStringLiteral("selection");
const QString kBin = QStringLiteral("bin");
const QString kWhere = QStringLiteral("where");
const QString kCells = QStringLiteral("cells");
const QString kGroups = QStringLiteral("groups");
const QString kWrongOnly = QStringLiteral("wrong_only");  ///< of earlier versions
const QString kFilter = QStringLiteral("filter");
const QString kSortedBy = QStringLiteral("sorted_by");
const QString kDescending = QStringLiteral("descending");
const QString kHidden = QStringLiteral("hidden");

const QString kEces = QStringLiteral("eces");
const QString kModel = QStringLiteral("model");
constexpr qsizetype kMostEces = 1000;

/// Options whose values name files, or which say where a figure goes.
constexpr std::string_view kNoPartOfSession[] = {"labels", "export"};

/// Returns the SHA-256 of a file, of one larger than kMostHashed of blocks all over it, by which
/// other predictions are told as well.
QString sha256Of(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) return {};
    QCryptographicHash hash(QCryptographicHash::Sha256);
    if (file.size() > kMostHashed) {
        for (qint64 block = 0; block < kHashedBlocks; ++block) {
            // The last block ends where the file does.
            if (!file.seek((file.size() - kBlockBytes) * block / (kHashedBlocks - 1))) return {};
            hash.addData(file.read(kBlockBytes));
        }
    } else if (!hash.addData(&file)) {
        return {};
    }
    return QString::fromLatin1(hash.result().toHex());
}

/// Returns the name under which a session tells the SHA-256 of a file of this size.
QString hashName(qint64 bytes) {
    return bytes > kMostHashed ? QStringLiteral("sha256_of_256_blocks") : QStringLiteral("sha256");
}

/// Returns the SHA-256 that a session tells of a file; empty if it tells none.
QString toldHash(const QJsonObject& described) {
    const qint64 bytes = described.value(QStringLiteral("bytes")).toInteger(-1);
    return described.value(hashName(bytes)).toString();
}

/// Returns the path of a file from a folder, if it tells no more than how a project is divided: the
/// file lies in the folder or below, or the folder that holds both is at most two levels up, and
/// within the user's own. Else empty.
QString toldPath(const QFileInfo& file, const QDir& folder) {
    QString path = folder.relativeFilePath(file.absoluteFilePath());
    if (QDir::isAbsolutePath(path)) return {};
    const auto up = path.split(QLatin1Char('/')).count(QStringLiteral(".."));
    if (up == 0) return path;
    constexpr qsizetype mostUp = 2;
    const QString common =
        QDir::cleanPath(folder.absolutePath() + QStringLiteral("/..").repeated(up));
    const bool isOwn = (common + QLatin1Char('/')).startsWith(QDir::homePath() + QLatin1Char('/'));
    return up <= mostUp && isOwn ? path : QString();
}

/// Returns the path that a session tells of a file outside the picture's folder; empty if it tells
/// none.
QString pathOutside(const QJsonObject& described) {
    const QString path = QDir::cleanPath(described.value(QStringLiteral("path")).toString());
    return path.startsWith(QStringLiteral("../")) ? path : QString();
}

/// Describes a file; `role` is "predictions" or "labels".
QJsonObject describedFile(const std::string& name, const QString& role, const QDir& folder) {
    const QFileInfo file(toQString(name));
    QJsonObject object{{QStringLiteral("role"), role},
                       {QStringLiteral("name"), file.fileName()},
                       {QStringLiteral("bytes"), file.size()}};
    if (const QString path = toldPath(file, folder); !path.isEmpty())
        object.insert(QStringLiteral("path"), path);
    if (const QString hash = sha256Of(file.filePath()); !hash.isEmpty())
        object.insert(hashName(file.size()), hash);
    return object;
}

/// Returns bars as [lower, upper, accuracy, rows], those without rows left out; empty if they are
/// more than a figure of another day is compared with.
QJsonArray describedBars(const Report& report) {
    QJsonArray bars;
    if (report.settings.diagram != DiagramKind::Bars) return bars;
    for (const Bin& bin : drawnColumns(report).bins) {
        if (bin.count > 0)
            bars.append(
                QJsonArray{bin.lower, bin.upper, *bin.accuracy, static_cast<double>(bin.count)});
    }
    return bars.size() <= kMostBars ? bars : QJsonArray();
}

/// Returns the bars that describedBars() described; null if they are none.
std::shared_ptr<const ReliabilityCurve> barsIn(const QJsonArray& described) {
    if (described.isEmpty() || described.size() > kMostBars) return nullptr;
    auto curve = std::make_shared<ReliabilityCurve>();
    double end = 0;
    for (const auto& value : described) {
        const QJsonArray numbers = value.toArray();
        Bin bin;
        bin.lower = numbers.at(0).toDouble(-1);
        bin.upper = numbers.at(1).toDouble(-1);
        bin.accuracy = numbers.at(2).toDouble(-1);
        bin.count = 1;
        const bool isBar = bin.lower >= end && bin.lower < bin.upper && bin.upper <= 1 &&
                           *bin.accuracy >= 0 && *bin.accuracy <= 1;
        if (!isBar) return nullptr;
        end = bin.upper;
        curve->bins.push_back(bin);
    }
    return curve;
}

QJsonObject describedSelection(const ListSelection& selection) {
    QJsonObject object;
    const auto add = [&object](const QString& key, const QJsonValue& value, bool isSet) {
        if (isSet) object.insert(key, value);
    };
    QJsonArray where;
    RowConditions ofRows = selection.conditions;
    ofRows.cells.clear();
    for (const std::string& condition : writtenConditions(ofRows))
        where.append(toQString(condition));
    QJsonArray cells;
    for (const CellCondition& cell : selection.conditions.cells)
        cells.append(
            QJsonArray{toQString(cell.column), toQString(cell.sign), toQString(cell.value)});
    QJsonArray groups;
    for (const GroupChoice& group : selection.conditions.groups)
        groups.append(QJsonArray{toQString(group.column), toQString(group.value)});
    const RowArrangement& arrangement = selection.arrangement;
    add(kBin, selection.bin.value_or(0), selection.bin.has_value());
    add(kWhere, where, !where.isEmpty());
    add(kCells, cells, !cells.isEmpty());
    add(kGroups, groups, !groups.isEmpty());
    add(kFilter, toQString(arrangement.filter), !arrangement.filter.empty());
    add(kSortedBy, toQString(arrangement.sortedBy), !arrangement.sortedBy.empty());
    add(kDescending, true, arrangement.isDescending);
    add(kHidden, true, selection.isHidden);
    return object;
}

/// Reads what describedSelection() wrote. Errors: Malformed.
Result<ListSelection> readSelection(const QJsonObject& object) {
    ListSelection selection;
    for (const auto& value : object.value(kWhere).toArray()) {
        const auto added = addCondition(selection.conditions, value.toString().toStdString());
        if (!added) return malformed("its session selects rows by none: " + added.error().detail);
    }
    for (const auto& value : object.value(kCells).toArray()) {
        const QJsonArray parts = value.toArray();
        const CellCondition cell{parts.at(0).toString().toStdString(),
                                 parts.at(1).toString().toStdString(),
                                 parts.at(2).toString().toStdString()};
        if (!isCellCondition(cell))
            return malformed("its session selects rows by " + quotedText(writtenCondition(cell)) +
                             ", which is no condition");
        selection.conditions.cells.push_back(cell);
    }
    for (const auto& value : object.value(kGroups).toArray()) {
        const QJsonArray pair = value.toArray();
        if (pair.size() != 2)
            return malformed("its session selects rows by a group that is no column and value");
        selection.conditions.groups.push_back(
            {pair.at(0).toString().toStdString(), pair.at(1).toString().toStdString()});
    }
    if (const QJsonValue bin = object.value(kBin); !bin.isUndefined()) {
        selection.bin = bin.toDouble(-1);
        if (*selection.bin < 0 || *selection.bin > 1)
            return malformed("its session selects a bin at " +
                             bin.toVariant().toString().toStdString() + ", which is no confidence");
    }
    if (object.value(kWrongOnly).toBool()) selection.conditions.isCorrect = false;
    selection.isHidden = object.value(kHidden).toBool();
    selection.arrangement = {object.value(kSortedBy).toString().toStdString(),
                             object.value(kDescending).toBool(),
                             object.value(kFilter).toString().toStdString()};
    return selection;
}

/// Returns the part of a text between two marks; empty if it has not both.
QByteArray between(const QByteArray& text, const QByteArray& before, const QByteArray& after) {
    const qsizetype begin = text.indexOf(before);
    if (begin < 0) return {};
    const qsizetype from = begin + before.size();
    const qsizetype end = text.indexOf(after, from);
    return end < 0 || end - from > 2 * kMostSession ? QByteArray() : text.mid(from, end - from);
}

/// True if the texts of a PNG are few enough to be unpacked: kMostSession bytes become 64 MB at
/// most.
bool hasFewTexts(QFile& file) {
    constexpr qint64 signature = 8;
    constexpr qint64 aroundData = 12;  // length, type and checksum
    qint64 texts = 0;
    for (qint64 at = signature; file.seek(at);) {
        const QByteArray head = file.read(8);
        if (head.size() < 8) break;
        const qint64 length = qFromBigEndian<quint32>(head.constData());
        const QByteArray type = head.mid(4);
        if (type == "tEXt" || type == "zTXt" || type == "iTXt" || type == "iCCP") texts += length;
        if (texts > kMostSession) return false;
        at += length + aroundData;
    }
    file.seek(0);
    return true;
}

/// Returns the JSON that a picture holds; empty if it holds none.
Result<QByteArray> jsonIn(const QString& picture) {
    QFile file(picture);
    if (!file.open(QIODevice::ReadOnly))
        return inFile(cannotRead("cannot be opened: " + file.errorString().toStdString()),
                      picture.toStdString());
    if (figureFormat(picture) == FigureFormat::Session) return file.read(kMostSession + 1);
    if (figureFormat(picture) == FigureFormat::Png) {
        if (!hasFewTexts(file)) return QByteArray();
        QImageReader reader(&file, "png");
        return reader.text(QLatin1String(kSessionKey)).toUtf8();
    }
    if (file.size() > kMostVectorGraphic) return QByteArray();
    return QByteArray::fromBase64(between(file.readAll(), kSessionBegin, kSessionEnd));
}

/// Returns a file of a folder, or below it, as a user in this folder writes it; alone, - is
/// standard input.
QString asWritten(const QFileInfo& file) {
    const QString path = file.filePath();
    const bool isHere = path.startsWith(QStringLiteral("./")) && path != QStringLiteral("./-");
    return isHere ? path.mid(2) : path;
}

/// True for a file that no link leads out of a folder.
bool isInFolder(const QFileInfo& file, const QDir& folder) {
    return file.isFile() &&
           file.canonicalFilePath().startsWith(folder.canonicalPath() + QLatin1Char('/'));
}

/// True for a file that has the size and the SHA-256 of one that a session describes.
bool hasContents(const QFileInfo& file, const QJsonObject& described) {
    const QString hash = toldHash(described);
    return file.isFile() && !hash.isEmpty() &&
           file.size() == described.value(QStringLiteral("bytes")).toInteger(-1) &&
           sha256Of(file.filePath()) == hash;
}

/// Returns a file in the picture's folder or below with the contents of one of its session; looks
/// at so many files and folders only.
std::optional<QString> sameFile(const QJsonObject& described, const QDir& folder) {
    constexpr int most = 1000;
    QDirIterator files(folder.path(), QDir::Files | QDir::Dirs | QDir::NoDotAndDotDot,
                       QDirIterator::Subdirectories);
    for (int i = 0; i < most && files.hasNext(); ++i) {
        files.next();
        const QFileInfo file = files.fileInfo();
        if (isInFolder(file, folder) && hasContents(file, described)) return asWritten(file);
    }
    return std::nullopt;
}

/// Returns a file of a session in the picture's folder or below, by its name, or its contents.
std::optional<QString> foundFile(const QJsonObject& described, const QDir& folder) {
    for (const QString& key : {QStringLiteral("path"), QStringLiteral("name")}) {
        const QString name = QDir::cleanPath(described.value(key).toString());
        const bool isBelow = !name.isEmpty() && !QDir::isAbsolutePath(name) &&
                             !name.startsWith(QStringLiteral(".."));
        const QFileInfo file(folder.filePath(name));
        if (isBelow && isInFolder(file, folder)) return asWritten(file);
    }
    return sameFile(described, folder);
}

/// Finds the file that a session means among those that a user named: by name and contents, then by
/// name, then by contents, and removes it from `left`; else beside them, by name and contents.
std::optional<QString> namedFile(const QJsonObject& described, const QStringList& files,
                                 QStringList& left) {
    const QString name = described.value(QStringLiteral("name")).toString();
    const auto isCalledSo = [&](const QString& file) { return QFileInfo(file).fileName() == name; };
    const auto isSame = [&](const QString& file) {
        return hasContents(QFileInfo(file), described);
    };
    // Two folders may have files of one name, and a file may have another name by now.
    const auto isWhole = [&](const QString& file) { return isCalledSo(file) && isSame(file); };
    using Test = std::function<bool(const QString&)>;
    for (const Test& isMeant : {Test(isWhole), Test(isCalledSo), Test(isSame)}) {
        if (const auto file = std::ranges::find_if(left, isMeant); file != left.end())
            return left.takeAt(file - left.begin());
    }
    for (const QString& file : files) {
        const QFileInfo beside(QFileInfo(file).dir(), QFileInfo(name).fileName());
        if (hasContents(beside, described)) return asWritten(beside);
    }
    return std::nullopt;
}

/// Labels that the reader found beside predictions when a picture was made.
struct LabelsBeside {
    QString file;
    bool isRenamed = false;  ///< the reader does not find them any more
};

/// Returns the labels beside the last of the files that were found, or, under another name, those
/// of their contents in the picture's folder.
std::optional<LabelsBeside> foundLabels(const QJsonObject& described, const QStringList& found,
                                        const QDir& folder) {
    if (found.isEmpty()) return std::nullopt;
    const QString name = QFileInfo(described.value(QStringLiteral("name")).toString()).fileName();
    const QFileInfo beside(QFileInfo(found.back()).dir(), name);
    if (beside.isFile()) return LabelsBeside{asWritten(beside)};
    const auto renamed = sameFile(described, folder);
    return renamed ? std::optional(LabelsBeside{*renamed, true}) : std::nullopt;
}

QString asArgument(const QJsonObject& described, const QString& file) {
    return described.value(QStringLiteral("role")) == kLabels
               ? QStringLiteral("--labels=") + file
               : toQString(safeName(file.toStdString()));
}

/// Returns the files that a picture's session describes; empty if it cannot be read.
QJsonArray filesIn(const QString& picture) {
    const auto json = jsonIn(picture);
    if (!json) return {};
    return QJsonDocument::fromJson(json.value()).object().value(QStringLiteral("files")).toArray();
}

/// Returns the files of a picture's session as arguments, those that are not beside it from
/// elsewhere. Empty if one is nowhere, and if all are beside it.
QStringList argumentsWith(
    const QString& picture,
    const std::function<std::optional<QString>(const QJsonObject& described)>& elsewhere) {
    const QDir folder = QFileInfo(picture).absoluteDir();
    QStringList arguments;
    bool areBeside = true;
    for (const auto& value : filesIn(picture)) {
        const QJsonObject described = value.toObject();
        if (described.value(QStringLiteral("role")) == kLabelsBeside) continue;
        auto file = foundFile(described, folder);
        if (!file) {
            areBeside = false;
            file = elsewhere(described);
            if (!file) return {};
        }
        arguments << asArgument(described, *file);
    }
    return areBeside ? QStringList() : arguments;
}

/// Says which files of a picture have changed, and which others it was made from.
QString changeText(const QString& picture, const QStringList& changed, const QStringList& others,
                   bool areSomeThere) {
    QStringList texts;
    if (!changed.isEmpty())
        texts << changed.join(QStringLiteral(", ")) +
                     (changed.size() == 1 ? QStringLiteral(" has") : QStringLiteral(" have")) +
                     QStringLiteral(" changed since ") + picture + QStringLiteral(" was made");
    if (!others.isEmpty())
        texts << picture + QStringLiteral(" was made from ") + others.join(QStringLiteral(", ")) +
                     (areSomeThere ? QStringLiteral(", too: name all its files after it")
                                   : QStringLiteral(", and shows other predictions now"));
    return texts.join(QStringLiteral("; "));
}

/// Returns why a file of a session is not opened.
Error notBeside(const QJsonObject& described) {
    const auto text = [&](const QString& told) { return quotedText(told.toStdString()); };
    const QString outside = pathOutside(described);
    return undefined("it was made from " +
                     text(described.value(QStringLiteral("name")).toString()) +
                     ", which is not beside it" +
                     (outside.isEmpty() ? std::string(": put that file into its folder, or ")
                                        : " but was " + text(outside) + " from its folder: ") +
                     (described.value(QStringLiteral("role")) == kLabels
                          ? "name both files after the picture: diagonal PICTURE FILE --labels FILE"
                          : "name the file after the picture: diagonal PICTURE FILE"));
}

bool isChanged(const QJsonObject& described, const QString& path) {
    const QString hash = toldHash(described);
    const QJsonValue bytes = described.value(QStringLiteral("bytes"));
    if (bytes.isDouble() && QFileInfo(path).size() != bytes.toInteger()) return true;
    return !hash.isEmpty() && sha256Of(path) != hash;
}

/// Returns the options of a session, if a figure needs no others.
Result<QStringList> checkedOptions(const QJsonArray& written, const QString& picture) {
    QStringList options;
    for (qsizetype i = 0; i < written.size(); ++i) {
        const QString argument = written[i].toString();
        const auto definitions = optionDefinitions();
        const auto option = std::ranges::find_if(definitions, [&](const OptionDefinition& known) {
            return argument == QStringLiteral("--") + toQString(known.name);
        });
        const bool isAllowed =
            option != definitions.end() && option->print &&
            std::ranges::find(kNoPartOfSession, option->name) == std::end(kNoPartOfSession);
        if (!isAllowed)
            return inFile(unsupported("its session holds " + quotedText(argument.toStdString()) +
                                      ", which no figure needs"),
                          picture.toStdString());
        // A theme of the user's own is a file.
        const bool isOwnTheme = option->name == "theme" && i + 1 < written.size() &&
                                !valueOfWord(kThemes, written[i + 1].toString().toStdString());
        if (isOwnTheme)
            return inFile(malformed("its session holds a theme that is none of Diagonal's"),
                          picture.toStdString());
        options << argument;
        if (option->value.empty()) continue;
        if (++i == written.size())
            return inFile(malformed("its session ends within an option"), picture.toStdString());
        options.back() += QLatin1Char('=') + written[i].toString();
    }
    return options;
}

/// Returns the file of a model's labels, also if it was found beside its predictions; none if these
/// have labels of their own.
std::optional<std::string> labelsOf(const PredictionFiles& files, const Report& report,
                                    std::span<const PlottedModel> plotted) {
    if (files.labels) return files.labels;
    const auto found = [&](const Report& of) -> std::optional<std::string> {
        const DatasetSummary& read = of.dataset;
        if (read.file != files.predictions || read.labelsFile.empty()) return std::nullopt;
        return read.labelsFile;
    };
    for (const PlottedModel& model : plotted)
        if (auto labels = found(*model.report)) return labels;
    return found(report);
}

/// Returns compact JSON whose blanks survive QImageReader::text(), which makes one of several.
QByteArray withEscapedBlanks(const QByteArray& json) {
    QString out;
    for (const QChar c : QString::fromUtf8(json)) {
        const bool isLost = c.isSpace() && (c != QLatin1Char(' ') || out.endsWith(c));
        out +=
            isLost ? QStringLiteral("\\u%1").arg(c.unicode(), 4, 16, QLatin1Char('0')) : QString(c);
    }
    return out.toUtf8();
}

/// Returns the shares among the ECEs of a session, by model.
std::vector<EarlierEce> ecesIn(const QJsonObject& session) {
    QJsonArray described = session.value(kEces).toArray();
    if (described.isEmpty()) described.append(session);
    std::vector<EarlierEce> eces;
    for (qsizetype i = 0; i < std::min(described.size(), kMostEces); ++i) {
        const QJsonObject one = described[i].toObject();
        const double ece = one.value(QStringLiteral("ece")).toDouble(-1);
        if (ece >= 0 && ece <= 1) eces.push_back({one.value(kModel).toString(), ece});
    }
    return eces;
}

/// Returns what a picture holds, if it may be a session.
Result<QJsonObject> objectIn(const QString& picture) {
    const auto json = jsonIn(picture);
    if (!json) return json.error();
    const std::string name = picture.toStdString();
    if (json.value().isEmpty())
        return inFile(undefined("this picture holds no session: it was not made by Diagonal, was "
                                "made without one (as figures are of standard input and of tables "
                                "in a folder, or whose map is from a file), or a program that "
                                "edited it left it out"),
                      name);
    if (json.value().size() > kMostSession)
        return inFile(malformed("its session is larger than any figure needs"), name);
    QJsonObject session = QJsonDocument::fromJson(json.value()).object();
    if (!session.contains(QStringLiteral("arguments")))
        return inFile(malformed("its session is no JSON object with arguments"), name);
    if (!session.value(QStringLiteral("arguments")).isArray())
        return inFile(malformed("its \"arguments\" are no list of options"), name);
    return session;
}

}  // namespace

QString modelInSession(const Report& report) {
    DatasetSummary called;
    called.file = displayName(report.dataset.file);
    called.model = report.dataset.model;
    return toQString(modelName(called));
}

QStringList viewArguments(ShownFigure shown) {
    shown.files.clear();
    if (shown.figure.theme == Theme::Own) shown.figure.theme = Theme::Light;
    QStringList arguments = argumentsOf(std::move(shown), {});
    for (const std::string_view name : kNoPartOfSession) {
        const qsizetype at = arguments.indexOf(QStringLiteral("--") + toQString(name));
        if (at >= 0) arguments.remove(at, 2);
    }
    return arguments;
}

QByteArray figureSession(const ShownFigure& shown, const Report& report, const QString& picture,
                         std::span<const PlottedModel> plotted) {
    if (!inexpressible(shown.read).isEmpty()) return {};
    const QDir folder = QFileInfo(picture).absoluteDir();
    QJsonArray files;
    for (const PredictionFiles& model : shown.files) {
        if (!QFileInfo(toQString(model.predictions)).isFile()) return {};
        files.append(describedFile(model.predictions, QStringLiteral("predictions"), folder));
        for (const std::string& part : model.moreParts)
            files.append(describedFile(part, QStringLiteral("predictions"), folder));
        const QString& role = shown.files.size() == 1 ? kLabels : kLabelsBehind;
        if (const auto labels = labelsOf(model, report, plotted))
            files.append(describedFile(*labels, model.labels ? role : kLabelsBeside, folder));
    }
    const QStringList arguments = viewArguments(shown);
    QJsonObject session{{QStringLiteral("diagonal"), toQString(version())},
                        {QStringLiteral("files"), files},
                        {QStringLiteral("arguments"), QJsonArray::fromStringList(arguments)}};
    QStringList command;
    const bool isAlone = shown.files.size() == 1;
    for (const auto& entry : files) {
        const QJsonObject file = entry.toObject();
        if (file[QStringLiteral("role")] == kLabelsBeside) continue;
        if (file[QStringLiteral("role")] == kLabels) command << QStringLiteral("--labels");
        command << toQString(safeName(file[QStringLiteral("name")].toString().toStdString()));
    }
    session.insert(QLatin1String(kSessionCommand), commandText(command + arguments));
    if (!shown.selection.isNone()) session.insert(kSelection, describedSelection(shown.selection));
    if (const auto ece = report.score("ece")) session.insert(QStringLiteral("ece"), *ece);
    QJsonArray eces;
    for (const PlottedModel& model : plotted) {
        if (const auto ece = model.report->score("ece"))
            eces.append(QJsonObject{{kModel, modelInSession(*model.report)},
                                    {QStringLiteral("ece"), *ece}});
    }
    if (!eces.isEmpty()) session.insert(kEces, eces);
    if (const QJsonArray bars = describedBars(report); isAlone && !bars.isEmpty())
        session.insert(QStringLiteral("bars"), bars);
    const QByteArray json =
        withEscapedBlanks(QJsonDocument(session).toJson(QJsonDocument::Compact));
    return json.size() <= kMostSession ? json : QByteArray();
}

QByteArray selectionJson(const ListSelection& selection) {
    return QJsonDocument(describedSelection(selection)).toJson(QJsonDocument::Compact);
}

Result<ListSelection> selectionIn(const QByteArray& json) {
    return readSelection(QJsonDocument::fromJson(json).object());
}

bool mayHoldSession(const QString& file) {
    const auto format = figureFormat(file);
    return format && *format != FigureFormat::Tikz && !isStandardOutput(file);
}

QStringList argumentsOutside(const QString& picture) {
    const QDir folder = QFileInfo(picture).absoluteDir();
    return argumentsWith(picture, [&](const QJsonObject& described) -> std::optional<QString> {
        const QString outside = pathOutside(described);
        const QFileInfo told(QDir::cleanPath(folder.absoluteFilePath(outside)));
        if (outside.isEmpty() || !told.isFile()) return std::nullopt;
        return told.filePath();
    });
}

QStringList argumentsAmong(const QString& picture, const QStringList& candidates) {
    return argumentsWith(picture, [&](const QJsonObject& described) -> std::optional<QString> {
        for (const QString& candidate : candidates)
            if (hasContents(QFileInfo(candidate), described)) return candidate;
        return std::nullopt;
    });
}

Result<FoundSession> sessionIn(const QString& picture, const QStringList& files) {
    const auto object = objectIn(picture);
    if (!object) return object.error();
    const QJsonObject& session = object.value();
    const std::string name = picture.toStdString();
    const auto options =
        checkedOptions(session.value(QStringLiteral("arguments")).toArray(), picture);
    if (!options) {
        Error error = options.error();
        const std::string maker =
            session.value(QStringLiteral("diagonal")).toString().toStdString();
        if (!maker.empty() && maker != version())
            error.detail += "; it was made by Diagonal " + quotedText(maker) + ", and this is " +
                            quotedText(version());
        return error;
    }
    auto selection = readSelection(session.value(kSelection).toObject());
    if (!selection) return inFile(selection.error(), name);
    if (session.value(QStringLiteral("files")).toArray().isEmpty() && files.isEmpty())
        return inFile(malformed("its session names no file of predictions"), name);
    FoundSession found{{}, std::move(selection).value()};
    const QDir folder = QFileInfo(picture).dir();  // files are called as the picture was
    const bool areNamed = !files.isEmpty();
    QStringList changed;
    QStringList others;  // of which the user named none
    QStringList left = files;
    for (const auto& value : session.value(QStringLiteral("files")).toArray()) {
        const QJsonObject described = value.toObject();
        if (described.value(QStringLiteral("role")) == kLabelsBeside) {
            if (const auto told = foundLabels(described, found.arguments, folder)) {
                if (told->isRenamed) found.arguments << QStringLiteral("--labels=") + told->file;
                if (isChanged(described, told->file)) changed << QFileInfo(told->file).fileName();
            }
            continue;
        }
        const auto file =
            areNamed ? namedFile(described, files, left) : foundFile(described, folder);
        if (!file && areNamed) {
            others << described.value(QStringLiteral("name")).toString();
            continue;
        }
        if (!file) return inFile(notBeside(described), name);
        found.arguments << asArgument(described, *file);
        if (isChanged(described, *file)) changed << QFileInfo(*file).fileName();
    }
    const bool areSomeThere = !found.arguments.isEmpty();
    found.change = changeText(QFileInfo(picture).fileName(), changed, others, areSomeThere);
    // All models of a picture, in their order, if the user named some; else what the user named.
    const bool areAllFound = others.isEmpty() && found.arguments.size() > files.size();
    if (areNamed && !areAllFound) found.arguments = files;
    if (!changed.isEmpty()) {
        found.eces = ecesIn(session);
        found.bars = barsIn(session.value(QStringLiteral("bars")).toArray());
    }
    found.arguments << options.value();
    return found;
}

CurveBeside earlierCurve(const ReliabilityCurve& bars) {
    return {"Before", "The accuracy when the picture was made from which this view was opened.",
            bars};
}

}  // namespace diagonal
