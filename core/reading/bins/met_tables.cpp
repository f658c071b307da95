// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/bins/met_tables.h"

#include <algorithm>
#include <map>
#include <optional>

#include "core/base/text.h"

namespace diagonal {
namespace {

std::optional<std::size_t> columnCalled(const std::vector<std::string>& names,
                                        const std::string& wanted) {
    const auto found = std::ranges::find_if(
        names, [&](const std::string& name) { return lowerCase(name) == wanted; });
    return found == names.end() ? std::nullopt
                                : std::optional(static_cast<std::size_t>(found - names.begin()));
}

/// Returns the bin and the part, "thresh", "oy" or "on", that "OY_3" names.
std::optional<std::pair<std::size_t, std::string>> foldedName(const std::string& name) {
    const auto end = name.rfind('_');
    if (end == std::string::npos) return std::nullopt;
    const auto number = parsedInteger(name.substr(end + 1));
    const std::string part = lowerCase(name.substr(0, end));
    const bool isPart = part == "thresh" || part == "oy" || part == "on";
    if (!isPart || !number || *number < 1) return std::nullopt;
    return std::pair(static_cast<std::size_t>(*number), part);
}

/// Unfolds the columns THRESH_i, OY_i and ON_i; the last threshold has no counts.
BinTexts unfoldedCounts(const BinTexts& table) {
    BinTexts out;
    std::vector<std::size_t> kept;
    std::map<std::size_t, std::map<std::string, std::size_t>> parts;
    for (std::size_t c = 0; c < table.names.size(); ++c) {
        if (const auto folded = foldedName(table.names[c])) {
            parts[folded->first][folded->second] = c;
        } else if (lowerCase(table.names[c]) != "total") {  // of all bins
            kept.push_back(c);
            out.names.push_back(table.names[c]);
        }
    }
    out.names.insert(out.names.end(), {"thresh_i", "oy_i", "on_i"});
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
        for (const auto& [bin, columns] : parts) {
            if (columns.size() < 3) continue;
            std::vector<std::string> row;
            row.reserve(kept.size() + columns.size());
            for (const std::size_t c : kept)
                row.push_back(table.rows[r][c]);
            for (const char* part : {"thresh", "oy", "on"})
                row.push_back(table.rows[r][columns.at(part)]);
            out.rows.push_back(std::move(row));
            out.lines.push_back(table.lines[r]);
        }
    }
    return out;
}

/// Makes a column of each statistic.
BinTexts unfoldedStatistics(const BinTexts& table) {
    const std::size_t name = *columnCalled(table.names, "stat_name");
    const std::size_t value = *columnCalled(table.names, "stat_value");
    std::vector<std::string> statistics;
    for (const auto& row : table.rows) {
        if (std::ranges::find(statistics, row[name]) == statistics.end())
            statistics.push_back(row[name]);
    }
    const auto isKey = [&](std::size_t c) {
        return c != name && c != value && !lowerCase(table.names[c]).starts_with("stat_");
    };
    BinTexts out;
    for (std::size_t c = 0; c < table.names.size(); ++c) {
        if (isKey(c)) out.names.push_back(table.names[c]);
    }
    const std::size_t keys = out.names.size();
    out.names.insert(out.names.end(), statistics.begin(), statistics.end());
    std::map<std::vector<std::string>, std::size_t> places;
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
        std::vector<std::string> row;
        for (std::size_t c = 0; c < table.names.size(); ++c) {
            if (isKey(c)) row.push_back(table.rows[r][c]);
        }
        const auto [place, isNew] = places.emplace(row, out.rows.size());
        if (isNew) {
            row.resize(out.names.size());
            out.rows.push_back(std::move(row));
            out.lines.push_back(table.lines[r]);
        }
        const auto statistic = std::ranges::find(statistics, table.rows[r][name]);
        out.rows[place->second][keys + static_cast<std::size_t>(statistic - statistics.begin())] =
            table.rows[r][value];
    }
    return out;
}

bool areStatistics(const std::vector<std::string>& names) {
    return columnCalled(names, "stat_name") && columnCalled(names, "stat_value") &&
           columnCalled(names, "thresh_i");
}

}  // namespace

bool areMetColumns(const std::vector<std::string>& names) {
    const bool areCounts = columnCalled(names, "thresh_1") && columnCalled(names, "oy_1") &&
                           columnCalled(names, "on_1");
    return areCounts || areStatistics(names);
}

BinTexts unfoldedMet(const BinTexts& table) {
    return areStatistics(table.names) ? unfoldedStatistics(table) : unfoldedCounts(table);
}

}  // namespace diagonal
