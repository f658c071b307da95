// SPDX-License-Identifier: GPL-3.0-or-later
// Lists the rows of a bar as a user does: clicks the bar, filters, copies, saves.
#include <fstream>

#include <QCheckBox>
#include <QClipboard>
#include <QFile>
#include <QHeaderView>
#include <QImage>
#include <QImageReader>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QPushButton>
#include <QRadioButton>
#include <QRegularExpression>
#include <QScrollBar>
#include <QTableView>
#include <QTemporaryDir>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/chance/chance_bar.h"
#include "app/diagram/diagram_view.h"
#include "app/exporting/export_controller.h"
#include "app/results/bin_detail.h"
#include "app/selecting/condition_chips.h"
#include "app/selecting/figure_page.h"
#include "app/selecting/row_detail_view.h"
#include "app/selecting/row_list_model.h"
#include "app/selecting/row_list_panel.h"
#include "app/selecting/row_pictures.h"
#include "app/text/number_text.h"
#include "app/window/main_window.h"
#include "app/window/side_panel.h"
#include "core/reading/prediction_reader.h"
#include "tests/app/support.h"
#include "tests/core/reading/npy_bytes.h"

namespace diagonal {
namespace {

/// Writes 400 rows of wards A and B; of those with a probability above 0.8, the old ones are wrong.
void writeWards(const QString& path, const char* second) {
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("y_true,y_prob,ward,age\n");
    for (int i = 0; i < 400; ++i) {
        const int percent = 10 + (i * 37) % 90;
        const int age = 20 + (i * 13) % 70;
        const bool isOne = percent > 80 ? age < 60 : i % 100 < percent;
        file.write(QByteArray::number(isOne ? 1 : 0) + ",0." + QByteArray::number(percent) +
                   (i % 2 == 0 ? ",A," : QByteArray(",") + second + ",") + QByteArray::number(age) +
                   '\n');
    }
}

class RowListWindowTest : public ::testing::Test {
protected:
    void open(const char* name, const QSize& size) {
        m_window.resize(size);
        m_window.show();
        ASSERT_TRUE(QTest::qWaitForWindowExposed(&m_window));
        m_window.session().open(QStringList{testing::sample(name)});
        ASSERT_TRUE(testing::settle(m_window.session()));
    }
    RowListPanel* panel() { return m_window.page()->rows(); }
    /// Waits for a list whose title begins so.
    bool waitFor(const QString& title) {
        return QTest::qWaitFor([&] { return panel()->title().startsWith(title); },
                               testing::kPatience);
    }
    void clickBar(double confidence) {
        DiagramView* const view = m_window.diagram();
        const QRectF plot = view->diagram().diagramLayout().diagram;
        const QPointF at(plot.left() + confidence * plot.width(), plot.center().y());
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->mapFromScene(at));
    }
    /// Returns a visible button whose text contains this; null if there is none.
    /// Opens 400 rows that writeWards() writes.
    void openWards(const QString& path) {
        writeWards(path, "B");
        m_window.resize(1800, 900);
        m_window.show();
        m_window.session().open(QStringList{path});
        ASSERT_TRUE(testing::settle(m_window.session()));
        ASSERT_TRUE(waitFor(QStringLiteral("All 400 rows")));
    }
    QPushButton* buttonWith(const QString& text) {
        for (QPushButton* button : m_window.page()->findChildren<QPushButton*>()) {
            if (button->isVisible() && button->text().contains(text)) return button;
        }
        return nullptr;
    }
    void clickRow(int row) {
        QTableView* const table = panel()->table();
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                          table->visualRect(table->model()->index(row, 0)).center());
    }
    QString cell(int row, int column) {
        return panel()->table()->model()->index(row, column).data().toString();
    }

    MainWindow m_window;
};

TEST_F(RowListWindowTest, closedRowsLeaveTheMemory) {
    open(testing::kDigits, {1700, 900});
    ASSERT_TRUE(waitFor(QStringLiteral("All ")));
    const std::weak_ptr<const Dataset> rows = m_window.session().model().dataset;
    m_window.session().closeFile();
    EXPECT_TRUE(QTest::qWaitFor([&] { return rows.expired(); }, 5000)) << rows.use_count();
}

TEST_F(RowListWindowTest, aWideWindowListsTheMostConfidentMistakes) {
    open(testing::kDigits, {1700, 900});
    ASSERT_TRUE(m_window.page()->showsRows());
    const std::size_t rows = m_window.session().report()->dataset.rows;
    ASSERT_TRUE(waitFor(QStringLiteral("All %1 rows, ").arg(countText(rows))))
        << panel()->title().toStdString();
    EXPECT_EQ(cell(0, 4), QStringLiteral("wrong"));
    EXPECT_GE(cell(0, 3).toDouble(), cell(1, 3).toDouble());
}

TEST_F(RowListWindowTest, aClickInASmallWindowSaysHowToListTheRows) {
    open(testing::kDigits, {1024, 640});
    QCoreApplication::processEvents();  // the side panel takes its room
    const auto detail = [&] { return m_window.side()->detail()->text(); };
    const QString hint = QStringLiteral("listed by Ctrl+J");
    clickBar(0.97);
    EXPECT_TRUE(detail().contains(hint)) << detail().toStdString();
    QTest::keyClick(&m_window, Qt::Key_J, Qt::ControlModifier);
    ASSERT_TRUE(waitFor(QStringLiteral("0.933 to 1.000: "))) << panel()->title().toStdString();
    EXPECT_FALSE(detail().contains(hint)) << detail().toStdString();
    QTest::keyClick(&m_window, Qt::Key_J, Qt::ControlModifier);
    EXPECT_TRUE(detail().contains(hint)) << "the list is gone again";
}

TEST_F(RowListWindowTest, aClickedBarListsItsRows) {
    open(testing::kDigits, {1700, 900});
    clickBar(0.97);
    ASSERT_TRUE(waitFor(QStringLiteral("0.933 to 1.000: "))) << panel()->title().toStdString();
    const Bin& bin = m_window.session().report()->binned.bins.back();
    EXPECT_EQ(static_cast<std::size_t>(panel()->table()->model()->rowCount()), bin.count);
    panel()->wrongOnly()->click();
    const auto wrong = static_cast<int>(bin.weight - bin.correct);
    EXPECT_TRUE(QTest::qWaitFor([&] { return panel()->table()->model()->rowCount() == wrong; },
                                testing::kPatience));
    EXPECT_EQ(cell(wrong - 1, 4), QStringLiteral("wrong"));
    // One switch: the box is the chip.
    EXPECT_EQ(m_window.page()->chips()->texts(), QStringList{QStringLiteral("listed: wrong  ✕")});
    m_window.session().undo();
    EXPECT_FALSE(panel()->wrongOnly()->isChecked());
    m_window.session().redo();
    EXPECT_TRUE(panel()->wrongOnly()->isChecked());
    m_window.page()->chips()->findChild<QPushButton*>()->click();
    EXPECT_FALSE(panel()->wrongOnly()->isChecked());
    // The list follows other bins.
    AnalysisSettings settings = m_window.session().settings();
    settings.binCount = 10;
    m_window.session().setSettings(settings);
    EXPECT_TRUE(waitFor(QStringLiteral("0.900 to 1.000: "))) << panel()->title().toStdString();
}

/// Of a long list the first rows come before the others, which are appended: a row that was
/// selected in between stays so. They are not saved as if they were all.
TEST_F(RowListWindowTest, theFirstOfManyRowsAreListedAtOnce) {
    constexpr std::size_t rows = 600'000;
    std::vector<float> scores(rows);
    std::string labels(rows, '\0');
    for (std::size_t i = 0; i < rows; ++i) {
        scores[i] = static_cast<float>(i * 7919 % rows) / static_cast<float>(rows);
        labels[i] = i % 3 == 0 ? '\1' : '\0';
    }
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("many.npz"));
    const std::string shape = "(" + std::to_string(rows) + ",)";
    std::ofstream(path.toStdString(), std::ios::binary) << testing::zipBytes(
        {{"y_true.npy", testing::npyBytes(testing::npyHeader("|u1", shape), labels)},
         {"y_prob.npy",
          testing::npyBytes(testing::npyHeader("<f4", shape), testing::rawBytes(scores))}},
        false);
    QAbstractItemModel* const model = panel()->table()->model();
    std::vector<int> added;
    bool wasSaved = true;
    QObject::connect(model, &QAbstractItemModel::rowsAboutToBeInserted, &m_window,
                     [&](const QModelIndex&, int first, int last) {
                         added = {first, last};
                         wasSaved = buttonWith(QStringLiteral("Save"))->isEnabled();
                         panel()->table()->selectRow(3);
                     });
    m_window.resize(1700, 900);
    m_window.show();
    m_window.session().open(QStringList{path});
    ASSERT_TRUE(testing::settle(m_window.session()));
    ASSERT_TRUE(QTest::qWaitFor([&] { return !added.empty(); }, testing::kPatience));
    EXPECT_THAT(added, ::testing::ElementsAre(200, 599'999));
    QString notice;
    QObject::connect(panel(), &RowListPanel::noticed, &m_window,
                     [&](const QString& what) { notice = what; });
    panel()->table()->setFocus();
    QTest::keyClick(panel()->table(), Qt::Key_A, Qt::ControlModifier);
    QTest::keyClick(panel()->table(), Qt::Key_C, Qt::ControlModifier);
    EXPECT_EQ(notice, QStringLiteral("600,000 rows are too many to copy: save them instead"));
    added.clear();
    clickBar(0.97);
    ASSERT_TRUE(QTest::qWaitFor([&] { return !added.empty(); }, testing::kPatience));
    const auto& listed = panel()->list();
    const auto count = static_cast<int>(listed->rows.size());
    EXPECT_THAT(added, ::testing::ElementsAre(200, count - 1));
    EXPECT_FALSE(wasSaved);
    EXPECT_TRUE(buttonWith(QStringLiteral("Save"))->isEnabled());
    EXPECT_EQ(model->rowCount(), count);
    EXPECT_TRUE(panel()->title().contains(countText(listed->rows.size())))
        << panel()->title().toStdString();
    EXPECT_TRUE(panel()->table()->selectionModel()->isRowSelected(3));
    // The same rows at another temperature stay listed until all are known: they may be scrolled.
    std::size_t fewest = listed->rows.size();
    QObject::connect(model, &QAbstractItemModel::modelReset, &m_window, [&] {
        fewest = std::min(fewest, static_cast<std::size_t>(model->rowCount()));
    });
    const auto before = listed;
    AnalysisSettings settings = m_window.session().settings();
    settings.temperature = 1.1;
    m_window.session().setSettings(settings);
    ASSERT_TRUE(QTest::qWaitFor([&] { return listed && listed != before; }, testing::kPatience));
    EXPECT_GT(fewest, 200U);
    EXPECT_FALSE(listed->ofAll);
}

/// Rows that a user selects among the first ones, one of them shown whole, stay selected when the
/// others are appended.
TEST(RowListPanel, appendedRowsLeaveTheSelection) {
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("wards.csv"));
    writeWards(path, "B");
    PredictionFiles files;
    files.predictions = path.toStdString();
    const auto read = readPredictions(files, {});
    ASSERT_TRUE(read) << describe(read.error());
    const auto dataset = std::make_shared<const Dataset>(read.value());
    const auto shared = [](Result<RowList> list) {
        return std::make_shared<const RowList>(std::move(list).value());
    };
    RowListPanel panel;
    panel.resize(500, 800);
    panel.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&panel));
    panel.showList(QStringLiteral("400 rows"), shared(firstRows(dataset, View(), 1, {}, 20)), path);
    QTableView* const table = panel.table();
    const auto click = [&](int row, Qt::KeyboardModifiers keys) {
        QTest::mouseClick(table->viewport(), Qt::LeftButton, keys,
                          table->visualRect(table->model()->index(row, 0)).center());
    };
    click(1, {});
    ASSERT_TRUE(panel.detail()->isVisible());
    click(4, Qt::ShiftModifier);
    QTest::keyRelease(table, Qt::Key_Shift);  // a key that is still down would extend the selection
    panel.showList(QStringLiteral("400 rows"), shared(listRows(dataset, View(), 1, {})), path);
    EXPECT_EQ(table->model()->rowCount(), 400);
    EXPECT_TRUE(panel.detail()->isVisible());
    EXPECT_EQ(table->selectionModel()->selectedRows().size(), 4);
    panel.copyRows();
    EXPECT_EQ(QApplication::clipboard()->text().count(QLatin1Char('\n')), 5);
}

TEST_F(RowListWindowTest, spaceOverTheListPlaysChanceInTheFigure) {
    open(testing::kDigits, {1700, 900});
    ASSERT_TRUE(waitFor(QStringLiteral("All ")));
    const auto shown = [&] { return m_window.diagram()->diagram().report(); };
    panel()->table()->setFocus();
    QTest::keyPress(panel()->table(), Qt::Key_Space);
    EXPECT_TRUE(QTest::qWaitFor([&] { return shown()->dataset.group.starts_with("calibrated"); },
                                testing::kPatience));
    QTest::keyRelease(m_window.diagram(), Qt::Key_Space);
    EXPECT_TRUE(QTest::qWaitFor([&] { return !shown()->dataset.group.starts_with("calibrated"); },
                                testing::kPatience));
}

/// Four lines stand there at first, and the first confusion among them.
TEST_F(RowListWindowTest, everythingInCommonIsShownOnDemand) {
    open(testing::kDigits, {1700, 900});
    clickBar(0.97);
    ASSERT_TRUE(waitFor(QStringLiteral("0.933 to 1.000: ")));
    ASSERT_TRUE(QTest::qWaitFor([&] { return buttonWith(QStringLiteral(" read as ")); },
                                testing::kPatience));
    QPushButton* const more = buttonWith(QStringLiteral(" more…"));
    ASSERT_TRUE(more);
    const auto lines = [&] { return panel()->findChildren<QPushButton*>().size(); };
    const auto few = lines();
    more->click();
    QCoreApplication::processEvents();
    EXPECT_GT(lines(), few);
    EXPECT_FALSE(buttonWith(QStringLiteral(" more…")));
}

/// A low list has room for one trait; the others are in a menu.
TEST_F(RowListWindowTest, aLowListHasTheOtherTraitsInAMenu) {
    open(testing::kDigits, {1024, 640});
    QCoreApplication::processEvents();
    m_window.page()->setWantsRows(true);
    ASSERT_TRUE(waitFor(QStringLiteral("All ")));
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return buttonWith(QStringLiteral("others…")); }, testing::kPatience));
    QPushButton* const others = buttonWith(QStringLiteral("others…"));
    ASSERT_TRUE(others->isVisible());
    others->click();
    const auto* menu = panel()->findChild<QMenu*>();
    ASSERT_TRUE(menu);
    const QList<QAction*> actions = menu->actions();
    ASSERT_GT(actions.size(), 2);
    EXPECT_FALSE(actions.front()->isEnabled()) << "it says of which rows";
    const int all = panel()->table()->model()->rowCount();
    ASSERT_TRUE(actions.at(2)->isEnabled());
    actions.at(2)->trigger();
    EXPECT_TRUE(QTest::qWaitFor([&] { return panel()->table()->model()->rowCount() < all; },
                                testing::kPatience));
    m_window.resize(1700, 900);
    QCoreApplication::processEvents();
    EXPECT_FALSE(buttonWith(QStringLiteral("others…"))) << "all stand in a list with room";
}

TEST_F(RowListWindowTest, whatTheRowsHaveInCommonIsAFilter) {
    open(testing::kDigits, {1700, 900});
    ASSERT_TRUE(waitFor(QStringLiteral("All ")));
    // Of all rows, the wrong ones are described.
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return buttonWith(QStringLiteral(" have ")); }, testing::kPatience));
    const int all = panel()->table()->model()->rowCount();
    buttonWith(QStringLiteral(" have "))->click();
    ASSERT_TRUE(QTest::qWaitFor([&] { return panel()->table()->model()->rowCount() < all; },
                                testing::kPatience));
    EXPECT_FALSE(buttonWith(QStringLiteral(" have true class 8 "))) << "all of them have it";
    ASSERT_TRUE(buttonWith(QStringLiteral("✕")));
    EXPECT_TRUE(panel()->title().contains(QStringLiteral(" wrong. The ECE without")))
        << "of wrong rows alone";
    for (int i = 0; i < 2; ++i) {  // wrong, and the trait
        ASSERT_TRUE(QTest::qWaitFor([&] { return buttonWith(QStringLiteral("✕")); }, 5000));
        buttonWith(QStringLiteral("✕"))->click();
    }
    EXPECT_TRUE(QTest::qWaitFor([&] { return panel()->table()->model()->rowCount() == all; },
                                testing::kPatience));
    EXPECT_FALSE(buttonWith(QStringLiteral("✕")));
}

TEST_F(RowListWindowTest, theListedRowsAloneAreMeasured) {
    open(testing::kDigits, {1700, 900});
    ASSERT_TRUE(waitFor(QStringLiteral("All ")));
    EXPECT_FALSE(buttonWith(QStringLiteral("Measure"))->isEnabled()) << "all rows are measured";
    const auto report = [&] { return m_window.session().report(); };
    const std::size_t all = report()->dataset.rows;
    const std::size_t count = report()->binned.bins.back().count;
    clickBar(0.97);
    ASSERT_TRUE(waitFor(QStringLiteral("0.933 to 1.000: ")));
    EXPECT_TRUE(panel()->title().contains(QStringLiteral(". The ECE without them: 0.")));
    ASSERT_TRUE(buttonWith(QStringLiteral("Measure")));
    buttonWith(QStringLiteral("Measure"))->click();
    ASSERT_TRUE(testing::settle(m_window.session()));
    EXPECT_EQ(report()->dataset.rows, count);
    EXPECT_EQ(report()->dataset.group.rfind("confidence above 0.93", 0), 0U)
        << report()->dataset.group;
    // Other rows are as confident at another temperature.
    AnalysisSettings settings = m_window.session().settings();
    settings.temperature = 2;
    m_window.session().setSettings(settings);
    ASSERT_TRUE(testing::settle(m_window.session()));
    EXPECT_LT(report()->dataset.rows, count);
    settings.temperature = 1;
    settings.fitTemperature = true;
    m_window.session().setSettings(settings);
    ASSERT_TRUE(testing::settle(m_window.session()));
    EXPECT_FALSE(report()->settings.fitTemperature) << "it would be fitted to chosen rows";
    settings.fitTemperature = false;
    m_window.session().setSettings(settings);
    ASSERT_TRUE(testing::settle(m_window.session()));
    const QString chip = QStringLiteral("confidence above 0.9333 to 1  ✕");
    ASSERT_TRUE(QTest::qWaitFor([&] { return buttonWith(chip); }, 5000));
    buttonWith(chip)->click();
    ASSERT_TRUE(testing::settle(m_window.session()));
    EXPECT_EQ(report()->dataset.rows, all);
}

/// Held, Space shows draws of chance; released, the bars are back.
TEST_F(RowListWindowTest, spacePlaysWhatChanceDoes) {
    open(testing::kDigits, {1200, 800});
    DiagramView* const view = m_window.diagram();
    view->setFocus();
    const auto shown = [&] { return view->diagram().report(); };
    const auto own = m_window.session().report();
    QTest::keyPress(view, Qt::Key_Space);
    ASSERT_NE(shown(), own);
    EXPECT_LT(*shown()->score("ece"), .03) << "a calibrated model's, of 1,797 rows";
    EXPECT_GT(*own->score("ece"), .05);
    const auto first = shown();
    EXPECT_TRUE(QTest::qWaitFor([&] { return shown() != first; }, 2000))
        << "one draw follows another";
    const auto second = shown();
    QTest::keyRelease(view, Qt::Key_Space);  // as some systems repeat a held key
    QTest::keyPress(view, Qt::Key_Space);
    EXPECT_TRUE(QTest::qWaitFor([&] { return shown() != second; }, 2000));
    EXPECT_NE(shown(), own);
    QTest::keyRelease(view, Qt::Key_Space);
    EXPECT_TRUE(QTest::qWaitFor([&] { return shown() == m_window.session().report(); }, 2000));
}

/// Returns the width of the widest interval.
double widestInterval(const Report& report) {
    double widest = 0;
    for (const Bin& bin : report.binned.bins) {
        if (bin.interval) widest = std::max(widest, bin.interval->upper - bin.interval->lower);
    }
    return widest;
}

/// From the menu, chance plays until Esc; what is drawn is chosen beside it.
TEST_F(RowListWindowTest, playsResamplesAndFourTimesTheRows) {
    open(testing::kDigits, {1200, 800});
    const auto own = m_window.session().report();
    const auto shown = [&] { return m_window.diagram()->diagram().report(); };
    const auto actions = m_window.findChildren<QAction*>();
    const auto play = std::ranges::find_if(actions, [](const QAction* action) {
        return action->text() == QStringLiteral("Play what &chance does");
    });
    ASSERT_NE(play, actions.end());
    ASSERT_TRUE((*play)->isEnabled());
    auto* const bar = m_window.findChild<ChanceBar*>();
    EXPECT_FALSE(bar->isVisible());
    (*play)->trigger();
    ASSERT_TRUE(bar->isVisible());
    EXPECT_TRUE((*play)->isChecked());
    EXPECT_LT(*shown()->score("ece"), .03) << "a calibrated model's, of 1,797 rows";
    bar->findChildren<QRadioButton*>().last()->click();
    EXPECT_GT(*shown()->score("ece"), .05) << "that of rows like these";
    EXPECT_NE(*shown()->score("ece"), *own->score("ece"));
    EXPECT_EQ(shown()->dataset.rows, own->dataset.rows);
    bar->findChild<QCheckBox*>()->click();
    EXPECT_EQ(shown()->dataset.rows, 4 * own->dataset.rows);
    EXPECT_EQ(shown()->binned.count, 4 * own->binned.count);
    EXPECT_LT(widestInterval(*shown()), .8 * widestInterval(*own));
    QTest::keyClick(&m_window, Qt::Key_Escape);
    EXPECT_EQ(shown(), m_window.session().report());
    EXPECT_FALSE(bar->isVisible());
    EXPECT_FALSE((*play)->isChecked());
    AnalysisSettings settings = m_window.session().settings();
    settings.scheme = BinningScheme::Isotonic;
    m_window.session().setSettings(settings);
    ASSERT_TRUE(testing::settle(m_window.session()));
    EXPECT_FALSE((*play)->isEnabled()) << "such bins depend on the outcomes";
}

TEST_F(RowListWindowTest, aNarrowWindowListsRowsBelowOnDemand) {
    open(testing::kCancer, {1024, 640});
    QCoreApplication::processEvents();  // the side panel takes its room
    EXPECT_FALSE(m_window.page()->showsRows());
    m_window.page()->setWantsRows(true);
    ASSERT_TRUE(m_window.page()->showsRows());
    EXPECT_EQ(m_window.page()->orientation(), Qt::Vertical);
    ASSERT_TRUE(waitFor(QStringLiteral("All 569 rows, 133 wrong")))
        << panel()->title().toStdString();
    m_window.resize(1900, 700);
    EXPECT_TRUE(
        QTest::qWaitFor([&] { return m_window.page()->orientation() == Qt::Horizontal; }, 5000));
}

TEST_F(RowListWindowTest, selectedRowsAreCopiedAndAllAreSaved) {
    open(testing::kCancer, {1900, 800});
    ASSERT_TRUE(waitFor(QStringLiteral("All 569 rows")));
    panel()->table()->selectRow(1);
    panel()->table()->setFocus();
    QTest::keyClick(panel()->table(), Qt::Key_C, Qt::ControlModifier);
    const QStringList lines = QApplication::clipboard()->text().split(QLatin1Char('\n'));
    ASSERT_GE(lines.size(), 2);
    EXPECT_TRUE(lines[0].startsWith(QStringLiteral("line\ttrue\tpredicted\tconfidence")));
    EXPECT_EQ(lines[1].section(QLatin1Char('\t'), 0, 0), cell(1, 0));
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("rows.csv"));
    m_window.exportController()->chooseRowsPath = [&](const QString&) { return path; };
    buttonWith(QStringLiteral("Save"))->click();
    ASSERT_TRUE(QTest::qWaitFor([&] { return QFile(path).size() > 0; }, testing::kPatience));
    QFile saved(path);
    ASSERT_TRUE(saved.open(QIODevice::ReadOnly));
    EXPECT_EQ(saved.readAll().count('\n'), 570);
    const QString jsonLines = folder.filePath(QStringLiteral("rows.jsonl"));
    m_window.exportController()->chooseRowsPath = [&](const QString&) { return jsonLines; };
    buttonWith(QStringLiteral("Save"))->click();
    ASSERT_TRUE(QTest::qWaitFor([&] { return QFile(jsonLines).size() > 0; }, testing::kPatience));
    QFile objects(jsonLines);
    ASSERT_TRUE(objects.open(QIODevice::ReadOnly));
    const QList<QByteArray> written = objects.readAll().split('\n');
    EXPECT_EQ(written.size(), 570);
    const QJsonObject row = QJsonDocument::fromJson(written[0]).object();
    EXPECT_EQ(row[QStringLiteral("outcome")].toString(), QStringLiteral("wrong"));
    EXPECT_GT(row[QStringLiteral("confidence")].toDouble(), .9);
}

TEST_F(RowListWindowTest, aRowIsShownWholeWithItsPicture) {
    open("digits_neural_network.npz", {1700, 900});
    ASSERT_TRUE(waitFor(QStringLiteral("All ")));
    EXPECT_FALSE(panel()->detail()->isVisible());
    clickRow(0);
    ASSERT_TRUE(panel()->detail()->isVisible());
    const QString text = panel()->detail()->text();
    EXPECT_TRUE(text.contains(QStringLiteral("4 (predicted) 1.0000"))) << text.toStdString();
    EXPECT_TRUE(text.contains(QRegularExpression(QStringLiteral("5 \\(true\\) [1-9]e-"))))
        << text.toStdString();
    EXPECT_TRUE(text.contains(QStringLiteral("Log loss")));
    const auto picture = [&] { return panel()->detail()->picture()->pixmap(Qt::ReturnByValue); };
    ASSERT_TRUE(QTest::qWaitFor([&] { return !picture().isNull(); }, testing::kPatience));
    // Dark around the digit, light within.
    EXPECT_EQ(picture().toImage().pixelColor(2, 2), QColor(Qt::black));
    QTest::keyClick(panel()->table(), Qt::Key_Escape);
    EXPECT_FALSE(panel()->detail()->isVisible());
    QTest::keyClick(panel()->table(), Qt::Key_Return);
    EXPECT_TRUE(panel()->detail()->isVisible());
    // The row stays while the list is made anew.
    AnalysisSettings settings = m_window.session().settings();
    settings.binCount = 9;
    m_window.session().setSettings(settings);
    ASSERT_TRUE(testing::settle(m_window.session()));
    QTest::qWait(500);
    EXPECT_EQ(panel()->detail()->text(), text);
}

TEST_F(RowListWindowTest, picturesMakeAGrid) {
    open("digits_neural_network.npz", {1700, 900});
    ASSERT_TRUE(waitFor(QStringLiteral("All ")));
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return panel()->pictureSwitch()->isVisible(); }, testing::kPatience));
    panel()->pictureSwitch()->click();
    ASSERT_TRUE(panel()->grid()->isVisible());
    const QModelIndex first = panel()->grid()->model()->index(0, 0);
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return !first.data(RowListModel::PictureRole).value<QImage>().isNull(); },
        testing::kPatience));
    EXPECT_EQ(first.data(RowListModel::CaptionRole).toString(), QStringLiteral("5 as 4\n1.0000"));
    // A file without pictures has a table again.
    m_window.session().open(QStringList{testing::sample(testing::kCancer)});
    ASSERT_TRUE(QTest::qWaitFor([&] { return panel()->title().contains(QStringLiteral("569")); },
                                testing::kPatience));
    EXPECT_FALSE(panel()->grid()->isVisible());
}

TEST_F(RowListWindowTest, headsSortAndTheFieldFilters) {
    open(testing::kDigits, {1700, 900});
    ASSERT_TRUE(waitFor(QStringLiteral("All ")));
    const QString first = cell(0, 0);
    const auto clickHead = [&](int column) {
        QHeaderView* const head = panel()->table()->horizontalHeader();
        QTest::mouseClick(head->viewport(), Qt::LeftButton, {},
                          {head->sectionViewportPosition(column) + 9, head->height() / 2});
    };
    clickHead(3);
    ASSERT_TRUE(QTest::qWaitFor([&] { return cell(0, 3).toDouble() < .5; }, testing::kPatience));
    EXPECT_LE(cell(0, 3).toDouble(), cell(1, 3).toDouble());
    clickHead(3);
    ASSERT_TRUE(QTest::qWaitFor([&] { return cell(0, 3).toDouble() > .9; }, testing::kPatience));
    EXPECT_GE(cell(0, 3).toDouble(), cell(1, 3).toDouble());
    clickHead(3);
    ASSERT_TRUE(QTest::qWaitFor([&] { return cell(0, 0) == first; }, testing::kPatience));
    panel()->filter()->setText(QStringLiteral("true=8"));
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return cell(0, 1) == QLatin1String("8"); }, testing::kPatience));
    EXPECT_TRUE(panel()->title().contains(QStringLiteral("165 rows, ")))
        << panel()->title().toStdString();
}

/// Sorting by a column at the right leaves it in view, with its sign whole, while a row is shown.
TEST_F(RowListWindowTest, sortingDoesNotMoveTheListSideways) {
    open(testing::kDigits, {1366, 768});
    ASSERT_TRUE(waitFor(QStringLiteral("All ")));
    QTableView* const table = panel()->table();
    clickRow(1);
    ASSERT_TRUE(panel()->detail()->isVisible());
    const int last = table->model()->columnCount() - 1;
    table->horizontalScrollBar()->setValue(table->horizontalScrollBar()->maximum());
    const int moved = table->horizontalScrollBar()->value();
    ASSERT_GT(moved, 0);
    QHeaderView* const head = table->horizontalHeader();
    const auto before = panel()->list();
    QTest::mouseClick(head->viewport(), Qt::LeftButton, {},
                      {head->sectionViewportPosition(last) + head->sectionSize(last) / 2, 5});
    ASSERT_TRUE(QTest::qWaitFor([&] { return panel()->list() != before; }, testing::kPatience));
    EXPECT_TRUE(panel()->detail()->isVisible());
    EXPECT_EQ(table->horizontalScrollBar()->value(), moved);
    EXPECT_LE(head->fontMetrics().horizontalAdvance(
                  table->model()->headerData(last, Qt::Horizontal).toString()),
              head->sectionSize(last));
}

/// What is measured is what is listed.
TEST_F(RowListWindowTest, aFilterIsMeasuredToo) {
    open(testing::kDigits, {1700, 900});
    ASSERT_TRUE(waitFor(QStringLiteral("All ")));
    QPushButton* const measure = buttonWith(QStringLiteral("Measure"));
    EXPECT_FALSE(measure->isEnabled()) << "all rows are";
    panel()->filter()->setText(QStringLiteral("no such text"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return panel()->title().contains("leaves out"); },
                                testing::kPatience));
    EXPECT_FALSE(measure->isEnabled()) << "a text is no condition";
    panel()->filter()->setText(QStringLiteral("truth=8"));
    EXPECT_TRUE(QTest::qWaitFor(
        [&] { return panel()->title().contains(QStringLiteral("no column is called 'truth'")); },
        testing::kPatience));
    clickBar(0.97);
    panel()->filter()->setText(QStringLiteral("true=8"));
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return panel()->title().startsWith("0.933"); }, testing::kPatience));
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return cell(0, 1) == QLatin1String("8"); }, testing::kPatience));
    const auto listed = static_cast<std::size_t>(panel()->table()->model()->rowCount());
    ASSERT_TRUE(measure->isEnabled());
    measure->click();
    ASSERT_TRUE(testing::settle(m_window.session()));
    EXPECT_EQ(m_window.session().report()->dataset.rows, listed);
    EXPECT_TRUE(panel()->filter()->text().isEmpty());
}

TEST_F(RowListWindowTest, columnsWithoutARoleAreReadAgain) {
    const QTemporaryDir folder;
    const QTemporaryDir outside;
    QImage(4, 4, QImage::Format_RGB32).save(outside.filePath(QStringLiteral("a.png")));
    QImage(4, 4, QImage::Format_RGB32).save(folder.filePath(QStringLiteral("b.png")));
    const QString path = folder.filePath(QStringLiteral("rows.csv"));
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("label,probability,remark,image\n");
    for (int i = 0; i < 40; ++i) {
        const QString image =
            i == 0 ? outside.filePath(QStringLiteral("a.png")) : QStringLiteral("b.png");
        file.write(QStringLiteral("%1,0.%2,remark %3 of this row,%4\n")
                       .arg(i % 2)
                       .arg(50 - i)
                       .arg(i)
                       .arg(image)
                       .toUtf8());
    }
    file.close();
    m_window.resize(1800, 900);
    m_window.show();
    m_window.session().open(QStringList{path});
    ASSERT_TRUE(testing::settle(m_window.session()));
    const auto heads = [&] {
        QStringList texts;
        for (int column = 0; column < panel()->table()->model()->columnCount(); ++column)
            texts << panel()->table()->model()->headerData(column, Qt::Horizontal).toString();
        return texts;
    };
    ASSERT_TRUE(QTest::qWaitFor([&] { return heads().contains(QStringLiteral("remark")); },
                                testing::kPatience))
        << heads().join(QLatin1Char(' ')).toStdString();
    panel()->filter()->setText(QStringLiteral("remark=remark 1 of this row"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return panel()->table()->model()->rowCount() == 1; },
                                testing::kPatience));
    EXPECT_EQ(cell(0, 0), QStringLiteral("3"));
    const auto picture = [&] { return panel()->detail()->picture()->pixmap(Qt::ReturnByValue); };
    clickRow(0);
    EXPECT_TRUE(QTest::qWaitFor([&] { return !picture().isNull(); }, testing::kPatience));
    // A picture in another folder is read once the user agrees.
    panel()->filter()->setText(QStringLiteral("remark=remark 0 of this row"));
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return cell(0, 0) == QLatin1String("2"); }, testing::kPatience));
    clickRow(0);
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return buttonWith(QStringLiteral("outside")); }, testing::kPatience));
    EXPECT_TRUE(picture().isNull());
    EXPECT_TRUE(
        panel()->detail()->picture()->text().contains(QStringLiteral("outside the folder")));
    buttonWith(QStringLiteral("outside"))->click();
    EXPECT_TRUE(QTest::qWaitFor([&] { return !picture().isNull(); }, testing::kPatience));
    EXPECT_FALSE(buttonWith(QStringLiteral("outside")));
}

/// A filter on a column without a role becomes a condition, whose rows are read and measured.
TEST_F(RowListWindowTest, cellsOfAnyColumnAreMeasured) {
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("rows.csv")));
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("label,probability,age,remark\n");
    for (int i = 0; i < 80; ++i)
        file.write(QByteArray::number(i % 2) + ",0." + QByteArray::number(10 + i) + ',' +
                   QByteArray::number(20 + i) + ",remark of row " + QByteArray::number(i) + '\n');
    file.close();
    m_window.resize(1800, 900);
    m_window.show();
    m_window.session().open(QStringList{file.fileName()});
    ASSERT_TRUE(testing::settle(m_window.session()));
    ASSERT_TRUE(waitFor(QStringLiteral("All 80 rows")));
    const auto rows = [&] { return panel()->table()->model()->rowCount(); };
    const auto filterBy = [&](const char* filter, int left) {
        panel()->filter()->setText(QString::fromUtf8(filter));
        return QTest::qWaitFor([&] { return rows() == left; }, testing::kPatience);
    };
    ASSERT_TRUE(filterBy("age >= 50", 50)) << rows();
    QTest::keyClick(panel()->filter(), Qt::Key_Return);
    EXPECT_TRUE(panel()->filter()->text().isEmpty());
    EXPECT_TRUE(buttonWith(QStringLiteral("age >= 50")));
    // Their accuracies stand beside those of all rows, in the same bins.
    const auto shown = [&] { return m_window.diagram()->diagram().report(); };
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return shown()->beside && !shown()->beside->curve.bins.empty(); },
                        testing::kPatience));
    EXPECT_EQ(shown()->beside->curve.count, 50U);
    EXPECT_EQ(shown()->beside->curve.bins.size(), shown()->binned.bins.size());
    clickBar(0.45);
    EXPECT_TRUE(m_window.side()->detail()->text().contains(
        QStringLiteral("Listed: age >= 50 (10): 0.5000 CI 0.2")))
        << m_window.side()->detail()->text().toStdString();
    clickBar(0.45);  // lets go of it
    // Return narrows the list, as the filter did.
    ASSERT_TRUE(filterBy("age >= 40", 50)) << rows();
    EXPECT_TRUE(QTest::qWaitFor(
        [&] { return shown()->beside && shown()->beside->name == "All with age >= 50"; },
        testing::kPatience))
        << "the list leaves some of them out";
    QTest::keyClick(panel()->filter(), Qt::Key_Return);
    ASSERT_TRUE(filterBy("remark ~ zebra", 0)) << rows();
    EXPECT_FALSE(buttonWith(QStringLiteral("Measure"))->isEnabled()) << "there are no such rows";
    ASSERT_TRUE(filterBy("remark ~ ROW 7", 10)) << rows();
    buttonWith(QStringLiteral("Measure"))->click();
    ASSERT_TRUE(QTest::qWaitFor(
        [&] {
            const auto report = m_window.session().report();
            return testing::settle(m_window.session()) && report && report->dataset.rows == 10;
        },
        testing::kPatience));
    EXPECT_EQ(m_window.session().report()->dataset.group, "age >= 50, remark has 'ROW 7'");
    m_window.session().undo();
    ASSERT_TRUE(testing::settle(m_window.session()));
    EXPECT_TRUE(QTest::qWaitFor(
        [&] {
            const auto report = m_window.session().report();
            return report && report->dataset.rows == 80;
        },
        testing::kPatience));
    EXPECT_TRUE(buttonWith(QStringLiteral("age >= 50"))) << "what was listed comes back";
    EXPECT_EQ(panel()->filter()->text(), QStringLiteral("remark ~ ROW 7"));
    m_window.session().redo();
    ASSERT_TRUE(testing::settle(m_window.session()));
    EXPECT_TRUE(panel()->filter()->text().isEmpty());
}

/// Undoing *Measure these only* lists the rows again, with their bar; other changes do not.
TEST_F(RowListWindowTest, whatWasMeasuredIsListedAgain) {
    open(testing::kDigits, {1700, 900});
    ASSERT_TRUE(waitFor(QStringLiteral("All ")));
    clickBar(0.97);
    ASSERT_TRUE(waitFor(QStringLiteral("0.933 to 1.000: ")));
    const std::size_t all = m_window.session().report()->dataset.rows;
    const auto measures = [&](bool isPart) {
        return QTest::qWaitFor(
            [&] {
                const auto& report = m_window.session().report();
                return testing::settle(m_window.session()) &&
                       (report->dataset.rows < all) == isPart;
            },
            testing::kPatience);
    };
    panel()->wrongOnly()->click();
    ASSERT_TRUE(QTest::qWaitFor([&] { return buttonWith(QStringLiteral("Measure"))->isEnabled(); },
                                testing::kPatience));
    // A filter says the same, with and without the box; right rows are measured alone.
    panel()->filter()->setText(QStringLiteral("outcome=wrong"));
    EXPECT_TRUE(QTest::qWaitFor(
        [&] { return buttonWith(QStringLiteral("Measure these and right ones")) != nullptr; },
        testing::kPatience));
    panel()->wrongOnly()->click();
    panel()->filter()->setText(QStringLiteral("outcome=right"));
    EXPECT_TRUE(
        QTest::qWaitFor([&] { return buttonWith(QStringLiteral("Measure these only")) != nullptr; },
                        testing::kPatience));
    panel()->filter()->clear();
    panel()->wrongOnly()->click();
    ASSERT_TRUE(QTest::qWaitFor([&] { return buttonWith(QStringLiteral("Measure"))->isEnabled(); },
                                testing::kPatience));
    // Wrong rows alone have the accuracy 0: the right ones of the bar are measured with them.
    const std::size_t ofBar = m_window.session().report()->binned.bins.back().count;
    EXPECT_TRUE(buttonWith(QStringLiteral("Measure these and right ones")));
    buttonWith(QStringLiteral("Measure"))->click();
    ASSERT_TRUE(measures(true));
    EXPECT_EQ(m_window.session().report()->dataset.rows, ofBar);
    ASSERT_TRUE(waitFor(QStringLiteral("All ")));
    m_window.session().undo();
    ASSERT_TRUE(measures(false));
    EXPECT_TRUE(panel()->wrongOnly()->isChecked());
    EXPECT_TRUE(waitFor(QStringLiteral("0.933 to 1.000: "))) << panel()->title().toStdString();
    // Another change leaves the list.
    panel()->wrongOnly()->click();
    AnalysisSettings settings = m_window.session().settings();
    settings.binCount = 12;
    m_window.session().setSettings(settings);
    m_window.session().undo();
    EXPECT_FALSE(panel()->wrongOnly()->isChecked());
    m_window.session().redo();
    ASSERT_TRUE(testing::settle(m_window.session()));
    m_window.session().closeFile();
    EXPECT_FALSE(m_window.session().report());
}

/// Lines above the list name no condition that the measured rows were chosen by.
TEST_F(RowListWindowTest, measuredRowsHaveTheSameInCommonAsListedOnes) {
    const testing::TemporaryFolder folder;
    const QString path = QString::fromStdString(folder.path("wards.csv"));
    ASSERT_NO_FATAL_FAILURE(openWards(path));
    const auto lines = [&] {
        QStringList texts;
        for (const QPushButton* line : panel()->findChildren<QPushButton*>()) {
            if (line->text().contains(QStringLiteral("(of the right ones "))) texts << line->text();
        }
        return texts;
    };
    clickBar(0.85);
    ASSERT_TRUE(waitFor(QStringLiteral("0.800 to 0.900")));
    ASSERT_TRUE(QTest::qWaitFor([&] { return lines().size() == 1; }, testing::kPatience));
    const QString listed = lines().front();
    EXPECT_TRUE(listed.contains(QStringLiteral(" have age >= "))) << listed.toStdString();
    buttonWith(QStringLiteral("Measure"))->click();
    ASSERT_TRUE(testing::settle(m_window.session()));
    ASSERT_TRUE(waitFor(QStringLiteral("All ")));
    EXPECT_TRUE(QTest::qWaitFor([&] { return lines() == QStringList{listed}; }, testing::kPatience))
        << lines().join(QLatin1Char('|')).toStdString() << " for " << listed.toStdString();
}

TEST_F(RowListWindowTest, conditionsThatNoRowFulfilsAnyMoreAreNamed) {
    const testing::TemporaryFolder folder;
    const QString path = QString::fromStdString(folder.path("wards.csv"));
    ASSERT_NO_FATAL_FAILURE(openWards(path));
    RowConditions ward;
    ASSERT_TRUE(addCondition(ward, "ward=B"));
    Q_EMIT panel()->conditionChosen(ward);
    ASSERT_TRUE(waitFor(QStringLiteral("200 rows")));
    writeWards(path, "C");
    m_window.session().reread();
    ASSERT_TRUE(testing::settle(m_window.session()));
    ASSERT_TRUE(waitFor(QStringLiteral("All 400 rows"))) << panel()->title().toStdString();
    EXPECT_TRUE(panel()->title().contains(
        QStringLiteral("No more listed by ward = B: no value of 'ward' is 'B'")))
        << panel()->title().toStdString();
    EXPECT_TRUE(m_window.page()->chips()->texts().isEmpty());
}

TEST_F(RowListWindowTest, returnIsObeyedOnceTheFilterIsAppliedOrSaysWhyNot) {
    open(testing::kDigits, {1700, 900});
    ASSERT_TRUE(waitFor(QStringLiteral("All ")));
    const auto chips = [&] { return m_window.page()->chips()->texts(); };
    panel()->filter()->setText(QStringLiteral("true=3"));
    EXPECT_FALSE(buttonWith(QStringLiteral("Measure"))->isEnabled())
        << "the rows are not yet listed";
    QTest::keyClick(panel()->filter(), Qt::Key_Return);  // before the list is made
    EXPECT_TRUE(chips().isEmpty());
    ASSERT_TRUE(QTest::qWaitFor([&] { return chips().size() == 1; }, testing::kPatience));
    EXPECT_TRUE(panel()->filter()->text().isEmpty());
    // The field has nothing of its own to undo.
    QTest::keyClick(panel()->filter(), Qt::Key_Z, Qt::ControlModifier);
    EXPECT_TRUE(chips().isEmpty());
    EXPECT_EQ(panel()->filter()->text(), QStringLiteral("true=3"));
    QTest::keyClick(panel()->filter(), Qt::Key_Y, Qt::ControlModifier);
    EXPECT_EQ(chips().size(), 1);
    EXPECT_TRUE(panel()->filter()->text().isEmpty());
    panel()->filter()->setText(QStringLiteral("predicted=twelve"));
    QTest::keyClick(panel()->filter(), Qt::Key_Return);
    const auto says = [&](const QString& text) {
        return QTest::qWaitFor([&] { return panel()->title().contains(text); }, testing::kPatience);
    };
    EXPECT_TRUE(says(QStringLiteral("The filter is no condition to keep")))
        << panel()->title().toStdString();
    EXPECT_EQ(panel()->title().count(QStringLiteral("no class is called 'twelve'")), 1)
        << "the reason stands there already";
    QTest::qWait(300);
    EXPECT_TRUE(says(QStringLiteral("no condition to keep")));
    // Return is on the text of then, not on a later one.
    panel()->filter()->setText(QStringLiteral("predicted=8"));
    QTest::keyClick(panel()->filter(), Qt::Key_Return);
    panel()->filter()->setText(QStringLiteral("predicted=9"));
    EXPECT_TRUE(
        QTest::qWaitFor([&] { return !panel()->title().contains(QStringLiteral("no condition")); },
                        testing::kPatience));
    EXPECT_EQ(chips().size(), 1);
}

TEST_F(RowListWindowTest, aDragOverTheCountsListsARange) {
    open(testing::kDigits, {1700, 900});
    ASSERT_TRUE(waitFor(QStringLiteral("All ")));
    DiagramView* const view = m_window.diagram();
    const QRectF counts = view->diagram().diagramLayout().counts;
    const auto drag = [&](double from, double to, Qt::KeyboardModifiers keys) {
        const auto at = [&](double x) {
            return view->mapFromScene(
                QPointF(counts.left() + x * counts.width(), counts.center().y()));
        };
        QTest::mousePress(view->viewport(), Qt::LeftButton, keys, at(from));
        QTest::mouseMove(view->viewport(), at((from + to) / 2));
        QTest::mouseMove(view->viewport(), at(to));
        QTest::mouseRelease(view->viewport(), Qt::LeftButton, keys, at(to));
    };
    drag(.75, .85, {});
    EXPECT_THAT(
        m_window.page()->chips()->texts(),
        ::testing::ElementsAre(QStringLiteral("listed: confidence above 0.7333 to 0.8667  ✕")));
    // The range stays marked while its rows are listed.
    const auto isMarked = [&] {
        const QRectF now = view->diagram().diagramLayout().counts;  // the chip moves it
        const QRectF range = view->listedRange();
        return std::abs(range.left() - now.left() - now.width() * 11 / 15) < .1 &&
               std::abs(range.right() - now.left() - now.width() * 13 / 15) < .1 &&
               range.top() == now.top();
    };
    EXPECT_TRUE(QTest::qWaitFor(isMarked, testing::kPatience));
    m_window.page()->setWantsRows(false);
    EXPECT_TRUE(view->listedRange().isNull());
    m_window.page()->setWantsRows(true);
    EXPECT_TRUE(isMarked());
    view->setZoom({.low = .8, .high = 1});
    EXPECT_EQ(view->listedRange().left(), view->diagram().diagramLayout().counts.left())
        << "it goes beyond the zoom";
    view->setZoom({.low = .9, .high = 1});
    EXPECT_TRUE(view->listedRange().isNull());
    view->setZoom(kWholeAxis);
    drag(.75, .85, Qt::AltModifier);
    EXPECT_EQ(m_window.page()->chips()->texts().size(), 1);
    EXPECT_TRUE(m_window.page()->chips()->texts().front().startsWith(
        QStringLiteral("listed: confidence 0.7")));
    EXPECT_EQ(view->diagram().zoom(), kWholeAxis) << "a drag over the diagram zooms";
    // Ctrl+Z takes back what is listed, and measures nothing anew.
    const auto report = m_window.session().report();
    const QStringList last = m_window.page()->chips()->texts();
    m_window.session().undo();
    EXPECT_NE(m_window.page()->chips()->texts(), last);
    EXPECT_EQ(m_window.page()->chips()->texts().size(), 1);
    m_window.session().undo();
    EXPECT_TRUE(m_window.page()->chips()->texts().isEmpty());
    EXPECT_FALSE(m_window.session().canUndo());
    m_window.session().redo();
    m_window.session().redo();
    EXPECT_EQ(m_window.page()->chips()->texts(), last);
    EXPECT_EQ(m_window.session().report(), report);
    // Conditions stay with another model of the same classes.
    m_window.session().open(QStringList{testing::sample("digits_random_forest.csv")});
    ASSERT_TRUE(testing::settle(m_window.session()));
    EXPECT_EQ(m_window.page()->chips()->texts().size(), 1);
    QTest::keyClick(view, Qt::Key_Escape);
    EXPECT_TRUE(m_window.page()->chips()->texts().isEmpty());
    m_window.session().undo();
    EXPECT_EQ(m_window.page()->chips()->texts().size(), 1);
}

/// A row under the pointer shows its bar.
TEST_F(RowListWindowTest, aPointedRowMarksItsBar) {
    open(testing::kDigits, {1700, 900});
    ASSERT_TRUE(waitFor(QStringLiteral("All ")));
    const auto hovered = [&] { return m_window.diagram()->diagram().binMarks().hovered; };
    QTableView* const table = panel()->table();
    QTest::mouseMove(table->viewport(), table->visualRect(table->model()->index(1, 0)).center());
    QTest::mouseMove(table->viewport(), table->visualRect(table->model()->index(2, 0)).center());
    EXPECT_TRUE(QTest::qWaitFor([&] { return hovered() == 14U; }, 3000)) << "of 15, by confidence";
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(table->viewport(), &leave);
    EXPECT_FALSE(hovered());
}

TEST_F(RowListWindowTest, anInfiniteLogLossIsSaid) {
    const testing::TemporaryFolder folder;
    const std::string file =
        folder.write("sure.csv", "label,a,b\na,0.9,0.1\nb,1,0\na,0.6,0.4\nb,0.2,0.8\n");
    m_window.resize(1700, 900);
    m_window.show();
    m_window.session().open(QStringList{QString::fromStdString(file)});
    ASSERT_TRUE(testing::settle(m_window.session()));
    ASSERT_TRUE(waitFor(QStringLiteral("All 4 rows")));
    panel()->table()->setCurrentIndex(panel()->table()->model()->index(0, 0));
    QTest::keyClick(panel()->table(), Qt::Key_Return);
    QStringList texts;
    for (const QLabel* label : panel()->detail()->findChildren<QLabel*>())
        texts << label->text();
    EXPECT_TRUE(texts.join(QLatin1Char('\n')).contains(QStringLiteral("infinite: the true class")))
        << texts.join(QLatin1Char('\n')).toStdString();
}

/// Why a row has no picture stands beside its numbers, whole.
TEST_F(RowListWindowTest, whatKeepsAPictureFromBeingShownIsSaid) {
    const QTemporaryDir folder;
    const auto write = [&folder](const char* name, const QByteArray& bytes) {
        QFile file(folder.filePath(QLatin1String(name)));
        EXPECT_TRUE(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
    };
    QImage(8, 8, QImage::Format_RGB32).save(folder.filePath(QStringLiteral("whole.png")));
    QFile whole(folder.filePath(QStringLiteral("whole.png")));
    ASSERT_TRUE(whole.open(QIODevice::ReadOnly));
    write("a.webp", QByteArray("RIFF\x24\0\0\0WEBPVP8 ", 16));
    write("cut.png", whole.readAll().left(40));
    write("text.bmp", "a long description of what was seen");
    write("a.gif", "GIF89a");
    write("rows.csv",
          "label,probability,image\n1,0.2,a.webp\n1,0.3,cut.png\n1,0.4,text.bmp\n"
          "1,0.45,missing.jpeg\n1,0.47,\n1,0.48,a.gif\n0,0.1,whole.png\n1,0.9,whole.png\n");
    m_window.resize(1366, 768);
    m_window.show();
    m_window.session().open(QStringList{folder.filePath(QStringLiteral("rows.csv"))});
    ASSERT_TRUE(testing::settle(m_window.session()));
    ASSERT_TRUE(waitFor(QStringLiteral("All 8 rows")));
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return panel()->pictureSwitch()->isVisible(); }, testing::kPatience));
    const bool readsWebP = QImageReader::supportedImageFormats().contains("webp");
    const QStringList reasons = {
        readsWebP ? QStringLiteral("a.webp") : QStringLiteral("qt6-image-formats-plugins"),
        QStringLiteral("cut.png"),
        QStringLiteral("is no picture (PNG, JPEG, WebP or BMP)"),
        QStringLiteral("missing.jpeg is no file"),
        QStringLiteral("The row names no picture"),
        QStringLiteral("a.gif is no picture")};
    for (int row = 0; row < reasons.size(); ++row) {
        panel()->table()->setCurrentIndex(panel()->table()->model()->index(row, 0));
        QTest::keyClick(panel()->table(), Qt::Key_Return);
        QLabel* message = nullptr;
        for (QLabel* label : panel()->detail()->findChildren<QLabel*>())
            message =
                label->accessibleName() == QStringLiteral("Picture of the row") ? label : message;
        ASSERT_NE(message, nullptr);
        EXPECT_TRUE(QTest::qWaitFor(
            [&] { return message->text().remove(QChar(0x200b)).contains(reasons[row]); }, 5000))
            << message->text().toStdString() << " for " << reasons[row].toStdString();
        QApplication::processEvents();
        EXPECT_GE(message->height(), message->heightForWidth(message->width()));
        EXPECT_LT(message->width(), panel()->detail()->width() / 2) << "numbers stand beside it";
        const QFontMetrics metrics = message->fontMetrics();
        static const QRegularExpression breaks(QStringLiteral("[ \u200b]"));
        for (const QString& word : message->text().split(breaks))
            EXPECT_LE(metrics.horizontalAdvance(word), message->width()) << word.toStdString();
    }
    // The grid says it in place of each picture.
    panel()->pictureSwitch()->click();
    for (int row = 0; row < reasons.size(); ++row)
        EXPECT_THAT(panel()
                        ->table()
                        ->model()
                        ->index(row, 0)
                        .data(RowListModel::ProblemRole)
                        .toString()
                        .toStdString(),
                    ::testing::HasSubstr(reasons[row].toStdString()));
}

/// Pictures of just the size in which they are shown, and rows of another part.
TEST_F(RowListWindowTest, picturesOfTheShownSizeKeepTheirPixels) {
    const QTemporaryDir folder;
    QImage image(RowPictures::kSmall, RowPictures::kSmall, QImage::Format_RGB32);
    image.fill(QColor(10, 200, 30));
    image.save(folder.filePath(QStringLiteral("a.png")));
    QFile file(folder.filePath(QStringLiteral("rows.csv")));
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("label,probability,site,image\n");
    for (int i = 0; i < 90; ++i)
        file.write(QByteArray::number(i % 2) + ",0." + QByteArray::number(10 + i % 80) +
                   (i < 80 ? ",A" : ",B") + ",a.png\n");
    file.close();
    m_window.resize(1800, 900);
    m_window.show();
    m_window.session().open(QStringList{file.fileName()});
    ASSERT_TRUE(testing::settle(m_window.session()));
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return panel()->pictureSwitch()->isVisible(); }, testing::kPatience));
    panel()->pictureSwitch()->click();
    const auto first = [&] {
        return panel()
            ->grid()
            ->model()
            ->index(0, 0)
            .data(RowListModel::PictureRole)
            .value<QImage>();
    };
    ASSERT_TRUE(QTest::qWaitFor([&] { return !first().isNull(); }, testing::kPatience));
    EXPECT_EQ(first().pixelColor(50, 50), QColor(10, 200, 30));
    // The row that is shown whole is gone from a smaller part.
    panel()->table()->setCurrentIndex(panel()->table()->model()->index(85, 0));
    QTest::keyClick(panel()->table(), Qt::Key_Return);
    ASSERT_TRUE(panel()->detail()->isVisible());
    AnalysisSettings settings = m_window.session().settings();
    settings.where.groups = {{"site", "B"}};
    m_window.session().setSettings(settings);
    ASSERT_TRUE(testing::settle(m_window.session()));
    ASSERT_TRUE(waitFor(QStringLiteral("All 10 rows")));
    EXPECT_FALSE(panel()->detail()->isVisible());
    EXPECT_TRUE(QTest::qWaitFor([&] { return !first().isNull(); }, testing::kPatience));
}

/// Images of other rows than those of the file are shown with none.
TEST(RowPictures, asManyImagesAsRows) {
    const QTemporaryDir folder;
    const auto problemWith = [&folder](int images) {
        const std::string number = std::to_string(images);
        const std::string path = folder.filePath(toQString(number + ".npz")).toStdString();
        const std::vector<double> scores = {0.1, 0.7, 0.9};
        std::ofstream(path, std::ios::binary) << testing::zipBytes(
            {{"y_true.npy",
              testing::npyBytes(testing::npyHeader("|u1", "(3,)"), std::string("\0\1\1", 3))},
             {"y_prob.npy",
              testing::npyBytes(testing::npyHeader("<f8", "(3,)"), testing::rawBytes(scores))},
             {"images.npy",
              testing::npyBytes(testing::npyHeader("|u1", "(" + number + ", 1, 1)"),
                                std::string(static_cast<std::size_t>(images), '\7'))}},
            false);
        PredictionFiles files;
        files.predictions = path;
        const auto rows = readPredictions(files, {});
        EXPECT_TRUE(rows) << describe(rows.error());
        const auto dataset = std::make_shared<const Dataset>(rows.value());
        RowPictures pictures;
        pictures.setRows(std::make_shared<const RowList>(listRows(dataset, View(), 1, {}).value()),
                         toQString(path));
        EXPECT_TRUE(
            QTest::qWaitFor([&] { return pictures.areThere() || !pictures.problemOf(0).isEmpty(); },
                            testing::kPatience));
        return pictures.problemOf(0).toStdString();
    };
    EXPECT_EQ(problemWith(3), "");
    for (const int images : {2, 4})
        EXPECT_EQ(problemWith(images), "The file has images of " + std::to_string(images) +
                                           " rows, and 3 rows: which is whose is unknown");
}

TEST(RowPicturePaths, stayInTheFolderAndOffTheNetwork) {
    const QTemporaryDir folder;
    bool isOutside = true;
    const auto path = [&](const char* name) {
        return picturePath(QString::fromUtf8(name), folder.path(), isOutside);
    };
    ASSERT_TRUE(path("a/b.png"));
    EXPECT_FALSE(isOutside);
    EXPECT_TRUE(path("../b.png"));
    EXPECT_TRUE(isOutside);
    EXPECT_TRUE(path("/etc/b.png"));
    EXPECT_TRUE(isOutside);
    QFile::link(QStringLiteral("/etc"), folder.filePath(QStringLiteral("link")));
    EXPECT_TRUE(path("link/hostname"));
    EXPECT_TRUE(isOutside);
    for (const char* name : {"", "http://host/a.png", "file:///etc/a.png", ":/icon/a.png"})
        EXPECT_FALSE(path(name)) << name;
}

TEST(RowPicturePaths, whatIsNoPictureIsSaid) {
    const QTemporaryDir folder;
    QString problem;
    EXPECT_TRUE(decodedPicture(folder.path(), 96, problem).isNull());
    EXPECT_TRUE(problem.contains(QStringLiteral("is no file")));
    const QString text = folder.filePath(QStringLiteral("a.png"));
    QFile file(text);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("<svg xmlns=\"http://www.w3.org/2000/svg\"/>");
    file.close();
    EXPECT_TRUE(decodedPicture(text, 96, problem).isNull());
    EXPECT_TRUE(problem.contains(QStringLiteral("is no picture")));
    const QString large = folder.filePath(QStringLiteral("b.png"));
    QImage(300, 200, QImage::Format_RGB32).save(large);
    EXPECT_EQ(decodedPicture(large, 96, problem).size(), QSize(96, 64));
}

TEST_F(RowListWindowTest, aProfileHasNoRows) {
    open(testing::kCancer, {1900, 800});
    ASSERT_TRUE(m_window.page()->showsRows());
    AnalysisSettings settings = m_window.session().settings();
    settings.profile = ProfileKind::Bins;
    m_window.session().setSettings(settings);
    EXPECT_TRUE(QTest::qWaitFor([&] { return !m_window.page()->showsRows(); }, testing::kPatience));
}

}  // namespace
}  // namespace diagonal
