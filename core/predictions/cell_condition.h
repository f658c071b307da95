// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace diagonal {

/// A condition on the cell that a row has in a column.
struct CellCondition {
    std::string column;
    std::string sign;   ///< "=", "!=", "<", "<=", ">", ">=", or "~": the cell holds the text
    std::string value;  ///< a number or date after <, <=, >, >=; after = also a range, 70..80

    /// True for a condition on the size of a number or date; it is a bound from below for > and >=.
    bool isBound() const { return sign.front() == '<' || sign.front() == '>'; }
    bool isLowerBound() const { return sign.front() == '>'; }
    bool operator==(const CellCondition&) const = default;
};

/// Numbers from `lower` to `upper`, both included unless open.
struct WrittenRange {
    double lower = -std::numeric_limits<double>::infinity();
    double upper = std::numeric_limits<double>::infinity();
    bool isLowerOpen = false;
    bool isUpperOpen = false;
    bool areDates = false;  ///< the numbers are seconds since 1970-01-01

    /// Returns whether a number is among them, which is no date.
    bool holds(double number) const { return !areDates && contains(number); }
    /// Returns whether the number, or the date (ISO 8601), that a cell holds is among them.
    bool holdsCell(std::string_view cell) const;

private:
    bool contains(double number) const;
};

/// Returns the range after = or != of a condition: =70..80, =70<..80 without 70, =70..<80 without
/// 80; of dates 2024-01..2024-06, to the end of June. None for any other.
std::optional<WrittenRange> rangeOf(const CellCondition& condition);
/// Returns the numbers or dates that fulfil a bound, or that a range or a date after = or != names;
/// none for any other condition. A date stands for all of its day, a month for all of its days: >
/// 2024-05 begins in June.
std::optional<WrittenRange> numbersOf(const CellCondition& condition);

/// A condition as a user wrote it.
struct ParsedCondition {
    CellCondition condition;
    /// The name of the column was in quotation marks: it is a column of the file, whatever else the
    /// name means, such as "outcome".
    bool isQuoted = false;
};

/// Reads age<30, site!=B, prompt~refund; blanks around the parts are dropped. A name with one of
/// these signs is written in quotation marks, "a=b"=3, those within it twice. None for a text
/// without a sign, or with nothing before it.
std::optional<ParsedCondition> parsedCondition(std::string_view text);

/// Returns of each distinct value of a column that describes rows whether it stands for no value:
/// isMissing(), but "None" in any case, and "-" where another value is "+", are names there.
std::vector<bool> emptyValues(const std::vector<std::string>& values);

/// Returns whether a cell fulfils a condition: text by text, bounds by size, and a text within
/// it in any case. An empty cell differs from everything.
bool fulfils(std::string_view cell, const CellCondition& condition);

/// Returns of each distinct value of a column whether it fulfils a condition. As fulfils(), but
/// emptyValues() are those without a value, and if no value is the text after = or !=, those that
/// are the same number count as it ("30" means 30.0, but isDigitName() none other), the dates of
/// that month or day, and the numbers or dates within the range.
std::vector<bool> fulfilling(const std::vector<std::string>& values,
                             const CellCondition& condition);

/// True if the condition is on a column, with a sign that there is, and a finite number or a date
/// as a bound.
bool isCellCondition(const CellCondition& condition);

/// True for a name that conditions have a meaning of their own for: "confidence", "outcome",
/// "true", "predicted"; and for "label" and "class", which may be meant for these. A column of such
/// a name is written in quotation marks.
bool isOwnName(std::string_view name);

/// True for a text of digits that is no other spelling of a number: one that begins with 0, such as
/// the postal code 01235, and one that is too long for a double, such as an id.
bool isDigitName(std::string_view text);

/// True for a number with a decimal comma, "0,5", which is not compared as a number.
bool isCommaNumber(std::string_view cell);

/// Returns a condition as parsedCondition() reads it: age<30. The name is in quotation marks if it
/// would be read as something else.
std::string writtenCondition(const CellCondition& condition);

/// Returns conditions in words, an entry each: "age < 30", "prompt has 'refund'"; of two bounds of
/// one column that stand side by side "age 30 to below 40".
std::vector<std::string> worded(const std::vector<CellCondition>& conditions);

}  // namespace diagonal
