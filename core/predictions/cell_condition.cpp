// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/predictions/cell_condition.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "core/base/date_text.h"
#include "core/base/text.h"

namespace diagonal {

namespace {

constexpr std::string_view kSigns = "<>=!~";

/// Where a sign stands in a text, and what it is.
struct FoundSign {
    std::size_t at = 0;
    std::size_t length = 0;
    std::string sign;
};

/// Returns the first sign of a text; none if there is none.
std::optional<FoundSign> signIn(std::string_view text) {
    const std::size_t at = text.find_first_of(kSigns);
    FoundSign first{at, 0, {}};
    for (const auto& [sign, ascii] :
         {std::pair("≤", "<="), std::pair("≥", ">="), std::pair("≠", "!=")}) {
        const std::size_t found = text.find(sign);
        if (found < first.at) first = {found, std::string_view(sign).size(), ascii};
    }
    if (first.at < at) return first;
    if (at == std::string_view::npos) return std::nullopt;
    const bool isTwo = text[at] != '=' && text[at] != '~' && text.substr(at + 1, 1) == "=";
    if (text[at] == '!' && !isTwo) return std::nullopt;
    const std::size_t length = isTwo ? 2 : 1;
    return FoundSign{at, length, std::string(text.substr(at, length))};
}

/// A name in quotation marks, and the text after it.
struct QuotedName {
    std::string name;
    std::string_view rest;
};

/// Reads a name in quotation marks that a sign follows; none if the text does not begin so.
std::optional<QuotedName> quotedName(std::string_view text) {
    if (!text.starts_with('"')) return std::nullopt;
    QuotedName quoted;
    for (std::size_t at = 1; at < text.size(); ++at) {
        if (text[at] == '"') {
            if (text.substr(at + 1, 1) != "\"") {
                quoted.rest = trimmed(text.substr(at + 1));
                const auto sign = signIn(quoted.rest);
                return sign && sign->at == 0 ? std::optional(std::move(quoted)) : std::nullopt;
            }
            ++at;
        }
        quoted.name += text[at];
    }
    return std::nullopt;
}

/// Returns the number that the whole of a text is; none for any other text, such as " 1" and "1,5".
std::optional<double> plainNumber(std::string_view text) {
    const auto value = parsedDouble(text);
    return value && std::isfinite(*value) ? value : std::nullopt;
}

/// The ends of a range as they are written.
struct WrittenEnds {
    std::string_view lower;
    std::string_view upper;
    bool isLowerOpen = false;
    bool isUpperOpen = false;
};

/// Returns the ends in a value with "..", whatever they are; none for any other condition.
std::optional<WrittenEnds> endsOf(const CellCondition& condition) {
    const std::string_view text = condition.value;
    const std::size_t dots = text.find("..");
    const bool isEquality = condition.sign == "=" || condition.sign == "!=";
    if (!isEquality || dots == std::string_view::npos) return std::nullopt;
    WrittenEnds ends{text.substr(0, dots), text.substr(dots + 2)};
    ends.isLowerOpen = ends.lower.ends_with('<');
    ends.isUpperOpen = ends.upper.starts_with('<');
    if (ends.isLowerOpen) ends.lower.remove_suffix(1);
    if (ends.isUpperOpen) ends.upper.remove_prefix(1);
    return ends;
}

/// What a number or a date stands for: the number, or the seconds of a day from the first to the
/// end; of an instant both are the same.
struct Extent {
    double first = 0;
    double end = 0;
    bool isDate = false;
};

std::optional<Extent> extentOf(std::string_view text) {
    if (const auto number = plainNumber(text)) return Extent{*number, *number};
    const auto date = dateTimeIn(text);
    return date ? std::optional(Extent{date->seconds, date->end, true}) : std::nullopt;
}

/// Returns what is above a number or date, or from it on; none for another text.
std::optional<WrittenRange> above(std::string_view text, bool isOpen) {
    const auto extent = extentOf(text);
    if (!extent) return std::nullopt;
    WrittenRange range;
    range.areDates = extent->isDate;
    range.lower = isOpen ? extent->end : extent->first;
    range.isLowerOpen = isOpen && extent->first == extent->end;
    return range;
}

/// Returns what is below a number or date, or up to its end; none for another text.
std::optional<WrittenRange> below(std::string_view text, bool isOpen) {
    const auto extent = extentOf(text);
    if (!extent) return std::nullopt;
    WrittenRange range;
    range.areDates = extent->isDate;
    range.upper = isOpen ? extent->first : extent->end;
    range.isUpperOpen = isOpen || extent->first != extent->end;
    return range;
}

}  // namespace

bool WrittenRange::contains(double number) const {
    return (isLowerOpen ? number > lower : number >= lower) &&
           (isUpperOpen ? number < upper : number <= upper);
}

bool WrittenRange::holdsCell(std::string_view cell) const {
    if (!areDates) {
        const auto number = parsedDouble(cell);
        return number && contains(*number);
    }
    const auto date = dateTimeIn(cell);
    return date && contains(date->seconds);
}

std::optional<WrittenRange> rangeOf(const CellCondition& condition) {
    const auto ends = endsOf(condition);
    if (!ends) return std::nullopt;
    auto range = above(ends->lower, ends->isLowerOpen);
    const auto rest = below(ends->upper, ends->isUpperOpen);
    if (!range || !rest || range->areDates != rest->areDates) return std::nullopt;
    range->upper = rest->upper;
    range->isUpperOpen = rest->isUpperOpen;
    const bool isPoint = range->lower == range->upper && !range->isLowerOpen && !range->isUpperOpen;
    return range->lower < range->upper || isPoint ? range : std::nullopt;
}

std::optional<WrittenRange> numbersOf(const CellCondition& condition) {
    const std::string& value = condition.value;
    if (!condition.isBound())
        return rangeOf(dateTimeIn(value) ? CellCondition{{}, condition.sign, value + ".." + value}
                                         : condition);
    return condition.isLowerBound() ? above(condition.value, condition.sign == ">")
                                    : below(condition.value, condition.sign == "<");
}

std::optional<ParsedCondition> parsedCondition(std::string_view text) {
    text = trimmed(text);
    const auto quoted = quotedName(text);
    if (quoted) text = quoted->rest;
    const auto found = signIn(text);
    if (!found) return std::nullopt;
    ParsedCondition parsed{
        {quoted ? quoted->name : std::string(trimmed(text.substr(0, found->at))), found->sign,
         std::string(trimmed(text.substr(found->at + found->length)))},
        quoted.has_value()};
    return parsed.condition.column.empty() ? std::nullopt : std::optional(std::move(parsed));
}

std::vector<bool> emptyValues(const std::vector<std::string>& values) {
    const bool areSigns = std::ranges::find(values, "+") != values.end();
    std::vector<bool> areEmpty;
    areEmpty.reserve(values.size());
    for (const std::string& value : values) {
        const bool isName = value == "-" ? areSigns : lowerCase(value) == "none";
        areEmpty.push_back(isMissing(value) && !isName);
    }
    return areEmpty;
}

bool fulfils(std::string_view cell, const CellCondition& condition) {
    const std::string& sign = condition.sign;
    if (sign == "~") return lowerCase(cell).find(lowerCase(condition.value)) != std::string::npos;
    const bool isEmpty = condition.value.empty();
    if (sign == "=") return isEmpty ? isMissing(cell) : cell == condition.value;
    if (sign == "!=") return isEmpty ? !isMissing(cell) : cell != condition.value;
    const auto numbers = numbersOf(condition);
    return numbers && numbers->holdsCell(cell);
}

std::vector<bool> fulfilling(const std::vector<std::string>& values,
                             const CellCondition& condition) {
    const bool isEquality = condition.sign == "=" || condition.sign == "!=";
    if (isEquality && condition.value.empty()) {
        std::vector<bool> which = emptyValues(values);
        if (condition.sign == "!=") which.flip();
        return which;
    }
    std::vector<bool> which;
    which.reserve(values.size());
    const bool isText = std::ranges::find(values, condition.value) != values.end();
    const auto number = parsedDouble(condition.value);
    const auto range = numbersOf(condition);
    const std::string& text = condition.value;
    for (const std::string& value : values) {
        const auto own = parsedDouble(value);
        if (condition.isBound()) {
            which.push_back(range && range->holdsCell(value));
        } else if (isText || !isEquality || (!number && !range)) {
            which.push_back(fulfils(value, condition));
        } else {
            const bool isSame = range ? range->holdsCell(value)
                                      : own == number && !isDigitName(value) && !isDigitName(text);
            which.push_back(isSame == (condition.sign == "="));
        }
    }
    return which;
}

bool isCellCondition(const CellCondition& condition) {
    constexpr std::string_view signs[] = {"=", "!=", "<", "<=", ">", ">=", "~"};
    const bool isSign = std::ranges::find(signs, condition.sign) != std::end(signs);
    if (condition.column.empty() || !isSign) return false;
    return !condition.isBound() || numbersOf(condition);
}

bool isOwnName(std::string_view name) {
    constexpr std::string_view own[] = {"confidence", "outcome", "true",
                                        "predicted",  "label",   "class"};
    return std::ranges::find(own, name) != std::end(own);
}

bool isDigitName(std::string_view text) {
    constexpr std::size_t mostDigits = 15;
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    const bool isPadded = text.size() > 1 && text[0] == '0' && isDigit(text[1]);
    return isPadded || (text.size() > mostDigits && std::ranges::all_of(text, isDigit));
}

bool isCommaNumber(std::string_view cell) {
    std::string english(cell);
    std::ranges::replace(english, ',', '.');
    return !parsedDouble(cell) && parsedDouble(english);
}

std::string writtenCondition(const CellCondition& condition) {
    const std::string& name = condition.column;
    const bool isPlain = !signIn(name) && name.find_first_of(kSigns) == std::string::npos &&
                         !name.starts_with('"') && trimmed(name) == name && !isOwnName(name);
    std::string written;
    for (const char c : name)
        written += !isPlain && c == '"' ? "\"\"" : std::string(1, c);
    return (isPlain ? written : '"' + written + '"') + condition.sign + condition.value;
}

std::vector<std::string> worded(const std::vector<CellCondition>& conditions) {
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < conditions.size(); ++i) {
        const CellCondition& one = conditions[i];
        const CellCondition* next = i + 1 < conditions.size() ? &conditions[i + 1] : nullptr;
        const bool isRange = next && one.column == next->column && one.isBound() &&
                             next->isBound() && one.isLowerBound() && !next->isLowerBound();
        const auto rangeText = [&one](bool isAbove, std::string_view lower, bool isBelow,
                                      std::string_view upper) {
            return one.column + (isAbove ? " above " : " ") + std::string(lower) +
                   (isBelow ? " to below " : " to ") + std::string(upper);
        };
        if (rangeOf(one)) {
            const WrittenEnds ends = *endsOf(one);
            texts.push_back(rangeText(ends.isLowerOpen, ends.lower, ends.isUpperOpen, ends.upper));
            if (one.sign == "!=") texts.back().insert(one.column.size(), " not");
        } else if (isRange) {
            texts.push_back(rangeText(one.sign == ">", one.value, next->sign == "<", next->value));
            ++i;
        } else if (one.sign == "~") {
            texts.push_back(one.column + " has " + quotedText(one.value));
        } else if (one.value.empty()) {
            texts.push_back(one.column + (one.sign == "=" ? " is empty" : " is not empty"));
        } else {
            texts.push_back(one.column + " " + one.sign + " " + one.value);
        }
    }
    return texts;
}

}  // namespace diagonal
