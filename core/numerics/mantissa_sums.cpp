// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/mantissa_sums.h"

#include <cassert>

// Highway compiles the rest of this file once for every kind of processor.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/numerics/mantissa_sums.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace diagonal::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

MantissaSums SumMantissas(const std::uint64_t* rows, std::size_t count) {
    const hn::CappedTag<double, 8> d;
    const hn::RebindToUnsigned<decltype(d)> du;
    const std::size_t lanes = hn::Lanes(d);
    constexpr std::uint64_t leading = 1ULL << 52;
    const auto fraction = hn::Set(du, leading - 1);
    const auto lead = hn::Set(du, leading);
    const auto one = hn::Set(du, 1);
    auto values = hn::Zero(du);
    auto squares = values, marked = values, markedValues = values, markedSquares = values;
    std::size_t i = 0;
    for (; i + lanes <= count; i += lanes) {
        const auto row = hn::LoadU(du, rows + i);
        const auto bits = hn::ShiftRight<1>(row);
        const auto c = hn::BitCast(d, bits);
        const auto value = hn::Or(hn::And(bits, fraction), lead);
        const auto square = hn::Or(hn::And(hn::BitCast(du, hn::Mul(c, c)), fraction), lead);
        const auto mark = hn::And(row, one);
        const auto isMarked = hn::Eq(mark, one);
        values = hn::Add(values, value);
        squares = hn::Add(squares, square);
        marked = hn::Add(marked, mark);
        markedValues = hn::Add(markedValues, hn::IfThenElseZero(isMarked, value));
        markedSquares = hn::Add(markedSquares, hn::IfThenElseZero(isMarked, square));
    }
    MantissaSums sums{
        hn::GetLane(hn::SumOfLanes(du, values)), hn::GetLane(hn::SumOfLanes(du, squares)),
        hn::GetLane(hn::SumOfLanes(du, marked)), hn::GetLane(hn::SumOfLanes(du, markedValues)),
        hn::GetLane(hn::SumOfLanes(du, markedSquares))};
    for (; i < count; ++i) {
        const std::uint64_t bits = rows[i] >> 1;
        double c = 0;
        hwy::CopyBytes<sizeof(c)>(&bits, &c);
        const double product = c * c;
        std::uint64_t ofProduct = 0;
        hwy::CopyBytes<sizeof(c)>(&product, &ofProduct);
        const std::uint64_t value = (bits & (leading - 1)) | leading;
        const std::uint64_t square = (ofProduct & (leading - 1)) | leading;
        const std::uint64_t mark = rows[i] & 1;
        sums.values += value;
        sums.squares += square;
        sums.marked += mark;
        sums.markedValues += mark * value;
        sums.markedSquares += mark * square;
    }
    return sums;
}

}  // namespace diagonal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace diagonal {

HWY_EXPORT(SumMantissas);

MantissaSums mantissaSums(std::span<const std::uint64_t> rows) {
    assert(rows.size() <= kMostMantissas);
    return HWY_DYNAMIC_DISPATCH(SumMantissas)(rows.data(), rows.size());
}

}  // namespace diagonal
#endif
