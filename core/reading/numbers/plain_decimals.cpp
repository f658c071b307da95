// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/numbers/plain_decimals.h"

#include <bit>
#include <cstdint>
#include <cstring>

// Highway compiles the rest of this file once for every kind of processor.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/reading/numbers/plain_decimals.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#ifndef DIAGONAL_PLAIN_DECIMALS_ONCE
#define DIAGONAL_PLAIN_DECIMALS_ONCE
namespace diagonal::plain_decimals {

constexpr std::size_t kMostCharacters = 16;
constexpr std::size_t kMostPower = 22;  ///< powers of ten up to it are exact doubles
constexpr std::uint64_t kMostExact = std::uint64_t{1} << 53;

/// Shuffle: output character i is input character from[i], or zero if that is 0x80.
struct alignas(16) Order {
    std::uint8_t from[kMostCharacters] = {};
};

/// Lookup tables instead of branches, which would be mispredicted half the time.
struct PowerTables {
    Order ends[kMostCharacters + 1];    ///< by size: moves the halves of charactersOf() to the end
    Order digits[kMostCharacters + 1];  ///< by place of the point: removes it; last entry: no point
    double powers[kMostPower + 1] = {};  ///< powers[i] = 10^i
    std::uint8_t fractionDigits[kMostCharacters + 1] =
        {};                                        ///< by place of the point: digits after it
    std::uint8_t lasts[2 * kMostCharacters] = {};  ///< from `size` on: mask of the last `size`
};

constexpr PowerTables tables() {
    constexpr std::uint8_t zero = 0x80;
    PowerTables out;
    double power = 1;
    for (double& p : out.powers) {
        p = power;
        power *= 10;
    }
    for (std::uint8_t i = 0; i < kMostCharacters; ++i) {
        out.digits[kMostCharacters].from[i] = i;
        out.lasts[kMostCharacters + i] = 0xFF;
    }
    for (std::size_t place = 0; place < kMostCharacters; ++place) {
        out.fractionDigits[place] = static_cast<std::uint8_t>(kMostCharacters - 1 - place);
        out.digits[place].from[0] = zero;
        for (std::uint8_t i = 1; i < kMostCharacters; ++i)
            out.digits[place].from[i] = static_cast<std::uint8_t>(i <= place ? i - 1 : i);
    }
    for (std::size_t size = 0; size <= kMostCharacters; ++size) {
        for (std::size_t i = 0; i < kMostCharacters; ++i) {
            const std::size_t at = i + size - kMostCharacters;  // in the text
            const std::size_t overlap = size > 8 ? kMostCharacters - size : 0;
            out.ends[size].from[i] = i + size < kMostCharacters
                                         ? zero
                                         : static_cast<std::uint8_t>(at < 8 ? at : at + overlap);
        }
    }
    return out;
}

alignas(16) inline constexpr PowerTables kTables = tables();

}  // namespace diagonal::plain_decimals
#endif

HWY_BEFORE_NAMESPACE();
namespace diagonal::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Calls nothing from the standard library but what compiles to a move: other inline functions would
// be compiled for one processor and linked for all.

using plain_decimals::kMostCharacters;
using plain_decimals::kMostExact;
using plain_decimals::kMostPower;
using plain_decimals::kTables;

#if HWY_TARGET == HWY_SCALAR
/// Parses 1 to 16 characters; returns false if they are not a plain decimal or the digits exceed
/// 2^53.
HWY_INLINE bool readUnsigned(const char* at, std::size_t size, double* number) {
    std::size_t point = kMostCharacters;
    std::uint64_t whole = 0;
    for (std::size_t i = 0; i < size; ++i) {
        const bool isPoint = at[i] == '.' && point == kMostCharacters;
        if (isPoint) {
            point = kMostCharacters - size + i;
            continue;
        }
        if (at[i] < '0' || at[i] > '9') return false;
        whole = 10 * whole + static_cast<std::uint64_t>(at[i] - '0');
    }
    *number = static_cast<double>(whole) / kTables.powers[kTables.fractionDigits[point]];
    return whole <= kMostExact && !(size == 1 && point < kMostCharacters);
}
#else
template <typename Bits>
HWY_INLINE std::uint64_t bitsAt(const char* at) {
    Bits out = 0;
    std::memcpy(&out, at, sizeof(out));
    return out;
}

using Bytes = hn::Full128<std::uint8_t>;
using Words = hn::Repartition<std::uint16_t, Bytes>;
using Halves = hn::Repartition<std::uint64_t, Bytes>;

/// Loads a text of 1 to 16 characters as two halves; if it has more than eight, the second half is
/// the last eight. Reads no other characters.
HWY_INLINE hn::Vec<Bytes> charactersOf(const char* at, std::size_t size) {
    std::uint64_t early = 0;
    std::uint64_t late = 0;
    if (size >= 8) {
        early = bitsAt<std::uint64_t>(at);
        late = bitsAt<std::uint64_t>(at + size - 8);
    } else if (size >= 4) {
        early =
            bitsAt<std::uint32_t>(at) | (bitsAt<std::uint32_t>(at + size - 4) << 8 * (size - 4));
    } else {
        for (std::size_t i = 0; i < size; ++i)
            early |= std::uint64_t{static_cast<unsigned char>(at[i])} << 8 * i;
    }
    const Halves d;
    return hn::BitCast(Bytes(), hn::InterleaveLower(d, hn::Set(d, early), hn::Set(d, late)));
}

/// Converts each eight digits to a number: pairs, then fours, then eights.
template <class D>
HWY_INLINE hn::Vec<hn::Repartition<std::uint64_t, D>> eightsOf(D, hn::Vec<D> digits) {
    const hn::Repartition<std::uint16_t, D> d16;
    const hn::Repartition<std::uint32_t, D> d32;
    const hn::Repartition<std::uint64_t, D> d64;
    const auto ones = hn::BitCast(d16, digits);
    const auto pairs =
        hn::And(hn::Add(hn::Mul(ones, hn::Set(d16, std::uint16_t{10})), hn::ShiftRight<8>(ones)),
                hn::Set(d16, std::uint16_t{0xFF}));
    const auto weighed = hn::BitCast(
        d32, hn::Mul(pairs, hn::BitCast(d16, hn::Set(d32, std::uint32_t{100 + (1 << 16)}))));
    const auto fours =
        hn::Add(hn::And(weighed, hn::Set(d32, std::uint32_t{0xFFFF})), hn::ShiftRight<16>(weighed));
    return hn::Add(hn::MulEven(fours, hn::Set(d32, std::uint32_t{10000})),
                   hn::ShiftRight<32>(hn::BitCast(d64, fours)));
}

/// Parses 1 to 16 characters; returns false if they are not a plain decimal or the digits exceed
/// 2^53.
HWY_INLINE bool readUnsigned(const char* at, std::size_t size, double* number) {
    const Bytes d;
    constexpr std::uint8_t pointAsDigit = '.' - '0' + 256;
    const auto characters = hn::Sub(charactersOf(at, size), hn::Set(d, std::uint8_t{'0'}));
    const auto aligned = hn::TableLookupBytesOr0(characters, hn::Load(d, kTables.ends[size].from));
    const auto point = hn::FindFirstTrue(d, hn::Eq(aligned, hn::Set(d, pointAsDigit)));
    const std::size_t place = point < 0 ? kMostCharacters : static_cast<std::size_t>(point);
    const auto digits = hn::TableLookupBytesOr0(aligned, hn::Load(d, kTables.digits[place].from));
    const auto isDigit = hn::Eq(digits, hn::Min(digits, hn::Set(d, std::uint8_t{9})));
    if (!hn::AllTrue(d, isDigit) || (size == 1 && point >= 0)) return false;
    const auto eights = eightsOf(d, digits);
    const std::uint64_t whole = hn::GetLane(eights) * 100000000 + hn::ExtractLane(eights, 1);
    *number = static_cast<double>(static_cast<std::int64_t>(whole)) /
              kTables.powers[kTables.fractionDigits[place]];
    return whole <= kMostExact;
}
#endif

/// Parses a plain decimal with an optional minus sign; returns false for other text.
HWY_INLINE bool readSigned(const char* at, std::size_t size, double* out) {
    const bool negative = size > 0 && *at == '-';
    at += negative;
    size -= negative;
    double number = 0;
    if (size - 1 >= kMostCharacters || !readUnsigned(at, size, &number)) return false;
    // Branch-free, like the tables.
    std::uint64_t bits = 0;
    std::memcpy(&bits, &number, sizeof(bits));
    bits |= std::uint64_t{negative} << 63;
    std::memcpy(out, &bits, sizeof(bits));
    return true;
}

std::size_t ReadPlainDecimals(const std::string_view* texts, std::size_t count, double* numbers) {
    for (std::size_t i = 0; i < count; ++i) {
        if (!readSigned(texts[i].data(), texts[i].size(), numbers + i)) return i;
    }
    return count;
}

constexpr std::uint32_t kExponent = 4;  ///< characters of "e-05"
/// Characters required from the start of the text to the first end of fields read together.
constexpr std::uint32_t kInFront = kMostCharacters + kExponent;

/// Returns where the field that ends at *end begins, after an optional blank.
HWY_INLINE std::uint32_t beginOf(const char* text, const std::uint32_t* end) {
    const std::uint32_t begin = end[-1] + 1;
    return begin + (text[begin] == ' ' && begin < *end ? 1 : 0);
}

#if HWY_TARGET == HWY_SCALAR || HWY_HAVE_SCALABLE
constexpr std::size_t kAtOnce = 1;

template <bool kLong>
HWY_INLINE bool readTogether(const FieldRun&, const std::uint32_t*, double*) {
    return false;
}
#else
/// Number of 16-character texts in a vector; twice as many numbers fill another.
constexpr std::size_t kTexts = HWY_LANES(std::uint8_t) / kMostCharacters;
constexpr std::size_t kAtOnce = 2 * kTexts;
using Texts = hn::FixedTag<std::uint8_t, kTexts * kMostCharacters>;
using Wholes = hn::Repartition<std::uint64_t, Texts>;

HWY_INLINE hn::Vec<Texts> together(const hn::Vec<Bytes>* parts) {
#if HWY_MAX_BYTES == 16
    return parts[0];
#elif HWY_MAX_BYTES == 32
    return hn::Combine(Texts(), parts[1], parts[0]);
#else
    const hn::Half<Texts> half;
    return hn::Combine(Texts(), hn::Combine(half, parts[3], parts[2]),
                       hn::Combine(half, parts[1], parts[0]));
#endif
}

/// Parts of numbers besides the integers written by their last 16 digits.
struct Numbers {
    alignas(64) double powers[kAtOnce];        ///< divisors of the integers
    alignas(64) std::uint64_t signs[kAtOnce];  ///< the highest bit is set for a minus sign
    alignas(64) std::uint64_t early[kAtOnce];  ///< values of the characters before the last 16
};

/// Parses the `size` characters before the last 16, "0" before a point or "0.12". Sets `early` to
/// their value, scaled to be added to the integer of the last 16, and `fraction` to the number of
/// digits after their point, those 16 included. Returns false for other text.
HWY_INLINE bool readEarly(const char* at, std::size_t size, std::uint64_t* early,
                          std::size_t* fraction) {
    constexpr std::size_t most = 4;
    const auto digit = [&](std::size_t i) {
        return static_cast<std::uint64_t>(static_cast<unsigned char>(at[i])) - '0';
    };
    std::uint64_t number = digit(0);
    bool isPlain = number <= 9 && size <= most && at[1] == '.';
    for (std::size_t i = 2; i < size && isPlain; ++i) {
        isPlain = digit(i) <= 9;
        number = 10 * number + digit(i);
    }
    *early = number * (size == 1 ? 1000000000000000 : 10000000000000000);
    *fraction = size == 1 ? 0 : kMostCharacters + size - 2;
    return isPlain;
}

/// Parses an exponent of a sign and two digits; returns false for other text.
HWY_INLINE bool readExponent(const char* at, std::ptrdiff_t* exponent) {
    const auto digit = [&](std::size_t i) {
        return std::ptrdiff_t{static_cast<unsigned char>(at[i])} - '0';
    };
    const std::ptrdiff_t tens = digit(1), ones = digit(2);
    const std::ptrdiff_t size = 10 * tens + ones;
    *exponent = at[0] == '-' ? -size : size;
    return (at[0] == '-' || at[0] == '+') && tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9;
}

/// Parses the last 16 digits of kTexts fields to integers, in the even lanes of `wholes`, and the
/// rest to `numbers` from index `first` on; returns false if a field is not a plain decimal. Reads
/// 16 characters before each end, 20 if there is an exponent; only kLong accepts an exponent or
/// more than 16 characters.
template <bool kLong>
HWY_INLINE bool readWholes(const char* text, const std::uint32_t* end, std::size_t stride,
                           Numbers* numbers, std::size_t first, hn::Vec<Wholes>* wholes) {
    const Bytes d128;
    hn::Vec<Bytes> parts[kTexts];
    std::ptrdiff_t fractions[kTexts] = {};
    // Positions that may not hold a point. "5." is rare, and "." is not a number.
    std::uint64_t pointless = 0x8000800080008000;
    for (std::size_t i = 0; i < kTexts; ++i, end += stride) {
        const std::uint32_t begin = beginOf(text, end);
        const bool negative = text[begin] == '-';
        std::uint32_t last = *end;
        std::size_t size = last - begin - negative;
        numbers->signs[first + i] = std::uint64_t{negative} << 63;
        if constexpr (kLong) {
            numbers->early[first + i] = 0;
            if (size > kExponent && text[last - kExponent] == 'e') {
                std::ptrdiff_t exponent = 0;
                if (!readExponent(text + last - kExponent + 1, &exponent)) return false;
                fractions[i] -= exponent;
                last -= kExponent;
                size -= kExponent;
            }
            if (size > kMostCharacters) {
                std::size_t fraction = 0;
                if (!readEarly(text + begin + negative, size - kMostCharacters,
                               &numbers->early[first + i], &fraction)) {
                    return false;
                }
                pointless |= std::uint64_t{fraction > 0 ? 0xFFFFU : 0} << (kMostCharacters * i);
                fractions[i] += static_cast<std::ptrdiff_t>(fraction);
                size = kMostCharacters;
            }
        }
        if (size - 1 >= kMostCharacters) return false;
        const auto characters =
            hn::LoadU(d128, reinterpret_cast<const std::uint8_t*>(text) + last - kMostCharacters);
        parts[i] = hn::And(hn::Xor(characters, hn::Set(d128, std::uint8_t{'0'})),
                           hn::LoadU(d128, kTables.lasts + size));
    }
    const Texts d;
    const auto aligned = together(parts);
    std::uint8_t bytes[8] = {};
    hn::StoreMaskBits(d, hn::Eq(aligned, hn::Set(d, std::uint8_t{'.' ^ '0'})), bytes);
    std::uint64_t points = bitsAt<std::uint64_t>(reinterpret_cast<const char*>(bytes));
    if ((points & pointless) != 0) return false;
    for (std::size_t i = 0; i < kTexts; ++i, points >>= kMostCharacters) {
        const auto place = hwy::Num0BitsBelowLS1Bit_Nonzero64(points | (1 << kMostCharacters));
        parts[i] = hn::Load(d128, kTables.digits[place].from);
        const std::size_t power =
            static_cast<std::size_t>(fractions[i]) + kTables.fractionDigits[place];
        if (kLong && power > kMostPower) return false;
        numbers->powers[first + i] = kTables.powers[power];
    }
    const auto digits = hn::TableLookupBytesOr0(aligned, together(parts));
    const auto isDigit = hn::Eq(digits, hn::Min(digits, hn::Set(d, std::uint8_t{9})));
    const auto eights = eightsOf(d, digits);
    const hn::Repartition<std::uint32_t, Texts> d32;
    *wholes = hn::Add(hn::MulEven(hn::BitCast(d32, eights), hn::Set(d32, std::uint32_t{100000000})),
                      hn::Shuffle01(eights));
    return hn::AllTrue(d, isDigit);
}

using Doubles = hn::RebindToFloat<Wholes>;

#if HWY_NATIVE_FMA
/// Divides wholes by powers, correctly rounded, for integers below 2^63 - 1024 that need not be
/// doubles; returns false if a quotient is too near the midpoint of two doubles to decide. The
/// quotient of the nearest double is corrected by its remainder, which FMA computes exactly, and by
/// the error of that double; the correction is accurate to 2^-50 ulp.
HWY_INLINE bool divideLarge(hn::Vec<Wholes> wholes, hn::Vec<Doubles> powers,
                            hn::Vec<Doubles>* out) {
    const Wholes d;
    const Doubles dFloat;
    const hn::RebindToSigned<Wholes> dSigned;
    const auto nearest = hn::ConvertTo(dFloat, hn::BitCast(dSigned, wholes));
    const auto lack = hn::ConvertTo(
        dFloat, hn::Sub(hn::BitCast(dSigned, wholes), hn::ConvertTo(dSigned, nearest)));
    const auto quotient = hn::Div(nearest, powers);
    const auto remainder = hn::NegMulAdd(quotient, powers, nearest);
    const auto correction = hn::Div(hn::Add(remainder, lack), powers);
    *out = hn::Add(quotient, correction);
    const auto error = hn::Add(hn::Sub(quotient, *out), correction);
    // Half an ulp, less a millionth. Below a power of two it would be a quarter.
    const auto bits = hn::BitCast(d, *out);
    const auto magnitude = hn::BitCast(dFloat, hn::And(bits, hn::Set(d, 0x7FF0000000000000)));
    const auto least = hn::Mul(magnitude, hn::Set(dFloat, 0x1p-53 * (1 - 0x1p-20)));
    const auto sure = hn::Le(hn::Abs(error), least);
    const auto isPower = hn::Eq(hn::And(bits, hn::Set(d, 0x000FFFFFFFFFFFFF)), hn::Zero(d));
    const auto below =
        hn::And(hn::VecFromMask(d, isPower),
                hn::BitCast(d, hn::VecFromMask(dFloat, hn::Lt(error, hn::Zero(dFloat)))));
    return hn::AllTrue(dFloat, sure) && hn::AllTrue(d, hn::Eq(below, hn::Zero(d)));
}
#else
HWY_INLINE bool divideLarge(hn::Vec<Wholes>, hn::Vec<Doubles>, hn::Vec<Doubles>*) {
    return false;
}
#endif

/// Parses kAtOnce fields of up to 20 characters, and an exponent of four more; returns false if one
/// is not a plain decimal or its nearest double is undecided. Without kLong: up to 16 characters
/// and no exponent, in less time.
template <bool kLong>
HWY_INLINE bool readTogether(const FieldRun& fields, const std::uint32_t* end, double* out) {
    const std::size_t stride = fields.stride;
    Numbers numbers;
    hn::Vec<Wholes> first, second;
    if (!readWholes<kLong>(fields.text, end, stride, &numbers, 0, &first) ||
        !readWholes<kLong>(fields.text, end + kTexts * stride, stride, &numbers, kTexts, &second)) {
        return false;
    }
    const Wholes d;
    const Doubles dFloat;
    const auto noneAbove = [&](int bit, hn::Vec<Wholes> wholes) HWY_ATTR {
        return hn::AllTrue(d, hn::Eq(hn::ShiftRightSame(wholes, bit), hn::Zero(d)));
    };
    auto wholes = hn::ConcatEven(d, second, first);
    if constexpr (kLong) wholes = hn::Add(wholes, hn::Load(d, numbers.early));
    const auto powers = hn::Load(dFloat, numbers.powers);
    auto size = hn::Zero(dFloat);
    if (noneAbove(53, wholes)) {
        const hn::RebindToSigned<Wholes> dSigned;
        size = hn::Div(hn::ConvertTo(dFloat, hn::BitCast(dSigned, wholes)), powers);
    } else if (!kLong || !noneAbove(63, hn::Add(wholes, hn::Set(d, 1024))) ||
               !divideLarge(wholes, powers, &size)) {
        return false;
    }
    hn::StoreU(hn::Or(size, hn::BitCast(dFloat, hn::Load(d, numbers.signs))), dFloat, out);
    return true;
}
#endif

std::size_t ReadPlainFields(const FieldRun* fields, double* numbers, std::size_t apart) {
    const char* const text = fields->text;
    const std::size_t count = fields->count;
    bool isLong = false;  // long fields have long neighbours
    for (std::size_t i = 0; i < count;) {
        const std::uint32_t* end = fields->ends + i * fields->stride;
        if (kAtOnce > 1 && i + kAtOnce <= count && *end >= kInFront) {
            double read[kAtOnce];
            isLong = isLong || !readTogether<false>(*fields, end, read);
            if (!isLong || readTogether<true>(*fields, end, read)) {
                for (std::size_t k = 0; k < kAtOnce; ++k)
                    numbers[(i + k) * apart] = read[k];
                i += kAtOnce;
                continue;
            }
        }
        for (std::size_t until = i + kAtOnce; i < until && i < count; ++i) {
            end = fields->ends + i * fields->stride;
            const std::uint32_t begin = beginOf(text, end);
            if (!readSigned(text + begin, *end - begin, numbers + i * apart)) return i;
        }
    }
    return count;
}

}  // namespace diagonal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace diagonal {

HWY_EXPORT(ReadPlainDecimals);
HWY_EXPORT(ReadPlainFields);

std::size_t readPlainDecimals(std::span<const std::string_view> texts, double* numbers) {
    if constexpr (std::endian::native != std::endian::little) return 0;
    return HWY_DYNAMIC_DISPATCH(ReadPlainDecimals)(texts.data(), texts.size(), numbers);
}

std::size_t readPlainDecimals(const FieldRun& fields, double* numbers, std::size_t apart) {
    if constexpr (std::endian::native != std::endian::little) return 0;
    return HWY_DYNAMIC_DISPATCH(ReadPlainFields)(&fields, numbers, apart);
}

}  // namespace diagonal
#endif
