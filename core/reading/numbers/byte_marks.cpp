// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/numbers/byte_marks.h"

#include <cassert>
#include <limits>

// Highway compiles the rest of this file once for every kind of processor.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/reading/numbers/byte_marks.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace diagonal::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Calls nothing from the standard library: its inline functions would be compiled for one processor
// and linked for all.

constexpr std::size_t kStep = 64;

/// Returns a bit for each of 64 bytes, set if the byte is marked.
#if HWY_TARGET == HWY_SCALAR
HWY_INLINE std::uint64_t marksOf(const std::uint8_t* bytes, const char* marked) {
    std::uint64_t out = 0;
    for (std::size_t i = 0; i < kStep; ++i) {
        const char c = static_cast<char>(bytes[i]);
        const bool is =
            c == marked[0] || c == marked[1] || c == marked[2] || c == marked[3] || c == marked[4];
        out |= std::uint64_t{is} << i;
    }
    return out;
}
#else
HWY_INLINE std::uint64_t marksOf(const std::uint8_t* bytes, const char* marked) {
    const hn::CappedTag<std::uint8_t, kStep> d;
    const auto sign = [&](std::size_t i) {
        return hn::Set(d, static_cast<std::uint8_t>(marked[i]));
    };
    const auto s0 = sign(0), s1 = sign(1), s2 = sign(2), s3 = sign(3), s4 = sign(4);
    std::uint8_t bits[kStep / 8];
    for (std::size_t i = 0; i < kStep; i += hn::Lanes(d)) {
        const auto v = hn::LoadU(d, bytes + i);
        const auto either = hn::Or(hn::Or(hn::Eq(v, s0), hn::Eq(v, s1)),
                                   hn::Or(hn::Eq(v, s2), hn::Or(hn::Eq(v, s3), hn::Eq(v, s4))));
        hn::StoreMaskBits(d, either, bits + i / 8);
    }
    std::uint64_t out = 0;
    for (std::size_t i = 0; i < kStep / 8; ++i)
        out |= std::uint64_t{bits[i]} << (8 * i);
    return out;
}
#endif

std::size_t MarkBytes(const std::uint8_t* text, std::size_t size, const char* marked,
                      std::uint32_t* marks) {
    std::uint32_t* next = marks;
    // Writes eight at a time, needed or not, because the number of marks cannot be predicted.
    const auto put = [&](std::size_t at, std::uint64_t bits) {
        constexpr std::uint64_t last = std::uint64_t{1} << 63;
        const std::size_t count = hwy::PopCount(bits);
        for (std::size_t done = 0; done < count; done += kMarkRoom) {
            for (std::size_t i = 0; i < kMarkRoom; ++i, bits &= bits - 1) {
                next[done + i] = static_cast<std::uint32_t>(
                    at + hwy::Num0BitsBelowLS1Bit_Nonzero64(bits | last));
            }
        }
        next += count;
    };
    std::size_t at = 0;
    for (; at + kStep <= size; at += kStep)
        put(at, marksOf(text + at, marked));
    const std::size_t rest = size - at;
    if (rest > 0) {
        std::uint8_t padded[kStep] = {};
        for (std::size_t i = 0; i < rest; ++i)
            padded[i] = text[at + i];
        put(at, marksOf(padded, marked) & (~std::uint64_t{0} >> (kStep - rest)));
    }
    return static_cast<std::size_t>(next - marks);
}

}  // namespace diagonal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace diagonal {

HWY_EXPORT(MarkBytes);

std::size_t markBytes(std::string_view text, const MarkedBytes& marked, std::uint32_t* marks) {
    assert(text.size() <= std::numeric_limits<std::uint32_t>::max());
    return HWY_DYNAMIC_DISPATCH(MarkBytes)(reinterpret_cast<const std::uint8_t*>(text.data()),
                                           text.size(), marked.data(), marks);
}

}  // namespace diagonal
#endif
