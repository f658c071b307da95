// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/bin_detail.h"

#include <cmath>

#include <QGridLayout>
#include <QLabel>

#include "app/number_text.h"
#include "app/tabular_digits.h"

namespace diagonal {
namespace {

QString decimals(double value) {
    return QString::number(value, 'f', 4);
}

/// "(0.667, 0.733]", with the brackets of the edge rule; the outer bins hold 0 and 1.
QString rangeText(const Report& report, std::size_t index) {
    const Bin& bin = report.curve.bins[index];
    const bool rightClosed = report.binning.edgeRule == EdgeRule::RightClosed ||
                             report.binning.scheme == BinningScheme::EqualMass;
    const bool first = index == 0;
    const bool last = index + 1 == report.curve.bins.size();
    return QLatin1Char(rightClosed && !first ? '(' : '[') + QString::number(bin.lower, 'f', 3) +
           QStringLiteral(", ") + QString::number(bin.upper, 'f', 3) +
           QLatin1Char(rightClosed || last ? ']' : ')');
}

}  // namespace

BinDetail::BinDetail(QWidget* parent) : QWidget(parent) {
    m_title = new QLabel(this);
    QFont bold = m_title->font();
    bold.setWeight(QFont::DemiBold);
    m_title->setFont(bold);
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setVerticalSpacing(2);
    grid->setColumnStretch(1, 1);
    grid->addWidget(m_title, 0, 0, 1, 2);
    for (int row = 0; row < RowCount; ++row) {
        m_names[row] = new QLabel(this);
        m_names[row]->setForegroundRole(QPalette::PlaceholderText);
        m_values[row] = new NumberLabel(this);
        grid->addWidget(m_names[row], row + 1, 0);
        grid->addWidget(m_values[row], row + 1, 1);
    }
    m_names[Share]->setToolTip(
        tr("n_b/n |accuracy - confidence| of this bin, and its part of the "
           "whole ECE"));
    showBin(nullptr, std::nullopt);
}

void BinDetail::showBin(const Report* report, std::optional<std::size_t> index) {
    for (int row = 0; row < RowCount; ++row) {
        m_names[row]->clear();
        m_values[row]->clear();
    }
    if (!report || !index || *index >= report->curve.bins.size()) {
        m_title->setText(report ? tr("Point at a bar for its numbers") : QString());
        return;
    }
    const bool topLabel = report->view.kind == View::Kind::TopLabel;
    m_names[Rows]->setText(tr("Rows"));
    m_names[Correct]->setText(topLabel ? tr("Correct") : tr("Of the class"));
    m_names[Accuracy]->setText(topLabel ? tr("Accuracy") : tr("Frequency"));
    m_names[Confidence]->setText(tr("Mean confidence"));
    m_names[Gap]->setText(tr("Gap"));
    m_names[Share]->setText(tr("Share of ECE"));
    const Bin& bin = report->curve.bins[*index];
    m_title->setText(tr("Bin %1 of %2   %3")
                         .arg(*index + 1)
                         .arg(report->curve.bins.size())
                         .arg(rangeText(*report, *index)));
    m_values[Rows]->setText(countText(bin.count));
    if (bin.count == 0) {
        m_values[Correct]->setText(tr("empty bin"));
        return;
    }
    m_values[Correct]->setText(tr("%1 of %2").arg(countText(bin.hits), countText(bin.count)));
    m_values[Accuracy]->setText(QStringLiteral("%1   %2–%3")
                                    .arg(decimals(*bin.accuracy), decimals(bin.interval->lower),
                                         decimals(bin.interval->upper)));
    m_values[Accuracy]->setToolTip(tr("with its %1 Wilson interval").arg(levelText(report->level)));
    m_values[Confidence]->setText(decimals(*bin.confidence));
    m_values[Gap]->setText(signedText(bin.gap()) +
                           (bin.gap() < 0 ? tr("  over-confident") : tr("  under-confident")));
    const double part = static_cast<double>(bin.count) / static_cast<double>(report->curve.rows) *
                        std::abs(bin.gap());
    const double ece = report->score("ece").value_or(0);
    m_values[Share]->setText(
        ece > 0 ? QStringLiteral("%1   %2 %").arg(decimals(part)).arg(100 * part / ece, 0, 'f', 1)
                : decimals(part));
}

QString BinDetail::text() const {
    QString out = m_title->text();
    for (int row = 0; row < RowCount; ++row) {
        out +=
            QLatin1Char('\n') + m_names[row]->text() + QStringLiteral(": ") + m_values[row]->text();
    }
    return out;
}

}  // namespace diagonal
