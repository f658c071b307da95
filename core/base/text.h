// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace diagonal {

/// Groups the digits of a count in threes: "10,000".
std::string groupedDigits(std::uint64_t count);

/// Joins a count and its noun, "1 row", "2,744 rows"; the plural adds "s" unless given.
std::string counted(std::uint64_t count, std::string_view noun, std::string_view plural = {});

/// Returns the name of a file without its ending, "a" for "a.csv"; other names as they are.
std::string_view withoutEnding(std::string_view name);

/// Returns `text` in one line that a terminal shows as it is: control characters, and those that
/// turn the direction of text around, are written as `\n`, `\x1b` or `\u202e`.
std::string visibleText(std::string_view text);

/// Returns visibleText() of each line.
std::string visibleLines(std::string_view text);

/// Puts `text` in single quotes, makes control characters visible and truncates it to at most
/// `limit` bytes, at a UTF-8 character boundary.
std::string quotedText(std::string_view text, std::size_t limit = 60);

/// Lists quoted texts, at most `limit` of them: "'a', 'b', 'c' and 4 more".
std::string quotedList(const std::vector<std::string>& texts, std::size_t limit = 8);

/// Lists the names to choose from: all of them, up to a thousand.
inline std::string quotedChoices(const std::vector<std::string>& names) {
    return quotedList(names, 1000);
}

/// Removes blanks, tabs and carriage returns from both ends.
std::string_view trimmedOfBlanks(std::string_view text);
/// trimmedOfBlanks() with a fast path for texts without outer blanks.
inline std::string_view trimmed(std::string_view text) {
    const auto isPrinted = [](char c) { return static_cast<unsigned char>(c) > ' '; };
    const bool bare = text.empty() || (isPrinted(text.front()) && isPrinted(text.back()));
    return bare ? text : trimmedOfBlanks(text);
}

/// Converts ASCII letters to lower case; other bytes stay unchanged.
std::string lowerCase(std::string_view text);
/// Returns a text that begins with a capital letter, if it begins with one of a to z.
std::string capitalized(std::string text);
std::string uncapitalized(std::string text);

/// Returns the shortest decimal text that reads back as the same double ("0.1", "1e-05").
std::string shortest(double value);

/// Formats with fixed decimals; what rounds to 0 is written as 0, never -0.
std::string fixedText(double value, int decimals);
/// As above, with a sign before positive values.
std::string signedFixedText(double value, int decimals);

/// "95 %" for 0.95.
std::string percentText(double share);
/// "90.8 %" for 0.90818: rounded to a thousandth, or finer where that would be 0 or 100 %.
std::string shareText(double share);

/// Return a p-value: "0.0123" or "< 0.0001"; "p = 0.0123" or "p < 0.0001".
std::string pNumberText(double p);
std::string pText(double p);

/// Parses the whole of `text` as a number, as `strtod` does with a decimal point; none if it is not
/// one.
std::optional<double> parsedDouble(std::string_view text);

/// Parses the whole of `text` as a decimal integer; none if it is not one.
std::optional<std::int64_t> parsedInteger(std::string_view text);

/// Returns the length of the well-formed UTF-8 sequence at the start of `text`, 0 if there is none.
/// Requires a non-empty text.
std::size_t utf8Length(std::string_view text);

/// Returns whether `text` stands for no value: empty, NA, NaN, null, none, n/a, ? or a dash, in any
/// case.
bool isMissing(std::string_view text);

/// Returns `text` as a CSV field: in quotes if it holds a comma, a quote or a line end, or begins
/// or ends with a blank.
std::string csvField(std::string_view text);

/// Returns visibleText() without the meaning that its characters have in Markdown and HTML; line
/// ends and tabs are spaces.
std::string markdownEscaped(std::string_view text);

/// Appends a code point, at most 0x10FFFF, in UTF-8.
void appendUtf8(std::string& out, char32_t point);

}  // namespace diagonal
