// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include <QAbstractTableModel>
#include <QWidget>

#include "core/measuring/report.h"

class QLineEdit;
class QSortFilterProxyModel;
class QTableView;

namespace diagonal {

/// The classes of one constant report.
class ClassTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Name, Count, Probability, Frequency, Ece, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;
    /// Reports that are not detailed yet change nothing.
    void setReport(std::shared_ptr<const Report> report);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    /// Qt::UserRole: the number or text to sort by.
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;

private:
    std::shared_ptr<const Report> m_report;
};

/// Every class versus the rest, the worst first; sorted by any column, found by name. Choosing one
/// asks for its diagram.
class ClassTable : public QWidget {
    Q_OBJECT

public:
    explicit ClassTable(QWidget* parent = nullptr);
    void setReport(std::shared_ptr<const Report> report);
    QTableView* view() const { return m_view; }
    QLineEdit* search() const { return m_search; }

Q_SIGNALS:
    void classChosen(std::size_t index);

private:
    ClassTableModel* m_model;
    QSortFilterProxyModel* m_sorted;
    QLineEdit* m_search;
    QTableView* m_view;
};

}  // namespace diagonal
