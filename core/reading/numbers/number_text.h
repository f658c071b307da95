// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace diagonal {

/// Content of a cell where a number is expected.
struct NumberText {
    enum class Kind {
        Number,   ///< value holds it; NaN and infinities included
        Percent,  ///< "93.1%": value holds 93.1
        Missing,  ///< empty, or a usual word for a missing value: NA, null, ?
        Word,     ///< other text without a number
        Junk      ///< a number followed by other text: "0.0378abc"
    };
    Kind kind = Kind::Missing;
    double value = 0;
};

/// Parses `text`, which must have no outer blanks, to the nearest double, as strtod would.
NumberText numberIn(std::string_view text, bool decimalComma);
/// numberIn() without the fast path of readPlainDecimals(), for texts that the path rejects.
NumberText otherNumberIn(std::string_view text, bool decimalComma);

/// Returns one spelling for equal integers: "3", "3.0" and "+3" (and "3,0" with a decimal comma)
/// become "3"; other text is unchanged, also codes such as "03".
std::string canonicalLabel(std::string_view text, bool decimalComma = false);

/// True for a word that leaves open whether something is true, in six languages: "unknown".
bool saysUnknown(std::string_view text);

/// Returns 1 for true, yes, positive, correct...; 0 for their opposites; -1 for other text.
int truthValue(std::string_view text);

/// Returns the index of the class called `name`, integers in any spelling; nullopt if there is
/// none.
std::optional<std::size_t> classNamed(const std::vector<std::string>& classNames,
                                      const std::string& name);

}  // namespace diagonal
