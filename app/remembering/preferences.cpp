// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/remembering/preferences.h"

#include <algorithm>

#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>
#include <QLockFile>

#include "app/diagram/painting/figure_content.h"
#include "app/text/number_text.h"

namespace diagonal {
namespace {

const char* const kGeometry = "window/geometry";
const char* const kSplitter = "window/splitter";
const char* const kTheme = "window/theme";
const char* const kRecentFiles = "files/recent";
const char* const kViews = "views";
const char* const kExport = "export";

std::optional<Theme> themeOf(const QVariant& word) {
    return valueOfWord(kThemes, word.toString().toStdString());
}

/// Returns a name for files, of letters and digits.
QString keyOf(const QStringList& files) {
    const QByteArray name = files.join(QLatin1Char('\n')).toUtf8();
    return QString::fromLatin1(QCryptographicHash::hash(name, QCryptographicHash::Sha1).toHex());
}

QString keyOf(const FigureSwitch& one) {
    return QStringLiteral("figure/") + toQString(one.word);
}

}  // namespace

QByteArray Preferences::geometry() const {
    return m_settings.value(QLatin1String(kGeometry)).toByteArray();
}

void Preferences::setGeometry(const QByteArray& geometry) {
    m_settings.setValue(QLatin1String(kGeometry), geometry);
}

QByteArray Preferences::splitter() const {
    return m_settings.value(QLatin1String(kSplitter)).toByteArray();
}

void Preferences::setSplitter(const QByteArray& state) {
    m_settings.setValue(QLatin1String(kSplitter), state);
}

std::optional<Theme> Preferences::theme() const {
    return themeOf(m_settings.value(QLatin1String(kTheme)));
}

void Preferences::setTheme(Theme theme) {
    if (theme == Theme::Own) return;  // its file may be gone
    m_settings.setValue(QLatin1String(kTheme), toQString(choiceOf(kThemes, theme).word));
}

FigureParts Preferences::figureParts() const {
    FigureParts parts;
    for (const FigureSwitch& one : kFigureSwitches)
        parts.*one.value = m_settings.value(keyOf(one)).toBool();
    return parts;
}

void Preferences::setFigureParts(const FigureParts& parts) {
    for (const FigureSwitch& one : kFigureSwitches)
        m_settings.setValue(keyOf(one), parts.*one.value);
}

std::optional<LastExport> Preferences::lastExport() const {
    const auto value = [&](const char* key) {
        return m_settings.value(QLatin1String(kExport) + QLatin1Char('/') + QLatin1String(key));
    };
    LastExport last;
    last.options.size = value("size").toSize();
    if (!last.options.size.isValid()) return std::nullopt;
    const int dpi = value("dpi").toInt();
    if (dpi >= kLeastDpi && dpi <= kMostDpi) last.options.dpi = dpi;
    const double points = value("text").toDouble();
    if (points >= kLeastText && points <= kMostText) last.options.textPoints = points;
    last.options.theme = themeOf(value("theme")).value_or(Theme::Light);
    const QStringList without = value("without").toStringList();
    for (const auto& part : kFigureParts)
        last.options.content.parts.*part.value = !without.contains(toQString(part.word));
    last.folder = value("folder").toString();
    if (const QString ending = value("ending").toString(); ending.size() > 1) last.ending = ending;
    return last;
}

void Preferences::setLastExport(const LastExport& last) {
    m_settings.beginGroup(QLatin1String(kExport));
    m_settings.setValue(QStringLiteral("size"), last.options.pixels());
    m_settings.setValue(QStringLiteral("dpi"), last.options.dpi);
    m_settings.setValue(QStringLiteral("text"), last.options.textPoints);
    if (last.options.theme != Theme::Own)
        m_settings.setValue(QStringLiteral("theme"),
                            toQString(choiceOf(kThemes, last.options.theme).word));
    QStringList without;
    for (const auto& part : kFigureParts) {
        if (!(last.options.content.parts.*part.value)) without << toQString(part.word);
    }
    m_settings.setValue(QStringLiteral("without"), without);
    m_settings.setValue(QStringLiteral("folder"), last.folder);
    m_settings.setValue(QStringLiteral("ending"), last.ending);
    m_settings.endGroup();
}

QList<QStringList> Preferences::recentFiles() const {
    QList<QStringList> files;
    for (const QVariant& entry : m_settings.value(QLatin1String(kRecentFiles)).toList()) {
        const QStringList pair = entry.toStringList();
        const bool areThere = !pair.isEmpty() && std::ranges::all_of(pair, [](const QString& file) {
            return QFileInfo::exists(file);
        });
        if (areThere && files.size() < kMostRecentFiles) files << pair;
    }
    return files;
}

void Preferences::addRecentFile(const QString& file, const QString& labels) {
    QStringList pair{QFileInfo(file).absoluteFilePath()};
    if (!labels.isEmpty()) pair << QFileInfo(labels).absoluteFilePath();
    // Another window may have added one, or be about to.
    QDir().mkpath(QFileInfo(m_settings.fileName()).absolutePath());
    QLockFile lock(m_settings.fileName() + QStringLiteral(".recent"));
    constexpr int patience = 1000;  // ms
    (void)lock.tryLock(patience);
    m_settings.sync();
    QList<QStringList> files = recentFiles();
    files.removeAll(pair);
    files.prepend(pair);
    QVariantList entries;
    for (const QStringList& one : files.first(std::min(files.size(), kMostRecentFiles)))
        entries << QVariant(one);
    m_settings.setValue(QLatin1String(kRecentFiles), entries);
    m_settings.sync();
}

void Preferences::clearRecentFiles() {
    m_settings.remove(QLatin1String(kRecentFiles));
    m_settings.remove(QLatin1String(kViews));
    QDir(QFileInfo(pictureFile({})).absolutePath()).removeRecursively();
}

QString Preferences::pictureFile(const QStringList& files) const {
    const QFileInfo settings(m_settings.fileName());
    return settings.absoluteDir().filePath(settings.completeBaseName() +
                                           QStringLiteral("-views/%1.png").arg(keyOf(files)));
}

RememberedView Preferences::viewOf(const QStringList& files) const {
    const auto value = [&](const char* key) {
        return m_settings.value(QStringLiteral("%1/%2/%3")
                                    .arg(QLatin1String(kViews), keyOf(files), QLatin1String(key)));
    };
    return {value("arguments").toStringList(), value("ece").toString(),
            QDateTime::fromString(value("time").toString(), Qt::ISODate),
            value("selection").toByteArray(), value("others").toStringList()};
}

QImage Preferences::pictureOf(const QStringList& files) const {
    return QImage(pictureFile(files), "png");
}

/// Forgets the views of files that are no longer recent.
void Preferences::forgetOldViews() {
    QStringList recent;
    for (const QStringList& files : recentFiles())
        recent << keyOf(files);
    m_settings.beginGroup(QLatin1String(kViews));
    for (const QString& key : m_settings.childGroups()) {
        if (!recent.contains(key)) m_settings.remove(key);
    }
    m_settings.endGroup();
    QDir folder(QFileInfo(pictureFile({})).absolutePath());
    for (const QFileInfo& picture : folder.entryInfoList({QStringLiteral("*.png")}, QDir::Files)) {
        if (!recent.contains(picture.baseName())) folder.remove(picture.fileName());
    }
}

void Preferences::rememberView(const QStringList& files, const RememberedView& view,
                               const QImage& picture) {
    forgetOldViews();
    m_settings.beginGroup(QLatin1String(kViews));
    m_settings.beginGroup(keyOf(files));
    m_settings.setValue(QStringLiteral("arguments"), view.arguments);
    m_settings.setValue(QStringLiteral("ece"), view.ece);
    m_settings.setValue(QStringLiteral("time"), view.time.toString(Qt::ISODateWithMs));
    m_settings.setValue(QStringLiteral("selection"), view.selection);
    m_settings.setValue(QStringLiteral("others"), view.others);
    m_settings.endGroup();
    m_settings.endGroup();
    const QString path = pictureFile(files);
    QDir().mkpath(QFileInfo(path).absolutePath());
    constexpr QSize most(352, 300);
    const bool isSmall = picture.width() <= most.width() && picture.height() <= most.height();
    (isSmall ? picture : picture.scaled(most, Qt::KeepAspectRatio, Qt::SmoothTransformation))
        .save(path, "png");
}

QString Preferences::lastFolder() const {
    const QList<QStringList> files = recentFiles();
    return files.isEmpty() ? QString() : QFileInfo(files.front().front()).absolutePath();
}

}  // namespace diagonal
