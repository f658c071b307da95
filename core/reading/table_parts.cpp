// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/table_parts.h"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <tuple>

#include "core/base/text.h"

namespace diagonal {
namespace {

namespace fs = std::filesystem;
using namespace std::string_view_literals;

constexpr std::string_view kExtension = ".parquet";

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

/// Orders names by the numbers in them: part-2 before part-10.
bool comesBefore(const std::string& a, const std::string& b) {
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < a.size() && j < b.size()) {
        if (!isDigit(a[i]) || !isDigit(b[j])) {
            if (a[i] != b[j]) return a[i] < b[j];
            ++i;
            ++j;
            continue;
        }
        const auto numberAt = [](const std::string& text, std::size_t& at) {
            at = std::min(text.find_first_not_of('0', at), text.size());
            const std::size_t begin = at;
            while (at < text.size() && isDigit(text[at]))
                ++at;
            return text.substr(begin, at - begin);
        };
        const std::string first = numberAt(a, i);
        const std::string second = numberAt(b, j);
        if (first.size() != second.size()) return first.size() < second.size();
        if (first != second) return first < second;
    }
    return std::tuple(a.size() - i, a) < std::tuple(b.size() - j, b);
}

/// Returns true for "-00000-of-00002" at the end of a name.
bool endsWithShare(std::string_view stem) {
    const auto of = stem.rfind("-of-"sv);
    if (of == std::string_view::npos || of == 0 || of + 4 == stem.size()) return false;
    return std::ranges::all_of(stem.substr(of + 4), isDigit) && isDigit(stem[of - 1]);
}

}  // namespace

std::string tableOfPart(const std::string& path) {
    const std::string name = lowerCase(fs::path(path).filename().string());
    if (!name.ends_with(kExtension)) return {};
    const std::string stem = name.substr(0, name.size() - kExtension.size());
    for (const std::string_view word : {"part"sv, "data"sv}) {
        if (!stem.starts_with(word)) continue;
        const std::string_view rest = std::string_view(stem).substr(word.size());
        const bool separated =
            rest.size() > 1 && (rest[0] == '-' || rest[0] == '_' || rest[0] == '.');
        if (!separated || !isDigit(rest[1])) continue;
        // Spark writes "part-00000-" and a long random word.
        if (word == "part"sv || std::ranges::all_of(rest.substr(1), isDigit))
            return std::string(word);
    }
    const std::string share = stem.substr(0, stem.find('.'));
    if (!endsWithShare(share)) return {};
    const auto of = share.rfind("-of-");
    const auto digits = share.find_last_not_of("0123456789", of - 1) + 1;
    return share.substr(0, digits) + "*" + share.substr(of);
}

void sortParts(std::vector<std::string>& paths) {
    std::ranges::sort(paths, comesBefore);
}

std::size_t statedParts(const std::string& path) {
    const std::string table = tableOfPart(path);
    const auto of = table.rfind("-of-");
    if (of == std::string::npos) return 0;
    const auto count = parsedInteger(table.substr(of + 4));
    return count && *count > 0 ? static_cast<std::size_t>(*count) : 0;
}

std::vector<std::string> tablePartsIn(const std::string& path) {
    std::error_code error;
    std::vector<std::string> parts;
    if (!fs::is_directory(path, error)) return parts;
    std::string folder = lowerCase(path);
    while (folder.ends_with('/'))
        folder.pop_back();
    const bool isTable = folder.ends_with(kExtension);
    for (const auto& entry : fs::directory_iterator(path, error)) {
        const std::string name = entry.path().filename().string();
        const bool isHidden = name.starts_with('.') || name.starts_with('_');
        if (isHidden || !entry.is_regular_file(error)) continue;
        if (!lowerCase(name).ends_with(kExtension)) continue;
        if (!isTable && tableOfPart(name).empty()) return {};
        if (!isTable && !parts.empty() && tableOfPart(name) != tableOfPart(parts.front()))
            return {};
        parts.push_back(entry.path().string());
    }
    sortParts(parts);
    return parts;
}

}  // namespace diagonal
