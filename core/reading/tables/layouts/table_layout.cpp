// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/tables/layouts/table_layout.h"

#include <unordered_map>
#include <unordered_set>

#include "core/base/text.h"

namespace diagonal {

std::vector<std::string> distinctNames(std::vector<std::string> names) {
    std::unordered_set<std::string> taken(names.begin(), names.end());
    std::unordered_map<std::string, std::size_t> seen;
    for (std::string& name : names) {
        std::size_t& times = seen[name];
        const std::string plain = name;
        while (++times > 1 &&
               !taken.insert(name = plain + "." + std::to_string(times - 1)).second) {
        }
    }
    return names;
}

std::optional<std::size_t> fieldNamed(const TextRecord& header, std::string_view name) {
    for (std::size_t f = 0; f < header.size(); ++f) {
        if (lowerCase(header[f]) == name) return f;
    }
    return std::nullopt;
}

}  // namespace diagonal
