// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include "core/reporting/report.h"

class QLabel;
class QPushButton;
class QTableWidget;

namespace diagonal {

/// Compares the ECE of the measured rows by the conventions of other programs, with the reason for
/// each difference. Stays open while the settings change.
class ConventionsDialog : public QDialog {
    Q_OBJECT

public:
    explicit ConventionsDialog(QWidget* parent = nullptr);
    /// Shows a report; ignores reports that are not detailed yet.
    void showReport(const Report& report);
    /// Removes the numbers of other data.
    void clear();
    int rowCount() const;
    QString textAt(int row, int column) const;

Q_SIGNALS:
    /// The user asks for the bins of the convention with this id.
    void presetRequested(const std::string& preset);

private:
    QLabel* m_heading;
    QTableWidget* m_table;
    QPushButton* m_use;
};

}  // namespace diagonal
