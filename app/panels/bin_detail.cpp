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
                             report.binning.scheme == BinningScheme::EqualMass ||
                             report.binning.scheme == BinningScheme::Isotonic;
    const bool first = index == 0;
    const bool last = index + 1 == report.curve.bins.size();
    return QLatin1Char(rightClosed && !first ? '(' : '[') + QString::number(bin.lower, 'f', 3) +
           QStringLiteral(", ") + QString::number(bin.upper, 'f', 3) +
           QLatin1Char(rightClosed || last ? ']' : ')');
}

}  // namespace

BinDetail::BinDetail(QWidget* parent) : QWidget(parent), m_title(new QLabel(this)) {
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setVerticalSpacing(2);
    grid->setHorizontalSpacing(9);
    grid->setColumnStretch(1, 1);
    grid->addWidget(m_title, 0, 0, 1, 3);
    for (int row = 0; row < RowCount; ++row) {
        m_names[row] = new QLabel(this);
        m_notes[row] = new NumberLabel(this);
        m_values[row] = new NumberLabel(this);
        m_names[row]->setForegroundRole(QPalette::PlaceholderText);
        m_notes[row]->setForegroundRole(QPalette::PlaceholderText);
        grid->addWidget(m_names[row], row + 1, 0);
        grid->addWidget(m_notes[row], row + 1, 1);
        grid->addWidget(m_values[row], row + 1, 2);
    }
    m_names[Share]->setToolTip(
        tr("n_b/n |accuracy - confidence| of this bin, and its part of the "
           "whole ECE"));
    for (QLabel* label : findChildren<QLabel*>()) {
        QSizePolicy policy = label->sizePolicy();
        policy.setRetainSizeWhenHidden(true);
        label->setSizePolicy(policy);
    }
    m_title->setFixedHeight(m_title->fontMetrics().height() + 1);
    setMinimumHeight(m_title->height());
    showBin(nullptr, std::nullopt);
}

void BinDetail::resizeEvent(QResizeEvent*) {
    const bool fits = height() >= sizeHint().height();
    for (int row = 0; row < RowCount; ++row) {
        for (QLabel* label : {m_names[row], static_cast<QLabel*>(m_notes[row]),
                              static_cast<QLabel*>(m_values[row])}) {
            label->setVisible(fits);
        }
    }
}

void BinDetail::setRow(Row row, const QString& name, const QString& value, const QString& note) {
    m_names[row]->setText(name);
    m_values[row]->setText(value);
    m_notes[row]->setText(note);
}

namespace {

QString weightText(double weight) {
    return QString::number(weight, 'f', 1);
}

}  // namespace

void BinDetail::showBin(const Report* report, std::optional<std::size_t> index) {
    const bool shown = report && index && *index < report->curve.bins.size();
    QFont font = m_title->font();
    font.setWeight(shown ? QFont::DemiBold : QFont::Normal);
    m_title->setFont(font);
    m_title->setForegroundRole(shown ? QPalette::WindowText : QPalette::PlaceholderText);
    for (int row = 0; row < RowCount; ++row)
        setRow(static_cast<Row>(row), {}, {});
    if (!shown) {
        m_title->setText(report ? tr("Point at a bar for its numbers") : QString());
        return;
    }
    const Bin& bin = report->curve.bins[*index];
    m_title->setText(tr("Bin %1 of %2   %3")
                         .arg(countText(*index + 1), countText(report->curve.bins.size()),
                              rangeText(*report, *index)));
    setRow(Rows, tr("Rows"), countText(bin.count));
    if (bin.count == 0) return;
    const bool topLabel = report->view.kind == View::Kind::TopLabel;
    const double part = bin.weight / report->curve.weight * std::abs(bin.gap());
    const double ece = report->score("ece").value_or(0);
    const bool importance = report->dataset.weights == WeightKind::Importance;
    setRow(Correct, topLabel ? tr("Correct") : tr("Of the class"),
           importance ? weightText(bin.hits) : countText(std::llround(bin.hits)),
           importance ? tr("of a weight of %1").arg(weightText(bin.weight))
                      : tr("of %1").arg(countText(bin.count)));
    setRow(Accuracy, topLabel ? tr("Accuracy") : tr("Frequency"), decimals(*bin.accuracy),
           tr("CI %1–%2")
               .arg(QString::number(bin.interval->lower, 'f', 3),
                    QString::number(bin.interval->upper, 'f', 3)));
    setRow(Confidence, topLabel ? tr("Mean confidence") : tr("Mean probability"),
           decimals(*bin.confidence));
    setRow(Gap, tr("Gap"), signedText(bin.gap()),
           bin.gap() < 0 ? tr("over-confident") : tr("under-confident"));
    setRow(Share, tr("Share of ECE"), decimals(part),
           ece > 0 ? tr("%1 %").arg(100 * part / ece, 0, 'f', 1) : QString());
    m_notes[Accuracy]->setToolTip(
        tr("%1 Wilson interval of the accuracy").arg(levelText(report->level)));
}

QString BinDetail::text() const {
    QString out = m_title->text();
    for (int row = 0; row < RowCount; ++row) {
        out += QStringLiteral("\n%1: %2 %3")
                   .arg(m_names[row]->text(), m_values[row]->text(), m_notes[row]->text());
    }
    return out;
}

}  // namespace diagonal
