// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/selecting/row_list_model.h"

#include <algorithm>
#include <utility>

#include "app/selecting/row_pictures.h"
#include "app/text/number_text.h"
#include "core/base/text.h"

namespace diagonal {
namespace {

constexpr std::size_t kPage = 64;
constexpr std::size_t kMostPages = 32;

/// Returns how many rows of a list the model has.
int shownCount(const RowList& list) {
    return static_cast<int>(std::min(RowListModel::kMostRows, list.rows.size()));
}

}  // namespace

QString cellText(const TableCell& cell) {
    if (const auto* text = std::get_if<std::string>(&cell)) return toQString(visibleLines(*text));
    if (const auto* place = std::get_if<std::size_t>(&cell)) return QString::number(*place);
    return scoreText(std::get<NumberCell>(cell).value);
}

RowListModel::RowListModel(RowPictures& pictures, QObject* parent)
    : QAbstractTableModel(parent), m_pictures(pictures) {}

bool RowListModel::setList(std::shared_ptr<const RowList> list) {
    const bool isContinued =
        m_list && list && m_list->ofAll && m_list->dataset == list->dataset &&
        m_list->view == list->view && m_list->temperature == list->temperature &&
        list->rows.size() > m_list->rows.size() &&
        std::equal(m_list->rows.begin(), m_list->rows.end(), list->rows.begin());
    if (isContinued) {  // the first rows stay as they are, selected and scrolled
        beginInsertRows({}, rowCount(), shownCount(*list) - 1);
        m_pages.clear();
        m_list = std::move(list);
        endInsertRows();
        return false;
    }
    beginResetModel();
    m_pages.clear();
    m_list = std::move(list);
    m_heads = m_list ? rowTable(*m_list, 0, 0) : Table();
    endResetModel();
    return true;
}

QString RowListModel::tabbed(const std::set<std::size_t>& places) const {
    if (!m_list) return {};
    Table table = m_heads;
    for (const std::size_t place : places)
        table.rows.push_back(pageOf(place).rows[place % kPage]);
    return toQString(written(table, TableFormat::Tabbed));
}

QString RowListModel::sortingSign(bool isDescending) {
    return isDescending ? QStringLiteral("▾ ") : QStringLiteral("▴ ");
}

void RowListModel::setSorting(const std::string& column, bool isDescending) {
    m_sortedBy = column;
    m_isDescending = isDescending;
    if (columnCount() > 0) Q_EMIT headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
}

int RowListModel::placeOf(std::uint32_t row) const {
    if (!m_list) return -1;
    const auto end = m_list->rows.begin() + rowCount();
    const auto found = std::find(m_list->rows.begin(), end, row);
    return found == end ? -1 : static_cast<int>(found - m_list->rows.begin());
}

QString RowListModel::captionOf(std::size_t row) const {
    const std::vector<TableCell>& cells = pageOf(row).rows[row % kPage];
    const auto text = [&](std::string_view id) {
        for (std::size_t c = 0; c < cells.size(); ++c) {
            if (m_heads.columns[c].id == id) return cellText(cells[c]);
        }
        return QString();
    };
    const QString label = text("true");
    const QString predicted = text("predicted");
    const QString what = label.isEmpty()      ? text("outcome")
                         : label == predicted ? label
                                              : tr("%1 as %2").arg(label, predicted);
    return what + QLatin1Char('\n') + text("confidence");
}

int RowListModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || !m_list ? 0 : shownCount(*m_list);
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
    if (role == Qt::TextAlignmentRole) return cellAlignment(m_heads.columns[column].isText);
    if (role == CaptionRole) return captionOf(row);
    if (role == PictureRole) return m_pictures.of(m_list->rows[row], RowPictures::kSmall);
    if (role == ProblemRole) return m_pictures.problemOf(m_list->rows[row]);
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole) return {};
    constexpr qsizetype mostInCell = 200;
    constexpr qsizetype mostInTip = 2000;
    const QString text = cellText(pageOf(row).rows[row % kPage][column]);
    return role == Qt::ToolTipRole ? text.left(mostInTip) : text.left(mostInCell).simplified();
}

QVariant RowListModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section >= columnCount()) return {};
    const TableColumn& column = m_heads.columns[static_cast<std::size_t>(section)];
    if (role == Qt::TextAlignmentRole) return cellAlignment(column.isText);
    if (role != Qt::DisplayRole) return {};
    const QString name = toQString(column.name);
    if (column.id != m_sortedBy || m_sortedBy.empty()) return name;
    return sortingSign(m_isDescending) + name;
}

}  // namespace diagonal
