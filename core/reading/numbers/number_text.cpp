// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/numbers/number_text.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fast_float/fast_float.h>

#include "core/base/text.h"
#include "core/reading/numbers/plain_decimals.h"

namespace diagonal {
namespace {

template <std::size_t N>
bool contains(const std::array<std::string_view, N>& words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

NumberText otherNumberIn(std::string_view text, bool decimalComma) {
    if (text.empty()) return {};
    std::string_view digits = text;
    if (digits.front() == '+') digits.remove_prefix(1);
    fast_float::parse_options options;
    if (decimalComma) options.decimal_point = ',';
    double value = 0;
    const char* end = digits.data() + digits.size();
    const auto [rest, status] = fast_float::from_chars_advanced(digits.data(), end, value, options);
    if (status == std::errc::invalid_argument || rest == digits.data()) {
        return {isMissing(text) ? NumberText::Kind::Missing : NumberText::Kind::Word, 0};
    }
    if (rest == end) return {NumberText::Kind::Number, value};
    const std::string_view suffix = trimmed({rest, static_cast<std::size_t>(end - rest)});
    if (suffix == "%") return {NumberText::Kind::Percent, value};
    // "nano", "info": words that begin like a non-finite number.
    const bool word = !std::isfinite(value) && digits.find_first_of("0123456789") != 0;
    return {word ? NumberText::Kind::Word : NumberText::Kind::Junk, 0};
}

NumberText numberIn(std::string_view text, bool decimalComma) {
    double plain = 0;
    if (!decimalComma && readPlainDecimals({&text, 1}, &plain) == 1) {
        return {NumberText::Kind::Number, plain};
    }
    return otherNumberIn(text, decimalComma);
}

std::string canonicalLabel(std::string_view text, bool decimalComma) {
    // 001, 01 and 1 are three codes.
    const auto digits = text.find_first_not_of("+-");
    const bool isCode = digits != std::string_view::npos && text[digits] == '0' &&
                        digits + 1 < text.size() && text[digits + 1] >= '0' &&
                        text[digits + 1] <= '9';
    if (isCode) return std::string(text);
    if (const auto whole = parsedInteger(text)) return std::to_string(*whole);
    std::optional<double> number;
    if (!decimalComma) {
        number = parsedDouble(text);
    } else if (const NumberText read = numberIn(text, true);
               read.kind == NumberText::Kind::Number) {
        number = read.value;
    }
    constexpr double exact = 9007199254740992.0;
    if (!number || std::trunc(*number) != *number || std::abs(*number) >= exact) {
        return std::string(text);
    }
    return std::to_string(static_cast<long long>(*number));
}

int truthValue(std::string_view text) {
    constexpr auto yes = std::to_array<std::string_view>(
        {"1",     "true",    "t",    "yes",       "y",          "pos",  "positive", "correct",
         "right", "+",       "ja",   "oui",       "si",         "sí",   "sì",       "sim",
         "wahr",  "richtig", "vrai", "verdadero", "verdadeiro", "vero", "tak",      "是"});
    constexpr auto no = std::to_array<std::string_view>(
        {"0",         "false", "f",      "no",   "n",     "neg", "negative",
         "incorrect", "wrong", "-1",     "-",    "nein",  "nee", "non",
         "não",       "nao",   "falsch", "faux", "falso", "nie", "否"});
    if (text.size() > 16) return -1;
    const std::string word = lowerCase(text);
    return contains(yes, word) ? 1 : contains(no, word) ? 0 : -1;
}

bool saysUnknown(std::string_view text) {
    constexpr auto words = std::to_array<std::string_view>(
        {"unknown", "pending", "open", "tbd", "tba", "unresolved", "unbekannt", "offen", "onbekend",
         "inconnu", "desconocido", "desconhecido", "sconosciuto"});
    return text.size() <= 16 && contains(words, lowerCase(text));
}

std::optional<std::size_t> classNamed(const std::vector<std::string>& classNames,
                                      const std::string& name) {
    for (std::size_t k = 0; k < classNames.size(); ++k) {
        if (classNames[k] == name || canonicalLabel(classNames[k]) == canonicalLabel(name)) {
            return k;
        }
    }
    return std::nullopt;
}

}  // namespace diagonal
