// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/text/number_text.h"

#include <cmath>

#include <QRegularExpression>

#include "core/base/text.h"

namespace diagonal {
namespace {

/// Returns a number with a true minus sign, and without one where it rounds to 0.
QString plainNumber(double value, int decimals) {
    const QString digits = QString::number(std::abs(value), 'f', decimals);
    return value < -std::pow(10, -decimals) / 2 ? QChar(0x2212) + digits : digits;
}

}  // namespace

QString toQString(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QString sentenceText(std::string_view text) {
    static const QRegularExpression hyphens(QStringLiteral("(^|[ (])-(?=[0-9])"));
    return toQString(text).replace(hyphens, QStringLiteral("\\1\u2212"));
}

QString countText(std::size_t count) {
    return toQString(groupedDigits(count));
}

QString shortCountText(double count) {
    const auto scaled = [](double value, QLatin1Char unit) {
        return QString::number(value, 'g', 4) + unit;
    };
    if (count >= 1e9) return scaled(count / 1e9, QLatin1Char('G'));
    if (count >= 1e6) return scaled(count / 1e6, QLatin1Char('M'));
    if (count >= 1e5) return scaled(count / 1e3, QLatin1Char('k'));
    return countText(static_cast<std::size_t>(std::llround(count)));
}

QString scoreText(const std::optional<double>& score) {
    return score ? plainNumber(*score, 4) : QStringLiteral("–");
}

QString signedText(double value, int decimals) {
    const QString digits = QString::number(std::abs(value), 'f', decimals);
    return (value < 0 ? QChar(0x2212) : QLatin1Char('+')) + digits;
}

QString intervalText(const Interval& interval, int decimals) {
    return plainNumber(interval.lower, decimals) + QStringLiteral(" to ") +
           plainNumber(interval.upper, decimals);
}

QString temperatureText(double temperature) {
    return QString::number(temperature, 'f', temperature >= 100 ? 1 : temperature >= 10 ? 2 : 3);
}

QString levelText(double level) {
    return toQString(percentText(level));
}

QVariant cellAlignment(bool isText) {
    return QVariant::fromValue(
        Qt::Alignment((isText ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter));
}

}  // namespace diagonal
