// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/querying/query_dialog.h"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sqlite3.h>

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <gmock/gmock.h>

#include "app/databases/sqlite_database.h"
#include "app/diagram/diagram_view.h"
#include "app/exporting/export_controller.h"
#include "app/headless/command_line.h"
#include "app/querying/live_query_controller.h"
#include "app/selecting/figure_page.h"
#include "app/selecting/row_list_panel.h"
#include "app/settings/marked_slider.h"
#include "app/settings/settings_panel.h"
#include "app/window/main_menu.h"
#include "app/window/main_window.h"
#include "app/window/side_panel.h"
#include "core/aggregates/row_query.h"
#include "core/base/text.h"
#include "core/reading/prediction_reader.h"
#include "core/reporting/analysis.h"
#include "tests/app/support.h"
#include "tests/core/support.h"

namespace diagonal {
namespace {

using ::testing::HasSubstr;
using testing::kPatience;
using testing::settle;
using testing::TemporaryFolder;

std::string bytesOf(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

class QueryDialogTest : public ::testing::Test {
protected:
    /// Runs statements on a new database, or on one that is there; returns its path.
    std::string database(const std::string& name, const std::string& statements) {
        const std::string path = m_folder.path(name);
        sqlite3* database = nullptr;
        EXPECT_EQ(sqlite3_open(path.c_str(), &database), SQLITE_OK);
        char* message = nullptr;
        EXPECT_EQ(sqlite3_exec(database, statements.c_str(), nullptr, nullptr, &message), SQLITE_OK)
            << message;
        sqlite3_close(database);
        return path;
    }
    /// A table of `rows` rows with p = 0, 0.01 ... 0.99, of which a share of about p is positive.
    std::string predictions(std::size_t rows) {
        return database("preds.db",
                        "CREATE TABLE notes (text TEXT); CREATE TABLE preds (id INTEGER, prob "
                        "REAL, label INTEGER); WITH RECURSIVE i(n) AS (SELECT 0 UNION ALL SELECT n "
                        "+ 1 FROM i WHERE n + 1 < " +
                            std::to_string(rows) +
                            ") INSERT INTO preds SELECT n, (n % 100) / 100.0, (n * 7919) % 100 < "
                            "n % 100 FROM i");
    }
    /// Opens a database and counts its table of predictions, by groups if a column is named.
    static void count(MainWindow& window, const std::string& path, const QString& groups = {}) {
        CommandLine line;
        line.files << QString::fromStdString(path);
        window.start(line);
        auto* dialog = window.findChild<QueryDialog*>();
        ASSERT_TRUE(QTest::qWaitFor([&] { return !dialog->isBusy(); }, kPatience));
        auto* const from = dialog->findChild<QComboBox*>(QStringLiteral("from"));
        from->setCurrentIndex(1);
        from->setEditText(QStringLiteral("preds"));  // offered in quotation marks
        if (!groups.isEmpty())
            dialog->findChild<QComboBox*>(QStringLiteral("groups"))->setEditText(groups);
        dialog->run();
        ASSERT_TRUE(
            QTest::qWaitFor([&] { return window.session().report() != nullptr; }, kPatience));
    }
    /// Counts a database in a window that has room for a list of rows.
    static void showCounted(MainWindow& window, const std::string& path) {
        window.resize(1800, 900);
        window.show();
        count(window, path);
        ASSERT_TRUE(window.session().report());
        ASSERT_TRUE(settle(window.session()));
        window.findChild<QueryDialog*>()->close();
    }
    TemporaryFolder m_folder;
};

CellQuery queryOf(const std::string& from) {
    return {
        SqlEngine::Sqlite, from, {{ColumnRole::Probability, "prob"}, {ColumnRole::Label, "label"}}};
}

TEST_F(QueryDialogTest, readsTablesAndAnswersWithoutWriting) {
    const std::string path = predictions(1000);
    const std::string before = bytesOf(path);
    EXPECT_TRUE(isSqliteFile(path));
    const auto tables = sqliteTables(path);
    ASSERT_TRUE(tables) << tables.error().detail;
    ASSERT_EQ(tables.value().size(), 2U);
    EXPECT_EQ(tables.value()[1].name, "preds");
    EXPECT_THAT(tables.value()[1].columns, ::testing::ElementsAre("id", "prob", "label"));
    const auto answer = sqliteAnswer(path, cellSql(queryOf("preds")).value());
    ASSERT_TRUE(answer) << answer.error().detail;
    EXPECT_THAT(answer.value(), HasSubstr("\n-1,0,1000,"));
    EXPECT_EQ(bytesOf(path), before);
}

TEST_F(QueryDialogTest, refusesToWrite) {
    const std::string path = predictions(10);
    const std::string before = bytesOf(path);
    for (const char* sql : {"DELETE FROM preds", "SELECT 1; DELETE FROM preds", "DROP TABLE preds",
                            "PRAGMA journal_mode = WAL", "", "ATTACH 'other.db' AS o"}) {
        EXPECT_FALSE(sqliteAnswer(path, sql)) << sql;
    }
    EXPECT_EQ(bytesOf(path), before);
}

TEST_F(QueryDialogTest, saysWhatIsWrong) {
    const std::string path = predictions(10);
    const auto noColumn = sqliteAnswer(path, cellSql([] {
                                                 CellQuery query = queryOf("preds");
                                                 query.columns[0].column = "nothing";
                                                 return query;
                                             }())
                                                 .value());
    ASSERT_FALSE(noColumn);
    EXPECT_THAT(noColumn.error().detail, HasSubstr("nothing"));
    const std::string broken = m_folder.path("broken.db");
    std::ofstream(broken, std::ios::binary) << bytesOf(path).substr(0, 2000) << "garbage";
    EXPECT_FALSE(sqliteAnswer(broken, "SELECT * FROM preds"));
    EXPECT_FALSE(sqliteTables(m_folder.path("none.db")));
    EXPECT_FALSE(isSqliteFile(m_folder.path("none.db")));
}

TEST_F(QueryDialogTest, stopsAQueryThatNeverEnds) {
    const std::string path = predictions(10);
    int calls = 0;
    const auto answer = sqliteAnswer(
        path,
        "WITH RECURSIVE i(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM i) SELECT sum(n) FROM i",
        [&](std::size_t, std::size_t) { return ++calls < 3; });
    ASSERT_FALSE(answer);
    EXPECT_EQ(answer.error().kind, ErrorKind::Cancelled);
}

TEST_F(QueryDialogTest, aClosedDialogOpensNoAnswer) {
    QueryDialog dialog;
    dialog.setDatabase(QString::fromStdString(predictions(10)));
    ASSERT_TRUE(QTest::qWaitFor([&] { return !dialog.isBusy(); }));
    auto* from = dialog.findChild<QComboBox*>(QStringLiteral("from"));
    from->setCurrentIndex(1);
    from->setEditText(QStringLiteral("SELECT p.* FROM preds p, preds, preds, preds, preds, preds"));
    QSignalSpy answers(&dialog, &QueryDialog::answered);
    dialog.show();
    dialog.run();
    ASSERT_TRUE(dialog.isBusy());
    dialog.close();
    EXPECT_FALSE(dialog.isBusy());
    EXPECT_EQ(dialog.message().toStdString(), "The query was stopped.");
    from->setEditText(QStringLiteral("preds"));
    dialog.show();
    dialog.run();  // after the one that was stopped
    ASSERT_TRUE(QTest::qWaitFor([&] { return !dialog.isBusy(); }, kPatience));
    EXPECT_EQ(answers.count(), 1);
}

TEST_F(QueryDialogTest, aQueryCanBeStoppedWhileTablesAreAskedFor) {
    const QString path = QString::fromStdString(predictions(100));
    QueryDialog dialog;
    dialog.setDatabase(path);
    ASSERT_TRUE(QTest::qWaitFor([&] { return !dialog.isBusy(); }));
    auto* from = dialog.findChild<QComboBox*>(QStringLiteral("from"));
    from->setCurrentIndex(1);
    from->setEditText(QStringLiteral("SELECT p.* FROM preds p, preds, preds, preds, preds, preds"));
    dialog.show();
    dialog.run();
    dialog.setDatabase(path);
    ASSERT_TRUE(QTest::qWaitFor([&] { return from->currentIndex() == 0; }, kPatience));
    const auto buttons = dialog.findChildren<QPushButton*>();
    const auto stop = std::ranges::find(buttons, QStringLiteral("&Stop"), &QPushButton::text);
    ASSERT_NE(stop, buttons.end());
    EXPECT_TRUE((*stop)->isVisible());
    (*stop)->click();
    EXPECT_FALSE(dialog.isBusy());
}

TEST_F(QueryDialogTest, guessesTheRolesOfColumns) {
    QueryDialog dialog;
    EXPECT_TRUE(dialog.sql().isEmpty());
    dialog.setDatabase(QString::fromStdString(predictions(10)));
    ASSERT_TRUE(QTest::qWaitFor([&] { return !dialog.isBusy(); }));
    auto* from = dialog.findChild<QComboBox*>(QStringLiteral("from"));
    ASSERT_TRUE(from);
    EXPECT_TRUE(dialog.sql().isEmpty()) << "the first table holds notes";
    from->setCurrentIndex(1);
    EXPECT_THAT(dialog.sql().toStdString(), HasSubstr("q.`prob`"));
    EXPECT_THAT(dialog.sql().toStdString(), HasSubstr("q.`label`"));
    from->setEditText(QStringLiteral("DELETE FROM preds"));
    EXPECT_TRUE(dialog.sql().isEmpty());
    EXPECT_THAT(dialog.message().toStdString(), HasSubstr("neither a table nor a SELECT"));
    from->setEditText(QStringLiteral("SELECT * FROM preds WHERE id < 5"));
    EXPECT_THAT(dialog.sql().toStdString(), HasSubstr("WHERE id < 5"));
}

TEST_F(QueryDialogTest, asksForWeightsAndViews) {
    QueryDialog dialog;
    dialog.setDatabase(QString::fromStdString(predictions(10)));
    ASSERT_TRUE(QTest::qWaitFor([&] { return !dialog.isBusy(); }));
    dialog.findChild<QComboBox*>(QStringLiteral("from"))->setCurrentIndex(1);
    const auto sql = [&] { return dialog.sql().toStdString(); };
    auto* kind = dialog.findChild<QComboBox*>(QStringLiteral("weight kind"));
    EXPECT_FALSE(kind->isEnabled());
    dialog.findChild<QComboBox*>(QStringLiteral("weight"))->setEditText(QStringLiteral("id"));
    EXPECT_TRUE(kind->isEnabled());
    EXPECT_THAT(sql(), HasSubstr("weights=counts"));
    kind->setCurrentIndex(1);
    EXPECT_THAT(sql(), HasSubstr("weights=importance"));
    auto* view = dialog.findChild<QComboBox*>(QStringLiteral("view"));
    EXPECT_THAT(sql(), HasSubstr("view=positive"));
    view->setCurrentIndex(1);
    EXPECT_THAT(sql(), HasSubstr("view=top-label"));
    // One score per class.
    dialog.findChild<QComboBox*>(QStringLiteral("form"))->setCurrentIndex(2);
    dialog.findChild<QComboBox*>(QStringLiteral("scores"))
        ->setEditText(QStringLiteral("p_cat, p_dog"));
    EXPECT_THAT(sql(), HasSubstr("view=top-label"));
    auto* name = dialog.findChild<QLineEdit*>(QStringLiteral("class"));
    EXPECT_TRUE(name->isHidden());
    view->setCurrentIndex(1);
    EXPECT_FALSE(name->isHidden());
    EXPECT_TRUE(dialog.sql().isEmpty());
    EXPECT_THAT(dialog.message().toStdString(), HasSubstr("the classes are"));
    name->setText(QStringLiteral("dog"));
    EXPECT_THAT(sql(), HasSubstr("view=class"));
    EXPECT_THAT(sql(), HasSubstr("WHEN 'cat' THEN 0"));
    dialog.findChild<QComboBox*>(QStringLiteral("labels"))->setCurrentIndex(2);
    EXPECT_THAT(sql(), HasSubstr("WHEN '1' THEN 0"));
    // Another form has the views of its own.
    dialog.findChild<QComboBox*>(QStringLiteral("form"))->setCurrentIndex(0);
    EXPECT_EQ(view->currentIndex(), 0);
    EXPECT_TRUE(name->isHidden());
}

TEST_F(QueryDialogTest, opensItsAnswerInTheWindow) {
    MainWindow window;
    CommandLine line;
    line.files << QString::fromStdString(predictions(3000));
    window.start(line);
    auto* dialog = window.findChild<QueryDialog*>();
    ASSERT_TRUE(dialog);
    EXPECT_TRUE(dialog->isVisible());
    ASSERT_TRUE(QTest::qWaitFor([&] { return !dialog->isBusy(); }));
    dialog->findChild<QComboBox*>(QStringLiteral("from"))->setCurrentIndex(1);
    const QSignalSpy answered(dialog, &QueryDialog::answered);
    dialog->run();
    ASSERT_TRUE(QTest::qWaitFor([&] { return !answered.isEmpty(); }));
    ASSERT_TRUE(settle(window.session()));
    ASSERT_TRUE(window.session().report());
    EXPECT_EQ(window.session().report()->dataset.rows, 3000U);
    EXPECT_TRUE(window.session().report()->dataset.cells);
    EXPECT_TRUE(window.exportController()
                    ->sessionOf(*window.session().report(), {}, QStringLiteral("f.png"))
                    .isEmpty())
        << "no file is left that the picture could be opened with";
    const QSignalSpy said(window.exportController(), &ExportController::statusMessage);
    for (QAction* action : window.findChildren<QAction*>()) {
        if (action->text().remove(QLatin1Char('&')) == QLatin1String("Copy command"))
            action->trigger();
    }
    ASSERT_EQ(said.size(), 1);
    EXPECT_TRUE(said[0][0].toString().contains(QStringLiteral("no option expresses the query")))
        << said[0][0].toString().toStdString();
    // A query that fails leaves the diagram.
    dialog->findChild<QComboBox*>(QStringLiteral("from"))->setEditText(QStringLiteral("nowhere"));
    dialog->run();
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return dialog->message().contains(QLatin1String("nowhere")); }));
    EXPECT_EQ(answered.size(), 1);
    EXPECT_EQ(window.session().report()->dataset.rows, 3000U);
}

/// The rows that a statement returns are those that the conditions name.
TEST_F(QueryDialogTest, singleRowsAreAskedFor) {
    const std::string path = predictions(1000);
    CellQuery query = queryOf("preds");
    query.rows.lower = .5;
    query.rows.isLowerOpen = true;
    query.rows.isCorrect = false;
    const auto answer = sqliteAnswer(path, rowSql(query, {"id", "prob"}, 7).value());
    ASSERT_TRUE(answer) << answer.error().detail;
    EXPECT_THAT(answer.value(), ::testing::StartsWith("confidence,correct,id,prob\n0.89,0,"));
    EXPECT_EQ(std::ranges::count(answer.value(), '\n'), 8);
    // The same conditions count.
    const auto count = sqliteAnswer(path, cellSql(query).value());
    const auto rows =
        sqliteAnswer(path, "SELECT count(*) AS n FROM preds WHERE prob > 0.5 AND label = 0");
    ASSERT_TRUE(count) << count.error().detail;
    EXPECT_THAT(count.value(), HasSubstr("\n-1,0," + rows.value().substr(2, 3) + ","));
    // Wrong is a wrong prediction, also below 0.5.
    query.rows = {};
    query.rows.isCorrect = false;
    const auto wrong = sqliteAnswer(path, cellSql(query).value());
    const auto expected =
        sqliteAnswer(path, "SELECT count(*) AS n FROM preds WHERE (prob > 0.5) <> label");
    EXPECT_THAT(wrong.value(), HasSubstr("\n-1,0," + expected.value().substr(2, 3) + ","));
    query.view = {QueriedView::Kind::OneClass, "0"};
    EXPECT_THAT(rowSql(query, {}, 7).error().detail, HasSubstr("--view top-label"));
    query.view = {};
    // Columns are compared as text, quotes and all.
    query.rows = {};
    query.rows.cells = {{"id", "=", "17"}};
    EXPECT_THAT(sqliteAnswer(path, rowSql(query, {"id"}, 7).value()).value(),
                ::testing::EndsWith(",17\n"));
    EXPECT_THAT(columnsIn(query), ::testing::UnorderedElementsAre("prob", "label", "id"))
        << "what rows are chosen by is listed, too";
    query.rows.cells = {{"id", "=", "' OR 1 = 1 --"}};
    EXPECT_EQ(
        std::ranges::count(sqliteAnswer(path, rowSql(query, {"id"}, 7).value()).value(), '\n'), 1);
    // Bounds are of numbers: 9 is below 17.
    query.rows.cells = {{"id", "<", "17"}, {"id", ">=", "8"}, {"id", "!=", "id"}};
    const std::string some = sqliteAnswer(path, rowSql(query, {"id"}, 99).value()).value();
    EXPECT_EQ(std::ranges::count(some, '\n'), 1 + 9);
    EXPECT_THAT(some, HasSubstr(",9\n"));
    query.rows.cells = {{"id", "~", "1"}};
    EXPECT_THAT(rowSql(query, {"id"}, 7).error().detail, HasSubstr("write it into the SELECT"));
    query.rows.cells = {{"id", "!=", "10"}};
    EXPECT_THAT(rowSql(query, {"id"}, 7).error().detail, HasSubstr("write the condition into"));
    query.rows = {};
    query.rows.predicted = "1";
    EXPECT_THAT(rowSql(query, {}, 7).error().detail, HasSubstr("--column predicted=NAME"));
}

/// Rows are chosen by what a column says, whatever its name and its words are.
TEST_F(QueryDialogTest, rowsAreChosenByWordsOfTheirColumns) {
    const std::string path = database(
        "words.db",
        "CREATE TABLE preds (`true` TEXT, p REAL, age TEXT); INSERT INTO preds VALUES ('yes', 0.9, "
        "'18..25'), ('no', 0.2, '20'), ('yes', 0.4, '30'), ('no', 0.7, '17.5')");
    CellQuery query = queryOf("preds");
    query.columns = {{ColumnRole::Probability, "p"}, {ColumnRole::Label, "true"}};
    const auto found = [&] {
        const auto answer = sqliteAnswer(path, rowSql(query, {"p"}, 9).value());
        return answer ? answer.value() : answer.error().detail;
    };
    query.rows.label = "1";
    EXPECT_EQ(found(), "confidence,correct,p\n0.4,0,0.4\n0.9,1,0.9\n");
    query.rows.label = "0";
    EXPECT_EQ(found(), "confidence,correct,p\n0.7,0,0.7\n0.2,1,0.2\n");
    query.positive = "yes";
    query.rows.label = "not yes";
    EXPECT_EQ(found(), "confidence,correct,p\n0.7,0,0.7\n0.2,1,0.2\n");
    query.rows = {};
    query.rows.cells = {{"age", "=", "18..25"}};
    EXPECT_EQ(found(), "confidence,correct,p\n0.9,1,0.9\n0.2,1,0.2\n")
        << "the text, and a number in the range";
    query.rows.cells = {{"age", "=", "17.5<..20"}};
    EXPECT_EQ(found(), "confidence,correct,p\n0.2,1,0.2\n");
    query.rows.cells = {{"true", "=", "no"}};
    EXPECT_EQ(found(), "confidence,correct,p\n0.7,0,0.7\n0.2,1,0.2\n");
}

TEST_F(QueryDialogTest, rowsAreChosenByDates) {
    const std::string path = database(
        "days.db",
        "CREATE TABLE preds (y INTEGER, p REAL, seen TEXT); INSERT INTO preds VALUES "
        "(1, 0.1, '2023-05-31'), (1, 0.2, '2023-06'), (1, 0.3, '2023-06-01 12:30:00'), "
        "(1, 0.4, '2023-06-30T23:59:59'), (1, 0.5, '2023-07-01'), (1, 0.6, NULL), (1, 0.7, '1'), "
        "(1, 0.8, 'abcd-ef'), (1, 0.9, '2023-W22'), (1, 0.05, '2023-6-01'), (1, 0.06, '01')");
    CellQuery query = queryOf("preds");
    query.columns = {{ColumnRole::Probability, "p"}, {ColumnRole::Label, "y"}};
    const auto found = [&](const CellCondition& condition) {
        query.rows.cells = {condition};
        const auto sql = rowSql(query, {}, 9);
        const auto answer = sqliteAnswer(path, sql ? sql.value() : std::string());
        std::string all = sql ? answer.value() : sql.error().detail;
        std::string values;
        for (const char* p :
             {"0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7", "0.8", "0.9", "0.05", "0.06"})
            values += all.find(std::string("\n") + p) != std::string::npos ? p + 2 : "";
        return sql ? values : all;
    };
    EXPECT_EQ(found({"seen", ">=", "2023-06"}), "2345");
    EXPECT_EQ(found({"seen", ">", "2023-06"}), "5");
    EXPECT_EQ(found({"seen", "<=", "2023-06"}), "1234");
    EXPECT_EQ(found({"seen", "<", "2023-06-01"}), "1");
    EXPECT_EQ(found({"seen", "=", "2023-06"}), "234");
    EXPECT_EQ(found({"seen", "=", "2023-06-30T23:59:59"}), "4");
    EXPECT_EQ(found({"seen", "=", "2023-06-30..9999-12-31"}), "45");
    EXPECT_EQ(found({"seen", ">", "9999-12-31"}), "");
    EXPECT_EQ(found({"seen", "=", "2023-05-31..<2023-06-30"}), "123");
    EXPECT_EQ(found({"seen", "!=", "2023-05-31..2023-06"}), "567890506");
    EXPECT_EQ(found({"seen", "=", "1"}), "7") << "not 01";
    EXPECT_THAT(found({"seen", ">", "2023-06-01T12:30"}), HasSubstr("times of a day"));
}

/// A click on a bar of a counted diagram lists its rows.
TEST_F(QueryDialogTest, rowsOfABarComeFromTheDatabase) {
    MainWindow window;
    showCounted(window, predictions(3000));
    ASSERT_FALSE(HasFatalFailure());
    RowListPanel* const rows = window.page()->rows();
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return rows->title().startsWith(QLatin1String("Select a bar")); }, kPatience));
    const auto report = window.session().report();  // another one may follow
    const std::vector<Bin>& bins = report->binned.bins;
    window.diagram()->select(bins.size() - 1);
    ASSERT_TRUE(QTest::qWaitFor([&] { return rows->table()->model()->rowCount() > 0; }, kPatience));
    EXPECT_EQ(static_cast<std::size_t>(rows->table()->model()->rowCount()), bins.back().count);
    EXPECT_TRUE(rows->title().contains(QLatin1String("to 1.000: "))) << rows->title().toStdString();
    const QAbstractItemModel* model = rows->table()->model();
    QStringList heads;
    for (int c = 0; c < model->columnCount(); ++c)
        heads << model->headerData(c, Qt::Horizontal).toString();
    EXPECT_TRUE(heads.contains(QStringLiteral("id"))) << heads.join(' ').toStdString();
    EXPECT_EQ(heads.front(), QStringLiteral("Row")) << "lines of the answer mean nothing";
    EXPECT_EQ(model->index(0, 0).data().toString(), QStringLiteral("1"));
}

/// A filter asks the database, which has more rows than the list.
TEST_F(QueryDialogTest, filtersOfRowsAreAskedOfTheDatabase) {
    MainWindow window;
    const std::string path = predictions(30'000);
    showCounted(window, path);
    ASSERT_FALSE(HasFatalFailure());
    RowListPanel* const rows = window.page()->rows();
    const auto titled = [&](const char* start) {
        const auto is = [&] { return rows->title().startsWith(QLatin1String(start)); };
        return QTest::qWaitFor(is, kPatience) ? std::string()
                                              : "titled " + rows->title().toStdString();
    };
    EXPECT_EQ(titled("Select a bar to ask"), "");
    QLineEdit* const filter = rows->filter();
    ASSERT_TRUE(filter->isEnabled()) << "a row can be asked for without a bar";
    filter->setFocus();
    QTest::keyClicks(filter, QStringLiteral("ID=29999"));
    EXPECT_EQ(titled("1 row, "), "");
    EXPECT_EQ(window.focusWidget(), filter) << "while the database looks, one goes on typing";
    // Of a bar with more rows than are asked for, too.
    filter->clear();
    window.diagram()->select(window.session().report()->binned.bins.size() - 1);
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return rows->title().contains(QLatin1String("no more than 1,000")); }, kPatience))
        << rows->title().toStdString();
    const auto rowsWith = [&](const std::string& condition) {
        const auto count =
            sqliteAnswer(path, "SELECT count(*) AS n FROM preds WHERE prob > 0.9 AND " + condition);
        return std::stoi(count.value().substr(2));
    };
    const int some = rowsWith("id BETWEEN 20000 AND 20099");
    ASSERT_GT(some, 0);
    filter->setText(QStringLiteral("id=20000..20099"));
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return rows->table()->model()->rowCount() == some; }, kPatience))
        << rows->title().toStdString();
    // Return keeps it as a condition that the next filter is added to.
    QTest::keyClick(filter, Qt::Key_Return);
    EXPECT_EQ(filter->text(), QString());
    filter->setText(QStringLiteral("id<20095"));
    const int fewer = rowsWith("id BETWEEN 20000 AND 20094");
    ASSERT_GT(some, fewer);
    ASSERT_GT(fewer, 1);
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return rows->table()->model()->rowCount() == fewer; }, kPatience))
        << rows->title().toStdString();
    filter->setText(QStringLiteral("id=20092.0"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return rows->table()->model()->rowCount() == 1; }, kPatience))
        << rows->title().toStdString();
    filter->setText(QStringLiteral("id=7"));
    EXPECT_EQ(titled("The database has no such rows"), "");
    EXPECT_TRUE(filter->isEnabled());
    // Return on it keeps nothing, also of later rows.
    QTest::keyClick(filter, Qt::Key_Return);
    filter->setText(QStringLiteral("id>=20000"));
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return rows->table()->model()->rowCount() == some; }, kPatience));
    EXPECT_EQ(filter->text(), QStringLiteral("id>=20000"));
    // Two values of one thing are no row's.
    filter->setText(QStringLiteral("id=20091"));
    EXPECT_EQ(titled("0.900 to 1.000: 1 row, "), "");
    QTest::keyClick(filter, Qt::Key_Return);
    EXPECT_EQ(filter->text(), QString());
    filter->setText(QStringLiteral("id=20092"));
    EXPECT_EQ(titled("No row fulfils all conditions"), "");
    filter->setText(QStringLiteral("prediction=right"));
    EXPECT_EQ(titled("0.900 to 1.000: 1 row, none wrong"), "");
    rows->wrongOnly()->click();
    EXPECT_EQ(titled("No row fulfils all conditions"), "");
}

/// What engines write or search in ways of their own is looked for in the listed rows, which the
/// title says.
TEST_F(QueryDialogTest, saysWhatADatabaseIsNotAskedFor) {
    MainWindow window;
    showCounted(window, predictions(30'000));
    ASSERT_FALSE(HasFatalFailure());
    RowListPanel* const rows = window.page()->rows();
    const auto says = [&](const char* text) {
        const auto does = [&] { return rows->title().contains(QLatin1String(text)); };
        return QTest::qWaitFor(does, kPatience) ? std::string()
                                                : "titled " + rows->title().toStdString();
    };
    EXPECT_EQ(says("Select a bar to ask"), "");
    rows->filter()->setText(QStringLiteral("nowhere=1"));
    EXPECT_EQ(says("cannot be asked for the filter: no column is called 'nowhere'. There are"), "");
    rows->filter()->setText(QStringLiteral("id~1"));
    EXPECT_EQ(says("a text within a cell is not asked of a database"), "");
    window.diagram()->select(window.session().report()->binned.bins.size() - 1);
    EXPECT_EQ(says("The filter looks at these rows only: id~1: a text within a cell"), "");
    QTest::keyClick(rows->filter(), Qt::Key_Return);
    EXPECT_EQ(says("The filter is no condition to keep"), "");
    EXPECT_EQ(rows->filter()->text(), QStringLiteral("id~1"));
    rows->filter()->setText(QStringLiteral("17"));
    EXPECT_EQ(says("looks at these rows only: a text in any cell is not asked of a database"), "");
}

TEST_F(QueryDialogTest, rowsThatAreMeasuredInAFileChooseNoCountedOnes) {
    MainWindow window;
    count(window, predictions(3000));
    Session& session = window.session();
    ASSERT_TRUE(session.report());
    ASSERT_TRUE(settle(session));
    session.open({testing::sample(testing::kCancer)});
    ASSERT_TRUE(settle(session));
    ASSERT_EQ(session.files().size(), 2U);
    AnalysisSettings settings = session.settings();
    settings.where.label = "1";
    session.setSettings(settings);
    ASSERT_TRUE(settle(session));
    QStringList said;
    QObject::connect(&session, &Session::errorOccurred, &session,
                     [&](const Error& error) { said << QString::fromStdString(describe(error)); });
    session.showFile(0);
    ASSERT_TRUE(settle(session));
    EXPECT_EQ(session.report()->dataset.rows, 3000U);
    EXPECT_TRUE(session.settings().where.areNone());
    ASSERT_EQ(said.size(), 1);
    EXPECT_TRUE(said.front().contains(QLatin1String("not chosen by true class 1")));
}

/// Returns the report of an answer that counts at one temperature.
std::shared_ptr<const Report> reportAt(const std::string& path, double temperature) {
    CellQuery query = queryOf("preds");
    query.temperature = temperature;
    auto csv = sqliteAnswer(path, cellSql(query).value());
    const auto read = readPredictions(std::make_unique<MemorySource>(csv.value()), "answer");
    return analyse(read.value(), {}).value().report;
}

TEST_F(QueryDialogTest, asksAgainWhereTheTemperatureRests) {
    const std::string path = predictions(3000);
    MainWindow window;
    count(window, path);
    Session& session = window.session();
    ASSERT_TRUE(session.report());
    EXPECT_FALSE(session.report()->dataset.cells->areMargins) << "exact at T = 1";
    const auto setTemperature = [&](double value) {
        AnalysisSettings settings = session.settings();
        settings.temperature = value;
        settings.fitTemperature = false;
        session.setSettings(settings);
    };
    const auto isExactAt = [&](double value) {
        return QTest::qWaitFor(
            [&] {
                const auto report = session.report();
                return report && !report->isProvisional && report->temperature == value &&
                       report->dataset.cells && !report->dataset.cells->areMargins;
            },
            kPatience);
    };
    setTemperature(1.4);
    ASSERT_TRUE(QTest::qWaitFor([&] { return session.report()->temperature == 1.4; }, kPatience));
    EXPECT_TRUE(session.report()->dataset.cells->areMargins) << "near at once";
    setTemperature(1.9);
    ASSERT_TRUE(isExactAt(1.9)) << "the newest temperature wins";
    EXPECT_EQ(*session.report()->score("ece"), *reportAt(path, 1.9)->score("ece"));
    EXPECT_EQ(session.report()->dataset.rows, 3000U);
    // The rows are counted at the fitted temperature.
    AnalysisSettings settings = session.settings();
    settings.fitTemperature = true;
    session.setSettings(settings);
    ASSERT_TRUE(QTest::qWaitFor(
        [&] {
            const auto report = session.report();
            return report && report->fitted() && !report->isProvisional &&
                   !report->dataset.cells->areMargins;
        },
        kPatience));
    const double fitted = session.report()->fitted()->fit.value;
    EXPECT_NEAR(session.report()->temperature, fitted, 1e-6);
    EXPECT_TRUE(session.report()->fitted()->fit.lower);
    auto* live = window.findChild<LiveQueryController*>();
    ASSERT_TRUE(QTest::qWaitFor([&] { return !live->isBusy(); }, kPatience))
        << "nothing is asked for again";
    setTemperature(1);
    EXPECT_TRUE(isExactAt(1));
    // Rows that came since would mix two populations.
    database("preds.db", "INSERT INTO preds VALUES (3000, 0.5, 1)");
    QSignalSpy status(live, &LiveQueryController::statusChanged);
    setTemperature(3.1);
    ASSERT_TRUE(QTest::qWaitFor(
        [&] {
            return !status.isEmpty() &&
                   status.back().front().toString().contains(QLatin1String("3,001 rows"));
        },
        kPatience));
    EXPECT_TRUE(session.report()->dataset.cells->areMargins) << "the counts are those of before";
    EXPECT_EQ(session.report()->dataset.rows, 3000U);
    setTemperature(2.3);
    ASSERT_TRUE(QTest::qWaitFor([&] { return live->isBusy(); }, kPatience));
    session.closeFile();
    EXPECT_FALSE(live->isBusy()) << "nothing is asked for a file that is closed";
}

TEST_F(QueryDialogTest, theCommandHasATemperatureThatWasCounted) {
    CellQuery query =
        queryOf("SELECT prob AS a, (1 - prob) * 0.6 AS b, (1 - prob) * 0.4 AS c, label FROM preds");
    query.columns = {{ColumnRole::Label, "label"},
                     {ColumnRole::Score, "a"},
                     {ColumnRole::Score, "b"},
                     {ColumnRole::Score, "c"}};
    query.scores = ScoreKind::Probability;
    query.labelBase = 0;
    query.severalTemperatures = true;
    const auto answer = sqliteAnswer(predictions(300), cellSql(query).value());
    ASSERT_TRUE(answer) << answer.error().detail;
    const std::string file = m_folder.write("counted.csv", answer.value());
    MainWindow window;
    window.session().open({QString::fromStdString(file)});
    ASSERT_TRUE(settle(window.session()));
    ASSERT_TRUE(window.session().report()) << window.shownError().toStdString();
    window.session().changeSettings(
        [](AnalysisSettings& settings) { settings.chooseTemperature(9); });
    ASSERT_TRUE(settle(window.session()));
    EXPECT_EQ(window.session().report()->temperature, 5) << "the nearest";
    Q_EMIT window.findChild<MainMenu*>()->commandCopyRequested();
    EXPECT_THAT(QApplication::clipboard()->text().toStdString(),
                ::testing::EndsWith("--temperature 5"));
}

/// The answer has so many cells that a slider is followed by a sweep of the group's margins.
TEST_F(QueryDialogTest, aGroupOfAnAnswerIsDraggedFromTemperatureOne) {
    constexpr int count = 40000;
    constexpr double widest = 14;  // logits are evenly spaced up to this
    std::string statements =
        "CREATE TABLE notes (text TEXT); CREATE TABLE preds (prob REAL, label INTEGER, site TEXT); "
        "INSERT INTO preds VALUES ";
    for (int i = 0; i < count; ++i) {
        const double p = 1 / (1 + std::exp(widest - 2 * widest * (i + 0.5) / count));
        const bool isPositive = static_cast<double>(i * 7919LL % count) < p * count;
        statements += (i > 0 ? ", (" : "(") + shortest(p) + (isPositive ? ", 1, " : ", 0, ") +
                      (i % 5 == 0 ? "'a')" : "'b')");
    }
    const std::string path = database("preds.db", statements);
    MainWindow window;
    window.resize(1180, 860);
    window.show();
    QueryDialogTest::count(window, path, QStringLiteral("site"));
    ASSERT_FALSE(HasFatalFailure());
    Session& session = window.session();
    session.changeSettings([](AnalysisSettings& settings) {
        settings.where.groups = {{"site", "b"}};
    });
    ASSERT_TRUE(settle(session));
    ASSERT_TRUE(QTest::qWaitFor([&] { return session.model().isSwept(); }, kPatience));
    EXPECT_NE(session.model().rows(), session.model().analysis.sweptRows) << "exact at T = 1";
    const std::size_t rows = session.report()->dataset.rows;
    EXPECT_EQ(rows, 32000U);

    MarkedSlider* const slider = window.side()->settings()->temperatureSlider();
    const auto at = [&](double temperature) {
        return QPoint(static_cast<int>(slider->position(temperatureStep(temperature))),
                      slider->height() / 2);
    };
    std::shared_ptr<const Report> dragged;  // the last one of the sweep
    QObject::connect(&session, &Session::reportChanged, &window, [&] {
        if (session.report()->isProvisional) dragged = session.report();
    });
    QTest::mousePress(slider, Qt::LeftButton, {}, at(1));
    for (const double temperature : {1.3, 1.6, 1.9}) {
        QTest::mouseMove(slider, at(temperature));
        const auto follows = [&] {
            return dragged && std::abs(dragged->temperature / temperature - 1) < 0.05;
        };
        ASSERT_TRUE(QTest::qWaitFor(follows, kPatience));
        EXPECT_EQ(dragged->dataset.rows, rows);
        EXPECT_EQ(dragged->dataset.group, "site = b");
    }
    QTest::mouseRelease(slider, Qt::LeftButton, {}, at(1.9));
    // The database counts at the temperature where the slider rests.
    const auto isCounted = [&] {
        const auto& now = session.report();
        return !now->isProvisional && now->dataset.cells && !now->dataset.cells->areMargins;
    };
    ASSERT_TRUE(QTest::qWaitFor(isCounted, kPatience));
    const auto exact = session.report();
    EXPECT_EQ(exact->temperature, dragged->temperature);
    EXPECT_EQ(exact->dataset.rows, rows);
    EXPECT_NEAR(*exact->score("ece"), *dragged->score("ece"), 1e-3);
}

TEST_F(QueryDialogTest, waitsForAProgramThatWrites) {
    const std::string path = predictions(10);
    sqlite3* writer = nullptr;
    ASSERT_EQ(sqlite3_open(path.c_str(), &writer), SQLITE_OK);
    const auto execute = [&](const char* sql) {
        return sqlite3_exec(writer, sql, nullptr, nullptr, nullptr);
    };
    ASSERT_EQ(execute("BEGIN EXCLUSIVE"), SQLITE_OK);
    int tries = 0;
    // The lock is released while the query waits.
    const auto answer =
        sqliteAnswer(path, "SELECT count(*) AS n FROM preds", [&](std::size_t, std::size_t) {
            if (++tries == 3) execute("COMMIT");
            return true;
        });
    ASSERT_TRUE(answer) << answer.error().detail;
    EXPECT_EQ(answer.value(), "n\n10\n");
    EXPECT_GE(tries, 3);
    ASSERT_EQ(execute("BEGIN EXCLUSIVE"), SQLITE_OK);
    const auto stopped = sqliteTables(path, [](std::size_t, std::size_t) { return false; });
    ASSERT_FALSE(stopped);
    EXPECT_THAT(stopped.error().detail, HasSubstr("another program is writing"));
    sqlite3_close(writer);
}

TEST_F(QueryDialogTest, namesTheAnswerAfterTheFileThatWasAsked) {
    QueryDialog dialog;
    dialog.setDatabase(QString::fromStdString(predictions(10)));
    ASSERT_TRUE(QTest::qWaitFor([&] { return !dialog.isBusy(); }));
    dialog.findChild<QComboBox*>(QStringLiteral("from"))->setCurrentIndex(1);
    const QSignalSpy answered(&dialog, &QueryDialog::answered);
    dialog.run();
    dialog.setDatabase(QString::fromStdString(database("other.db", "CREATE TABLE t (x REAL)")));
    ASSERT_TRUE(QTest::qWaitFor([&] { return !answered.isEmpty(); }));
    EXPECT_THAT(answered.front().front().toString().toStdString(), HasSubstr("preds query 1"));
}

}  // namespace
}  // namespace diagonal
