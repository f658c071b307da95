// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/results/score_help.h"

#include <QWidget>

#include "app/text/number_text.h"

namespace diagonal {

void setScoreHelp(std::initializer_list<QWidget*> widgets, const ScoreDefinition& definition) {
    const QString help = QStringLiteral("<b>%1</b><br>%2")
                             .arg(toQString(definition.name).toHtmlEscaped(),
                                  toQString(definition.definition).toHtmlEscaped());
    for (QWidget* widget : widgets) {
        widget->setToolTip(help);
        widget->setWhatsThis(help);
    }
}

}  // namespace diagonal
