// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/tables/arff_header.h"

#include <algorithm>

#include "core/base/text.h"

namespace diagonal {
namespace {

/// Removes the first line from `text` and returns it without its end.
std::string_view takeLine(std::string_view& text) {
    const auto end = std::min(text.find_first_of("\r\n"), text.size());
    const std::string_view line = trimmed(text.substr(0, end));
    const std::size_t ends = text.substr(end, 2) == "\r\n" ? 2 : 1;
    text.remove_prefix(std::min(end + ends, text.size()));
    return line;
}

/// Removes a word or a quoted text from `text` and returns it; none if a quote is not closed.
std::optional<std::string> takeName(std::string_view& text) {
    text = trimmed(text);
    if (text.empty()) return std::nullopt;
    const char quote = text.front();
    if (quote != '\'' && quote != '"') {
        const auto end = std::min(text.find_first_of(" \t{"), text.size());
        std::string name(text.substr(0, end));
        text.remove_prefix(end);
        return name;
    }
    std::string name;
    for (std::size_t i = 1; i < text.size(); ++i) {
        if (text[i] == quote) {
            text.remove_prefix(i + 1);
            return name;
        }
        if (text[i] == '\\' && i + 1 < text.size()) ++i;
        name += text[i];
    }
    return std::nullopt;
}

}  // namespace

bool beginsArff(std::string_view text) {
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    while (!text.empty()) {
        const std::string_view line = takeLine(text);
        if (line.empty() || line.front() == '%') continue;
        return lowerCase(line.substr(0, 9)) == "@relation";
    }
    return false;
}

Result<std::optional<ArffHeader>> arffHeader(std::string_view text) {
    ArffHeader header;
    while (!text.empty()) {
        std::string_view line = takeLine(text);
        ++header.lines;
        const std::string word = lowerCase(line.substr(0, line.find_first_of(" \t")));
        if (word == "@data") {
            if (header.names.empty()) {
                return malformed("there is no @attribute before @data", header.lines);
            }
            const bool bothQuotes = text.find('\'') == std::string_view::npos;
            if (bothQuotes && text.find('"') != std::string_view::npos) header.quote = '"';
            return std::optional(header);
        }
        if (word != "@attribute") continue;
        line.remove_prefix(word.size());
        auto name = takeName(line);
        if (!name || name->empty()) {
            return malformed("an @attribute needs a name and a type", header.lines);
        }
        header.isNominal.push_back(trimmed(line).starts_with('{'));
        header.names.push_back(std::move(*name));
    }
    return std::optional<ArffHeader>();
}

}  // namespace diagonal
