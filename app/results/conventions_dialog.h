// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include "core/reporting/ece_search.h"
#include "core/reporting/report.h"

class QLabel;
class QLineEdit;
class QPushButton;
class QTableWidget;

namespace diagonal {

/// Compares the ECE of the measured rows by the conventions of other programs, with the reason for
/// each difference. Looks for the ways to compute a number that a paper prints. Stays open while
/// the settings change.
class ConventionsDialog : public QDialog {
    Q_OBJECT

public:
    explicit ConventionsDialog(QWidget* parent = nullptr);
    /// Shows a report; ignores reports that are not detailed yet.
    void showReport(const Report& report);
    /// Removes the numbers of other data.
    void clear();
    /// Shows what a search for a printed value found, or why it could not be made.
    void showSearch(const Result<EceSearch>& search, const PrintedShare& sought);
    QLineEdit* printedField() const { return m_printed; }
    QTableWidget* found() const { return m_found; }
    QLabel* answer() const { return m_answer; }
    int rowCount() const;
    QString textAt(int row, int column) const;

Q_SIGNALS:
    /// The user asks for the bins of the convention with this id.
    void presetRequested(const std::string& preset);
    void searchRequested(const diagonal::PrintedShare& sought);
    /// The user adopts a way to compute the error.
    void wayChosen(const diagonal::EceWay& way);

private:
    QWidget* buildSearch();
    void search();

    QLineEdit* m_printed;
    QLabel* m_answer;
    QTableWidget* m_found;
    std::vector<EceWay> m_ways;  ///< of the rows of m_found
    QString m_searched;          ///< the text that they answer
    QPushButton* m_adopt;
    QLabel* m_heading;
    QTableWidget* m_table;
    QPushButton* m_use;
};

}  // namespace diagonal
