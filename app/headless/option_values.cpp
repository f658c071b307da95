// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless/option_values.h"

#include <cmath>

namespace diagonal {

double OptionValues::number(const char* option, const QString& text) {
    bool valid = false;
    const double value = text.toDouble(&valid);
    if (valid && std::isfinite(value)) return value;
    fail(QStringLiteral("--%1 needs a number, not '%2'").arg(QLatin1String(option), text));
    return 0;
}

int OptionValues::integer(const char* option, const QString& text, int least, int most) {
    bool valid = false;
    const int value = text.toInt(&valid);
    if (valid && value >= least && value <= most) return value;
    fail(QStringLiteral("--%1 needs a whole number from %2 to %3, not '%4'")
             .arg(QLatin1String(option))
             .arg(least)
             .arg(most)
             .arg(text));
    return least;
}

std::pair<QString, QString> OptionValues::assignment(const char* option, const QString& text,
                                                     const char* form) {
    const auto equals = text.indexOf(QLatin1Char('='));
    if (equals > 0 && equals + 1 < text.size()) return {text.left(equals), text.mid(equals + 1)};
    fail(QStringLiteral("--%1 is written %2, not '%3'")
             .arg(QLatin1String(option), QLatin1String(form), text));
    return {};
}

QString OptionValues::fileName(const char* option, const QStringList& endings) {
    const QString name = text(option);
    for (const QString& ending : endings) {
        if (name.endsWith(ending, Qt::CaseInsensitive)) return name;
    }
    fail(QStringLiteral("--%1 writes %2 files, not '%3'")
             .arg(QLatin1String(option), endings.join(QStringLiteral(" and ")), name));
    return name;
}

void OptionValues::fail(const QString& problem) {
    if (m_outcome) m_outcome = wrongOption(problem.toStdString());
}

void OptionValues::failChoice(const char* option, const QStringList& words, const QString& word) {
    fail(QStringLiteral("--%1 must be one of %2, not '%3'")
             .arg(QLatin1String(option), words.join(QStringLiteral(", ")), word));
}

}  // namespace diagonal
