// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/predictions/cell_condition.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "core/base/text.h"

namespace diagonal {

std::optional<CellCondition> parsedCondition(std::string_view text) {
    const std::size_t at = text.find_first_of("<>=!~");
    if (at == std::string_view::npos) return std::nullopt;
    const bool isTwo = text[at] != '=' && text[at] != '~' && text.substr(at + 1, 1) == "=";
    if (text[at] == '!' && !isTwo) return std::nullopt;
    const std::size_t length = isTwo ? 2 : 1;
    CellCondition condition{std::string(trimmed(text.substr(0, at))),
                            std::string(text.substr(at, length)),
                            std::string(trimmed(text.substr(at + length)))};
    return condition.column.empty() ? std::nullopt : std::optional(std::move(condition));
}

bool fulfils(std::string_view cell, const CellCondition& condition) {
    const std::string& sign = condition.sign;
    if (sign == "~") return lowerCase(cell).find(lowerCase(condition.value)) != std::string::npos;
    if (sign == "=") return cell == condition.value;
    if (sign == "!=") return cell != condition.value;
    const auto number = parsedDouble(cell);
    const auto other = parsedDouble(condition.value);
    if (!number || !other) return false;
    if (sign == "<") return *number < *other;
    if (sign == ">") return *number > *other;
    return sign == "<=" ? *number <= *other : *number >= *other;
}

std::vector<bool> fulfilling(const std::vector<std::string>& values,
                             const CellCondition& condition) {
    const auto number = parsedDouble(condition.value);
    const bool isEquality = condition.sign == "=" || condition.sign == "!=";
    const bool byNumber =
        isEquality && number && std::ranges::find(values, condition.value) == values.end();
    std::vector<bool> which;
    which.reserve(values.size());
    const std::string sought = lowerCase(condition.value);
    for (const std::string& value : values) {
        if (condition.sign == "~") {
            which.push_back(lowerCase(value).find(sought) != std::string::npos);
        } else {
            which.push_back(byNumber ? (parsedDouble(value) == number) == (condition.sign == "=")
                                     : fulfils(value, condition));
        }
    }
    return which;
}

bool isCellCondition(const CellCondition& condition) {
    constexpr std::string_view signs[] = {"=", "!=", "<", "<=", ">", ">=", "~"};
    const bool isSign = std::ranges::find(signs, condition.sign) != std::end(signs);
    if (condition.column.empty() || !isSign) return false;
    const auto number = parsedDouble(condition.value);
    return !condition.isBound() || (number && std::isfinite(*number));
}

std::string writtenCondition(const CellCondition& condition) {
    return condition.column + condition.sign + condition.value;
}

std::vector<std::string> worded(const std::vector<CellCondition>& conditions) {
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < conditions.size(); ++i) {
        const CellCondition& one = conditions[i];
        const CellCondition* next = i + 1 < conditions.size() ? &conditions[i + 1] : nullptr;
        const bool isRange = next && one.column == next->column && one.isBound() &&
                             next->isBound() && one.isLowerBound() && !next->isLowerBound();
        if (isRange) {
            texts.push_back(one.column + (one.sign == ">" ? " above " : " ") + one.value +
                            (next->sign == "<" ? " to below " : " to ") + next->value);
            ++i;
        } else if (one.sign == "~") {
            texts.push_back(one.column + " has " + quotedText(one.value));
        } else {
            texts.push_back(one.column + " " + one.sign + " " + one.value);
        }
    }
    return texts;
}

}  // namespace diagonal
