// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/number_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include <fast_float/fast_float.h>

#include "core/text.h"

namespace diagonal {
namespace {

template <std::size_t N>
bool contains(const std::array<std::string_view, N>& words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

/// The number of a short plain decimal such as -0.4071, which most cells hold: below 2^53 its
/// digits are exact, so are powers of ten up to 22, and their quotient is rounded once, which is
/// what fast_float gives too. False for all other texts.
bool readPlainDecimal(std::string_view text, double& number) {
    constexpr std::size_t mostDigits = 15;
    static constexpr double powers[] = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                        1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
    const char* at = text.data();
    const char* const end = at + text.size();
    const bool negative = at != end && *at == '-';
    if (negative) ++at;
    if (static_cast<std::size_t>(end - at) > mostDigits + 1) return false;
    std::uint64_t digits = 0;
    const char* const wholeBegin = at;
    for (; at != end && static_cast<unsigned char>(*at - '0') < 10; ++at)
        digits = 10 * digits + static_cast<unsigned char>(*at - '0');
    std::ptrdiff_t count = at - wholeBegin;
    std::ptrdiff_t decimals = 0;
    if (at != end && *at == '.') {
        const char* const begin = ++at;
        for (; at != end && static_cast<unsigned char>(*at - '0') < 10; ++at)
            digits = 10 * digits + static_cast<unsigned char>(*at - '0');
        decimals = at - begin;
        count += decimals;
    }
    if (at != end || count == 0 || count > static_cast<std::ptrdiff_t>(mostDigits)) return false;
    const double value = static_cast<double>(digits) / powers[decimals];
    number = negative ? -value : value;
    return true;
}

}  // namespace

NumberText numberIn(std::string_view text, bool decimalComma) {
    if (text.empty()) return {};
    double plain = 0;
    if (!decimalComma && readPlainDecimal(text, plain)) return {NumberText::Kind::Number, plain};
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
    const std::string_view behind = trimmed({rest, static_cast<std::size_t>(end - rest)});
    if (behind == "%") return {NumberText::Kind::Percent, value};
    // "nano", "info": words whose beginning reads as a number that is not finite.
    const bool word = !std::isfinite(value) && digits.find_first_of("0123456789") != 0;
    return {word ? NumberText::Kind::Word : NumberText::Kind::Junk, 0};
}

bool isMissing(std::string_view text) {
    constexpr auto words = std::to_array<std::string_view>(
        {"", "na", "nan", "n/a", "null", "none", "nil", "?", "-", "--", "."});
    return text.size() <= 4 && contains(words, lowerCase(text));
}

std::string canonicalLabel(std::string_view text) {
    const auto number = parsedDouble(text);
    constexpr double exact = 9007199254740992.0;
    if (!number || std::trunc(*number) != *number || std::abs(*number) > exact) {
        return std::string(text);
    }
    return std::to_string(static_cast<long long>(*number));
}

int truthValue(std::string_view text) {
    constexpr auto yes = std::to_array<std::string_view>(
        {"1", "true", "t", "yes", "y", "pos", "positive", "correct", "right", "+"});
    constexpr auto no = std::to_array<std::string_view>(
        {"0", "false", "f", "no", "n", "neg", "negative", "incorrect", "wrong", "-1", "-"});
    if (text.size() > 16) return -1;
    const std::string word = lowerCase(text);
    return contains(yes, word) ? 1 : contains(no, word) ? 0 : -1;
}

}  // namespace diagonal
