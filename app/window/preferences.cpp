// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/preferences.h"

#include <algorithm>

#include <QFileInfo>

#include "app/diagram/painting/figure_content.h"
#include "app/text/number_text.h"

namespace diagonal {
namespace {

const char* const kGeometry = "window/geometry";
const char* const kSplitter = "window/splitter";
const char* const kTheme = "window/theme";
const char* const kRecentFiles = "files/recent";
const char* const kExport = "export";

Theme themeOf(const QString& word) {
    return word == QLatin1String("dark") ? Theme::Dark : Theme::Light;
}

QString wordOf(Theme theme) {
    return theme == Theme::Light ? QStringLiteral("light") : QStringLiteral("dark");
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
    const QString word = m_settings.value(QLatin1String(kTheme)).toString();
    if (word != QLatin1String("light") && word != QLatin1String("dark")) return std::nullopt;
    return themeOf(word);
}

void Preferences::setTheme(Theme theme) {
    m_settings.setValue(QLatin1String(kTheme), wordOf(theme));
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
    last.options.theme = themeOf(value("theme").toString());
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
    m_settings.setValue(QStringLiteral("theme"), wordOf(last.options.theme));
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
    QList<QStringList> files = recentFiles();
    files.removeAll(pair);
    files.prepend(pair);
    QVariantList entries;
    for (const QStringList& one : files.first(std::min(files.size(), kMostRecentFiles)))
        entries << QVariant(one);
    m_settings.setValue(QLatin1String(kRecentFiles), entries);
}

void Preferences::clearRecentFiles() {
    m_settings.remove(QLatin1String(kRecentFiles));
}

QString Preferences::lastFolder() const {
    const QList<QStringList> files = recentFiles();
    return files.isEmpty() ? QString() : QFileInfo(files.front().front()).absolutePath();
}

}  // namespace diagonal
