// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <optional>
#include <vector>

#include <QAbstractTableModel>
#include <QWidget>

#include "core/reporting/report.h"

class QLabel;
class QLineEdit;
class QPushButton;
class QSortFilterProxyModel;
class QTableView;

namespace diagonal {

/// A class versus the rest, or a group of rows.
struct SummaryRow {
    QString name;
    QString wholeName;  ///< with the column of a group: what is searched and read aloud
    std::size_t count = 0;
    double confidence = 0;
    double accuracy = 0;
    std::optional<double> ratio;  ///< observed over expected
    double ece = 0;
    QString help;
    std::optional<double> p = {};  ///< of calibration, adjusted for all groups
    /// What the column of p is sorted by: Kuiper's statistic in standard deviations; rows without a
    /// test come after all others, by their ECE.
    double strength = 0;
};

class SummaryModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Name, Count, Confidence, Accuracy, Ratio, Ece, P, ColumnCount };
    /// The heading of a column and its tool tip. A column without a heading is hidden.
    struct Head {
        QString text;
        QString help;
    };
    using Heads = std::array<Head, ColumnCount>;

    using QAbstractTableModel::QAbstractTableModel;
    /// `shown` is the row in the diagram; none if it shows all rows.
    void setRows(std::vector<SummaryRow> rows, std::optional<std::size_t> shown);
    void setHeads(Heads heads);
    /// Marks the heading of the column that the view is sorted by.
    void setSorted(int column, Qt::SortOrder order);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    /// Returns the number or text to sort by for Qt::UserRole.
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;

private:
    std::vector<SummaryRow> m_rows;
    std::optional<std::size_t> m_shown;
    Heads m_heads;
    int m_sortedColumn = Ece;
    Qt::SortOrder m_sortedOrder = Qt::DescendingOrder;
};

/// Classes or groups, the worst first, by ECE or by how little chance explains; sortable by any
/// column, searchable by name. Choosing one requests its diagram.
class SummaryTable : public QWidget {
    Q_OBJECT

public:
    /// `name` is what screen readers call the table.
    SummaryTable(const QString& name, const QString& searchText, const QString& backText,
                 QWidget* parent = nullptr);
    /// Replaces the rows; `shown` is the row in the diagram, none if it shows all rows.
    void setRows(std::vector<SummaryRow> rows, std::optional<std::size_t> shown,
                 SummaryModel::Heads heads);
    /// Shows a sentence on all rows below them; none if empty.
    void setRemark(const QString& text);
    /// Greys out rows of other settings until those of the present ones are there.
    void setStale(bool stale);
    bool isStale() const { return m_isStale; }
    QTableView* view() const { return m_view; }
    QLineEdit* search() const { return m_search; }
    QPushButton* back() const { return m_back; }

Q_SIGNALS:
    /// `index` is in the order of setRows().
    void rowChosen(std::size_t index);
    /// The user asks for the diagram of all rows together.
    void backRequested();
    /// The user asks for small multiples of all rows.
    void facetsRequested();

private:
    bool m_isStale = false;
    SummaryModel* m_model;
    QSortFilterProxyModel* m_sorted;
    QLineEdit* m_search;
    QPushButton* m_back;
    QTableView* m_view;
    QLabel* m_remark;
};

/// Return the rows of a report's classes, each versus the rest, and of its groups. classRows()
/// requires report.classes.
std::vector<SummaryRow> classRows(const Report& report);
std::vector<SummaryRow> groupRows(const Report& report);
/// Returns what the rows of groupRows() are of: all groups, and the crossings of the largest
/// statistics.
std::vector<const GroupSummary*> listedGroups(const Report& report);
SummaryModel::Heads classHeads();
SummaryModel::Heads groupHeads();

}  // namespace diagonal
