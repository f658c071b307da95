// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace diagonal {

/// What stands in a cell where a number is expected.
struct NumberText {
    enum class Kind {
        Number,   ///< value holds it; NaN and infinities included
        Percent,  ///< "93.1%": value holds 93.1
        Missing,  ///< empty, or a usual word for nothing: NA, null, ?
        Word,     ///< other text without a number
        Junk      ///< a number with something behind it: "0.0378abc"
    };
    Kind kind = Kind::Missing;
    double value = 0;
};

/// Reads `text`, which has no blanks at its ends; the nearest double, as strtod would.
NumberText numberIn(std::string_view text, bool decimalComma);
/// The same, for texts that readPlainDecimals() does not read; slower for the others.
NumberText otherNumberIn(std::string_view text, bool decimalComma);

/// Empty, NA, NaN, null, none, n/a, ? or a dash, in any case.
bool isMissing(std::string_view text);

/// One spelling for equal integers: "3", "3.0" and "+3" (and "3,0" where the comma is the decimal
/// one) become "3"; other text stays.
std::string canonicalLabel(std::string_view text, bool decimalComma = false);

/// 1 for true, yes, positive, correct...; 0 for their opposites; -1 for any other text.
int truthValue(std::string_view text);

}  // namespace diagonal
