// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/chance/chance_bar.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QRadioButton>

#include "app/chance/chance_player.h"

namespace diagonal {

ChanceBar::ChanceBar(ChancePlayer* player, QWidget* parent) : QWidget(parent) {
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    auto* calibrated = new QRadioButton(tr("if calibrated"), this);
    calibrated->setToolTip(
        tr("Each row is right with the probability that its confidence states, independently of "
           "the others: what chance alone draws if the model were calibrated"));
    auto* resampled = new QRadioButton(tr("other rows like these"), this);
    resampled->setToolTip(
        tr("As many rows, drawn from these with replacement, clusters as a whole: what another "
           "sample could show"));
    auto* more = new QCheckBox(tr("n × 4"), this);
    more->setToolTip(tr("Four times the rows: intervals are about half as wide"));
    layout->addWidget(new QLabel(tr("Hypothetical:"), this));
    const auto choose = [=] {
        constexpr std::size_t times = 4;
        player->choose({resampled->isChecked(), more->isChecked() ? times : 1});
    };
    calibrated->setChecked(true);
    for (QAbstractButton* button :
         {static_cast<QAbstractButton*>(calibrated), static_cast<QAbstractButton*>(resampled),
          static_cast<QAbstractButton*>(more)}) {
        button->setFocusPolicy(Qt::TabFocus);  // a click leaves the held key to the figure
        layout->addWidget(button);
        connect(button, &QAbstractButton::clicked, this, choose);
    }
    hide();
    connect(player, &ChancePlayer::began, this, &QWidget::show);
    connect(player, &ChancePlayer::ended, this, &QWidget::hide);
}

}  // namespace diagonal
