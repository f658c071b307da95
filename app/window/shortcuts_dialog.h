// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <utility>
#include <vector>

#include <QDialog>

class QTableWidget;

namespace diagonal {

/// Lists what keys do.
class ShortcutsDialog : public QDialog {
    Q_OBJECT

public:
    /// Keys and what they do, in the order of the list.
    using Shortcuts = std::vector<std::pair<QString, QString>>;

    explicit ShortcutsDialog(const Shortcuts& shortcuts, QWidget* parent = nullptr);
    QTableWidget* table() const { return m_table; }

private:
    QTableWidget* m_table;
};

}  // namespace diagonal
