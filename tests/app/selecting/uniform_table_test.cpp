// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/selecting/uniform_table.h"

#include <algorithm>
#include <vector>

#include <QAbstractTableModel>
#include <QApplication>
#include <QMouseEvent>
#include <QScrollBar>
#include <QTest>
#include <gtest/gtest.h>

#include "app/results/table_style.h"

namespace diagonal {
namespace {

/// Rows that can be added at the end, and whose texts are asked for.
class NumberedRows : public QAbstractTableModel {
public:
    explicit NumberedRows(int rows) : m_rows(rows) {}

    int rowCount(const QModelIndex& parent = {}) const override {
        return parent.isValid() ? 0 : m_rows;
    }
    int columnCount(const QModelIndex& parent = {}) const override {
        return parent.isValid() ? 0 : 6;
    }
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override {
        if (role == Qt::DisplayRole) ++m_asked;
        return role == Qt::DisplayRole ? index.row() * 10 + index.column() : QVariant();
    }
    void grow(int rows) {
        beginInsertRows({}, m_rows, rows - 1);
        m_rows = rows;
        endInsertRows();
    }
    void exchange(int rows) {
        beginResetModel();
        m_rows = rows;
        endResetModel();
    }
    int asked() const { return m_asked; }

private:
    int m_rows;
    mutable int m_asked = 0;
};

class UniformTableTest : public ::testing::Test {
protected:
    explicit UniformTableTest(int rows = 1000) : m_model(rows) { show(m_table); }

    void show(QTableView& table) {
        table.setModel(&m_model);
        styleNumberTable(table);
        table.setSelectionMode(QAbstractItemView::ExtendedSelection);
        table.setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
        table.resize(360, 300);
        table.show();
        EXPECT_TRUE(QTest::qWaitForWindowExposed(&table));
    }
    void press(Qt::Key key, Qt::KeyboardModifiers keys = {}) {
        QTest::keyClick(&m_table, key, keys);
    }
    int row() const { return m_table.currentIndex().row(); }
    bool isSeenWhole(int row) const {
        return m_table.viewport()->rect().contains(
            m_table.visualRect(m_model.index(row, 0)).adjusted(0, 0, -1, 0));
    }

    NumberedRows m_model;
    UniformTable m_table;
};

/// With rows selected and scrolled, on both axes.
TEST_F(UniformTableTest, looksLikeATableOfQt) {
    QTableView table;
    show(table);
    table.setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    for (const auto& [down, right] : {std::pair(0, 0), {500, 0}, {123, 70}, {5000, 500}}) {
        for (QTableView* const view : {static_cast<QTableView*>(&m_table), &table}) {
            view->verticalScrollBar()->setValue(down);
            view->horizontalScrollBar()->setValue(right);
            view->selectRow(down + 3);
        }
        QApplication::processEvents();
        EXPECT_EQ(m_table.verticalScrollBar()->maximum(), table.verticalScrollBar()->maximum());
        EXPECT_EQ(m_table.viewport()->geometry(), table.viewport()->geometry());
        // One of them has the focus.
        const QImage mine = m_table.viewport()->grab().toImage();
        EXPECT_EQ(mine, table.viewport()->grab().toImage()) << down << " " << right;
        for (const QPoint& at : {QPoint(3, 3), {200, 100}, {359, 40}, {10, 280}})
            EXPECT_EQ(m_table.indexAt(at), table.indexAt(at));
        const QModelIndex cell = m_table.indexAt({100, 100});
        EXPECT_EQ(m_table.visualRect(cell), table.visualRect(cell));
    }
}

TEST_F(UniformTableTest, keysGoToEveryRow) {
    EXPECT_EQ(row(), 0) << "the focus is there";
    press(Qt::Key_Down);
    EXPECT_EQ(row(), 1);
    press(Qt::Key_Down, Qt::ShiftModifier);
    EXPECT_EQ(m_table.selectionModel()->selectedRows().size(), 2);
    press(Qt::Key_End);
    EXPECT_EQ(row(), 999);
    EXPECT_TRUE(isSeenWhole(999));
    press(Qt::Key_PageUp);
    EXPECT_TRUE(isSeenWhole(row()));
    const int page = 999 - row();
    EXPECT_GT(page, 5);
    press(Qt::Key_PageDown);
    EXPECT_EQ(row(), 999);
    press(Qt::Key_Home);
    EXPECT_EQ(row(), 0);
    EXPECT_TRUE(isSeenWhole(0));
    for (int i = 0; i < page + 5; ++i)
        press(Qt::Key_Down);
    EXPECT_TRUE(isSeenWhole(row()));
    press(Qt::Key_Right);
    for (int i = 0; i < 5; ++i)
        press(Qt::Key_Right);
    EXPECT_EQ(m_table.currentIndex().column(), 5);
    EXPECT_GT(m_table.horizontalScrollBar()->value(), 0) << "the last column is seen";
}

TEST_F(UniformTableTest, clicksAndTheWheelReachRows) {
    m_table.scrollTo(m_model.index(700, 0), QAbstractItemView::PositionAtCenter);
    EXPECT_TRUE(isSeenWhole(700));
    const QPoint at = m_table.visualRect(m_model.index(703, 0)).center();
    QTest::mouseClick(m_table.viewport(), Qt::LeftButton, {}, at);
    EXPECT_EQ(row(), 703);
    EXPECT_TRUE(m_table.selectionModel()->isRowSelected(703));
    QTest::mouseClick(m_table.viewport(), Qt::LeftButton, Qt::ShiftModifier,
                      m_table.visualRect(m_model.index(699, 0)).center());
    QTest::keyRelease(&m_table, Qt::Key_Shift);
    EXPECT_EQ(m_table.selectionModel()->selectedRows().size(), 5);
}

/// Ranges begin at a row that is scrolled away, as in a table of Qt.
TEST_F(UniformTableTest, rangesAreSelectedFromRowsOutOfSight) {
    QTableView table;
    show(table);
    const auto both = [&](const auto& act) {
        for (QTableView* const view : {static_cast<QTableView*>(&m_table), &table})
            act(*view);
        const auto rowsOf = [](const QTableView& view) {
            std::vector<int> rows;
            for (const QModelIndex& index : view.selectionModel()->selectedRows())
                rows.push_back(index.row());
            std::ranges::sort(rows);
            return rows;
        };
        const std::vector<int> rows = rowsOf(m_table);
        EXPECT_EQ(rows, rowsOf(table));
        return rows.size();
    };
    const auto click = [this](QTableView& view, int row, Qt::KeyboardModifiers keys) {
        QTest::mouseClick(view.viewport(), Qt::LeftButton, keys,
                          view.visualRect(m_model.index(row, 0)).center());
    };
    both([&](QTableView& view) { click(view, 2, {}); });
    EXPECT_EQ(both([&](QTableView& view) {
                  for (int i = 0; i < 60; ++i)
                      QTest::keyClick(&view, Qt::Key_Down, Qt::ShiftModifier);
              }),
              61U);
    EXPECT_GT(both([&](QTableView& view) {
                  QTest::keyClick(&view, Qt::Key_PageDown, Qt::ShiftModifier);
              }),
              65U);
    both([&](QTableView& view) {
        view.scrollToTop();
        click(view, 1, {});
        view.verticalScrollBar()->setValue(400);
        click(view, 405, Qt::ShiftModifier);
        QTest::keyRelease(&view, Qt::Key_Shift);
    });
    EXPECT_EQ(m_table.selectionModel()->selectedRows().size(), 405);
    // A drag upwards, over the head.
    both([&](QTableView& view) {
        view.verticalScrollBar()->setValue(500);
        const QPoint from = view.visualRect(m_model.index(505, 0)).center();
        QTest::mousePress(view.viewport(), Qt::LeftButton, {}, from);
        QMouseEvent move(QEvent::MouseMove, QPointF(20, -50), QPointF(20, -50), Qt::LeftButton,
                         Qt::LeftButton, {});
        QApplication::sendEvent(view.viewport(), &move);
        QTest::mouseRelease(view.viewport(), Qt::LeftButton, {}, QPoint(20, 0));
    });
    EXPECT_GT(m_table.selectionModel()->selectedRows().size(), 5);
}

/// The row that was clicked does not come back while the user scrolls on.
TEST_F(UniformTableTest, scrollingAfterAClickStays) {
    QTest::mouseClick(m_table.viewport(), Qt::LeftButton, {},
                      m_table.visualRect(m_model.index(3, 0)).center());
    m_table.verticalScrollBar()->setValue(300);
    QTest::qWait(QApplication::doubleClickInterval() + 200);
    EXPECT_EQ(m_table.verticalScrollBar()->value(), 300);
}

/// What is selected and scrolled stays while rows are added.
TEST_F(UniformTableTest, rowsAreAddedAndExchanged) {
    m_table.scrollTo(m_model.index(700, 0), QAbstractItemView::PositionAtTop);
    m_table.selectRow(705);
    m_model.grow(2000);
    EXPECT_TRUE(isSeenWhole(700));
    EXPECT_TRUE(m_table.selectionModel()->isRowSelected(705));
    m_table.scrollToBottom();
    EXPECT_TRUE(isSeenWhole(1999));
    m_model.exchange(1500);
    EXPECT_TRUE(isSeenWhole(1499)) << "as far down as before, if there are as many rows";
    m_model.exchange(30);
    EXPECT_TRUE(isSeenWhole(29));
    EXPECT_FALSE(isSeenWhole(0));
    m_model.exchange(0);
    EXPECT_FALSE(m_table.indexAt({5, 5}).isValid());
    press(Qt::Key_End);
    EXPECT_EQ(row(), -1);
    m_table.grab();
}

/// Nothing is kept or asked for a row that is not seen.
TEST_F(UniformTableTest, tenMillionRowsCostNothing) {
    m_model.grow(10'000'000);
    EXPECT_EQ(m_table.verticalHeader()->count(), 0);
    const int before = m_model.asked();
    press(Qt::Key_End);
    press(Qt::Key_A, Qt::ControlModifier);
    press(Qt::Key_X);
    QApplication::processEvents();
    m_table.grab();
    EXPECT_TRUE(isSeenWhole(9'999'999));
    EXPECT_EQ(m_table.selectionModel()->selection().size(), 1);
    EXPECT_LT(m_model.asked() - before, 1000);
}

}  // namespace
}  // namespace diagonal
