// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/arrays/npy_header.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <vector>

#include "core/base/text.h"

namespace diagonal {
namespace {

constexpr std::size_t kLongestHeader = std::size_t{1} << 24;
constexpr std::string_view kBlanks = " \t\n\r";

/// Parses the Python literal that describes an array: {'descr': '<f8', 'shape': (8, 3), ...}.
class HeaderParser {
public:
    explicit HeaderParser(std::string_view text) : m_text(text) {}

    Result<NpyHeader> parse() {
        if (!skip('{')) return broken();
        while (!skip('}')) {
            const auto key = string();
            if (!key || !skip(':')) return broken();
            if (std::ranges::find(m_keys, *key) != m_keys.end()) {
                return malformed("the npy header has " + quotedText(*key) + " twice");
            }
            if (auto done = parseValueOf(*key); !done) return done.error();
            m_keys.push_back(*key);
            if (!skip(',') && peek() != '}') return broken();
        }
        peek();
        if (m_keys.size() < 3 || m_at < m_text.size()) return broken();
        return m_header;
    }

private:
    static Error broken() {
        return malformed(
            "the npy header is not the description that NumPy writes: descr, fortran_order and "
            "shape, each once");
    }
    Result<void> parseValueOf(std::string_view key) {
        if (key == "shape") return parseShape();
        if (key == "descr" && parseDescr()) return {};
        if (key == "fortran_order" && parseOrder()) return {};
        return broken();
    }
    char peek() {
        while (m_at < m_text.size() && kBlanks.find(m_text[m_at]) != kBlanks.npos)
            ++m_at;
        return m_at < m_text.size() ? m_text[m_at] : '\0';
    }
    bool skip(char c) {
        if (peek() != c || c == '\0') return false;
        ++m_at;
        return true;
    }
    std::optional<std::string> string() {
        const char quote = peek();
        if (quote != '\'' && quote != '"') return std::nullopt;
        const auto end = m_text.find(quote, m_at + 1);
        if (end == std::string_view::npos) return std::nullopt;
        std::string out(m_text.substr(m_at + 1, end - m_at - 1));
        m_at = end + 1;
        return out;
    }
    /// Parses the element type. A structured type, which is a list, is skipped and left empty.
    bool parseDescr() {
        if (peek() == '[') {
            const auto end = m_text.rfind(']');
            if (end == std::string_view::npos || end < m_at) return false;
            m_at = end + 1;
            return true;
        }
        const auto descr = string();
        if (descr) m_header.descr = *descr;
        return descr.has_value();
    }
    bool parseOrder() {
        peek();
        for (const std::string_view word : {"True", "False"}) {
            if (!m_text.substr(m_at).starts_with(word)) continue;
            m_at += word.size();
            m_header.fortranOrder = word == "True";
            return true;
        }
        return false;
    }
    Result<void> parseShape() {
        if (!skip('(')) return broken();
        while (!skip(')')) {
            peek();
            std::size_t length = 0;
            const char* begin = m_text.data() + m_at;
            const auto [end, status] =
                std::from_chars(begin, m_text.data() + m_text.size(), length);
            if (status == std::errc::result_out_of_range) {
                return malformed("the npy header declares a dimension beyond 64 bits");
            }
            if (status != std::errc{}) return broken();
            m_at += static_cast<std::size_t>(end - begin);
            skip('L');
            m_header.shape.push_back(length);
            if (!skip(',') && peek() != ')') return broken();
        }
        return {};
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    std::vector<std::string> m_keys;
    NpyHeader m_header;
};

}  // namespace

Result<NpyHeader> readNpyHeader(ByteSource& source) {
    std::string start(8, '\0');
    auto got = source.read(start);
    if (!got) return got.error();
    if (got.value() < start.size()) return malformed("the npy file ends inside its header");
    const int version = static_cast<unsigned char>(start[6]);
    if (version < 1 || version > 3) {
        return unsupported("npy format version " + std::to_string(version) +
                           " is not supported; 1 to 3 are");
    }
    std::string lengthBytes(version == 1 ? 2 : 4, '\0');
    got = source.read(lengthBytes);
    if (!got) return got.error();
    if (got.value() < lengthBytes.size()) return malformed("the npy file ends inside its header");
    std::size_t length = 0;
    for (std::size_t i = lengthBytes.size(); i-- > 0;) {
        length = length << 8 | static_cast<unsigned char>(lengthBytes[i]);
    }
    if (length > kLongestHeader) return malformed("the npy header is longer than 16 MiB");
    if (source.size() && length > *source.size()) {
        return malformed("the npy file ends inside its header");
    }
    std::string text(length, '\0');
    got = source.read(text);
    if (!got) return got.error();
    if (got.value() < length) return malformed("the npy file ends inside its header");
    return HeaderParser(text).parse();
}

Result<ElementType> npyElementType(const std::string& descr) {
    if (descr.empty()) {
        return unsupported("the array has a structured type; save one plain array per field");
    }
    const bool hasOrder = std::string_view("<>|=").find(descr.front()) != std::string_view::npos;
    const std::string type = hasOrder ? descr.substr(1) : descr;
    if (type.starts_with('O')) {
        return unsupported(
            "the array contains pickled Python objects, which are never opened. Save scores as "
            "np.array(list_of_rows, dtype=float), and labels of pandas as labels.astype(str)");
    }
    const auto size = parsedInteger(type.empty() ? "" : std::string_view(type).substr(1));
    const char kind = type.empty() ? '\0' : type.front();
    const bool known =
        size &&
        ((kind == 'f' && (*size == 2 || *size == 4 || *size == 8)) ||
         ((kind == 'i' || kind == 'u') && (*size == 1 || *size == 2 || *size == 4 || *size == 8)) ||
         (kind == 'b' && *size == 1));
    constexpr std::int64_t longestText = 1 << 20;
    if ((kind == 'U' || kind == 'S') && size && *size > 0 && *size < longestText) {
        const auto length = static_cast<std::size_t>(*size);
        return ElementType{kind, kind == 'U' ? 4 * length : length, descr.front() == '>'};
    }
    if (!known) {
        return unsupported("the array's type " + quotedText(descr) +
                           " is not supported; save it as float32, float64 or an integer type");
    }
    return ElementType{kind, static_cast<std::size_t>(*size), descr.front() == '>'};
}

Result<ArrayLayout> readNpyLayout(ByteSource& source) {
    const auto header = readNpyHeader(source);
    if (!header) return header.error();
    const auto type = npyElementType(header.value().descr);
    if (!type) return type.error();
    return ArrayLayout{header.value().shape, type.value(), header.value().fortranOrder};
}

}  // namespace diagonal
