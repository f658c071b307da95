// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/json_text.h"

#include <optional>
#include <string>

namespace diagonal {
namespace {

/// `text` with NaN and infinities outside strings in quotes; none where there are none.
std::optional<std::string> withQuotedNonNumbers(std::string_view text) {
    std::string out;
    bool inString = false;
    bool any = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (inString && c == '\\' && i + 1 < text.size()) out += text[i++];
        if (text[i] == '"') inString = !inString;
        bool replaced = false;
        for (const std::string_view word : {"NaN", "-Infinity", "Infinity"}) {
            if (inString || !text.substr(i).starts_with(word)) continue;
            out += '"' + std::string(word) + '"';
            i += word.size() - 1;
            replaced = any = true;
            break;
        }
        if (!replaced) out += text[i];
    }
    return any ? std::optional(out) : std::nullopt;
}

}  // namespace

Result<simdjson::dom::element> parsedJson(simdjson::dom::parser& parser, std::string_view text,
                                          std::size_t line) {
    simdjson::dom::element root;
    auto code = parser.parse(text.data(), text.size()).get(root);
    if (code != simdjson::SUCCESS) {
        if (const auto quoted = withQuotedNonNumbers(text)) {
            code = parser.parse(*quoted).get(root);
        }
    }
    if (code == simdjson::SUCCESS) return root;
    return Error{ErrorKind::Malformed,
                 std::string("this is not valid JSON (") + simdjson::error_message(code) + ")",
                 {},
                 line};
}

}  // namespace diagonal
