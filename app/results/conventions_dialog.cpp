// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/results/conventions_dialog.h"

#include <algorithm>
#include <cmath>

#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

#include "app/text/number_text.h"

namespace diagonal {
namespace {

constexpr int kDecimals = 6;

/// Makes a table a list of which one row is selected.
void makeList(QTableWidget& table, const QStringList& heads) {
    table.setHorizontalHeaderLabels(heads);
    table.setEditTriggers(QAbstractItemView::NoEditTriggers);
    table.setSelectionBehavior(QAbstractItemView::SelectRows);
    table.setSelectionMode(QAbstractItemView::SingleSelection);
    table.setShowGrid(false);
    table.setFrameShape(QFrame::NoFrame);
    table.verticalHeader()->hide();
    table.verticalHeader()->setDefaultSectionSize(26);
    table.horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    table.horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    table.horizontalHeader()->setStretchLastSection(true);
    table.horizontalHeader()->setHighlightSections(false);
}

}  // namespace

ConventionsDialog::ConventionsDialog(QWidget* parent)
    : QDialog(parent),
      m_printed(new QLineEdit(this)),
      m_answer(new QLabel(this)),
      m_found(new QTableWidget(0, 5, this)),
      m_adopt(new QPushButton(tr("&Compute it this way"), this)),
      m_heading(new QLabel(this)),
      m_table(new QTableWidget(0, 4, this)),
      m_use(new QPushButton(tr("&Use these bins"), this)) {
    setWindowTitle(tr("ECE in other programs"));
    m_heading->setWordWrap(true);
    makeList(*m_table, {tr("Program or convention"), tr("ECE"), tr("Difference"), tr("Reason")});
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(18, 14, 18, 14);
    layout->setSpacing(10);
    layout->addWidget(m_heading);
    layout->addWidget(m_table, 1);
    m_use->setToolTip(tr("Draw the diagram with the bins of the selected row"));
    m_use->setEnabled(false);
    layout->addWidget(m_use, 0, Qt::AlignRight);
    layout->addWidget(buildSearch(), 1);
    const auto chosen = [this] { return m_table->selectionModel()->selectedRows(); };
    connect(m_table, &QTableWidget::itemSelectionChanged, this,
            [this, chosen] { m_use->setEnabled(!chosen().isEmpty()); });
    connect(m_use, &QPushButton::clicked, this, [this, chosen] {
        if (chosen().isEmpty()) return;
        const auto row = static_cast<std::size_t>(chosen().front().row());
        Q_EMIT presetRequested(std::string(eceConventions()[row].id));
    });
    resize(820, 620);
}

QWidget* ConventionsDialog::buildSearch() {
    auto* box = new QWidget(this);
    m_printed->setPlaceholderText(tr("0.045 or 4.5 %, then Return"));
    m_printed->setClearButtonEnabled(true);
    m_answer->setWordWrap(true);
    m_answer->hide();
    makeList(*m_found, {tr("Value"), tr("Score"), tr("Bins"), tr("View"), tr("T")});
    m_found->hide();
    m_adopt->setToolTip(tr("Show the score of the selected row; Return does it, too"));
    m_adopt->setAutoDefault(false);
    m_adopt->hide();
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    auto* form = new QFormLayout;
    form->addRow(tr("A &paper says"), m_printed);
    layout->addLayout(form);
    layout->addWidget(m_answer);
    layout->addWidget(m_found, 1);
    layout->addWidget(m_adopt, 0, Qt::AlignRight);
    layout->addStretch();
    const auto adopt = [this] {
        if (const int row = m_found->currentRow(); row >= 0 && m_found->isVisible())
            Q_EMIT wayChosen(m_ways[static_cast<std::size_t>(row)]);
    };
    // The field keeps the focus: what is typed is another number, not a search in the list.
    connect(m_printed, &QLineEdit::returnPressed, this, [this, adopt] {
        const bool isFound = m_found->isVisible() && m_printed->text() == m_searched;
        isFound ? adopt() : search();
    });
    connect(m_found, &QTableWidget::cellActivated, this, adopt);
    connect(m_adopt, &QPushButton::clicked, this, adopt);
    return box;
}

void ConventionsDialog::search() {
    m_searched = m_printed->text();
    const auto sought = printedShare(m_printed->text().trimmed().toStdString());
    m_answer->setText(sought ? tr("Looking for ways to compute it…")
                             : tr("Write a share of two decimals or more, or a percentage, as the "
                                  "paper prints it: 0.045, 4.5 or 4.5 %."));
    m_answer->show();
    m_found->hide();
    m_adopt->hide();
    if (sought) Q_EMIT searchRequested(*sought);
}

void ConventionsDialog::showSearch(const Result<EceSearch>& search, const PrintedShare& sought) {
    if (!search) {
        m_answer->setText(toQString(search.error().detail));
        return;
    }
    m_answer->setText(toQString(searchSentence(search.value(), sought)));
    constexpr std::size_t mostShown = 200;
    const auto& found = search.value().found;
    const std::size_t shown = std::min(found.size(), mostShown);
    m_found->setRowCount(static_cast<int>(shown));
    m_ways.clear();
    for (std::size_t i = 0; i < shown; ++i) {
        const EceWay& way = found[i];
        m_ways.push_back(way);
        const QStringList texts = {
            QString::number(way.value, 'f', kDecimals),
            toQString(scoreDefinition(way.score).shortName), toQString(binsText(way)),
            toQString(viewName(*way.settings.view, search.value().classNames)),
            temperatureText(way.temperature)};
        for (int column = 0; column < texts.size(); ++column)
            m_found->setItem(static_cast<int>(i), column, new QTableWidgetItem(texts[column]));
    }
    m_found->setVisible(shown > 0);
    m_adopt->setVisible(shown > 0);
    if (shown == 0) return;
    m_found->selectRow(0);
    m_found->setCurrentCell(0, 0);
}

void ConventionsDialog::clear() {
    m_table->setRowCount(0);
    m_heading->clear();
    m_searched.clear();
    m_found->hide();
    m_adopt->hide();
    m_answer->hide();
}

void ConventionsDialog::showReport(const Report& report) {
    if (!report.plan.conventions) return;
    if (report.conventions.empty()) {
        m_table->setRowCount(0);
        m_heading->setText(
            report.dataset.areBins()
                ? tr("This is not possible: %1.").arg(toQString(kNeedsRows))
                : tr("Most other programs do not support row weights: there is nothing to "
                     "compare."));
        return;
    }
    const bool areEqual = report.binning.scheme == BinningScheme::EqualWidth;
    const EceConvention* own = areEqual ? report.conventions.front().convention : nullptr;
    const EceConvention* shown = report.preset ? report.preset : own;
    m_heading->setText(
        tr("The same %1 rows in %2 equal-width bins, %3, T = %4. All sum n_b/n |A_b - C_b|; they "
           "differ in the bin of rows on an edge, at 0 or at 1, and in precision. The last "
           "three come from language-model evaluations and use bins of their own.")
            .arg(countText(report.dataset.rows))
            .arg(report.binning.count)
            .arg(toQString(viewName(report)), temperatureText(report.temperature)) +
        (shown ? QString()
               : tr(" The window shows none of them: its bins are not of equal width.")));
    m_table->setRowCount(static_cast<int>(report.conventions.size()));
    const double first = report.conventions.front().error.value_or(0);
    for (int row = 0; row < m_table->rowCount(); ++row) {
        const ConventionError& error = report.conventions[static_cast<std::size_t>(row)];
        const double difference = error.error.value_or(first) - first;
        const bool same = std::abs(difference) < 1e-12;
        const QStringList texts = {
            toQString(error.convention->name),
            error.error ? QString::number(*error.error, 'f', kDecimals) : tr("undefined"),
            row == 0 || same ? QString() : signedText(difference, kDecimals),
            error.convention == shown ? tr("shown here") : toQString(error.reason)};
        for (int column = 0; column < texts.size(); ++column) {
            auto* item = new QTableWidgetItem(texts[column]);
            item->setToolTip(toQString(error.convention->rule));
            m_table->setItem(row, column, item);
        }
    }
}

int ConventionsDialog::rowCount() const {
    return m_table->rowCount();
}

QString ConventionsDialog::textAt(int row, int column) const {
    return m_table->item(row, column)->text();
}

}  // namespace diagonal
