// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace diagonal {

/// One value of a setting with its names. The tables of choices are the only place where the words
/// of the command line, the JSON report and the window are written.
template <typename T>
struct Choice {
    T value{};
    std::string_view word;     ///< on the command line: "width"
    std::string_view label;    ///< in the window: "Equal width"
    std::string_view id = {};  ///< in the JSON report where that is not `word`: "equal-width"

    constexpr std::string_view jsonId() const { return id.empty() ? word : id; }
};

/// Returns the entry of a value, which must be in the table.
template <typename Table, typename T>
constexpr const auto& choiceOf(const Table& table, const T& value) {
    for (const auto& choice : table) {
        if (choice.value == value) return choice;
    }
    return *table.begin();
}

/// Returns the value of a word of the command line; none for any other word.
template <typename Table>
constexpr auto valueOfWord(const Table& table, std::string_view word) {
    std::optional<decltype(table.begin()->value)> value;
    for (const auto& choice : table) {
        if (choice.word == word) value = choice.value;
    }
    return value;
}

}  // namespace diagonal
