// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include <QDialog>
#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTimer>

#include "app/databases/database.h"
#include "app/platform/background_job.h"
#include "core/aggregates/cell_query.h"

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;

namespace diagonal {

/// A query and where it was answered.
struct DatabaseQuery {
    DatabaseAddress address;
    CellQuery cells;
    std::vector<std::string> columns = {};  ///< of the table; empty for another query
};

/// Makes the SELECT by which a database counts rows. It is copied to run elsewhere, or run in the
/// background. Stays open while a query runs; a failed one leaves the window as it is. A password
/// is asked for if the database wants one, and forgotten with the dialog.
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
    /// Runs the statement; stop() or closing the dialog ends it.
    void run();
    void stop();
    /// True while the database is asked for its tables, or counts.
    bool isBusy() const { return m_job.isBusy() || m_tablesJob.isBusy(); }

Q_SIGNALS:
    /// The answer of the database is in `file`.
    void answered(const QString& file, const DatabaseQuery& query);

private:
    QComboBox* columnBox(const QString& name);
    QWidget* question();
    void makeConnectionFields(QWidget* panel);
    void makeColumnFields(QWidget* panel);
    void makeViewFields(QWidget* panel);
    /// Returns a panel with two widgets side by side, of which the first has the focus.
    QWidget* pairOf(QWidget* first, QWidget* second);
    void addRows();
    void connectFields();
    void showViews();
    QWidget* statement();
    void chooseDatabase();
    /// Asks the database for its tables.
    void askTables();
    void takeTables(const Result<std::vector<DatabaseTable>>& tables);
    void showFailure(const Error& error);
    void showColumns();
    /// Returns the columns of the chosen table; empty for a query that the user wrote.
    std::vector<std::string> tableColumns() const;
    void showForm();
    void showSql();
    void showRunning(bool isRunning);
    void endRunning();
    void showElapsed();
    void take(const Result<std::string>& answer);
    CellQuery query() const;
    QueriedView view() const;
    SqlEngine engine() const;
    /// Returns how the database is reached; none if that is missing.
    std::optional<DatabaseAddress> address() const;
    void addRoles(const QString& names, ColumnRole role, CellQuery& out) const;

    QComboBox* m_engine = nullptr;
    QPushButton* m_file = nullptr;
    QWidget* m_reached = nullptr;
    QLineEdit* m_address = nullptr;
    QPushButton* m_connect = nullptr;
    QLineEdit* m_password = nullptr;
    QSpinBox* m_timeout = nullptr;
    QComboBox* m_from = nullptr;
    QComboBox* m_form = nullptr;
    QComboBox* m_scores = nullptr;
    QComboBox* m_truth = nullptr;
    QComboBox* m_scale = nullptr;
    QComboBox* m_labels = nullptr;
    QLineEdit* m_positive = nullptr;
    QComboBox* m_group = nullptr;
    QWidget* m_weighted = nullptr;
    QComboBox* m_weight = nullptr;
    QComboBox* m_weightKind = nullptr;
    QComboBox* m_view = nullptr;
    QLineEdit* m_class = nullptr;
    QDoubleSpinBox* m_temperature = nullptr;
    QCheckBox* m_temperatures = nullptr;
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
    std::optional<DatabaseQuery> m_running;
    QElapsedTimer m_since;  ///< since the database is asked
    QTimer m_clock;
    DatabaseAddress m_asked;  ///< for its tables
    BackgroundJob<Result<std::string>> m_job;
    BackgroundJob<Result<std::vector<DatabaseTable>>> m_tablesJob;
};

}  // namespace diagonal
