// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <memory>
#include <set>

#include <QAbstractTableModel>

#include "core/selecting/row_list.h"

namespace diagonal {

class RowPictures;

/// Returns a cell as the list shows it: text with its line ends, numbers with four decimals.
QString cellText(const TableCell& cell);

/// The rows of a list. Texts are made for the rows in view, some pages of them at a time.
class RowListModel : public QAbstractTableModel {
    Q_OBJECT

public:
    /// The view counts pixels in 32 bits: of rows of 22, so many and as many again.
    static constexpr std::size_t kMostRows = 50'000'000;

    /// The picture of a row, null until it is decoded; what the row is, in two lines: "8 as 3",
    /// "0.98"; and why there is no picture, empty if there is.
    enum { PictureRole = Qt::UserRole, CaptionRole, ProblemRole };

    /// `pictures` must outlive the model.
    RowListModel(RowPictures& pictures, QObject* parent);
    /// Null empties the list. A list that goes on where the shown one ends is appended to it; for
    /// another, the function returns true.
    bool setList(std::shared_ptr<const RowList> list);
    const std::shared_ptr<const RowList>& list() const { return m_list; }
    /// Returns what stands before the name of the column that the list is sorted by.
    static QString sortingSign(bool isDescending);
    /// Marks the head of the column that the list is sorted by; empty marks none.
    void setSorting(const std::string& column, bool isDescending);
    /// Returns where a row of the dataset stands in the list; -1 if it does not.
    int placeOf(std::uint32_t row) const;
    /// Returns the id of a column.
    const std::string& columnId(int column) const {
        return m_heads.columns[static_cast<std::size_t>(column)].id;
    }
    /// Returns the rows at some places as text that spreadsheets paste.
    QString tabbed(const std::set<std::size_t>& places) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;

private:
    const Table& pageOf(std::size_t row) const;
    QString captionOf(std::size_t row) const;

    RowPictures& m_pictures;
    std::shared_ptr<const RowList> m_list;
    std::string m_sortedBy;
    bool m_isDescending = false;
    Table m_heads;                                 ///< without rows
    mutable std::map<std::size_t, Table> m_pages;  ///< by number of the page
};

}  // namespace diagonal
