// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/results/bin_detail.h"

#include <cmath>

#include <QGridLayout>
#include <QLabel>

#include "app/text/number_text.h"
#include "app/text/tabular_digits.h"
#include "core/publishing/diagrams/terms.h"

namespace diagonal {
namespace {

QString decimals(double value) {
    return QString::number(value, 'f', 4);
}

QString weightText(double weight) {
    return QString::number(weight, 'f', 1);
}

/// "(0.667, 0.733]", with the brackets of the edge rule; the outer bins hold 0 and 1.
QString rangeText(const Report& report, std::size_t index) {
    const Bin& bin = report.binned.bins[index];
    const bool rightClosed = report.binning.edgeRule == EdgeRule::RightClosed ||
                             !choiceOf(kBinningSchemes, report.binning.scheme).hasEdges;
    const bool first = index == 0;
    const bool last = index + 1 == report.binned.bins.size();
    return QLatin1Char(rightClosed && !first ? '(' : '[') + QString::number(bin.lower, 'f', 3) +
           QStringLiteral(", ") + QString::number(bin.upper, 'f', 3) +
           QLatin1Char(rightClosed || last ? ']' : ')');
}

}  // namespace

BinDetail::BinDetail(QWidget* parent) : QFrame(parent), m_title(new QLabel(this)) {
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(18, 8, 16, 10);
    grid->setVerticalSpacing(2);
    grid->setHorizontalSpacing(9);
    grid->setColumnStretch(2, 1);
    grid->addWidget(m_title, 0, 0, 1, 3);
    for (int row = 0; row < RowCount; ++row) {
        m_names[row] = new QLabel(this);
        m_notes[row] = new NumberLabel(this);
        m_values[row] = new NumberLabel(this);
        m_names[row]->setForegroundRole(QPalette::PlaceholderText);
        m_notes[row]->setForegroundRole(QPalette::PlaceholderText);
        grid->addWidget(m_names[row], row + 1, 0);
        m_notes[row]->setAlignment(Qt::AlignLeft | Qt::AlignVCenter);  // goes on after the value
        grid->addWidget(m_values[row], row + 1, 1);
        grid->addWidget(m_notes[row], row + 1, 2);
    }
    m_names[Share]->setToolTip(
        tr("n_b/n |accuracy - confidence| of this bin, and its share of the ECE"));
    setAutoFillBackground(true);
    setFrameShape(QFrame::StyledPanel);
    QFont font = m_title->font();
    font.setWeight(QFont::DemiBold);
    m_title->setFont(font);
    hide();
}

void BinDetail::showBin(const Report* report, std::optional<std::size_t> index,
                        const CurveBeside* beside, const QString& ofRows) {
    const bool shown = report && index && *index < report->binned.bins.size();
    setVisible(shown);
    m_title->setText(shown ? binTitle(*report, *index) : QString());
    Texts texts = shown ? textsOf(*report, *index) : Texts();
    const auto hasSameEdges = [](const Bin& a, const Bin& b) {
        return a.lower == b.lower && a.upper == b.upper;
    };
    const bool areSameBins =
        shown && beside && !beside->curve.bins.empty() &&
        std::ranges::equal(beside->curve.bins, report->binned.bins, hasSameEdges);
    if (areSameBins) texts[Beside] = besideTexts(*beside, *index);
    if (shown && texts[Rows].note.isEmpty() && report->binned.bins[*index].count > 0)
        texts[Rows].note = ofRows;
    for (std::size_t row = 0; row < RowCount; ++row) {
        m_names[row]->setText(texts[row].name);
        m_values[row]->setText(texts[row].value);
        m_notes[row]->setText(texts[row].note);
        for (QWidget* label :
             std::initializer_list<QWidget*>{m_names[row], m_values[row], m_notes[row]})
            label->setVisible(row != Beside || areSameBins);
    }
    if (shown) {
        // The consistency band is a range of calibrated models; the note is Wilson's interval.
        const IntervalKind kind = report->settings.intervals == IntervalKind::Consistency
                                      ? IntervalKind::Wilson
                                      : report->settings.intervals;
        m_notes[Accuracy]->setToolTip(tr("%1 %2 interval of the accuracy, %3")
                                          .arg(levelText(report->settings.level),
                                               toQString(choiceOf(kIntervalKinds, kind).label),
                                               holdsText(*report)));
    }
}

/// Says whether the level holds for this interval or for all together.
QString BinDetail::holdsText(const Report& report) {
    return report.settings.band == BandKind::Pointwise ? tr("for this bin alone")
                                                       : tr("for all bins jointly");
}

QString BinDetail::binTitle(const Report& report, std::size_t index) {
    return tr("Bin %1 of %2   %3")
        .arg(countText(index + 1), countText(report.binned.bins.size()), rangeText(report, index));
}

BinDetail::Texts BinDetail::textsOf(const Report& report, std::size_t index) {
    Texts texts;
    const Bin& bin = report.binned.bins[index];
    texts[Rows] = {
        tr("Rows"), countText(bin.count),
        bin.clusteredCount ? tr("n_eff %1").arg(*bin.clusteredCount, 0, 'f', 1) : QString()};
    if (bin.count == 0) return texts;
    const bool topLabel = report.view.isTopLabel();
    const Terms terms = termsOf(report);
    const double part = bin.weight / report.binned.weight * std::abs(bin.gap());
    const double ece = report.score("ece").value_or(0);
    const bool importance = report.dataset.weights == WeightKind::Importance;
    texts[Correct] = {topLabel ? tr("Correct") : tr("In the class"),
                      importance ? weightText(bin.correct)
                                 : countText(static_cast<std::size_t>(std::llround(bin.correct))),
                      importance ? tr("of weight %1").arg(weightText(bin.weight))
                                 : tr("of %1").arg(countText(bin.count))};
    texts[Accuracy] = {topLabel ? tr("Accuracy") : tr("Frequency"), decimals(*bin.accuracy),
                       tr("CI %1 to %2")
                           .arg(QString::number(bin.interval->lower, 'f', 3),
                                QString::number(bin.interval->upper, 'f', 3))};
    texts[Confidence] = {
        topLabel ? tr("Mean confidence") : tr("Mean probability"), decimals(*bin.confidence), {}};
    texts[Gap] = {tr("Gap"), signedText(bin.gap()),
                  isWithinNoise(bin) ? tr("within chance")
                                     : toQString(bin.gap() < 0 ? terms.over : terms.under)};
    texts[Share] = {tr("Share of ECE"), decimals(part),
                    ece > 0 ? tr("%1 %").arg(100 * part / ece, 0, 'f', 1) : QString()};
    return texts;
}

BinDetail::RowTexts BinDetail::besideTexts(const CurveBeside& beside, std::size_t index) {
    const Bin& bin = beside.curve.bins[index];
    const QString name = toQString(beside.name);
    if (bin.count == 0) return {name, tr("no rows"), {}};
    if (!bin.interval) return {name, decimals(*bin.accuracy), {}};
    return {tr("%1 (%2)").arg(name, countText(bin.count)), decimals(*bin.accuracy),
            tr("CI %1 to %2")
                .arg(QString::number(bin.interval->lower, 'f', 3),
                     QString::number(bin.interval->upper, 'f', 3))};
}

QString BinDetail::text() const {
    if (m_title->text().isEmpty()) return {};
    QString out = m_title->text();
    for (int row = 0; row < RowCount; ++row) {
        if (m_names[row]->text().isEmpty()) continue;
        out += QStringLiteral("\n%1: %2 %3")
                   .arg(m_names[row]->text(), m_values[row]->text(), m_notes[row]->text());
    }
    return out;
}

}  // namespace diagonal
