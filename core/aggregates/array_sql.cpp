// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/aggregates/array_sql.h"

#include <initializer_list>
#include <string_view>
#include <utility>

namespace diagonal {
namespace {

using Words = std::initializer_list<std::pair<std::string_view, std::string_view>>;

/// Returns a pattern with a text in place of each word in braces: "MAX({a})" becomes "MAX(x)".
std::string filled(std::string_view pattern, Words words) {
    std::string text;
    while (!pattern.empty()) {
        const std::size_t open = pattern.find('{');
        text += pattern.substr(0, open);
        if (open == std::string_view::npos) break;
        const std::size_t close = pattern.find('}', open);
        const std::string_view word = pattern.substr(open + 1, close - open - 1);
        for (const auto& [name, meaning] : words)
            if (name == word) text += meaning;
        pattern.remove_prefix(close + 1);
    }
    return text;
}

/// Returns the array with elements that are doubles.
std::string ofDoubles(const SqlDialect& dialect, const std::string& array) {
    return filled(dialect.arrays.doubles, {{"a", array}});
}

/// Returns what follows FROM to select from the elements.
std::string fromElements(const SqlDialect& dialect, const std::string& array) {
    return " FROM " + filled(dialect.arrays.elements, {{"a", array}});
}

}  // namespace

bool hasArrays(const SqlDialect& dialect) {
    return !dialect.arrays.element.empty();
}

std::string arrayGreatest(const SqlDialect& dialect, const std::string& array) {
    if (!dialect.arrays.elements.empty())
        return "(SELECT MAX(" + asDouble(dialect, "v") + ")" + fromElements(dialect, array) + ")";
    return filled(dialect.arrays.greatest, {{"a", ofDoubles(dialect, array)}});
}

std::string arraySum(const SqlDialect& dialect, const std::string& array,
                     const std::function<std::string(const std::string&)>& term) {
    if (!dialect.arrays.elements.empty())
        return "(SELECT SUM(" + term(asDouble(dialect, "v")) + ")" + fromElements(dialect, array) +
               ")";
    return filled(dialect.arrays.sum, {{"a", ofDoubles(dialect, array)}, {"term", term("v")}});
}

std::string arrayHasNull(const SqlDialect& dialect, const std::string& array) {
    if (!dialect.arrays.hasNull.empty()) return filled(dialect.arrays.hasNull, {{"a", array}});
    const auto isNull = [](const std::string& v) {
        return "CASE WHEN " + v + " IS NULL THEN 1 ELSE 0 END";
    };
    return arraySum(dialect, array, isNull) + " > 0";
}

std::string arrayPlace(const SqlDialect& dialect, const std::string& array,
                       const std::string& value) {
    if (!dialect.arrays.elements.empty())
        return "(SELECT MIN(place)" + fromElements(dialect, array) + " WHERE " +
               asDouble(dialect, "v") + " = " + value + ")" +
               std::string(dialect.arrays.firstPlace);
    return filled(dialect.arrays.place, {{"a", ofDoubles(dialect, array)}, {"v", value}});
}

std::string arrayElement(const SqlDialect& dialect, const std::string& array,
                         const std::string& place) {
    return asDouble(dialect, filled(dialect.arrays.element, {{"a", array}, {"i", place}}));
}

}  // namespace diagonal
