// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include <QDialog>
#include <QString>

class QLineEdit;
class QListWidget;

namespace diagonal {

/// A number that a user types behind the name of an entry: "bins 20".
struct PaletteNumber {
    double least = 0;
    double most = 1;
    bool isWhole = false;
    QString why = {};  ///< it cannot be chosen now; empty if it can
    std::function<void(double)> act = nullptr;
};

/// Something that a user can do by its name.
struct PaletteEntry {
    QString name;    ///< "Open sample › Digits", plain text
    QString beside;  ///< its shortcut; or why it cannot be done now
    std::function<void()> act;
    bool isEnabled = true;
    std::optional<PaletteNumber> number = {};  ///< that `act` waits for
};

/// Returns an entry as it reads for a typed text: one that waits for a number does what it does
/// with that in the text, or says which numbers it takes.
PaletteEntry entryFor(const PaletteEntry& entry, const QString& text);

/// Returns the indices of the entries whose names hold every word of `text`, case ignored: those in
/// which a word begins with the first of them first, and what cannot be done last.
std::vector<std::size_t> matching(const std::vector<PaletteEntry>& entries, const QString& text);

/// A field above a list of everything that can be done: what is typed narrows it, Return does it.
class CommandPalette : public QDialog {
    Q_OBJECT

public:
    explicit CommandPalette(std::vector<PaletteEntry> entries, QWidget* parent = nullptr);

    QLineEdit* field() const { return m_field; }
    QListWidget* list() const { return m_list; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void narrow();
    void act();

    std::vector<PaletteEntry> m_entries;
    std::vector<PaletteEntry> m_shown;  ///< by row of the list
    QLineEdit* m_field;
    QListWidget* m_list;
};

}  // namespace diagonal
