// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless/option_values.h"

#include <cmath>

#include "app/text/number_text.h"

namespace diagonal {

void OptionValues::fail(const QString& problem) {
    if (m_outcome) m_outcome = wrongOption(problem.toStdString());
}

void OptionValues::offer(const QStringList& words) {
    if (m_offered.isEmpty()) m_offered = words;
}

double OptionValue::number(const QString& text) {
    bool valid = false;
    const double value = text.toDouble(&valid);
    if (valid && std::isfinite(value)) return value;
    fail(QStringLiteral("needs a number, not '%1'").arg(text));
    return 0;
}

int OptionValue::integer(int least, int most) {
    bool valid = false;
    const int value = text().toInt(&valid);
    if (valid && value >= least && value <= most) return value;
    fail(QStringLiteral("needs a whole number from %1 to %2, not '%3'")
             .arg(least)
             .arg(most)
             .arg(text()));
    return least;
}

std::pair<QString, QString> OptionValue::assignment(const QString& text, const char* form) {
    const auto equals = text.indexOf(QLatin1Char('='));
    if (equals > 0 && equals + 1 < text.size()) return {text.left(equals), text.mid(equals + 1)};
    fail(QStringLiteral("is written %1, not '%2'").arg(QLatin1String(form), text));
    return {};
}

QString OptionValue::fileName(const QStringList& endings) {
    QString name = text();
    for (const QString& ending : endings) {
        if (name.endsWith(ending, Qt::CaseInsensitive)) return name;
    }
    fail(QStringLiteral("writes %1 files, not '%2'")
             .arg(endings.join(QStringLiteral(" and ")), name));
    return name;
}

std::string OptionValue::id(const QStringList& ids, const QString& text) {
    if (!ids.contains(text)) failChoice(ids, text);
    return text.toStdString();
}

void OptionValue::fail(const QString& problem) {
    m_all.fail(QStringLiteral("--%1 %2").arg(toQString(m_name), problem));
}

void OptionValue::failChoice(const QStringList& words, const QString& word) {
    m_all.offer(words);
    fail(QStringLiteral("must be one of %1, not '%2'").arg(words.join(QStringLiteral(", ")), word));
}

}  // namespace diagonal
