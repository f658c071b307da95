// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/number_text.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include <fast_float/fast_float.h>

#include "core/text.h"

namespace diagonal {
namespace {

template <std::size_t N>
bool contains(const std::array<std::string_view, N>& words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

/// Sixteen characters as two little-endian halves: the first in the lowest byte of `early`.
struct Characters {
    std::uint64_t early = 0;
    std::uint64_t late = 0;
};

constexpr std::uint64_t kEach = 0x0101010101010101;
constexpr std::uint64_t kZeros = kEach * '0';
constexpr std::size_t kMostCharacters = 16;

template <typename Bits>
std::uint64_t bitsAt(const char* at) {
    Bits out = 0;
    std::memcpy(&out, at, sizeof(out));
    return out;
}

/// A text of 1 to 16 characters behind as many '0' as make it 16.
Characters paddedCharacters(const char* at, std::size_t size) {
    if (size >= 8) {
        // From 0 to 64 bits, in two steps because a shift by 64 is none.
        const auto half = 4 * (kMostCharacters - size);
        const std::uint64_t padding = ~(~std::uint64_t{0} << half << half);
        return {(bitsAt<std::uint64_t>(at) << half << half) | (kZeros & padding),
                bitsAt<std::uint64_t>(at + size - 8)};
    }
    std::uint64_t text = 0;
    if (size >= 4) {
        text = bitsAt<std::uint32_t>(at) | (bitsAt<std::uint32_t>(at + size - 4) << 8 * (size - 4));
    } else {
        for (std::size_t i = 0; i < size; ++i)
            text |= std::uint64_t{static_cast<unsigned char>(at[i])} << 8 * i;
    }
    return {kZeros, (text << (64 - 8 * size)) | (kZeros >> 8 * size)};
}

/// Which of eight characters is the first '.'; 8 where none is.
std::size_t pointIn(std::uint64_t characters) {
    const std::uint64_t different = characters ^ (kEach * '.');
    const std::uint64_t points = (different - kEach) & ~different & (kEach << 7);
    return static_cast<std::size_t>(std::countr_zero(points)) / 8;
}

/// What is done where the point is at a place, or 16 for none, without a branch: it would be
/// foretold wrongly as often as not.
struct PointPlace {
    Characters before;  ///< masks of the characters before the point
    Characters behind;
    std::uint64_t filling = 0;  ///< the first character, when the others moved up by one
    double power = 1;
};

constexpr std::array<PointPlace, kMostCharacters + 1> pointPlaces() {
    std::array<PointPlace, kMostCharacters + 1> out;
    constexpr std::uint64_t all = ~std::uint64_t{0};
    out[kMostCharacters].behind = {all, all};
    double power = 1;
    for (std::size_t place = kMostCharacters; place-- > 0; power *= 10) {
        const std::size_t bit = 8 * (place % 8);
        const std::uint64_t before = (std::uint64_t{1} << bit) - 1;
        const std::uint64_t behind = bit == 56 ? 0 : all << (bit + 8);
        out[place] = {place < 8 ? Characters{before, 0} : Characters{all, before},
                      place < 8 ? Characters{behind, all} : Characters{0, behind}, '0', power};
    }
    return out;
}

/// Nothing but bits 7 where all are digits.
std::uint64_t faults(std::uint64_t characters) {
    return ((characters + kEach * 0x46) | (characters - kZeros)) & (kEach << 7);
}

/// The number that eight digits write: pairs, then fours, then all at once.
std::uint64_t numberOf(std::uint64_t digits) {
    constexpr std::uint64_t pairs = 0x000000FF000000FF;
    digits -= kZeros;
    digits = digits * 10 + (digits >> 8);
    return ((digits & pairs) * (100 + (std::uint64_t{1000000} << 32)) +
            ((digits >> 16) & pairs) * (1 + (std::uint64_t{10000} << 32))) >>
           32;
}

/// The number of a short plain decimal such as -0.4071, which most cells hold: up to 2^53 its
/// digits are exact, so are powers of ten up to 22, and their quotient is rounded once, which is
/// what fast_float gives too. False for all other texts.
bool readPlainDecimal(std::string_view text, double& number) {
    static constexpr auto places = pointPlaces();
    const bool negative = text.front() == '-';
    const std::size_t size = text.size() - (negative ? 1 : 0);
    if (std::endian::native != std::endian::little || size - 1 >= kMostCharacters) return false;
    const auto [early, late] = paddedCharacters(text.data() + (negative ? 1 : 0), size);
    const std::size_t inEarly = pointIn(early);
    const std::size_t point = inEarly < 8 ? inEarly : 8 + pointIn(late);
    const PointPlace& place = places[point];
    const std::uint64_t earlyBefore = early & place.before.early;
    const Characters digits{
        (early & place.behind.early) | (earlyBefore << 8) | place.filling,
        (late & place.behind.late) | ((late & place.before.late) << 8) | (earlyBefore >> 56)};
    const bool isPointOnly = size == 1 && point < kMostCharacters;
    if ((faults(digits.early) | faults(digits.late)) != 0 || isPointOnly) return false;
    const std::uint64_t whole = numberOf(digits.early) * 100000000 + numberOf(digits.late);
    if (whole > std::uint64_t{1} << 53) return false;
    const double value = static_cast<double>(static_cast<std::int64_t>(whole)) / place.power;
    number =
        std::bit_cast<double>(std::bit_cast<std::uint64_t>(value) | std::uint64_t{negative} << 63);
    return true;
}

/// numberIn() of any text but the empty one.
[[gnu::noinline]] NumberText anyNumberIn(std::string_view text, bool decimalComma) {
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

}  // namespace

NumberText numberIn(std::string_view text, bool decimalComma) {
    if (text.empty()) return {};
    double plain = 0;
    if (!decimalComma && readPlainDecimal(text, plain)) return {NumberText::Kind::Number, plain};
    return anyNumberIn(text, decimalComma);
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
