// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/preferences.h"

#include <algorithm>

#include <QFileInfo>

namespace diagonal {
namespace {

const char* const kGeometry = "window/geometry";
const char* const kSplitter = "window/splitter";
const char* const kTheme = "window/theme";
const char* const kLogCounts = "figure/logarithmic-counts";
const char* const kRecentFiles = "files/recent";

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
    if (word == QLatin1String("light")) return Theme::Light;
    if (word == QLatin1String("dark")) return Theme::Dark;
    return std::nullopt;
}

void Preferences::setTheme(Theme theme) {
    m_settings.setValue(QLatin1String(kTheme),
                        theme == Theme::Light ? QStringLiteral("light") : QStringLiteral("dark"));
}

bool Preferences::hasLogCounts() const {
    return m_settings.value(QLatin1String(kLogCounts)).toBool();
}

void Preferences::setLogCounts(bool logarithmic) {
    m_settings.setValue(QLatin1String(kLogCounts), logarithmic);
}

QStringList Preferences::recentFiles() const {
    QStringList files = m_settings.value(QLatin1String(kRecentFiles)).toStringList();
    files.removeIf([](const QString& file) { return !QFileInfo::exists(file); });
    return files.first(std::min(files.size(), kMostRecentFiles));
}

void Preferences::addRecentFile(const QString& file) {
    const QString path = QFileInfo(file).absoluteFilePath();
    QStringList files = recentFiles();
    files.removeAll(path);
    files.prepend(path);
    m_settings.setValue(QLatin1String(kRecentFiles),
                        files.first(std::min(files.size(), kMostRecentFiles)));
}

void Preferences::clearRecentFiles() {
    m_settings.remove(QLatin1String(kRecentFiles));
}

QString Preferences::lastFolder() const {
    const QStringList files = recentFiles();
    return files.isEmpty() ? QString() : QFileInfo(files.front()).absolutePath();
}

}  // namespace diagonal
