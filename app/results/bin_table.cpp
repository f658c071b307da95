// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/results/bin_table.h"

#include <utility>

#include <QHeaderView>
#include <QPainter>
#include <QSignalBlocker>
#include <QStyledItemDelegate>

#include "app/results/table_style.h"
#include "app/text/number_text.h"
#include "app/text/tabular_digits.h"

namespace diagonal {

/// Draws numbers in tabular digits, and the selected row in the diagram's colour.
class NumberDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    QColor selection;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        const bool first = index.column() == BinTableModel::Range;
        painter->save();
        if (option.state.testFlag(QStyle::State_Selected)) {
            QColor wash = selection;
            wash.setAlphaF(0.22F);
            painter->fillRect(option.rect, wash);
            if (first)
                painter->fillRect(QRect(option.rect.topLeft(), QSize(3, option.rect.height())),
                                  selection);
        }
        painter->setFont(option.font);
        painter->setPen(option.palette.color(QPalette::Text));
        drawTabular(*painter, option.rect.adjusted(first ? 6 : 4, 0, -6, 0),
                    first ? Qt::AlignLeft : Qt::AlignRight, index.data().toString());
        painter->restore();
    }
};

namespace {

QString number(const std::optional<double>& value) {
    return value ? QString::number(*value, 'f', 3) : QString();
}

QString rangeText(const Bin& bin) {
    return QString::number(bin.lower, 'f', 3) + QStringLiteral("–") +
           QString::number(bin.upper, 'f', 3);
}

}  // namespace

void BinTableModel::setReport(std::shared_ptr<const Report> report) {
    const bool sameRows =
        m_report && report && m_report->binned.bins.size() == report->binned.bins.size();
    if (!sameRows) beginResetModel();
    m_report = std::move(report);
    if (!sameRows) return endResetModel();
    Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
}

int BinTableModel::rowCount(const QModelIndex& parent) const {
    if (parent.isValid() || !m_report) return 0;
    return static_cast<int>(m_report->binned.bins.size());
}

int BinTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant BinTableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || !m_report) return {};
    if (role == Qt::TextAlignmentRole) return cellAlignment(false);
    if (role != Qt::DisplayRole) return {};
    const Bin& bin = m_report->binned.bins[static_cast<std::size_t>(index.row())];
    switch (index.column()) {
        case Range: return rangeText(bin);
        case Count: return countText(bin.count);
        case Confidence: return number(bin.confidence);
        case Accuracy: return number(bin.accuracy);
        case Gap: return bin.count > 0 ? signedText(bin.gap(), 3) : QString();
        default: return {};
    }
}

QVariant BinTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (section >= ColumnCount) return {};
    const bool isTop = !m_report || m_report->view.isTopLabel();
    const std::pair<QString, QString> heads[] = {
        {tr("Bin"), tr("Range of the bin")},
        {tr("n"), tr("Number of rows in the bin")},
        {isTop ? tr("Conf.") : tr("Prob."),
         isTop ? tr("Mean confidence of its rows") : tr("Mean probability of its rows")},
        {isTop ? tr("Acc.") : tr("Freq."), isTop ? tr("Share of its rows predicted correctly")
                                                 : tr("Share of its rows in the class")},
        {tr("Gap"), isTop ? tr("Accuracy minus confidence; negative means over-confident")
                          : tr("Frequency minus probability; negative means predicted too high")}};
    const auto& [name, help] = heads[section];
    return role == Qt::ToolTipRole   ? QVariant(help)
           : role == Qt::DisplayRole ? QVariant(name)
                                     : QVariant();
}

BinTable::BinTable(QWidget* parent)
    : QTableView(parent), m_model(new BinTableModel(this)), m_delegate(new NumberDelegate(this)) {
    setModel(m_model);
    setItemDelegate(m_delegate);
    styleNumberTable(*this);
    horizontalHeader()->setSectionResizeMode(BinTableModel::Count, QHeaderView::Stretch);
    setColumnWidth(BinTableModel::Range, 88);
    for (const int column : {BinTableModel::Confidence, BinTableModel::Accuracy}) {
        setColumnWidth(column, 46);
    }
    setColumnWidth(BinTableModel::Gap, 54);
    setAccessibleName(tr("Bins"));
    connect(selectionModel(), &QItemSelectionModel::selectionChanged, this,
            [this] { Q_EMIT binSelected(selectedBin()); });
}

void BinTable::setReport(std::shared_ptr<const Report> report) {
    m_model->setReport(std::move(report));
}

void BinTable::setSelectedBin(std::optional<std::size_t> bin) {
    if (bin == selectedBin()) return;
    const QSignalBlocker block(this);
    if (bin && static_cast<int>(*bin) < m_model->rowCount()) {
        selectRow(static_cast<int>(*bin));
    } else {
        clearSelection();
    }
}

/// Less room must not hide the selected bin.
void BinTable::resizeEvent(QResizeEvent* event) {
    QTableView::resizeEvent(event);
    if (const auto bin = selectedBin()) scrollTo(m_model->index(static_cast<int>(*bin), 0));
}

void BinTable::setSelectionColour(const QColor& colour) {
    m_delegate->selection = colour;
    // Needed because the style fills selected rows before the delegate paints.
    setStyleSheet(QStringLiteral("QTableView { selection-background-color: transparent; }"));
    viewport()->update();
}

std::optional<std::size_t> BinTable::selectedBin() const {
    const QModelIndexList rows = selectionModel()->selectedRows();
    if (rows.isEmpty()) return std::nullopt;
    return static_cast<std::size_t>(rows.front().row());
}

}  // namespace diagonal
