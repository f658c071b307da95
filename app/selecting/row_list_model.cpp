// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/selecting/row_list_model.h"

#include <algorithm>
#include <set>
#include <utility>

#include "app/text/number_text.h"

namespace diagonal {
namespace {

constexpr std::size_t kPage = 64;
constexpr std::size_t kMostPages = 32;

QString cellText(const TableCell& cell) {
    if (const auto* text = std::get_if<std::string>(&cell)) return toQString(*text);
    if (const auto* place = std::get_if<std::size_t>(&cell)) return QString::number(*place);
    return scoreText(std::get<NumberCell>(cell).value);
}

}  // namespace

void RowListModel::setList(std::shared_ptr<const RowList> list) {
    beginResetModel();
    m_pages.clear();
    m_list = std::move(list);
    m_heads = m_list ? rowTable(*m_list, 0, 0) : Table();
    endResetModel();
}

QString RowListModel::tabbed(const QModelIndexList& rows) const {
    if (!m_list) return {};
    std::set<int> places;
    for (const QModelIndex& index : rows)
        places.insert(index.row());
    Table table = m_heads;
    for (const int place : places)
        table.rows.push_back(rowTable(*m_list, static_cast<std::size_t>(place), 1).rows.front());
    return toQString(written(table, TableFormat::Tabbed));
}

int RowListModel::rowCount(const QModelIndex& parent) const {
    if (parent.isValid() || !m_list) return 0;
    return static_cast<int>(std::min(kMostRows, m_list->rows.size()));
}

int RowListModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_heads.columns.size());
}

const Table& RowListModel::pageOf(std::size_t row) const {
    const std::size_t page = row / kPage;
    const auto found = m_pages.find(page);
    if (found != m_pages.end()) return found->second;
    if (m_pages.size() >= kMostPages) m_pages.clear();
    return m_pages.emplace(page, rowTable(*m_list, page * kPage, kPage)).first->second;
}

QVariant RowListModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || !m_list) return {};
    const auto row = static_cast<std::size_t>(index.row());
    const auto column = static_cast<std::size_t>(index.column());
    if (role == Qt::TextAlignmentRole) {
        const bool isText = m_heads.columns[column].isText;
        return QVariant::fromValue(
            Qt::Alignment((isText ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter));
    }
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole) return {};
    return cellText(pageOf(row).rows[row % kPage][column]);
}

QVariant RowListModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    const TableColumn& column = m_heads.columns[static_cast<std::size_t>(section)];
    if (role == Qt::TextAlignmentRole) {
        return QVariant::fromValue(
            Qt::Alignment((column.isText ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter));
    }
    return role == Qt::DisplayRole ? toQString(column.name) : QVariant();
}

}  // namespace diagonal
