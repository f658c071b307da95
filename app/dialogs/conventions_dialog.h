// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include "core/reporting/report.h"

class QLabel;
class QPushButton;
class QTableWidget;

namespace diagonal {

/// The ECE of the shown rows by the conventions of other programs, side by side, each with the
/// reason of its difference. Stays open while the settings change.
class ConventionsDialog : public QDialog {
    Q_OBJECT

public:
    explicit ConventionsDialog(QWidget* parent = nullptr);
    /// Reports that are not detailed yet change nothing.
    void showReport(const Report& report);
    int rowCount() const;
    QString textAt(int row, int column) const;

Q_SIGNALS:
    /// Bins like those of a convention are asked for, by its id.
    void presetRequested(const std::string& preset);

private:
    QLabel* m_heading;
    QTableWidget* m_table;
    QPushButton* m_use;
};

}  // namespace diagonal
