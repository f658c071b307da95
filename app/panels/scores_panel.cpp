// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/scores_panel.h"

#include <QGridLayout>
#include <QLabel>

#include "app/number_text.h"
#include "app/tabular_digits.h"

namespace diagonal {

ScoresPanel::ScoresPanel(QWidget* parent) : QScrollArea(parent) {
    setFrameShape(NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* content = new QWidget(this);
    auto* grid = new QGridLayout(content);
    grid->setContentsMargins(0, 8, 1, 4);
    grid->setVerticalSpacing(5);
    grid->setColumnStretch(1, 1);
    int row = 0;
    for (const ScoreDefinition& definition : scoreDefinitions()) {
        auto* name = new QLabel(toQString(definition.shortName), content);
        auto* remark = new QLabel(content);
        remark->setForegroundRole(QPalette::PlaceholderText);
        auto* value = new NumberLabel(content);
        const QString help = QStringLiteral("<b>%1</b><br>%2")
                                 .arg(toQString(definition.name).toHtmlEscaped(),
                                      toQString(definition.definition).toHtmlEscaped());
        for (QWidget* widget : std::initializer_list<QWidget*>{name, remark, value}) {
            widget->setToolTip(help);
            widget->setWhatsThis(help);
        }
        if (definition.id == "ece") {
            QFont bold = value->font();
            bold.setWeight(QFont::DemiBold);
            value->setFont(bold);
            name->setFont(bold);
        }
        grid->addWidget(name, row, 0);
        grid->addWidget(remark, row, 1, Qt::AlignRight);
        grid->addWidget(value, row, 2);
        m_names[definition.id] = name;
        m_values[definition.id] = value;
        m_remarks[definition.id] = remark;
        ++row;
    }
    grid->setRowStretch(row, 1);
    setWidget(content);
}

void ScoresPanel::showReport(const Report& report) {
    for (const Score& score : report.scores) {
        const ScoreDefinition& definition = scoreDefinition(score.id);
        m_names.at(score.id)->setText(toQString(shortScoreName(definition, report.view)));
        const bool isGap = score.id == "signed_gap" && score.value;
        m_values.at(score.id)->setText(isGap ? signedText(*score.value) : scoreText(score.value));
        // Which bin the largest gap is in; why a score is undefined stands in its tool tip.
        QLabel* remark = m_remarks.at(score.id);
        remark->setText(score.value ? toQString(score.remark) : tr("undefined"));
        remark->setToolTip(score.value ? m_values.at(score.id)->toolTip()
                                       : toQString(score.remark));
    }
}

QString ScoresPanel::shownValue(std::string_view id) const {
    return m_values.at(id)->text();
}

}  // namespace diagonal
