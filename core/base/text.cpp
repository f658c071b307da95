// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

#include <fast_float/fast_float.h>

namespace diagonal {

std::string groupedDigits(std::uint64_t count) {
    std::string digits = std::to_string(count);
    for (std::size_t i = digits.size(); i > 3; i -= 3)
        digits.insert(i - 3, ",");
    return digits;
}

std::string counted(std::uint64_t count, std::string_view noun, std::string_view plural) {
    std::string text = groupedDigits(count) + " ";
    if (count == 1) return text.append(noun);
    return plural.empty() ? text.append(noun) + "s" : text.append(plural);
}

namespace {

/// Returns the length of a character at the start of `text` that a terminal or a reader of Unicode
/// obeys instead of showing it; 0 for others. Requires a non-empty text.
std::size_t invisibleLength(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    if (byte(0) < 0x20 || byte(0) == 0x7F) return 1;
    // U+0080 to U+009F are control characters, too.
    if (byte(0) == 0xC2 && text.size() > 1 && byte(1) >= 0x80 && byte(1) < 0xA0) return 2;
    if (byte(0) == 0xD8 && text.size() > 1 && byte(1) == 0x9C) return 2;  // U+061C, a direction
    if (byte(0) != 0xE2 || text.size() < 3) return 0;
    // U+200E and U+200F are directions, U+2028 to U+202E end lines or embed and override
    // directions, U+2066 to U+2069 isolate them.
    const bool isMark = byte(1) == 0x80 && (byte(2) == 0x8E || byte(2) == 0x8F);
    const bool isBreak = byte(1) == 0x80 && byte(2) >= 0xA8 && byte(2) <= 0xAE;
    const bool isIsolate = byte(1) == 0x81 && byte(2) >= 0xA6 && byte(2) <= 0xA9;
    return isMark || isBreak || isIsolate ? 3 : 0;
}

std::string escaped(std::string_view character) {
    if (character == "\n") return "\\n";
    if (character == "\r") return "\\r";
    if (character == "\t") return "\\t";
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(character[i]); };
    std::array<char, 8> digits{};
    const bool isMark = character.size() == 2 && byte(0) == 0xD8;
    if (character.size() == 3 || isMark) {
        const unsigned point =
            isMark ? 0x61C : (byte(0) & 0x0FU) << 12 | (byte(1) & 0x3FU) << 6 | (byte(2) & 0x3FU);
        std::snprintf(digits.data(), digits.size(), "\\u%04x", point);
    } else {
        std::snprintf(digits.data(), digits.size(), "\\x%02x",
                      unsigned{byte(character.size() - 1)});
    }
    return digits.data();
}

}  // namespace

std::string visibleText(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = invisibleLength(text.substr(i));
        if (length > 0) {
            out += escaped(text.substr(i, length));
        } else {
            out += text[i];
        }
        i += std::max<std::size_t>(length, 1);
    }
    return out;
}

std::string visibleLines(std::string_view text) {
    std::string out;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        out += visibleText(text.substr(begin, end - begin));
        if (end < text.size()) out += '\n';
        begin = end + 1;
    }
    return out;
}

std::string quotedText(std::string_view text, std::size_t limit) {
    const auto continues = [&](std::size_t i) {
        return (static_cast<unsigned char>(text[i]) & 0xC0) == 0x80;
    };
    std::size_t end = std::min(text.size(), limit);
    while (end > 0 && end < text.size() && continues(end))
        --end;
    std::string out = "'" + visibleText(text.substr(0, end));
    if (end < text.size()) out += "...";
    return out + "'";
}

std::string quotedList(const std::vector<std::string>& texts, std::size_t limit) {
    std::string out;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        if (i == limit) return out + " and " + groupedDigits(texts.size() - limit) + " more";
        if (i > 0) out += ", ";
        out += quotedText(texts[i]);
    }
    return out;
}

std::string_view trimmedOfBlanks(std::string_view text) {
    constexpr std::string_view blanks = " \t\r";
    const auto first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::string capitalized(std::string text) {
    if (!text.empty() && text[0] >= 'a' && text[0] <= 'z')
        text[0] = static_cast<char>(text[0] - 'a' + 'A');
    return text;
}

std::string uncapitalized(std::string text) {
    text.replace(0, 1, lowerCase(std::string_view(text).substr(0, 1)));
    return text;
}

std::string lowerCase(std::string_view text) {
    std::string out(text);
    for (char& c : out) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return out;
}

std::string shortest(double value) {
    std::array<char, 32> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
    return {buffer.data(), end};
}

std::string fixedText(double value, int decimals) {
    std::array<char, 400> buffer{};
    const bool isZero = std::abs(value) < 0.5 * std::pow(10, -decimals);
    std::snprintf(buffer.data(), buffer.size(), "%.*f", decimals, isZero ? 0.0 : value);
    return buffer.data();
}

std::string signedFixedText(double value, int decimals) {
    return (value > 0 ? "+" : "") + fixedText(value, decimals);
}

std::string pNumberText(double p) {
    constexpr int decimals = 4;
    constexpr double least = 1e-4;
    return p < least ? "< 0.0001" : fixedText(p, decimals);
}

std::string pText(double p) {
    const std::string number = pNumberText(p);
    return (number.starts_with('<') ? "p " : "p = ") + number;
}

std::string_view withoutEnding(std::string_view name) {
    const std::size_t dot = name.rfind('.');
    if (dot == std::string_view::npos || dot == 0 || dot + 1 == name.size()) return name;
    // "v1.2" is no file.
    const auto isLetter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    return std::ranges::all_of(name.substr(dot + 1), isLetter) ? name.substr(0, dot) : name;
}

std::string percentText(double share) {
    // Ten digits hide that 0.57 times 100 is 56.99999999999999.
    std::array<char, 32> digits{};
    std::snprintf(digits.data(), digits.size(), "%.10g", share * 100);
    return std::string(digits.data()) + " %";
}

std::string shareText(double share) {
    const double nearest = std::min(share, 1 - share);
    double steps = 1e3;
    while (nearest > 0 && nearest * steps < 0.5 && steps < 1e9)
        steps *= 10;
    return percentText(std::round(share * steps) / steps);
}

std::optional<double> parsedDouble(std::string_view text) {
    if (text.starts_with('+')) text.remove_prefix(1);
    double value = 0;
    const auto [end, status] =
        fast_float::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || end != text.data() + text.size()) return std::nullopt;
    if (status == std::errc::invalid_argument) return std::nullopt;
    return value;
}

std::optional<std::int64_t> parsedInteger(std::string_view text) {
    std::int64_t value = 0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (status != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

std::size_t utf8Length(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char lead = byte(0);
    if (lead < 0x80) return 1;
    const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return 0;
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xC0) != 0x80) return 0;
    }
    const bool overlong = (lead == 0xE0 && byte(1) < 0xA0) || (lead == 0xF0 && byte(1) < 0x90);
    const bool outside = (lead == 0xED && byte(1) > 0x9F) || (lead == 0xF4 && byte(1) > 0x8F);
    return overlong || outside ? 0 : length;
}

bool isMissing(std::string_view text) {
    constexpr auto words = std::to_array<std::string_view>(
        {"", "na", "nan", "n/a", "null", "none", "nil", "?", "-", "--", ".",
         "\\n"});  // \N is the NULL of ClickHouse, Hive and PostgreSQL's COPY
    return text.size() <= 4 && std::ranges::find(words, lowerCase(text)) != words.end();
}

std::string csvField(std::string_view text) {
    if (text.find_first_of(",\"\r\n") == std::string_view::npos && trimmed(text) == text) {
        return std::string(text);
    }
    std::string out = "\"";
    for (const char c : text)
        out += c == '"' ? std::string("\"\"") : std::string(1, c);
    return out + "\"";
}

std::string markdownEscaped(std::string_view text) {
    // GitHub takes $ for mathematics and ~ for strokes.
    constexpr std::string_view special = "\\`*_{}[]<>#|$~";
    std::string line(text);
    std::ranges::replace_if(
        line, [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
    line = visibleText(line);
    const auto beginsEntity = [&](std::size_t i) {
        const char next = i + 1 < line.size() ? line[i + 1] : ' ';
        return line[i] == '&' && (next == '#' || ((next | 32) >= 'a' && (next | 32) <= 'z'));
    };
    std::string out;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (special.find(line[i]) != std::string_view::npos || beginsEntity(i)) out += '\\';
        out += line[i];
    }
    return out;
}

void appendUtf8(std::string& out, char32_t point) {
    const auto add = [&](char32_t bits) { out += static_cast<char>(bits); };
    if (point < 0x80) return add(point);
    if (point < 0x800) {
        add(0xC0 | point >> 6);
    } else {
        if (point < 0x10000) {
            add(0xE0 | point >> 12);
        } else {
            add(0xF0 | (point >> 18 & 0x07));
            add(0x80 | (point >> 12 & 0x3F));
        }
        add(0x80 | (point >> 6 & 0x3F));
    }
    add(0x80 | (point & 0x3F));
}

}  // namespace diagonal
