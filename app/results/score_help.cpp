// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/results/score_help.h"

#include <QWidget>

#include "app/text/number_text.h"

namespace diagonal {

void setScoreHelp(std::initializer_list<QWidget*> widgets, const ScoreDefinition& definition) {
    const QString help = QStringLiteral("<b>%1</b><br>%2")
                             .arg(toQString(definition.name).toHtmlEscaped(),
                                  toQString(definition.definition).toHtmlEscaped());
    for (QWidget* widget : widgets) {
        widget->setToolTip(help);
        widget->setProperty(kHasRichToolTip, true);
        widget->setWhatsThis(help);
    }
}

QString intervalHelp(const ScoreDefinition& definition) {
    switch (definition.interval) {
        case IntervalMethod::None: break;
        case IntervalMethod::Wilson: return QStringLiteral("Wilson's interval");
        case IntervalMethod::Difference:
            return QStringLiteral(
                "Wilson's interval of the accuracy combined with the normal interval of the mean "
                "confidence");
        case IntervalMethod::Uncertainty:
            return QStringLiteral("From Wilson's interval of the mean outcome");
        case IntervalMethod::Percentile:
            return QStringLiteral("Percentiles of 1,000 bootstrap resamples");
        case IntervalMethod::Error:
        case IntervalMethod::UnstableError:
            return QStringLiteral(
                       "From %1 bootstrap resamples, corrected for chance; starts at 0 if chance "
                       "alone can produce such an error")
                .arg(definition.isRefitted() ? QStringLiteral("200") : QStringLiteral("1,000"));
        case IntervalMethod::DebiasedError:
        case IntervalMethod::IsotonicPart:
            return QStringLiteral("From 1,000 bootstrap resamples, corrected for chance");
        case IntervalMethod::Ratio:
            return QStringLiteral("Normal interval of the logarithm; of clusters, Student's t");
        case IntervalMethod::Slope:
            return QStringLiteral("Welch's t; of clusters, the variance of their sums");
    }
    return QStringLiteral("This number has no interval");
}

}  // namespace diagonal
