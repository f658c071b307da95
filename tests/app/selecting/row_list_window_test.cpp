// SPDX-License-Identifier: GPL-3.0-or-later
// Lists the rows of a bar as a user does: clicks the bar, filters, copies, saves.
#include <QCheckBox>
#include <QClipboard>
#include <QFile>
#include <QPushButton>
#include <QTableView>
#include <QTemporaryDir>
#include <gtest/gtest.h>

#include "app/diagram/diagram_view.h"
#include "app/exporting/export_controller.h"
#include "app/selecting/figure_page.h"
#include "app/selecting/row_list_panel.h"
#include "app/text/number_text.h"
#include "app/window/main_window.h"
#include "tests/app/support.h"

namespace diagonal {
namespace {

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
        return QTest::qWaitFor([&] { return panel()->title().startsWith(title); }, 10000);
    }
    void clickBar(double confidence) {
        DiagramView* const view = m_window.diagram();
        const QRectF plot = view->diagram().diagramLayout().diagram;
        const QPointF at(plot.left() + confidence * plot.width(), plot.center().y());
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->mapFromScene(at));
    }
    /// Returns a visible button whose text contains this; null if there is none.
    QPushButton* buttonWith(const QString& text) {
        for (QPushButton* button : panel()->findChildren<QPushButton*>()) {
            if (button->isVisible() && button->text().contains(text)) return button;
        }
        return nullptr;
    }
    QString cell(int row, int column) {
        return panel()->table()->model()->index(row, column).data().toString();
    }

    MainWindow m_window;
};

TEST_F(RowListWindowTest, aWideWindowListsTheMostConfidentMistakes) {
    open(testing::kDigits, {1700, 900});
    ASSERT_TRUE(m_window.page()->showsRows());
    const std::size_t rows = m_window.session().report()->dataset.rows;
    ASSERT_TRUE(waitFor(QStringLiteral("All %1 rows, ").arg(countText(rows))))
        << panel()->title().toStdString();
    EXPECT_EQ(cell(0, 4), QStringLiteral("wrong"));
    EXPECT_GE(cell(0, 3).toDouble(), cell(1, 3).toDouble());
}

TEST_F(RowListWindowTest, aClickedBarListsItsRows) {
    open(testing::kDigits, {1700, 900});
    clickBar(0.97);
    ASSERT_TRUE(waitFor(QStringLiteral("0.933 to 1.000: "))) << panel()->title().toStdString();
    const Bin& bin = m_window.session().report()->binned.bins.back();
    EXPECT_EQ(static_cast<std::size_t>(panel()->table()->model()->rowCount()), bin.count);
    panel()->wrongOnly()->click();
    const auto wrong = static_cast<int>(bin.weight - bin.correct);
    EXPECT_TRUE(
        QTest::qWaitFor([&] { return panel()->table()->model()->rowCount() == wrong; }, 10000));
    EXPECT_EQ(cell(wrong - 1, 4), QStringLiteral("wrong"));
    // The list follows other bins.
    AnalysisSettings settings = m_window.session().settings();
    settings.binCount = 10;
    m_window.session().setSettings(settings);
    EXPECT_TRUE(waitFor(QStringLiteral("0.900 to 1.000: "))) << panel()->title().toStdString();
}

TEST_F(RowListWindowTest, whatTheRowsHaveInCommonIsAFilter) {
    open(testing::kDigits, {1700, 900});
    ASSERT_TRUE(waitFor(QStringLiteral("All ")));
    // Of all rows, the wrong ones are described.
    ASSERT_TRUE(QTest::qWaitFor([&] { return buttonWith(QStringLiteral(" have ")); }, 10000));
    const int all = panel()->table()->model()->rowCount();
    buttonWith(QStringLiteral(" have "))->click();
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return panel()->table()->model()->rowCount() < all; }, 10000));
    EXPECT_FALSE(buttonWith(QStringLiteral(" have "))) << "it would be common to all of them";
    ASSERT_TRUE(buttonWith(QStringLiteral("✕")));
    EXPECT_TRUE(panel()->title().contains(QStringLiteral(" wrong. The ECE without")))
        << "of wrong rows alone";
    for (int i = 0; i < 2; ++i) {  // wrong, and the trait
        ASSERT_TRUE(QTest::qWaitFor([&] { return buttonWith(QStringLiteral("✕")); }, 5000));
        buttonWith(QStringLiteral("✕"))->click();
    }
    EXPECT_TRUE(
        QTest::qWaitFor([&] { return panel()->table()->model()->rowCount() == all; }, 10000));
    EXPECT_FALSE(buttonWith(QStringLiteral("✕")));
}

TEST_F(RowListWindowTest, theListedRowsAloneAreMeasured) {
    open(testing::kDigits, {1700, 900});
    ASSERT_TRUE(waitFor(QStringLiteral("All ")));
    EXPECT_FALSE(buttonWith(QStringLiteral("Measure"))) << "all rows are measured";
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
    ASSERT_TRUE(QTest::qWaitFor([&] { return buttonWith(QStringLiteral("measured: ")); }, 5000));
    buttonWith(QStringLiteral("measured: "))->click();
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
    EXPECT_TRUE(QTest::qWaitFor([&] { return shown() == own; }, 2000));
}

TEST_F(RowListWindowTest, aNarrowWindowListsRowsBelowOnDemand) {
    open(testing::kCancer, {1024, 640});
    QCoreApplication::processEvents();  // the side panel takes its room
    EXPECT_FALSE(m_window.page()->showsRows());
    m_window.page()->setWantsRows(true);
    ASSERT_TRUE(m_window.page()->showsRows());
    EXPECT_EQ(m_window.page()->orientation(), Qt::Vertical);
    ASSERT_TRUE(waitFor(QStringLiteral("All 569 rows, 357 not of the class")))
        << panel()->title().toStdString();
    EXPECT_EQ(panel()->wrongOnly()->text(), QStringLiteral("Not of the class"));
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
    ASSERT_TRUE(QTest::qWaitFor([&] { return QFile(path).size() > 0; }, 10000));
    QFile saved(path);
    ASSERT_TRUE(saved.open(QIODevice::ReadOnly));
    EXPECT_EQ(saved.readAll().count('\n'), 570);
}

TEST_F(RowListWindowTest, aProfileHasNoRows) {
    open(testing::kCancer, {1900, 800});
    ASSERT_TRUE(m_window.page()->showsRows());
    AnalysisSettings settings = m_window.session().settings();
    settings.profile = ProfileKind::Bins;
    m_window.session().setSettings(settings);
    EXPECT_TRUE(QTest::qWaitFor([&] { return !m_window.page()->showsRows(); }, 10000));
}

}  // namespace
}  // namespace diagonal
