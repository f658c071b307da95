// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/remembering/view_memory.h"

#include <algorithm>
#include <utility>

#include <QDir>
#include <QFileInfo>

#include "app/headless/figure_session.h"
#include "app/querying/live_query_controller.h"
#include "app/remembering/preferences.h"
#include "app/session/session.h"
#include "app/text/number_text.h"

namespace diagonal {
namespace {

/// "today 14:02", "yesterday 14:02", "2026-11-20".
QString whenText(const QDateTime& time) {
    const qint64 days = time.date().daysTo(QDate::currentDate());
    if (days > 1) return time.date().toString(Qt::ISODate);
    const QString day = days == 0 ? ViewMemory::tr("today") : ViewMemory::tr("yesterday");
    return day + time.toString(QStringLiteral(" HH:mm"));
}

/// True if a list shows some of the rows; a bin alone is a click away.
bool listsRows(ListSelection list) {
    list.isHidden = false;
    list.bin.reset();
    return !list.isNone();
}

}  // namespace

bool ViewMemory::addShownFile() {
    const QString name = m_session.currentFile();
    if (name == m_added || m_session.currentFileFailed()) return false;
    m_added = name;
    const QStringList files = shownNames();
    if (files.isEmpty()) return false;
    m_preferences.addRecentFile(files.front(), files.value(1));
    return true;
}

QStringList ViewMemory::shownNames() const {
    const QFileInfo file(m_session.currentFile());
    if (m_queries.queryOf(m_session.currentFile().toStdString())) return {};
    // Of a table in parts, one name would bring back another table.
    if (!file.isFile() || !m_session.files()[m_session.shownFile()].moreParts.empty()) return {};
    QStringList names{file.absoluteFilePath()};
    if (const auto& labels = m_session.files()[m_session.shownFile()].labels)
        names << QFileInfo(toQString(*labels)).absoluteFilePath();
    return names;
}

void ViewMemory::remember(ShownFigure shown, bool isAsRead, QWidget& figure) {
    const QStringList names = shownNames();
    // A list that was cleared stays empty.
    if (!m_preferences.recentFiles().contains(names)) return;
    shown.figure.theme = Theme::Light;  // the window's own is remembered for all files
    ListSelection list = shown.selection;
    list.isHidden = false;
    const bool isPlain = isAsRead && list.isNone();
    shown.figure.content.parts = m_preferences.figureParts();
    const bool isExpressible = inexpressible(shown.read).isEmpty();
    const RememberedView view{isExpressible ? viewArguments(shown) : QStringList(),
                              scoreText(m_session.report()->score("ece")),
                              isExpressible ? QDateTime::currentDateTime() : QDateTime(),
                              selectionJson(shown.selection)};
    // A file that was only looked at as it is does not lose how it was shown before.
    const QStringList look = view.arguments + QStringList{QString::fromUtf8(selectionJson(list))};
    if (std::exchange(m_lookedAt, names) != names) {
        m_firstLook = look;
        m_isTouched = false;
    }
    m_isTouched = m_isTouched || look != m_firstLook;
    const RememberedView before = m_preferences.viewOf(names);
    const bool isAsBefore =
        before.arguments == view.arguments && before.selection == view.selection;
    if (isPlain && !m_isTouched && !before.time.isNull() && !isAsBefore) return;
    m_preferences.rememberView(names, view, figure.grab().toImage());
}

void ViewMemory::rememberComparison(ShownFigure shown, std::optional<double> ece, QWidget& figure) {
    if (!inexpressible(shown.read).isEmpty()) return;
    QStringList files;
    for (const PredictionFiles& model : shown.files) {
        const QFileInfo file(toQString(model.predictions));
        if (!file.isFile() || model.labels || !model.moreParts.empty()) return;
        files << file.absoluteFilePath();
    }
    const QStringList first = files.mid(0, 1);
    if (!m_preferences.recentFiles().contains(first)) return;
    shown.figure.theme = Theme::Light;
    m_preferences.rememberView(
        first,
        {viewArguments(shown), scoreText(ece), QDateTime::currentDateTime(), {}, files.mid(1)},
        figure.grab().toImage());
}

std::optional<CommandLine> ViewMemory::lineOf(const QStringList& files) const {
    const RememberedView view = m_preferences.viewOf(files);
    const auto selection = selectionIn(view.selection);
    const auto line = parsedView(files, view.arguments,
                                 selection ? selection.value() : ListSelection(), view.others);
    if (view.time.isNull() || !line) return std::nullopt;
    CommandLine then = line.value();
    QStringList saved;
    for (const QString& name : files + view.others) {
        const QFileInfo file(name);
        if (file.lastModified() > view.time) saved << file.fileName();
    }
    if (then.session && !saved.isEmpty()) {
        then.session->change = tr("Saved again since you left this view, %1: %2")
                                   .arg(whenText(view.time), saved.join(QStringLiteral(", ")));
        then.session->eces = {{{}, view.ece.toDouble()}};
    }
    return then;
}

QList<ViewCard> ViewMemory::cards() const {
    QList<ViewCard> cards;
    const QList<QStringList> recent = m_preferences.recentFiles();
    const auto nameOf = [&](const QString& path) {
        const QFileInfo file(path);
        const auto alike = std::ranges::count_if(recent, [&](const QStringList& other) {
            return QFileInfo(other.front()).fileName() == file.fileName();
        });
        return alike < 2 ? file.fileName()
                         : file.dir().dirName() + QLatin1Char('/') + file.fileName();
    };
    for (const QStringList& files : recent) {
        const RememberedView view = m_preferences.viewOf(files);
        if (view.time.isNull()) continue;
        QString text = nameOf(files.front()) +
                       QStringLiteral("\nECE %1 · %2").arg(view.ece, whenText(view.time));
        // The ECE is of the rows that were chosen.
        QStringList chosen;
        for (qsizetype i = 1; i < view.arguments.size(); ++i) {
            const QString& option = view.arguments[i - 1];
            if (option == u"--where" || option == u"--group") chosen << view.arguments[i];
        }
        if (!chosen.isEmpty()) text += QLatin1Char('\n') + chosen.join(QStringLiteral(", "));
        QStringList others;
        for (const QString& other : view.others)
            others << nameOf(other);
        if (!others.isEmpty()) text += tr("\nwith %1").arg(others.join(QStringLiteral(", ")));
        cards.append({files, text, m_preferences.pictureOf(files)});
    }
    return cards;
}

std::optional<ViewMemory::Offer> ViewMemory::offer(bool isAsRead, const ListSelection& listed) {
    const QStringList files = shownNames();
    if (files.isEmpty() || m_offeredFor.contains(files.front())) return std::nullopt;
    if (!isAsRead || listsRows(listed)) {
        m_offeredFor << files.front();  // what is left from now on was left just now
        return std::nullopt;
    }
    const RememberedView view = m_preferences.viewOf(files);
    const auto selection = selectionIn(view.selection);
    QStringList what;
    for (const QString& argument : view.arguments) {
        if (argument.startsWith(u"--")) {
            what << argument.mid(2).replace(QLatin1Char('-'), QLatin1Char(' '));
        } else if (!what.isEmpty()) {
            what.back() += QLatin1Char(' ') + argument;
        }
    }
    if (selection && listsRows(selection.value())) what << tr("some of its rows listed");
    if (view.time.isNull() || what.isEmpty()) return std::nullopt;
    const auto line =
        parsedView(files, view.arguments, selection ? selection.value() : ListSelection());
    // A comparison is opened by its card.
    if (!line || line.value().modelFigure) return std::nullopt;
    ReadOptions read = line.value().read;
    read.kept = m_session.readOptions().kept;  // more are read where conditions need them
    if (read != m_session.readOptions()) return std::nullopt;
    m_offeredFor << files.front();
    return Offer{tr("You left this file in another view, %1: %2")
                     .arg(whenText(view.time), what.join(QStringLiteral(", "))),
                 line.value()};
}

void ViewMemory::forgetFiles() {
    m_added.clear();
    m_offeredFor.clear();
}

}  // namespace diagonal
