// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <QByteArray>
#include <QDateTime>
#include <QImage>
#include <QSettings>
#include <QStringList>

#include "app/diagram/figure_size.h"
#include "app/diagram/painting/diagram_style.h"

namespace diagonal {

/// How a file was shown last.
struct RememberedView {
    QStringList arguments;  ///< options of the command line; empty: the usual ones
    QString ece;
    QDateTime time;             ///< null: nothing is remembered
    QByteArray selection = {};  ///< JSON of what the list beside the figure shows
    QStringList others = {};    ///< files that were compared with the one of the view
};

/// What the window remembers from one start to the next, in an INI file.
class Preferences {
public:
    explicit Preferences(const QString& file) : m_settings(file, QSettings::IniFormat) {}

    QByteArray geometry() const;
    void setGeometry(const QByteArray& geometry);
    QByteArray splitter() const;
    void setSplitter(const QByteArray& state);
    std::optional<Theme> theme() const;
    void setTheme(Theme theme);
    FigureParts figureParts() const;
    void setFigureParts(const FigureParts& parts);
    /// None if the window has not exported a figure.
    std::optional<LastExport> lastExport() const;
    void setLastExport(const LastExport& last);
    /// The files opened last that are still there, the newest first: each with its labels file, if
    /// it has one.
    QList<QStringList> recentFiles() const;
    void addRecentFile(const QString& file, const QString& labels = {});
    /// Forgets the views of these files, too.
    void clearRecentFiles();
    /// How one of recentFiles() was shown, and its picture; null if that is not known.
    RememberedView viewOf(const QStringList& files) const;
    QImage pictureOf(const QStringList& files) const;
    void rememberView(const QStringList& files, const RememberedView& view, const QImage& picture);
    /// The folder of the file opened last; empty if there was none.
    QString lastFolder() const;

    static constexpr qsizetype kMostRecentFiles = 10;

private:
    /// Where pictures of views are, beside the INI file.
    QString pictureFile(const QStringList& files) const;
    void forgetOldViews();
    QSettings m_settings;
};

}  // namespace diagonal
