// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/results/ece_headline.h"

#include <algorithm>

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>

#include "app/results/score_help.h"
#include "app/text/link_label.h"
#include "app/text/number_text.h"
#include "app/text/tabular_digits.h"
#include "core/reporting/verdict.h"

namespace diagonal {
namespace {

constexpr int kValuePixels = 26;

/// Lines of the verdict: so many are kept free, and so many are shown of a long one in a high
/// window.
constexpr int kVerdictLines = 6;
constexpr int kMostVerdictLines = 10;
constexpr int kHighWindow = 900;

/// Returns the last place before `end` where a sentence ends; 0 if there is none.
qsizetype sentenceEnd(const QString& text, qsizetype end) {
    const qsizetype blank = text.lastIndexOf(QStringLiteral(". "), end - 2);
    const qsizetype line = text.lastIndexOf(QLatin1Char('\n'), end - 1);
    return std::max({blank + 1, line, qsizetype{0}});
}

}  // namespace

EceHeadline::EceHeadline(QWidget* parent)
    : QWidget(parent),
      m_value(new NumberLabel(this)),
      m_bound(new NumberLabel(this)),
      m_interval(new NumberLabel(this)),
      m_pValue(new NumberLabel(this)),
      m_chance(new NumberLabel(this)),
      m_verdict(new QLabel(this)),
      m_whose(new LinkLabel(tr("other programs"), this)) {
    auto* name = new QLabel(tr("ECE"), this);
    QFont bold = name->font();
    bold.setWeight(QFont::DemiBold);
    name->setFont(bold);
    bold.setPixelSize(kValuePixels);
    m_value->setFont(bold);
    m_value->setAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    for (QWidget* label : std::initializer_list<QWidget*>{m_bound, m_interval, m_pValue, m_chance})
        label->setForegroundRole(QPalette::PlaceholderText);
    m_chance->setAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_verdict->setObjectName(QStringLiteral("verdict"));
    m_verdict->setWordWrap(true);
    m_verdict->setAlignment(Qt::AlignLeft | Qt::AlignTop);

    setScoreHelp({name, m_value}, scoreDefinition("ece"));
    const QString biased =
        tr("Bootstrap interval of the squared error with fixed bin edges. It starts at 0 if chance "
           "can produce such an error of squares; p tests the ECE itself, and may be small all the "
           "same.");
    m_bound->setToolTip(
        tr("The exact ECE lies within this distance of the value: the database "
           "counted rows in cells, and a bin edge may divide a cell"));
    m_interval->setToolTip(biased);
    m_interval->setWhatsThis(biased);
    setScoreHelp({m_chance}, scoreDefinition("null_ece"));
    setScoreHelp({m_pValue}, scoreDefinition("ece_p"));

    m_whose->setToolTip(tr("ECE of these rows in other libraries, and why it differs"));
    connect(m_whose, &QLabel::linkActivated, this, &EceHeadline::conventionsRequested);
    auto* nameLine = new QHBoxLayout;
    nameLine->setSpacing(8);
    nameLine->addWidget(name);
    nameLine->addWidget(m_whose);

    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(10);
    grid->setVerticalSpacing(1);
    grid->setColumnStretch(1, 1);
    grid->addLayout(nameLine, 0, 0, Qt::AlignLeft);
    grid->addWidget(m_interval, 0, 1, Qt::AlignRight);
    auto* valueLine = new QHBoxLayout;
    valueLine->setSpacing(8);
    valueLine->addWidget(m_value);
    valueLine->addWidget(m_bound, 0, Qt::AlignBottom);
    grid->addLayout(valueLine, 1, 0, Qt::AlignLeft);
    grid->addWidget(m_pValue, 1, 1, Qt::AlignRight | Qt::AlignTop);
    grid->addWidget(m_chance, 2, 0, 1, 2);
    grid->setRowMinimumHeight(3, 6);
    grid->addWidget(m_verdict, 4, 0, 1, 2);
}

void EceHeadline::showReport(const Report& report) {
    const Score* ece = report.find("ece");
    m_value->setText(ece ? scoreText(ece->value) : scoreText(std::nullopt));
    m_bound->setText(ece && ece->bound && isInexact(*ece) ? toQString(boundText(*ece->bound))
                                                          : QString());
    m_interval->setText(ece && ece->interval ? tr("%1: %2").arg(levelText(report.settings.level),
                                                                intervalText(*ece->interval))
                                             : QString());
    const auto mean = report.score("null_ece");
    const auto highest = report.score("null_ece_q95");
    const Score* p = report.find("ece_p");
    const bool known = mean && highest && p && p->value;
    m_chance->setEnabled(known);
    m_pValue->setEnabled(known);
    if (known) {
        m_chance->setText(
            tr("By chance alone: %1 (95 % below %2)").arg(scoreText(*mean), scoreText(*highest)));
        m_pValue->setText(
            (p->isAtFloor ? tr("p \u2264 %1") : tr("p = %1")).arg(scoreText(p->value)));
    }
    // A new text lays out the panel again, which takes longer than the frame of a drag.
    m_verdict->setEnabled(!report.isProvisional);
    if (!report.isProvisional) showVerdict(report);
}

void EceHeadline::showVerdict(const Report& report) {
    const Verdict verdict = verdictOn(report);
    const auto joined = [](const std::vector<std::string>& sentences, QChar separator) {
        QStringList texts;
        for (const std::string& sentence : sentences) {
            if (!sentence.empty()) texts << sentenceText(sentence);
        }
        return texts.join(separator);
    };
    m_verdictText = joined({verdict.calibration, verdict.remedy}, QLatin1Char('\n'));
    fitVerdict();
    std::vector<std::string> all = verdict.sentences();
    all.insert(all.end(), report.eceRemarks.begin(), report.eceRemarks.end());
    m_verdict->setToolTip(joined(all, QLatin1Char('\n')));
}

/// Gives the verdict the height of the longest one so far, so that what is below rarely moves. It
/// ends with a sentence; the tool tip has all of them.
void EceHeadline::fitVerdict() {
    if (!isVisible()) return m_verdict->setText(m_verdictText);  // its width is not yet known
    const int line = m_verdict->fontMetrics().lineSpacing();
    const int most = line * (window()->height() < kHighWindow ? kVerdictLines : kMostVerdictLines);
    const auto height = [this](const QString& text) {
        constexpr int unlimited = 10'000;
        return m_verdict->fontMetrics()
            .boundingRect(0, 0, width(), unlimited, Qt::TextWordWrap, text)
            .height();
    };
    QString shown = m_verdictText;
    for (qsizetype end = shown.size(); height(shown) > most;) {
        end = sentenceEnd(m_verdictText, end);
        if (end == 0) break;
        shown = m_verdictText.left(end) + QStringLiteral(" …");
    }
    m_verdict->setText(shown);
    const int longest = std::max(height(shown), m_verdict->minimumHeight());
    m_verdict->setFixedHeight(std::clamp(longest, kVerdictLines * line, most));
}

void EceHeadline::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitVerdict();
}

void EceHeadline::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    window()->installEventFilter(this);
    fitVerdict();
}

bool EceHeadline::eventFilter(QObject* watched, QEvent* event) {
    // A higher window has room for more of the verdict.
    if (watched == window() && event->type() == QEvent::Resize) fitVerdict();
    return QWidget::eventFilter(watched, event);
}

QString EceHeadline::shownValue() const {
    return m_value->text();
}

}  // namespace diagonal
