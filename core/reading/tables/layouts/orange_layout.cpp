// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/tables/layouts/orange_layout.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "core/base/text.h"

namespace diagonal {
namespace {

bool isOrangeType(const std::string& cell) {
    constexpr auto types = std::to_array<std::string_view>(
        {"continuous", "discrete", "string", "time", "c", "d", "s", "t", "m"});
    const bool values = cell.find(' ') != std::string::npos;
    return values || std::ranges::find(types, lowerCase(cell)) != types.end();
}

bool isOrangeFlag(const std::string& cell) {
    constexpr auto flags =
        std::to_array<std::string_view>({"", "class", "meta", "i", "ignore", "weight", "basket"});
    const std::string word = lowerCase(cell.substr(0, cell.find(' ')));
    return std::ranges::find(flags, word) != flags.end() || cell.find('=') != std::string::npos;
}

/// Returns the prefix before "#" in Orange's newer header: "mS#name", "cD#iris".
std::optional<std::string_view> orangePrefix(std::string_view name) {
    const auto hash = name.find('#');
    if (hash == std::string_view::npos || hash == 0 || hash > 2) return std::nullopt;
    const std::string_view prefix = name.substr(0, hash);
    const bool known = prefix.find_first_not_of("mciwCDST") == std::string_view::npos;
    return known ? std::optional(prefix) : std::nullopt;
}

}  // namespace

std::optional<TableLayout> orangeLayout(const std::vector<TextRecord>& records) {
    if (records.size() < 3 || records[2].size() != records[0].size()) return std::nullopt;
    if (!std::ranges::all_of(records[1], isOrangeType)) return std::nullopt;
    if (!std::ranges::all_of(records[2], isOrangeFlag)) return std::nullopt;
    TableLayout layout;
    layout.format = "Orange table";
    layout.names = distinctNames(records[0]);
    layout.headerRecords = 3;
    layout.label = fieldNamed(records[2], "class");
    layout.shape = RecordShape(std::vector<FieldShape>(records[0].size()));
    return layout;
}

void dropOrangePrefixes(TableLayout& layout) {
    const bool any = std::ranges::any_of(
        layout.names, [](const std::string& name) { return orangePrefix(name).has_value(); });
    if (!any) return;
    layout.format = "Orange table";
    for (std::size_t c = 0; c < layout.names.size(); ++c) {
        const auto prefix = orangePrefix(layout.names[c]);
        if (!prefix) continue;
        if (prefix->starts_with('c')) layout.label = c;
        layout.names[c].erase(0, prefix->size() + 1);
    }
    layout.names = distinctNames(layout.names);
}

}  // namespace diagonal
