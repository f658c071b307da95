// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/results/conventions_dialog.h"

#include <cmath>

#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

#include "app/text/number_text.h"

namespace diagonal {
namespace {

constexpr int kDecimals = 6;

}  // namespace

ConventionsDialog::ConventionsDialog(QWidget* parent)
    : QDialog(parent),
      m_heading(new QLabel(this)),
      m_table(new QTableWidget(0, 4, this)),
      m_use(new QPushButton(tr("&Use these bins"), this)) {
    setWindowTitle(tr("ECE in other programs"));
    m_heading->setWordWrap(true);
    m_table->setHorizontalHeaderLabels(
        {tr("Program or convention"), tr("ECE"), tr("Difference"), tr("Reason")});
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setShowGrid(false);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(26);
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setStretchLastSection(true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(18, 14, 18, 14);
    layout->setSpacing(10);
    layout->addWidget(m_heading);
    layout->addWidget(m_table, 1);
    m_use->setToolTip(tr("Draw the diagram with the bins of the selected row"));
    m_use->setEnabled(false);
    layout->addWidget(m_use, 0, Qt::AlignRight);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    const auto chosen = [this] { return m_table->selectionModel()->selectedRows(); };
    connect(m_table, &QTableWidget::itemSelectionChanged, this,
            [this, chosen] { m_use->setEnabled(!chosen().isEmpty()); });
    connect(m_use, &QPushButton::clicked, this, [this, chosen] {
        if (chosen().isEmpty()) return;
        const auto row = static_cast<std::size_t>(chosen().front().row());
        Q_EMIT presetRequested(std::string(eceConventions()[row].id));
    });
    resize(820, 420);
}

void ConventionsDialog::clear() {
    m_table->setRowCount(0);
    m_heading->clear();
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
    m_heading->setText(
        tr("The same %1 rows in %2 equal-width bins, %3, T = %4. All sum n_b/n |A_b - C_b|; they "
           "differ in the bin of rows on an edge, at 0 or at 1, and in precision. The last "
           "three come from language-model evaluations and use bins of their own.")
            .arg(countText(report.dataset.rows))
            .arg(report.binning.count)
            .arg(toQString(viewName(report)), temperatureText(report.temperature)));
    m_table->setRowCount(static_cast<int>(report.conventions.size()));
    const double first = report.conventions.front().error.value_or(0);
    const EceConvention* shown =
        report.preset ? report.preset : report.conventions.front().convention;
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
