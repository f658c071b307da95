// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/selecting/condition_chips.h"

#include <QHBoxLayout>
#include <QPushButton>

#include "app/text/labels.h"
#include "app/text/number_text.h"
#include "core/base/text.h"

namespace diagonal {

ConditionChips::ConditionChips(QWidget* parent) : QWidget(parent), m_chips(new QHBoxLayout(this)) {
    constexpr int space = 8;
    m_chips->setContentsMargins(space, space, space, 0);
    m_chips->setSpacing(space);
    m_chips->setAlignment(Qt::AlignLeft);
    setAccessibleName(tr("Conditions of rows"));
    hide();
}

void ConditionChips::showConditions(const RowConditions& measured, const RowConditions& listed) {
    if (measured == m_measured && listed == m_listed) return;
    m_measured = measured;
    m_listed = listed;
    removeWidgets(*m_chips);
    addChips(measured, tr("%1  ✕"),
             tr("Only these rows are measured. Click to measure others, too"),
             &ConditionChips::measuredRemoved);
    addChips(listed, tr("listed: %1  ✕"),
             tr("Only these rows are listed. Click to list others, too"),
             &ConditionChips::listedRemoved);
    setVisible(m_chips->count() > 0);
}

void ConditionChips::addChips(const RowConditions& conditions, const QString& text,
                              const QString& help, Signal removed) {
    constexpr int mostWide = 320;
    for (const RowConditions& part : partsOf(conditions)) {
        auto* chip = new QPushButton(this);
        QString name = toQString(visibleText(conditionsText(part)));
        name = chip->fontMetrics().elidedText(name, Qt::ElideMiddle, mostWide);
        chip->setText(text.arg(withoutShortcut(name)));
        chip->setToolTip(help);
        chip->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
        connect(chip, &QPushButton::clicked, this, [this, part, removed] {
            Q_EMIT(this->*removed)(part);
        });
        m_chips->addWidget(chip);
    }
}

QStringList ConditionChips::texts() const {
    QStringList texts;
    for (int i = 0; i < m_chips->count(); ++i)
        texts << static_cast<QPushButton*>(m_chips->itemAt(i)->widget())->text();
    return texts;
}

}  // namespace diagonal
