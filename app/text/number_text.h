// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include <QString>

#include "core/numerics/intervals.h"

namespace diagonal {

QString toQString(std::string_view text);

/// Returns sentences as the window shows them: a number below 0 has a minus sign, not a hyphen.
QString sentenceText(std::string_view text);

/// "10,000".
QString countText(std::size_t count);

/// A count on an axis: "800", "4,000", "200k", "2.5M".
QString shortCountText(double count);

/// "0.0987", or a dash where the score is undefined.
QString scoreText(const std::optional<double>& score);

/// "+0.0334", "−0.0334" with a true minus sign.
QString signedText(double value, int decimals = 4);

/// "0.0611 to 0.0812".
QString intervalText(const Interval& interval, int decimals = 4);

/// "1.000", "0.125", "12.80": equally many characters from 0.1 to 99, so that neighbouring text
/// does not move.
QString temperatureText(double temperature);

/// "95 %".
QString levelText(double level);

/// Returns how a table aligns a cell, for Qt::TextAlignmentRole: texts left, numbers right.
QVariant cellAlignment(bool isText);

}  // namespace diagonal
