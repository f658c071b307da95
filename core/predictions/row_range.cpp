// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/predictions/row_range.h"

// Highway compiles the rest of this file once for every kind of processor.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/predictions/row_range.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace diagonal::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Calls nothing from the standard library: its inline functions would be compiled for one processor
// and linked for all.

using Doubles = hn::ScalableTag<double>;

HWY_INLINE hn::Vec<Doubles> doublesAt(const float* scores) {
    const hn::Rebind<float, Doubles> narrow;
    return hn::PromoteTo(Doubles(), hn::LoadU(narrow, scores));
}
HWY_INLINE hn::Vec<Doubles> doublesAt(const double* scores) {
    return hn::LoadU(Doubles(), scores);
}

template <typename T>
HWY_INLINE RowRange range(const T* scores, std::size_t size) {
    const Doubles d;
    const std::size_t lanes = hn::Lanes(d);
    RowRange out;
    std::size_t k = 0;
    if (size >= 2 * lanes) {
        auto low0 = hn::Set(d, out.smallest);
        auto low1 = low0;
        auto high0 = hn::Set(d, out.largest);
        auto high1 = high0;
        auto sum0 = hn::Zero(d);
        auto sum1 = sum0;
        for (; k + 2 * lanes <= size; k += 2 * lanes) {
            const auto v0 = doublesAt(scores + k);
            const auto v1 = doublesAt(scores + k + lanes);
            low0 = hn::Min(low0, v0);
            low1 = hn::Min(low1, v1);
            high0 = hn::Max(high0, v0);
            high1 = hn::Max(high1, v1);
            sum0 = hn::Add(sum0, v0);
            sum1 = hn::Add(sum1, v1);
        }
        out.smallest = hn::GetLane(hn::MinOfLanes(d, hn::Min(low0, low1)));
        out.largest = hn::GetLane(hn::MaxOfLanes(d, hn::Max(high0, high1)));
        out.sum = hn::GetLane(hn::SumOfLanes(d, hn::Add(sum0, sum1)));
    }
    for (; k < size; ++k) {
        const double value = static_cast<double>(scores[k]);
        out.smallest = value < out.smallest ? value : out.smallest;
        out.largest = value > out.largest ? value : out.largest;
        out.sum += value;
    }
    return out;
}

RowRange FloatRange(const float* scores, std::size_t size) {
    return range(scores, size);
}

RowRange DoubleRange(const double* scores, std::size_t size) {
    return range(scores, size);
}

template <typename T>
HWY_INLINE LargestScore largest(const T* scores, std::size_t size) {
    const hn::ScalableTag<T> d;
    const std::size_t lanes = hn::Lanes(d);
    T high = scores[0];
    std::size_t k = 0;
    if (size >= lanes) {
        auto highs = hn::LoadU(d, scores);
        for (k = lanes; k + lanes <= size; k += lanes)
            highs = hn::Max(highs, hn::LoadU(d, scores + k));
        high = hn::GetLane(hn::MaxOfLanes(d, highs));
    }
    for (; k < size; ++k)
        high = scores[k] > high ? scores[k] : high;

    LargestScore out{size, false};
    std::size_t count = 0;
    const auto found = [&](std::size_t place, std::size_t more) {
        if (out.place == size) out.place = place;
        count += more;
    };
    const auto sought = hn::Set(d, high);
    for (k = 0; k + lanes <= size; k += lanes) {
        const auto same = hn::Eq(hn::LoadU(d, scores + k), sought);
        if (hn::AllFalse(d, same)) continue;
        found(k + static_cast<std::size_t>(hn::FindFirstTrue(d, same)), hn::CountTrue(d, same));
    }
    for (; k < size; ++k) {
        if (scores[k] == high) found(k, 1);
    }
    out.isShared = count > 1;
    return out;
}

LargestScore FloatLargest(const float* scores, std::size_t size) {
    return largest(scores, size);
}

LargestScore DoubleLargest(const double* scores, std::size_t size) {
    return largest(scores, size);
}

}  // namespace diagonal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace diagonal {

HWY_EXPORT(FloatRange);
HWY_EXPORT(DoubleRange);
HWY_EXPORT(FloatLargest);
HWY_EXPORT(DoubleLargest);

RowRange rangeOfLongRow(std::span<const float> row) {
    return HWY_DYNAMIC_DISPATCH(FloatRange)(row.data(), row.size());
}

RowRange rangeOfLongRow(std::span<const double> row) {
    return HWY_DYNAMIC_DISPATCH(DoubleRange)(row.data(), row.size());
}

LargestScore largestOfLongRow(std::span<const float> row) {
    return HWY_DYNAMIC_DISPATCH(FloatLargest)(row.data(), row.size());
}

LargestScore largestOfLongRow(std::span<const double> row) {
    return HWY_DYNAMIC_DISPATCH(DoubleLargest)(row.data(), row.size());
}

}  // namespace diagonal
#endif
