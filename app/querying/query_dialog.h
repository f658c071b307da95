// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QDialog>
#include <QTemporaryDir>

#include "app/databases/sqlite_database.h"
#include "app/platform/background_job.h"
#include "core/aggregates/cell_query.h"

class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace diagonal {

/// Makes the SELECT by which a database counts rows. It is copied to run elsewhere, or run on an
/// SQLite file in the background. Stays open while a query runs; a failed one leaves the window as
/// it is.
class QueryDialog : public QDialog {
    Q_OBJECT

public:
    explicit QueryDialog(QWidget* parent = nullptr);
    ~QueryDialog() override;

    /// Offers the tables of an SQLite file and guesses the roles of their columns.
    void setDatabase(const QString& file);
    /// Returns the statement as shown; empty while something is missing.
    QString sql() const;
    /// Returns what is missing or went wrong.
    QString message() const;
    /// Runs the statement on the SQLite file.
    void run();

Q_SIGNALS:
    /// The answer of the database is in `file`.
    void answered(const QString& file);

private:
    QComboBox* columnBox(const QString& name);
    QWidget* question();
    QWidget* statement();
    void chooseDatabase();
    void showTables();
    void showColumns();
    void showForm();
    void showSql();
    void showRunning(bool isRunning);
    void take(const Result<std::string>& answer);
    CellQuery query() const;
    void addRoles(const QString& names, ColumnRole role, CellQuery& out) const;

    QComboBox* m_engine = nullptr;
    QPushButton* m_file = nullptr;
    QComboBox* m_from = nullptr;
    QComboBox* m_form = nullptr;
    QComboBox* m_scores = nullptr;
    QComboBox* m_truth = nullptr;
    QComboBox* m_scale = nullptr;
    QLineEdit* m_positive = nullptr;
    QComboBox* m_group = nullptr;
    QComboBox* m_view = nullptr;
    QDoubleSpinBox* m_temperature = nullptr;
    QFormLayout* m_rows = nullptr;
    QPlainTextEdit* m_sql = nullptr;
    QLabel* m_message = nullptr;
    QPushButton* m_copy = nullptr;
    QPushButton* m_run = nullptr;
    QPushButton* m_stop = nullptr;

    QString m_database;
    std::vector<DatabaseTable> m_tables;
    QTemporaryDir m_answers;
    int m_answerCount = 0;
    BackgroundJob<Result<std::string>> m_job;
};

}  // namespace diagonal
