// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/plain_decimals.h"

#include <bit>
#include <cstdint>
#include <cstring>

// Highway compiles the rest of this file once for every kind of processor.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/reading/plain_decimals.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#ifndef DIAGONAL_PLAIN_DECIMALS_ONCE
#define DIAGONAL_PLAIN_DECIMALS_ONCE
namespace diagonal::plain_decimals {

constexpr std::size_t kMostCharacters = 16;
constexpr std::uint64_t kMostExact = std::uint64_t{1} << 53;

/// Which of 16 characters each of 16 characters is; 0x80 for none, which becomes a zero.
struct alignas(16) Order {
    std::uint8_t from[kMostCharacters] = {};
};

/// What is done where the point is at a place, without a branch: it would be foretold wrongly as
/// often as not.
struct PointPlace {
    Order digits;  ///< without the point
    double power = 1;
};

struct Tables {
    Order ends[kMostCharacters + 1];         ///< by size: what two halves hold, moved to the end
    PointPlace points[kMostCharacters + 1];  ///< for no point, then for one in each character
};

constexpr Tables tables() {
    constexpr std::uint8_t zero = 0x80;
    Tables out;
    double power = 1;
    for (std::uint8_t i = 0; i < kMostCharacters; ++i)
        out.points[0].digits.from[i] = i;
    for (std::size_t place = kMostCharacters; place-- > 0; power *= 10) {
        PointPlace& point = out.points[place + 1];
        point.power = power;
        point.digits.from[0] = zero;
        for (std::uint8_t i = 1; i < kMostCharacters; ++i)
            point.digits.from[i] = static_cast<std::uint8_t>(i <= place ? i - 1 : i);
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

alignas(16) inline constexpr Tables kTables = tables();

}  // namespace diagonal::plain_decimals
#endif

HWY_BEFORE_NAMESPACE();
namespace diagonal::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Nothing of the standard library is called below but what is a move: its inline functions would be
// compiled for one processor and linked for all.

using plain_decimals::kMostCharacters;
using plain_decimals::kMostExact;
using plain_decimals::kTables;

#if HWY_TARGET == HWY_SCALAR
/// The number that 1 to 16 characters write; false where they are no plain decimal.
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
    const std::size_t place = point == kMostCharacters ? 0 : point + 1;
    *number = static_cast<double>(whole) / kTables.points[place].power;
    return whole <= kMostExact && !(size == 1 && place > 0);
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

/// The characters of a text of 1 to 16 in two halves, of which the second is the last eight where
/// there are more than eight. Reads none but them.
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

/// The number that 16 digits write: pairs, then fours, then eights, then all.
HWY_INLINE std::uint64_t numberOf(hn::Vec<Bytes> digits) {
    const hn::Repartition<std::uint16_t, Bytes> d16;
    const hn::Repartition<std::uint32_t, Bytes> d32;
    const hn::Repartition<std::uint64_t, Bytes> d64;
    const auto ones = hn::BitCast(d16, digits);
    const auto pairs =
        hn::And(hn::Add(hn::Mul(ones, hn::Set(d16, std::uint16_t{10})), hn::ShiftRight<8>(ones)),
                hn::Set(d16, std::uint16_t{0xFF}));
    const auto weighed = hn::BitCast(
        d32, hn::Mul(pairs, hn::BitCast(d16, hn::Set(d32, std::uint32_t{100 + (1 << 16)}))));
    const auto fours =
        hn::Add(hn::And(weighed, hn::Set(d32, std::uint32_t{0xFFFF})), hn::ShiftRight<16>(weighed));
    const auto eights = hn::Add(hn::MulEven(fours, hn::Set(d32, std::uint32_t{10000})),
                                hn::ShiftRight<32>(hn::BitCast(d64, fours)));
    return hn::GetLane(eights) * 100000000 + hn::ExtractLane(eights, 1);
}

/// The number that 1 to 16 characters write; false where they are no plain decimal.
HWY_INLINE bool readUnsigned(const char* at, std::size_t size, double* number) {
    const Bytes d;
    constexpr std::uint8_t pointAsDigit = '.' - '0' + 256;
    const auto characters = hn::Sub(charactersOf(at, size), hn::Set(d, std::uint8_t{'0'}));
    const auto aligned = hn::TableLookupBytesOr0(characters, hn::Load(d, kTables.ends[size].from));
    const auto point = hn::FindFirstTrue(d, hn::Eq(aligned, hn::Set(d, pointAsDigit)));
    const auto& place = kTables.points[point + 1];
    const auto digits = hn::TableLookupBytesOr0(aligned, hn::Load(d, place.digits.from));
    const auto isDigit = hn::Eq(digits, hn::Min(digits, hn::Set(d, std::uint8_t{9})));
    if (!hn::AllTrue(d, isDigit) || (size == 1 && point >= 0)) return false;
    const std::uint64_t whole = numberOf(digits);
    *number = static_cast<double>(static_cast<std::int64_t>(whole)) / place.power;
    return whole <= kMostExact;
}
#endif

std::size_t ReadPlainDecimals(const std::string_view* texts, std::size_t count, double* numbers) {
    for (std::size_t i = 0; i < count; ++i) {
        const char* at = texts[i].data();
        std::size_t size = texts[i].size();
        const bool negative = size > 0 && *at == '-';
        at += negative;
        size -= negative;
        double number = 0;
        if (size - 1 >= kMostCharacters || !readUnsigned(at, size, &number)) return i;
        // Without a branch, as above.
        std::uint64_t bits = 0;
        std::memcpy(&bits, &number, sizeof(bits));
        bits |= std::uint64_t{negative} << 63;
        std::memcpy(numbers + i, &bits, sizeof(bits));
    }
    return count;
}

}  // namespace diagonal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace diagonal {

HWY_EXPORT(ReadPlainDecimals);

std::size_t readPlainDecimals(std::span<const std::string_view> texts, double* numbers) {
    if constexpr (std::endian::native != std::endian::little) return 0;
    return HWY_DYNAMIC_DISPATCH(ReadPlainDecimals)(texts.data(), texts.size(), numbers);
}

}  // namespace diagonal
#endif
