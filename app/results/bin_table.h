// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>

#include <QAbstractTableModel>
#include <QTableView>

#include "core/reporting/report.h"

namespace diagonal {

/// The bins of one report.
class BinTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Range, Count, Confidence, Accuracy, Gap, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;
    void setReport(std::shared_ptr<const Report> report);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;

private:
    std::shared_ptr<const Report> m_report;
};

class NumberDelegate;

/// The table of bins; its current row is the selected bin.
class BinTable : public QTableView {
    Q_OBJECT

public:
    explicit BinTable(QWidget* parent = nullptr);
    void setReport(std::shared_ptr<const Report> report);
    /// Shows a bin as selected without emitting binSelected.
    void setSelectedBin(std::optional<std::size_t> bin);
    std::optional<std::size_t> selectedBin() const;
    /// The colour of the selected bin in the diagram.
    void setSelectionColour(const QColor& colour);

Q_SIGNALS:
    void binSelected(std::optional<std::size_t> bin);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    BinTableModel* m_model;
    NumberDelegate* m_delegate;
};

}  // namespace diagonal
