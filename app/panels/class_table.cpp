// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/class_table.h"

#include <QHeaderView>
#include <QLineEdit>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QVBoxLayout>

#include "app/number_text.h"

namespace diagonal {
namespace {

QString number(double value) {
    return QString::number(value, 'f', 3);
}

}  // namespace

void ClassTableModel::setReport(std::shared_ptr<const Report> report) {
    if (!report || !report->classes) return;
    const bool sameRows = m_report && m_report->classes->size() == report->classes->size();
    if (!sameRows) beginResetModel();
    m_report = std::move(report);
    if (!sameRows) return endResetModel();
    if (rowCount() > 0) Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

int ClassTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || !m_report ? 0 : static_cast<int>(m_report->classes->size());
}

int ClassTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant ClassTableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || !m_report) return {};
    if (role == Qt::TextAlignmentRole) {
        const bool name = index.column() == Name;
        return QVariant::fromValue(
            Qt::Alignment((name ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter));
    }
    const auto row = static_cast<std::size_t>(index.row());
    const ClassSummary& summary = (*m_report->classes)[row];
    const QString name = toQString(m_report->dataset.classNames[row]);
    if (role == Qt::ToolTipRole) {
        return tr("%1: ECE %2, in equal-mass bins %3; gap %4. Click for its diagram.")
            .arg(name, number(summary.ece), number(summary.ace), signedText(summary.gap(), 3));
    }
    const bool sorting = role == Qt::UserRole;
    if (role != Qt::DisplayRole && !sorting) return {};
    const auto cell = [&](double value) { return sorting ? QVariant(value) : number(value); };
    switch (index.column()) {
        case Name: return name;
        case Count:
            return sorting ? QVariant(static_cast<qulonglong>(summary.count))
                           : countText(summary.count);
        case Probability: return cell(summary.meanProbability);
        case Frequency: return cell(summary.frequency);
        case Ece: return sorting ? QVariant(summary.ece) : QString::number(summary.ece, 'f', 4);
        default: return {};
    }
}

QVariant ClassTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::ToolTipRole) {
        switch (section) {
            case Count: return tr("Number of rows that are of the class");
            case Probability: return tr("Mean probability of the class over all rows");
            case Frequency: return tr("Share of the rows that are of the class");
            case Ece: return tr("ECE of the class versus the rest, in these equal-width bins");
            default: return {};
        }
    }
    if (role != Qt::DisplayRole) return {};
    switch (section) {
        case Name: return tr("Class");
        case Count: return tr("n");
        case Probability: return tr("Prob.");
        case Frequency: return tr("Freq.");
        case Ece: return tr("ECE");
        default: return {};
    }
}

ClassTable::ClassTable(QWidget* parent)
    : QWidget(parent),
      m_model(new ClassTableModel(this)),
      m_sorted(new QSortFilterProxyModel(this)),
      m_search(new QLineEdit(this)),
      m_view(new QTableView(this)) {
    m_sorted->setSourceModel(m_model);
    m_sorted->setSortRole(Qt::UserRole);
    m_sorted->setFilterKeyColumn(ClassTableModel::Name);
    m_sorted->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_search->setPlaceholderText(tr("Find a class"));
    m_search->setClearButtonEnabled(true);
    m_view->setModel(m_sorted);
    m_view->setSortingEnabled(true);
    m_view->sortByColumn(ClassTableModel::Ece, Qt::DescendingOrder);
    m_view->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_view->setSelectionMode(QAbstractItemView::SingleSelection);
    m_view->setShowGrid(false);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setWordWrap(false);
    m_view->viewport()->setAutoFillBackground(false);
    m_view->verticalHeader()->hide();
    m_view->verticalHeader()->setDefaultSectionSize(22);
    m_view->horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_view->horizontalHeader()->setSectionResizeMode(ClassTableModel::Name, QHeaderView::Stretch);
    m_view->horizontalHeader()->setDefaultAlignment(Qt::AlignRight | Qt::AlignVCenter);
    QFont small = font();
    small.setPixelSize(12);
    m_view->setFont(small);
    m_view->setColumnWidth(ClassTableModel::Count, 52);
    m_view->setColumnWidth(ClassTableModel::Probability, 50);
    m_view->setColumnWidth(ClassTableModel::Frequency, 50);
    m_view->setColumnWidth(ClassTableModel::Ece, 58);
    m_view->setAccessibleName(tr("Classes"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 10, 0, 0);
    layout->setSpacing(6);
    layout->addWidget(m_search);
    layout->addWidget(m_view, 1);
    connect(m_search, &QLineEdit::textChanged, m_sorted,
            &QSortFilterProxyModel::setFilterFixedString);
    const auto choose = [this](const QModelIndex& index) {
        if (!index.isValid()) return;
        Q_EMIT classChosen(static_cast<std::size_t>(m_sorted->mapToSource(index).row()));
    };
    connect(m_view, &QTableView::clicked, this, choose);
    connect(m_view, &QTableView::activated, this, choose);
}

void ClassTable::setReport(std::shared_ptr<const Report> report) {
    m_model->setReport(std::move(report));
}

}  // namespace diagonal
