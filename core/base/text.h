// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace diagonal {

/// "10,000": the digits of a count in groups of three.
std::string groupedDigits(std::uint64_t count);

/// "1 row", "2,744 rows": a count with its noun, the plural made with "s" unless given.
std::string counted(std::uint64_t count, std::string_view noun, std::string_view plural = {});

/// `text` in single quotes, control characters made visible, cut after at most `limit` bytes,
/// between two characters of UTF-8.
std::string quoted(std::string_view text, std::size_t limit = 60);

/// "'a', 'b', 'c' and 4 more".
std::string quotedList(const std::vector<std::string>& texts, std::size_t limit = 8);

/// The names among which one must be chosen: all of them, up to a thousand.
inline std::string quotedChoices(const std::vector<std::string>& names) {
    return quotedList(names, 1000);
}

/// Without blanks, tabs and carriage returns at both ends.
std::string_view trimmedOfBlanks(std::string_view text);
/// The same, quick for a text that has none.
inline std::string_view trimmed(std::string_view text) {
    const auto isPrinted = [](char c) { return static_cast<unsigned char>(c) > ' '; };
    const bool bare = text.empty() || (isPrinted(text.front()) && isPrinted(text.back()));
    return bare ? text : trimmedOfBlanks(text);
}

/// ASCII letters in lower case; other bytes as they are.
std::string lowerCase(std::string_view text);

/// The shortest decimal text that reads back as the same double ("0.1", "1e-05").
std::string shortest(double value);

/// The number that the whole of `text` spells, as `strtod` would with a point; none otherwise.
std::optional<double> parsedDouble(std::string_view text);

/// The integer that the whole of `text` spells in decimal; none otherwise.
std::optional<std::int64_t> parsedInteger(std::string_view text);

/// Length of the well-formed UTF-8 sequence at the start of `text`, 0 where there is none.
/// Requires text that is not empty.
std::size_t utf8Length(std::string_view text);

}  // namespace diagonal
