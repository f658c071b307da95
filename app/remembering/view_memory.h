// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <QCoreApplication>
#include <QStringList>

#include "app/headless/command_line.h"
#include "app/headless/command_text.h"
#include "app/opening/welcome_page.h"

namespace diagonal {

class LiveQueryController;
class Preferences;
class Session;

/// Remembers which files the session has opened, and how each was shown last, to go on with it
/// later; also after a crash.
class ViewMemory {
    Q_DECLARE_TR_FUNCTIONS(diagonal::ViewMemory)

public:
    /// The arguments must outlive the memory.
    ViewMemory(const Session& session, const LiveQueryController& queries, Preferences& preferences)
        : m_session(session), m_queries(queries), m_preferences(preferences) {}

    /// Adds the shown file to those opened last; returns false if they stay as they are.
    bool addShownFile();
    /// Remembers the view of the shown file, of which `figure` is a picture. `isAsRead`: the user
    /// chose nothing of it.
    void remember(ShownFigure shown, bool isAsRead, QWidget& figure);
    /// Remembers which models are compared, and how; `ece` is that of the reference.
    void rememberComparison(ShownFigure shown, std::optional<double> ece, QWidget& figure);

    /// Returns the command line that shows a file as it was left; none if that is not known.
    std::optional<CommandLine> lineOf(const QStringList& files) const;
    /// Returns the views that were left, the newest first.
    QList<ViewCard> cards() const;

    struct Offer {
        QString text;
        CommandLine line;
    };
    /// Returns the view in which the shown file was left, to be offered once; none if it is shown
    /// so. `isAsRead` is that of remember(), `listed` what the list beside the figure shows.
    std::optional<Offer> offer(bool isAsRead, const ListSelection& listed);
    /// All files were closed: one that is opened again is a new one.
    void forgetFiles();

private:
    /// Returns the shown file and its labels, with their folders; nothing if it is no file, or the
    /// answer of a database, which goes with the program.
    QStringList shownNames() const;

    const Session& m_session;
    const LiveQueryController& m_queries;
    Preferences& m_preferences;
    QString m_added;           ///< the file that was added last
    QStringList m_offeredFor;  ///< files whose last view was offered
    QStringList m_lookedAt;    ///< the file and its labels whose view was remembered last
    QStringList m_firstLook;   ///< how it was shown first, as options and a selection
    bool m_isTouched = false;  ///< it was shown in another way since
};

}  // namespace diagonal
