// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/row_extent.h"

// Highway compiles the rest of this file once for every kind of processor.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/row_extent.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace diagonal::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Nothing of the standard library is called below: its inline functions would be compiled for one
// processor and linked for all.

using Doubles = hn::ScalableTag<double>;

HWY_INLINE hn::Vec<Doubles> doublesAt(const float* scores) {
    const hn::Rebind<float, Doubles> narrow;
    return hn::PromoteTo(Doubles(), hn::LoadU(narrow, scores));
}
HWY_INLINE hn::Vec<Doubles> doublesAt(const double* scores) {
    return hn::LoadU(Doubles(), scores);
}

template <typename T>
HWY_INLINE RowExtent extent(const T* scores, std::size_t size) {
    const Doubles d;
    const std::size_t lanes = hn::Lanes(d);
    RowExtent out;
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

RowExtent FloatExtent(const float* scores, std::size_t size) {
    return extent(scores, size);
}

RowExtent DoubleExtent(const double* scores, std::size_t size) {
    return extent(scores, size);
}

}  // namespace diagonal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace diagonal {

HWY_EXPORT(FloatExtent);
HWY_EXPORT(DoubleExtent);

RowExtent extentOfLongRow(std::span<const float> row) {
    return HWY_DYNAMIC_DISPATCH(FloatExtent)(row.data(), row.size());
}

RowExtent extentOfLongRow(std::span<const double> row) {
    return HWY_DYNAMIC_DISPATCH(DoubleExtent)(row.data(), row.size());
}

}  // namespace diagonal
#endif
