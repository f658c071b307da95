// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/aggregates/query_source.h"

#include <algorithm>

#include "core/base/text.h"

namespace diagonal {
namespace {

/// What stands outside quotes and comments, with one blank for each of these.
Result<std::string> bareText(std::string_view text) {
    std::string bare;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '\'' || c == '"' || c == '`') {
            const auto end = text.find(c, i + 1);
            if (end == std::string_view::npos)
                return wrongOption("the query has a quote " + std::string(1, c) +
                                   " that never ends");
            bare += '_';
            i = end;
        } else if (text.substr(i, 2) == "--") {
            i = std::min(text.find('\n', i), text.size() - 1);
            bare += ' ';
        } else if (text.substr(i, 2) == "/*") {
            const auto end = text.find("*/", i + 2);
            if (end == std::string_view::npos)
                return wrongOption("the query has an unclosed comment");
            i = end + 1;
            bare += ' ';
        } else {
            bare += c;
        }
    }
    return bare;
}

Result<void> checkParentheses(std::string_view bare) {
    int depth = 0;
    for (const char c : bare) {
        depth += (c == '(') - (c == ')');
        if (depth < 0) break;
    }
    if (depth == 0) return {};
    return wrongOption("the parentheses of the query do not match");
}

std::string firstWord(std::string_view text) {
    text = trimmed(text);
    while (!text.empty() && text.front() == '(')
        text = trimmed(text.substr(1));
    std::size_t end = 0;
    while (end < text.size() && ((text[end] | 32) >= 'a' && (text[end] | 32) <= 'z'))
        ++end;
    return lowerCase(text.substr(0, end));
}

/// Returns true for the name of a table, or a function: one word outside parentheses.
bool isOneWord(std::string_view bare) {
    int depth = 0;
    for (const char c : trimmed(bare)) {
        if (depth == 0 && (c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == ','))
            return false;
        depth += (c == '(') - (c == ')');
    }
    return !trimmed(bare).empty();
}

}  // namespace

Result<std::string> querySource(std::string_view text) {
    text = trimmed(text);
    if (text.empty()) return wrongOption("name the table or write the query: --from TABLE");
    const auto read = bareText(text);
    if (!read) return read.error();
    const std::string& bare = read.value();
    if (bare.find(';') != std::string::npos)
        return wrongOption("the query contains a semicolon; write one SELECT without it");
    if (auto matches = checkParentheses(bare); !matches) return matches.error();
    const std::string first = firstWord(bare);
    if (first == "select" || first == "with" || first == "values" || first == "table")
        return "(\n" + std::string(text) + "\n)";
    if (isOneWord(bare)) return std::string(text);
    return wrongOption(quotedText(text) +
                       " is neither a table nor a SELECT; only read-only queries are accepted");
}

std::vector<std::string> withoutCommonPrefix(const std::vector<std::string>& names) {
    if (names.size() < 2) return names;
    std::size_t common = names.front().size();
    for (const std::string& name : names) {
        const auto [a, b] = std::ranges::mismatch(names.front(), name);
        common = std::min(common, static_cast<std::size_t>(a - names.front().begin()));
    }
    // Up to a separator, so that "cat" and "camel" keep their beginning.
    while (common > 0 &&
           std::string_view("_-. ").find(names.front()[common - 1]) == std::string_view::npos)
        --common;
    if (std::ranges::any_of(names, [&](const auto& name) { return name.size() <= common; }))
        return names;
    std::vector<std::string> out;
    out.reserve(names.size());
    for (const std::string& name : names)
        out.push_back(name.substr(common));
    return out;
}

}  // namespace diagonal
