// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/json/json_text.h"

#include <algorithm>
#include <charconv>
#include <new>
#include <optional>
#include <string>

#include "core/base/text.h"

namespace diagonal {
namespace {

/// Rewrites values that programs write but that are not valid JSON or do not fit a double.
class JsonRepair {
public:
    explicit JsonRepair(std::string_view text) : m_text(text) {}

    /// Returns the text with NaN, infinities and numbers beyond a double or 64 bits in quotes, and
    /// with halves of surrogate pairs replaced; nullopt if there is nothing to rewrite.
    std::optional<std::string> repaired() {
        while (m_at < m_text.size()) {
            if (m_text[m_at] == '"') {
                copyString();
            } else if (!quoteWord() && !passNumber()) {
                m_out += m_text[m_at++];
            }
        }
        return m_any ? std::optional(std::move(m_out)) : std::nullopt;
    }

private:
    std::string_view rest() const { return m_text.substr(m_at); }

    void pass(std::size_t count) {
        m_out += m_text.substr(m_at, count);
        m_at += count;
    }

    void quote(std::size_t count) {
        m_out += '"' + std::string(m_text.substr(m_at, count)) + '"';
        m_at += count;
        m_any = true;
    }

    bool quoteWord() {
        for (const std::string_view word : {"NaN", "-Infinity", "Infinity"}) {
            if (!rest().starts_with(word)) continue;
            quote(word.size());
            return true;
        }
        return false;
    }

    bool passNumber() {
        const auto end = std::min(rest().find_first_not_of("+-.0123456789eE"), rest().size());
        if (end == 0) return false;
        const std::string_view number = rest().substr(0, end);
        double value = 0;
        constexpr std::size_t surelyOf64Bits = 18;
        const bool whole = number.find_first_of(".eE") == std::string_view::npos;
        const bool fits = whole ? end <= surelyOf64Bits
                                : std::from_chars(number.data(), number.data() + end, value).ec !=
                                      std::errc::result_out_of_range;
        fits ? pass(end) : quote(end);
        return true;
    }

    void copyString() {
        pass(1);
        while (m_at < m_text.size() && m_text[m_at] != '"') {
            constexpr std::size_t unit = 6;  // \uD800
            constexpr std::string_view first = "89ab";
            constexpr std::string_view any = "89abcdef";
            if (m_text[m_at] != '\\') {
                pass(1);
            } else if (isSurrogate(m_at, first) && isSurrogate(m_at + unit, any)) {
                pass(std::min(2 * unit, rest().size()));
            } else if (isSurrogate(m_at, any)) {
                m_out += "\\ufffd";
                m_at += unit;
                m_any = true;
            } else {
                pass(std::min<std::size_t>(2, rest().size()));
            }
        }
        if (m_at < m_text.size()) pass(1);
    }

    /// Returns true if `at` starts an escape of \uD, one of `digits`, and two more digits.
    bool isSurrogate(std::size_t at, std::string_view digits) const {
        constexpr std::size_t unit = 6;
        if (at + unit > m_text.size()) return false;
        const std::string written = lowerCase(m_text.substr(at, unit));
        return written.starts_with("\\ud") && digits.find(written[3]) != digits.npos;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    std::string m_out;
    bool m_any = false;
};

/// Returns the error in the brackets of a text, as the end of a sentence; empty if there is none.
std::string bracketError(std::string_view text, bool tellLine) {
    std::string open;
    std::size_t line = 1;
    bool inString = false;
    const auto where = [&] { return tellLine ? " on line " + groupedDigits(line) : std::string(); };
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        line += c == '\n';
        if (inString && c == '\\') {
            ++i;
        } else if (c == '"') {
            inString = !inString;
        } else if (!inString && (c == '[' || c == '{')) {
            open += c == '[' ? ']' : '}';
        } else if (!inString && (c == ']' || c == '}')) {
            if (open.empty() || open.back() != c)
                return ": there is an unmatched bracket, " + quotedText({&c, 1}) + where();
            open.pop_back();
        }
    }
    if (inString) return ": it ends inside a string" + where() + ", so it seems to be cut";
    if (open.empty()) return "";
    return ": it ends before its brackets close" + where() + ", so it seems to be cut";
}

}  // namespace

Result<simdjson::dom::element> parsedJson(simdjson::dom::parser& parser, std::string_view text,
                                          std::size_t line) {
    simdjson::dom::element root;
    auto code = parser.parse(text.data(), text.size()).get(root);
    if (code != simdjson::SUCCESS) {
        if (const auto repaired = JsonRepair(text).repaired()) {
            code = parser.parse(*repaired).get(root);
        }
    }
    if (code == simdjson::SUCCESS) return root;
    if (code == simdjson::MEMALLOC) throw std::bad_alloc();
    return malformed(std::string("this is not valid JSON (") + simdjson::error_message(code) + ")" +
                         bracketError(text, line == 0),
                     line);
}

}  // namespace diagonal
