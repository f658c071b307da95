// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <memory>

#include <QAbstractTableModel>

#include "core/selecting/row_list.h"

namespace diagonal {

/// The rows of a list. Texts are made for the rows in view, some pages of them at a time.
class RowListModel : public QAbstractTableModel {
    Q_OBJECT

public:
    /// A view of more rows would itself take hundreds of megabytes.
    static constexpr std::size_t kMostRows = 1'000'000;

    using QAbstractTableModel::QAbstractTableModel;
    /// Null empties the list.
    void setList(std::shared_ptr<const RowList> list);
    const std::shared_ptr<const RowList>& list() const { return m_list; }
    /// Returns some of the rows, each one once, as text that spreadsheets paste.
    QString tabbed(const QModelIndexList& rows) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;

private:
    const Table& pageOf(std::size_t row) const;

    std::shared_ptr<const RowList> m_list;
    Table m_heads;                                 ///< without rows
    mutable std::map<std::size_t, Table> m_pages;  ///< by number of the page
};

}  // namespace diagonal
