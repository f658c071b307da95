// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/text/advice_text.h"

#include <algorithm>

#include <QCoreApplication>
#include <QFileInfo>
#include <QStringList>

#include "app/text/number_text.h"
#include "core/measuring/reliability_curve.h"
#include "core/predictions/predictions.h"
#include "core/reading/options/column_roles.h"

namespace diagonal {
namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("Advice", text);
}

/// What the window calls a value of a table of choices.
template <typename Table>
QString labelOf(const Table& table, const std::string& word) {
    const auto value = valueOfWord(table, word);
    return toQString(value ? choiceOf(table, *value).label : std::string_view(word));
}

QString columnText(const AdvisedSetting& setting) {
    const QString role = labelOf(kColumnRoles, setting.role);
    return setting.value.empty()
               ? tr("give the right column the role %1").arg(role)
               : tr("give the column '%1' the role %2").arg(toQString(setting.value), role);
}

QString controlText(const AdvisedSetting& setting) {
    switch (setting.setting) {
        case Setting::ColumnRole: return columnText(setting);
        case Setting::Scores:
            return setting.value.empty()
                       ? tr("choose it under Scores are")
                       : tr("set Scores are to %1").arg(labelOf(kScoreKinds, setting.value));
        case Setting::PositiveClass: return tr("choose the Positive class");
        case Setting::Weights:
            return tr("open the file with --weights %1").arg(toQString(setting.value));
        case Setting::View: return tr("choose One class versus rest under View");
        case Setting::Binning:
            return tr("choose %1 under Bins").arg(labelOf(kBinningSchemes, setting.value));
        case Setting::LabelsFile: return tr("open both files together");
        case Setting::FitWithoutZeros: return tr("press Fit T without them");
    }
    return {};
}

QString adviceText(const Advice& advice) {
    QStringList controls;
    for (std::size_t i = 0; i < std::min(kMostListed, advice.settings.size()); ++i)
        controls << controlText(advice.settings[i]);
    QString settings = controls.join(tr(" and ")) +
                       (advice.settings.size() > kMostListed ? tr(" and so on") : QString());
    if (advice.condition.empty()) return settings;
    return toQString(advice.condition) + QStringLiteral(", ") + settings;
}

}  // namespace

QString withWindowAdvice(const std::string& text, const std::vector<Advice>& advice) {
    QString out = toQString(text);
    if (advice.empty()) return out;
    QStringList parts;
    for (const Advice& one : advice)
        parts << adviceText(one);
    QString sentence = parts.join(QStringLiteral("; ")) + QLatin1Char('.');
    sentence[0] = sentence[0].toUpper();
    // Lines of code end some texts: the advice stands above them.
    const auto end = out.indexOf(QLatin1Char('\n'));
    const QString first = end < 0 ? out : out.left(end);
    return first + QStringLiteral(". ") + sentence + (end < 0 ? QString() : out.mid(end));
}

QString windowText(Error error) {
    error.file = QFileInfo(toQString(error.file)).fileName().toStdString();
    return withWindowAdvice(withPlace(error), error.advice);
}

}  // namespace diagonal
