// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/results/notes_panel.h"

#include <cmath>

#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "app/text/advice_text.h"
#include "app/text/number_text.h"

namespace diagonal {
namespace {

QString fitText(const Report& report) {
    const ReportedFit& fitted = *report.fitted();
    const TemperatureFit& fit = fitted.fit;
    if (std::isnan(fit.nllBefore)) {
        return NotesPanel::tr(
                   "Temperature %1, fitted from rows that were counted at T = %2. NLL %3.")
            .arg(QString::number(fit.value, 'g', 10), QString::number(report.temperature, 'g', 6),
                 QString::number(fit.nllAfter, 'f', 4));
    }
    const auto side = [](const std::optional<double>& end) {
        return end ? QString::number(*end, 'f', 3) : QStringLiteral("unbounded");
    };
    return NotesPanel::tr(
               "Temperature %1 (%2 interval %3 to %4), fitted on these same rows. NLL %5 → %6, ECE "
               "%7 → %8.")
        .arg(QString::number(fit.value, 'g', 6), levelText(report.settings.level), side(fit.lower),
             side(fit.upper), QString::number(fit.nllBefore, 'f', 4),
             QString::number(fit.nllAfter, 'f', 4), QString::number(fitted.eceBefore, 'f', 4),
             std::isnan(fitted.eceAfter) ? QStringLiteral("…")
                                         : QString::number(fitted.eceAfter, 'f', 4));
}

}  // namespace

NotesPanel::NotesPanel(QWidget* parent)
    : QWidget(parent),
      m_text(new QPlainTextEdit(this)),
      m_saveSkipped(new QPushButton(tr("Save list of skipped rows…"), this)) {
    m_text->setReadOnly(true);
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->viewport()->setAutoFillBackground(false);
    m_text->document()->setDocumentMargin(2);
    m_text->setAccessibleName(tr("Notes"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_saveSkipped);
    connect(m_saveSkipped, &QPushButton::clicked, this, &NotesPanel::skippedRowsRequested);
}

void NotesPanel::showReport(const Report& report) {
    QStringList lines;
    if (report.fitted()) lines << fitText(report);
    if (report.fit && !*report.fit) lines << windowText(report.fit->error());
    for (const Note& note : report.notes)
        lines << withWindowAdvice(note.text, note.advice);
    for (const SkippedRow& row : report.dataset.listedSkippedRows()) {
        lines << (report.dataset.lineNumbers ? tr("line %1: ") : tr("row %1: ")).arg(row.line) +
                     toQString(row.text);
    }
    const std::size_t listed = report.dataset.listedSkippedRows().size();
    if (report.dataset.skipped > listed) {
        lines << tr("and %1 more").arg(countText(report.dataset.skipped - listed));
    }
    if (!lines.isEmpty()) lines << QString();
    lines << tr("Assumptions made while reading:");
    for (const Assumption& assumption : report.dataset.assumptions) {
        QString id = toQString(assumption.id);
        lines << id.replace(QLatin1Char('_'), QLatin1Char(' ')) + QStringLiteral(": ") +
                     toQString(assumption.value);
    }
    const QString text = lines.join(QLatin1Char('\n'));
    if (text != m_text->toPlainText()) m_text->setPlainText(text);
    m_saveSkipped->setVisible(report.dataset.skipped > 0);
}

}  // namespace diagonal
