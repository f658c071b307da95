// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless/figure_session.h"

#include <algorithm>

#include <QCryptographicHash>
#include <QDir>
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
#include "core/reporting/writing/report_writer.h"

namespace diagonal {
namespace {

constexpr qint64 kMostSession = 65'536;      ///< bytes
constexpr qint64 kMostHashed = 256LL << 20;  ///< a larger file is known by its size alone
constexpr qint64 kMostVectorGraphic = 64 << 20;

/// Options whose values name files, or which say where a figure goes.
constexpr std::string_view kNoPartOfSession[] = {"labels", "export"};

QString sha256Of(const QString& path) {
    QFile file(path);
    if (file.size() > kMostHashed || !file.open(QIODevice::ReadOnly)) return {};
    QCryptographicHash hash(QCryptographicHash::Sha256);
    return hash.addData(&file) ? QString::fromLatin1(hash.result().toHex()) : QString();
}

/// Describes a file; `role` is "predictions" or "labels".
QJsonObject describedFile(const std::string& name, const QString& role, const QDir& folder) {
    const QFileInfo file(toQString(name));
    QJsonObject object{{QStringLiteral("role"), role},
                       {QStringLiteral("name"), file.fileName()},
                       {QStringLiteral("bytes"), file.size()}};
    const QString path = folder.relativeFilePath(file.absoluteFilePath());
    if (!QDir::isAbsolutePath(path) && !path.startsWith(QStringLiteral("..")))
        object.insert(QStringLiteral("path"), path);
    if (const QString hash = sha256Of(file.filePath()); !hash.isEmpty())
        object.insert(QStringLiteral("sha256"), hash);
    return object;
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

/// Returns a file of a session, by a name that it has in the picture's folder or below.
std::optional<QString> foundFile(const QJsonObject& described, const QDir& folder) {
    for (const QString& key : {QStringLiteral("path"), QStringLiteral("name")}) {
        const QString name = QDir::cleanPath(described.value(key).toString());
        const bool isBelow = !name.isEmpty() && !QDir::isAbsolutePath(name) &&
                             !name.startsWith(QStringLiteral(".."));
        const QFileInfo file(folder.filePath(name));
        if (!isBelow || !file.isFile()) continue;
        // A link must not lead out of the folder either.
        if (file.canonicalFilePath().startsWith(folder.canonicalPath() + QLatin1Char('/')))
            return file.filePath();
    }
    return std::nullopt;
}

bool isChanged(const QJsonObject& described, const QString& path) {
    const QString hash = described.value(QStringLiteral("sha256")).toString();
    if (!hash.isEmpty() && QFileInfo(path).size() <= kMostHashed) return sha256Of(path) != hash;
    const QJsonValue bytes = described.value(QStringLiteral("bytes"));
    return bytes.isDouble() && QFileInfo(path).size() != bytes.toInteger();
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

}  // namespace

QStringList viewArguments(ShownFigure shown) {
    shown.files = {};
    if (shown.figure.theme == Theme::Own) shown.figure.theme = Theme::Light;
    QStringList arguments = argumentsOf(std::move(shown), {});
    arguments.removeFirst();
    for (const std::string_view name : kNoPartOfSession) {
        const qsizetype at = arguments.indexOf(QStringLiteral("--") + toQString(name));
        if (at >= 0) arguments.remove(at, 2);
    }
    return arguments;
}

QByteArray figureSession(const ShownFigure& shown, const Report& report, const QString& picture) {
    const bool isFile = QFileInfo(toQString(shown.files.predictions)).isFile();
    if (!isFile || !inexpressible(shown.read).isEmpty()) return {};
    const QDir folder = QFileInfo(picture).absoluteDir();
    QJsonArray files{describedFile(shown.files.predictions, QStringLiteral("predictions"), folder)};
    for (const std::string& part : shown.files.moreParts)
        files.append(describedFile(part, QStringLiteral("predictions"), folder));
    if (shown.files.labels)
        files.append(describedFile(*shown.files.labels, QStringLiteral("labels"), folder));
    const QStringList arguments = viewArguments(shown);
    QJsonObject session{{QStringLiteral("diagonal"), toQString(version())},
                        {QStringLiteral("files"), files},
                        {QStringLiteral("arguments"), QJsonArray::fromStringList(arguments)}};
    QStringList command;
    for (const auto& entry : files) {
        const QJsonObject file = entry.toObject();
        if (file[QStringLiteral("role")] == QStringLiteral("labels"))
            command << QStringLiteral("--labels");
        command << toQString(safeName(file[QStringLiteral("name")].toString().toStdString()));
    }
    session.insert(QLatin1String(kSessionCommand), commandText(command + arguments));
    if (const auto ece = report.score("ece")) session.insert(QStringLiteral("ece"), *ece);
    const QByteArray json =
        withEscapedBlanks(QJsonDocument(session).toJson(QJsonDocument::Compact));
    return json.size() <= kMostSession ? json : QByteArray();
}

bool mayHoldSession(const QString& file) {
    const auto format = figureFormat(file);
    return format && *format != FigureFormat::Tikz && !isStandardOutput(file);
}

Result<FoundSession> sessionIn(const QString& picture, const QStringList& files) {
    const auto json = jsonIn(picture);
    if (!json) return json.error();
    const std::string name = picture.toStdString();
    if (json.value().isEmpty())
        return inFile(
            undefined("this picture holds no session: it was not made by Diagonal, was "
                      "made without one (as figures of several models and of recalibrated "
                      "rows are), or a program that edited it left it out"),
            name);
    if (json.value().size() > kMostSession)
        return inFile(malformed("its session is larger than any figure needs"), name);
    const QJsonObject session = QJsonDocument::fromJson(json.value()).object();
    if (!session.contains(QStringLiteral("arguments")))
        return inFile(malformed("its session is no JSON object with arguments"), name);
    if (!session.value(QStringLiteral("arguments")).isArray())
        return inFile(malformed("its \"arguments\" are no list of options"), name);
    const auto options =
        checkedOptions(session.value(QStringLiteral("arguments")).toArray(), picture);
    if (!options) return options.error();
    FoundSession found{files, {}};
    const QDir folder = QFileInfo(picture).absoluteDir();
    for (const auto& value : session.value(QStringLiteral("files")).toArray()) {
        const QJsonObject described = value.toObject();
        if (!files.isEmpty()) break;
        const auto file = foundFile(described, folder);
        if (!file)
            return inFile(
                undefined(
                    "it was made from " +
                    quotedText(described.value(QStringLiteral("name")).toString().toStdString()) +
                    ", which is not beside it: put that file into its folder, or "
                    "name the file after the picture"),
                name);
        if (described.value(QStringLiteral("role")) == QStringLiteral("labels")) {
            found.arguments << QStringLiteral("--labels=") + *file;
        } else {
            found.arguments << toQString(safeName(file->toStdString()));
        }
        if (!isChanged(described, *file)) continue;
        found.change = QFileInfo(*file).fileName() + QStringLiteral(" has changed since ") +
                       QFileInfo(picture).fileName() + QStringLiteral(" was made");
        if (const QJsonValue ece = session.value(QStringLiteral("ece")); ece.isDouble())
            found.change += QStringLiteral("; then the ECE was ") + scoreText(ece.toDouble());
    }
    found.arguments << options.value();
    return found;
}

}  // namespace diagonal
