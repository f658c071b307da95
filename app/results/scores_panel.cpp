// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/results/scores_panel.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>

#include "app/results/content_scroll.h"
#include "app/results/ece_headline.h"
#include "app/results/score_help.h"
#include "app/text/number_text.h"
#include "app/text/tabular_digits.h"

namespace diagonal {
namespace {

bool mentions(const ScoreDefinition& definition, const QString& text) {
    for (const std::string_view part :
         {definition.id, definition.name, definition.shortName, definition.definition}) {
        if (toQString(part).contains(text, Qt::CaseInsensitive)) return true;
    }
    return false;
}

QString valueText(const Score& score) {
    if (!score.value) return scoreText(score.value);
    const QString near = isInexact(score) ? QStringLiteral("\u2248") : QString();
    if (score.id == "signed_gap") return near + signedText(*score.value);
    if (score.isAtFloor) return QStringLiteral("\u2264") + scoreText(score.value);
    const bool isP = score.id.ends_with("_p");
    return isP && *score.value < 1e-4 ? QStringLiteral("<0.0001") : near + scoreText(score.value);
}

}  // namespace

ScoresPanel::ScoresPanel(QWidget* parent)
    : QWidget(parent),
      m_headline(new EceHeadline(this)),
      m_list(new ContentScroll(this)),
      m_search(new QLineEdit(this)),
      m_all(new QToolButton(this)) {
    m_list->setMinimumHeight(1);
    m_list->growWithContent();
    auto* content = new QWidget(m_list);
    auto* grid = new QGridLayout(content);
    grid->setContentsMargins(0, 4, 8, 4);
    grid->setHorizontalSpacing(6);
    grid->setVerticalSpacing(5);
    grid->setColumnStretch(0, 1);
    int line = 0;
    for (const ScoreDefinition& definition : scoreDefinitions()) {
        if (definition.id == "ece") continue;
        const Row row = makeRow(definition, content);
        grid->addWidget(row.name, line, 0);
        grid->addWidget(row.value, line, 1);
        grid->addWidget(row.interval, line, 2);
        m_rows[definition.id] = row;
        ++line;
    }
    grid->setRowStretch(line, 1);
    // Room for the longest numbers of most files, so that they widen nothing when they arrive.
    const Row& ofGap = m_rows.at("signed_gap");
    const QString longest = intervalText({-0.1, -0.1});
    grid->setColumnMinimumWidth(1, ofGap.value->fontMetrics().horizontalAdvance(signedText(-0.1)));
    grid->setColumnMinimumWidth(2, ofGap.interval->fontMetrics().horizontalAdvance(longest));
    m_list->setWidget(content);

    m_search->setPlaceholderText(tr("Find a score"));
    m_search->setAccessibleName(m_search->placeholderText());
    m_search->setClearButtonEnabled(true);
    m_all->setObjectName(QStringLiteral("allScores"));
    m_all->setText(tr("All"));
    m_all->setCheckable(true);
    m_all->setToolTip(tr("Show all %1 scores").arg(scoreDefinitions().size()));
    connect(m_headline, &EceHeadline::conventionsRequested, this,
            &ScoresPanel::conventionsRequested);
    connect(m_search, &QLineEdit::textChanged, this, &ScoresPanel::filter);
    connect(m_all, &QToolButton::toggled, this, &ScoresPanel::filter);

    auto* searchLine = new QHBoxLayout;
    searchLine->addWidget(m_search, 1);
    searchLine->addWidget(m_all);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 10, 0, 0);
    layout->setSpacing(6);
    layout->addWidget(m_headline);
    layout->addLayout(searchLine);
    layout->addWidget(m_list, 1);
    filter();
}

ScoresPanel::Row ScoresPanel::makeRow(const ScoreDefinition& definition, QWidget* parent) {
    const Row row{new QLabel(toQString(definition.shortName), parent), new NumberLabel(parent),
                  new NumberLabel(parent)};
    row.interval->setForegroundRole(QPalette::PlaceholderText);
    QFont small = row.interval->font();
    small.setPixelSize(12);
    row.interval->setFont(small);
    setScoreHelp({row.name, row.interval, row.value}, definition);
    return row;
}

void ScoresPanel::showReport(const Report& report) {
    m_headline->showReport(report);
    for (const auto& [id, row] : m_rows) {
        const Score* score = report.find(id);
        for (QWidget* widget : std::initializer_list<QWidget*>{row.interval, row.value})
            widget->setEnabled(score != nullptr);
        if (score) showScore(*score, report);
    }
}

void ScoresPanel::showScore(const Score& score, const Report& report) {
    const Row& row = m_rows.at(score.id);
    row.name->setText(toQString(shortScoreName(scoreDefinition(score.id), report.view)));
    row.value->setText(valueText(score));
    row.interval->setText(!score.value     ? tr("undefined")
                          : score.interval ? intervalText(*score.interval)
                                           : toQString(score.remark));
    // The remark names the bin of the largest gap, or says why a score is undefined.
    row.interval->setToolTip(intervalHelp(scoreDefinition(score.id)));
    row.interval->setWhatsThis(row.interval->toolTip());
    if (!score.remark.empty()) row.interval->setToolTip(toQString(score.remark));
}

int ScoresPanel::leastList() const {
    return m_list->minimumHeight();
}

void ScoresPanel::setLeastList(int height) {
    if (height != leastList()) m_list->setMinimumHeight(height);
}

void ScoresPanel::find(const QString& text) {
    m_search->setText(text);
}

void ScoresPanel::filter() {
    const QString text = m_search->text().trimmed();
    for (const auto& [id, row] : m_rows) {
        const ScoreDefinition& definition = scoreDefinition(id);
        const bool listed = text.isEmpty() ? m_all->isChecked() || definition.isEssential
                                           : mentions(definition, text);
        for (QWidget* widget : std::initializer_list<QWidget*>{row.name, row.interval, row.value})
            widget->setVisible(listed);
    }
}

QString ScoresPanel::shownValue(std::string_view id) const {
    return id == "ece" ? m_headline->shownValue() : m_rows.at(id).value->text();
}

bool ScoresPanel::isListed(std::string_view id) const {
    return id == "ece" || !m_rows.at(id).value->isHidden();
}

}  // namespace diagonal
