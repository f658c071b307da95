// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/numbers/binary_numbers.h"

#include <array>
#include <bit>
#include <string>

#include <fast_float/fast_float.h>

namespace diagonal {
namespace {

/// Returns the digits of an integer and its sign.
std::string digitsOf(WideInteger value) {
    const bool isNegative = value < 0;
    auto rest = static_cast<WideUnsigned>(value);
    if (isNegative) rest = -rest;
    std::string digits;
    do {
        digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(rest % 10)));
        rest /= 10;
    } while (rest > 0);
    if (isNegative) digits.insert(digits.begin(), '-');
    return digits;
}

}  // namespace

double decimalValue(WideInteger unscaled, int scale) {
    constexpr int exactPowers = 22;
    constexpr WideInteger exactIntegers = WideInteger{1} << 53;
    static constexpr std::array<double, exactPowers + 1> powers = {
        1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
        1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    // The quotient of two exact doubles is rounded once.
    if (scale >= 0 && scale <= exactPowers && unscaled <= exactIntegers &&
        unscaled >= -exactIntegers) {
        return static_cast<double>(unscaled) / powers[static_cast<std::size_t>(scale)];
    }
    const std::string text = digitsOf(unscaled) + "e" + std::to_string(-scale);
    double value = 0;
    fast_float::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

WideInteger bigEndianInteger(std::string_view bytes) {
    if (bytes.empty()) return 0;
    auto value = static_cast<WideUnsigned>(
        static_cast<WideInteger>(static_cast<signed char>(bytes.front())));
    for (const char c : bytes.substr(1))
        value = value << 8 | static_cast<unsigned char>(c);
    return static_cast<WideInteger>(value);
}

float fromHalf(std::uint16_t bits) {
    constexpr std::uint32_t infinite = 0x7F800000;
    // Shifted to the bits of a float. The exponent's bias differs by 112, for subnormals too.
    const std::uint32_t placed = (std::uint32_t{bits} & 0x7FFF) << 13;
    const bool finite = (bits & 0x7C00) != 0x7C00;
    const float value =
        finite ? std::bit_cast<float>(placed) * 0x1p112F : std::bit_cast<float>(placed | infinite);
    return bits & 0x8000 ? -value : value;
}

}  // namespace diagonal
