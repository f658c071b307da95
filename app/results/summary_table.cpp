// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/results/summary_table.h"

#include <map>
#include <set>
#include <string>

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QVBoxLayout>

#include "app/results/table_style.h"
#include "app/text/number_text.h"

namespace diagonal {
namespace {

QString number(double value) {
    return QString::number(value, 'f', 3);
}

/// Returns observed over expected; none if nothing is expected.
std::optional<double> ratioOf(double frequency, double probability) {
    return probability > 0 ? std::optional(frequency / probability) : std::nullopt;
}

QString probabilityText(double p) {
    constexpr double least = 1e-4;
    return p < least ? QStringLiteral("< 0.0001") : QString::number(p, 'f', 4);
}

/// "p = 0.02", "p < 0.0001".
QString equationOfP(double p) {
    const QString text = probabilityText(p);
    return (text.startsWith(QLatin1Char('<')) ? QStringLiteral("p ") : QStringLiteral("p = ")) +
           text;
}

/// Returns O:E of a group with its interval, and the tests of its calibration.
QString testsOf(const GroupSummary& summary) {
    QString text;
    if (summary.oe) text += SummaryTable::tr("O:E %1").arg(*summary.oe, 0, 'f', 2);
    if (summary.oe && summary.oeInterval)
        text += QStringLiteral(" (%1)").arg(intervalText(*summary.oeInterval, 2));
    if (summary.kuiperP)
        text += SummaryTable::tr("; calibrated: %1").arg(equationOfP(*summary.kuiperP));
    if (summary.kuiperPHolm)
        text += SummaryTable::tr(", adjusted %1 (Holm)").arg(probabilityText(*summary.kuiperPHolm));
    if (summary.kuiperPMax)
        text += SummaryTable::tr(", %1 (max-T)").arg(probabilityText(*summary.kuiperPMax));
    if (summary.jeffreysP)
        text += SummaryTable::tr("; probability not too low: %1, together %2 (Jeffreys, Holm)")
                    .arg(equationOfP(*summary.jeffreysP), probabilityText(*summary.jeffreysPHolm));
    return text;
}

QString ratioHelp() {
    return SummaryTable::tr(
        "Observed over expected: the share over the mean probability. 1: the total is right");
}

}  // namespace

void SummaryModel::setRows(std::vector<SummaryRow> rows, std::optional<std::size_t> shown) {
    const bool sameRows = m_rows.size() == rows.size();
    if (!sameRows) beginResetModel();
    m_rows = std::move(rows);
    m_shown = shown;
    if (!sameRows) return endResetModel();
    if (rowCount() > 0) Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

void SummaryModel::setHeads(Heads heads) {
    m_heads = std::move(heads);
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
}

void SummaryModel::setSorted(int column, Qt::SortOrder order) {
    m_sortedColumn = column;
    m_sortedOrder = order;
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
}

int SummaryModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int SummaryModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant SummaryModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    if (role == Qt::TextAlignmentRole) return cellAlignment(index.column() == Name);
    const auto place = static_cast<std::size_t>(index.row());
    const SummaryRow& row = m_rows[place];
    if (role == Qt::ToolTipRole) return row.help;
    if (role == Qt::FontRole && m_shown == place) {
        QFont bold;
        bold.setPixelSize(12);
        bold.setWeight(QFont::DemiBold);
        return bold;
    }
    if (role == Qt::AccessibleTextRole && index.column() == Name) return row.wholeName;
    const bool sorting = role == Qt::UserRole;
    if (role != Qt::DisplayRole && !sorting) return {};
    const auto cell = [&](double value) { return sorting ? QVariant(value) : number(value); };
    switch (index.column()) {
        case Name: return row.name;
        case Count:
            return sorting ? QVariant(static_cast<qulonglong>(row.count)) : countText(row.count);
        case Confidence: return cell(row.confidence);
        case Accuracy: return cell(row.accuracy);
        case Ratio:
            if (!row.ratio) return {};
            return sorting ? QVariant(*row.ratio) : QString::number(*row.ratio, 'f', 2);
        case Ece: return sorting ? QVariant(row.ece) : QString::number(row.ece, 'f', 4);
        case P:
            if (sorting) return row.strength;
            return row.p ? probabilityText(*row.p) : QString();
        default: return {};
    }
}

QVariant SummaryModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole && section == Name) return cellAlignment(true);
    const bool help = role == Qt::ToolTipRole;
    if (role != Qt::DisplayRole && !help) return {};
    const Head& head = m_heads[static_cast<std::size_t>(section)];
    const QString& text = help ? head.help : head.text;
    if (help || section != m_sortedColumn) return text;
    // The style would draw its arrow over right-aligned text.
    return (m_sortedOrder == Qt::DescendingOrder ? QStringLiteral("▾ ") : QStringLiteral("▴ ")) +
           text;
}

SummaryTable::SummaryTable(const QString& name, const QString& searchText, const QString& backText,
                           QWidget* parent)
    : QWidget(parent),
      m_model(new SummaryModel(this)),
      m_sorted(new QSortFilterProxyModel(this)),
      m_search(new QLineEdit(this)),
      m_back(new QPushButton(backText, this)),
      m_view(new QTableView(this)),
      m_remark(new QLabel(this)) {
    m_sorted->setSourceModel(m_model);
    m_sorted->setSortRole(Qt::UserRole);
    m_sorted->setFilterRole(Qt::AccessibleTextRole);
    m_sorted->setFilterKeyColumn(SummaryModel::Name);
    m_sorted->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_search->setPlaceholderText(searchText);
    m_search->setAccessibleName(searchText);
    m_search->setClearButtonEnabled(true);
    m_view->setModel(m_sorted);
    styleNumberTable(*m_view);
    m_view->setSortingEnabled(true);
    m_view->horizontalHeader()->setSortIndicatorShown(false);
    m_view->sortByColumn(SummaryModel::Ece, Qt::DescendingOrder);
    m_view->horizontalHeader()->setSectionResizeMode(SummaryModel::Name, QHeaderView::Stretch);
    m_view->setColumnWidth(SummaryModel::Count, 50);
    m_view->setColumnWidth(SummaryModel::Confidence, 46);
    m_view->setColumnWidth(SummaryModel::Accuracy, 46);
    m_view->setColumnWidth(SummaryModel::Ratio, 40);
    m_view->setColumnWidth(SummaryModel::Ece, 58);
    m_view->setColumnWidth(SummaryModel::P, 62);
    // Of "F, Cardiology" both ends tell crossings apart.
    m_view->setTextElideMode(Qt::ElideMiddle);
    m_view->setAccessibleName(name);
    connect(m_view->horizontalHeader(), &QHeaderView::sortIndicatorChanged, m_model,
            &SummaryModel::setSorted);
    m_back->setMaximumWidth(48);
    auto* facets = new QPushButton(tr("Small multiples"), this);
    facets->setToolTip(tr("Diagrams of the worst, as small multiples"));
    auto* head = new QHBoxLayout;
    head->setSpacing(6);
    head->addWidget(m_search, 1);
    head->addWidget(m_back);
    head->addWidget(facets);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 10, 0, 0);
    layout->setSpacing(6);
    layout->addLayout(head);
    layout->addWidget(m_view, 1);
    m_remark->setObjectName(QStringLiteral("remark"));
    m_remark->setTextFormat(Qt::PlainText);
    m_remark->setWordWrap(true);
    m_remark->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_remark->hide();
    layout->addWidget(m_remark);
    connect(m_search, &QLineEdit::textChanged, m_sorted,
            &QSortFilterProxyModel::setFilterFixedString);
    connect(m_back, &QPushButton::clicked, this, &SummaryTable::backRequested);
    connect(facets, &QPushButton::clicked, this, &SummaryTable::facetsRequested);
    const auto choose = [this](const QModelIndex& index) {
        if (!index.isValid()) return;
        Q_EMIT rowChosen(static_cast<std::size_t>(m_sorted->mapToSource(index).row()));
    };
    connect(m_view, &QTableView::clicked, this, choose);
    connect(m_view, &QTableView::activated, this, choose);
}

void SummaryTable::setRows(std::vector<SummaryRow> rows, std::optional<std::size_t> shown,
                           SummaryModel::Heads heads) {
    m_back->setEnabled(shown.has_value());
    for (std::size_t column = 0; column < heads.size(); ++column)
        m_view->setColumnHidden(static_cast<int>(column), heads[column].text.isEmpty());
    m_model->setHeads(std::move(heads));
    m_model->setRows(std::move(rows), shown);
}

void SummaryTable::setRemark(const QString& text) {
    m_remark->setText(text);
    m_remark->setVisible(!text.isEmpty());
}

void SummaryTable::setStale(bool stale) {
    if (stale == m_isStale) return;
    m_isStale = stale;
    QPalette colours = palette();
    if (stale) colours.setColor(QPalette::Text, colours.color(QPalette::PlaceholderText));
    m_view->setPalette(colours);
}

std::vector<SummaryRow> classRows(const Report& report) {
    std::vector<SummaryRow> rows;
    for (std::size_t k = 0; k < report.classes->size(); ++k) {
        const ClassSummary& summary = (*report.classes)[k];
        const QString name = toQString(report.dataset.classNames[k]);
        rows.push_back(
            {name, name, summary.count, summary.meanProbability, summary.frequency,
             ratioOf(summary.frequency, summary.meanProbability), summary.ece,
             SummaryTable::tr("%1: ECE %2 (equal-mass bins: %3), gap %4. Click for its diagram.")
                 .arg(name, number(summary.ece), number(summary.eceEqualMass),
                      signedText(summary.gap(), 3))});
    }
    return rows;
}

std::vector<const GroupSummary*> listedGroups(const Report& report) {
    constexpr std::size_t mostCrossings = 500;
    auto groups = groupsAndCrossings(report);
    if (groups.size() > report.groups.size() + mostCrossings)
        groups.resize(report.groups.size() + mostCrossings);
    return groups;
}

std::vector<SummaryRow> groupRows(const Report& report) {
    std::vector<SummaryRow> rows;
    const auto groups = listedGroups(report);
    // The panel is narrow: values that no other column has say enough.
    std::map<std::string, std::set<std::string>> columns;
    for (const GroupSummary* summary : groups)
        columns[summary->group.value].insert(summary->group.column);
    std::set<std::string> shared;
    for (const auto& [value, names] : columns) {
        if (names.size() > 1) shared.insert(names.begin(), names.end());
    }
    for (const GroupSummary* summary : groups) {
        const QString whole = toQString(groupName(summary->group));
        const bool isOne = !shared.contains(summary->group.column);
        rows.push_back(
            {isOne ? toQString(summary->group.value) : whole, whole, summary->rows,
             summary->confidence, summary->accuracy, summary->oe, summary->ece,
             SummaryTable::tr("%1: ECE %2, gap %3 (%4 less %5). %6. Click to show only these rows.")
                 .arg(whole, number(summary->ece),
                      signedText(summary->accuracy - summary->confidence, 3),
                      number(summary->accuracy), number(summary->confidence), testsOf(*summary)),
             summary->kuiperPMax ? summary->kuiperPMax : summary->kuiperP,
             summary->kuiperScaled.value_or(summary->ece - 1)});
    }
    return rows;
}

SummaryModel::Heads classHeads() {
    using T = SummaryTable;
    return {{{T::tr("Class"), {}},
             {T::tr("n"), T::tr("Number of rows in the class")},
             {T::tr("Prob."), T::tr("Mean probability of the class over all rows")},
             {T::tr("Freq."), T::tr("Share of rows in the class")},
             {T::tr("O:E"), ratioHelp()},
             {T::tr("ECE"), T::tr("ECE of the class versus the rest, in these equal-width bins")},
             {}}};
}

SummaryModel::Heads groupHeads() {
    using T = SummaryTable;
    return {{{T::tr("Group"), {}},
             {T::tr("n"), T::tr("Number of rows in the group")},
             {},
             {},
             {T::tr("O:E"), ratioHelp()},
             {T::tr("ECE"), T::tr("ECE of its rows in these bins")},
             {T::tr("p"),
              T::tr("Probability that chance makes the worst of all groups look as bad if all are "
                    "calibrated (Kuiper, adjusted by max-T). Few rows have none. Sorted by the "
                    "statistic")}}};
}

}  // namespace diagonal
