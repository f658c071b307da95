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
