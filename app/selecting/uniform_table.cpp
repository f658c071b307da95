// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/selecting/uniform_table.h"

#include <algorithm>

#include <QAbstractItemDelegate>
#include <QPaintEvent>
#include <QPainter>

namespace diagonal {

UniformTable::UniformTable(QWidget* parent) : QTableView(parent) {
    setVerticalScrollMode(ScrollPerItem);
    setHorizontalScrollMode(ScrollPerPixel);
    verticalHeader()->hide();
    QTableView::updateGeometries();  // hides the corner
}

void UniformTable::setModel(QAbstractItemModel* model) {
    QTableView::setModel(model);
    verticalHeader()->setModel(&m_noRows);
    // A head that knew what is selected would ask each row before it is painted.
    horizontalHeader()->setSelectionModel(new QItemSelectionModel(model, horizontalHeader()));
}

QModelIndex UniformTable::indexAt(const QPoint& at) const {
    const int row = rowAtHeight(at.y());
    const int column = columnAt(at.x());
    const bool isThere = row >= 0 && row < rowCount() && column >= 0;
    return isThere ? model()->index(row, column) : QModelIndex();
}

QRect UniformTable::visualRect(const QModelIndex& index) const {
    if (!index.isValid() || isColumnHidden(index.column())) return {};
    return {columnViewportPosition(index.column()),
            topOfRows() + (index.row() - topRow()) * rowHeight(), columnWidth(index.column()),
            rowHeight()};
}

void UniformTable::scrollTo(const QModelIndex& index, ScrollHint hint) {
    if (!index.isValid()) return;
    const int row = index.row();
    const int last = row - wholeRows() + 1;  // at the top while `row` is at the bottom
    int top = std::clamp(topRow(), last, row);
    if (hint == PositionAtTop) top = row;
    if (hint == PositionAtBottom) top = last;
    if (hint == PositionAtCenter) top = row - wholeRows() / 2;
    verticalScrollBar()->setValue(top);
    const QRect cell = visualRect(index);
    const int right = cell.right() - viewport()->width() + 1;
    const int shift = cell.left() < 0 ? cell.left() : std::clamp(right, 0, cell.left());
    horizontalScrollBar()->setValue(horizontalScrollBar()->value() + shift);
}

void UniformTable::reset() {
    QTableView::reset();
    updateGeometries();
    viewport()->update();
}

void UniformTable::rowsInserted(const QModelIndex& parent, int first, int last) {
    QTableView::rowsInserted(parent, first, last);
    updateGeometries();
    viewport()->update();
}

void UniformTable::paintEvent(QPaintEvent* event) {
    QPainter painter(viewport());
    QStyleOptionViewItem option;
    initViewItemOption(&option);
    const QRect seen = event->rect();
    const int end = std::min(endRow(), rowAtHeight(seen.bottom()) + 1);
    for (int row = rowAtHeight(seen.top()); row < end; ++row)
        paintRow(painter, option, row);
}

void UniformTable::paintRow(QPainter& painter, QStyleOptionViewItem option, int row) {
    const bool isEnabled = option.state.testFlag(QStyle::State_Enabled);
    for (int column = 0; column < model()->columnCount(); ++column) {
        const QModelIndex index = model()->index(row, column);
        option.rect = visualRect(index);
        if (!option.rect.intersects(viewport()->rect())) continue;
        const bool isSelected = selectionModel()->isSelected(index);
        option.state.setFlag(QStyle::State_Selected, isSelected);
        option.state.setFlag(QStyle::State_HasFocus, hasFocus() && index == currentIndex());
        if (isEnabled) {
            option.palette.setCurrentColorGroup(isActiveWindow() ? QPalette::Active
                                                                 : QPalette::Inactive);
        }
        itemDelegateForIndex(index)->paint(&painter, option, index);
    }
}

void UniformTable::scrollContentsBy(int dx, int dy) {
    QTableView::scrollContentsBy(dx, 0);
    if (dy != 0) viewport()->update();
}

void UniformTable::updateGeometries() {
    QHeaderView& header = *horizontalHeader();
    const int height = header.isHidden() ? 0 : header.sizeHint().height();
    setViewportMargins(0, height, 0, 0);
    const QRect box = viewport()->geometry();
    header.setGeometry(box.left(), box.top() - height, box.width(), height);
    // Neither scroll bar is shown for the room that the other takes.
    const QSize most = maximumViewportSize();
    const bool fits = header.length() <= most.width() &&
                      qint64{rowCount()} * rowHeight() <= qint64{most.height()};
    horizontalScrollBar()->setPageStep(box.width());
    horizontalScrollBar()->setSingleStep(rowHeight());
    horizontalScrollBar()->setRange(0, fits ? 0 : std::max(0, header.length() - box.width()));
    verticalScrollBar()->setPageStep(wholeRows());
    verticalScrollBar()->setRange(0, fits ? 0 : std::max(0, rowCount() - wholeRows()));
}

int UniformTable::sizeHintForColumn(int column) const {
    if (model() == nullptr) return -1;
    ensurePolished();
    QStyleOptionViewItem option;
    initViewItemOption(&option);
    int widest = 0;
    const int end = std::min(rowCount(), topRow() + horizontalHeader()->resizeContentsPrecision());
    for (int row = topRow(); row < end; ++row) {
        const QModelIndex index = model()->index(row, column);
        widest = std::max(widest, itemDelegateForIndex(index)->sizeHint(option, index).width());
    }
    return widest;
}

QModelIndex UniformTable::moveCursor(CursorAction action, Qt::KeyboardModifiers) {
    const int lastRow = rowCount() - 1;
    const int lastColumn = lastRow < 0 ? -1 : model()->columnCount() - 1;
    if (lastColumn < 0) return {};
    const QModelIndex at = currentIndex();
    if (!at.isValid()) return model()->index(topRow(), 0);
    const auto moved = [&](int rows, int columns) {
        return model()->index(std::clamp(at.row() + rows, 0, lastRow),
                              std::clamp(at.column() + columns, 0, lastColumn));
    };
    const int page = wholeRows();
    switch (action) {
        case MoveUp: return moved(-1, 0);
        case MoveDown: return moved(1, 0);
        case MovePageUp: return moved(-page, 0);
        case MovePageDown: return moved(page, 0);
        case MoveHome: return moved(-at.row(), 0);
        case MoveEnd: return moved(lastRow - at.row(), 0);
        case MoveLeft:
        case MovePrevious: return moved(0, -1);
        case MoveRight:
        case MoveNext: return moved(0, 1);
    }
    return {};
}

QRegion UniformTable::visualRegionForSelection(const QItemSelection& selection) const {
    QRegion region;
    for (const QItemSelectionRange& range : selection) {
        const int first = std::max(range.top(), rowAtHeight(0));
        const int last = std::min(range.bottom(), endRow());
        if (first > last) continue;
        const QRect top = visualRect(model()->index(first, 0));
        region += QRect(0, top.y(), viewport()->width(), (last - first + 1) * rowHeight());
    }
    return region;
}

}  // namespace diagonal
