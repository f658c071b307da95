// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>

#include <QHeaderView>
#include <QScrollBar>
#include <QStandardItemModel>
#include <QTableView>

namespace diagonal {

/// A table of rows of one height, which are not remembered one by one: the vertical header of a
/// QTableView takes eight bytes a row and a tenth of a second for 10,000,000 rows. Rows can be
/// added at the end and all exchanged; rows are not hidden, moved or edited.
class UniformTable : public QTableView {
    Q_OBJECT

public:
    explicit UniformTable(QWidget* parent = nullptr);

    void setModel(QAbstractItemModel* model) override;
    QModelIndex indexAt(const QPoint& at) const override;
    QRect visualRect(const QModelIndex& index) const override;
    void scrollTo(const QModelIndex& index, ScrollHint hint = EnsureVisible) override;
    void reset() override;
    /// Looks for no row whose text begins with a typed letter: millions would be read.
    void keyboardSearch(const QString&) override {}

protected:
    void paintEvent(QPaintEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void updateGeometries() override;
    int verticalOffset() const override { return topRow() * rowHeight() - topOfRows(); }
    int sizeHintForColumn(int column) const override;
    QModelIndex moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers) override;
    QRegion visualRegionForSelection(const QItemSelection& selection) const override;
    void rowsInserted(const QModelIndex& parent, int first, int last) override;

private:
    int rowHeight() const { return verticalHeader()->defaultSectionSize(); }
    int rowCount() const { return model() == nullptr ? 0 : model()->rowCount(); }
    /// The first row that is seen whole.
    int topRow() const { return verticalScrollBar()->value(); }
    /// Returns where topRow() begins: at the end of the list, the last row ends at the bottom.
    int topOfRows() const {
        const bool isAtEnd = topRow() > 0 && topRow() == verticalScrollBar()->maximum();
        return isAtEnd ? viewport()->height() - wholeRows() * rowHeight() : 0;
    }
    /// Returns the row at a height, also above and below the viewport; it may be no row.
    int rowAtHeight(int y) const {
        const int below = y - topOfRows();
        const int beyond = below < 0 ? rowHeight() - 1 : 0;  // rounded down
        return topRow() + (below - beyond) / rowHeight();
    }
    /// Returns how many rows are seen whole, at least one.
    int wholeRows() const { return std::max(1, viewport()->height() / rowHeight()); }
    /// Returns the row after the last one that is seen.
    int endRow() const { return std::min(rowCount(), rowAtHeight(viewport()->height()) + 1); }
    void paintRow(QPainter& painter, QStyleOptionViewItem option, int row);

    QStandardItemModel m_noRows;  ///< of the vertical header
};

}  // namespace diagonal
