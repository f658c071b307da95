// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/exponential_sums.h"

#include <cassert>

// Highway compiles the rest of this file once for every kind of processor.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/numerics/exponential_sums.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/numerics/vector_math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace diagonal::HWY_NAMESPACE {
/// Implements addBlocks(). Four vectors at once share the constants and keep the pipelines busy;
/// they divide the rows of a block evenly.
void AddBlocks(const float* HWY_RESTRICT distances, std::size_t others, double b,
               float* HWY_RESTRICT sums, std::size_t rows) {
    const hn::CappedTag<float, kBlockRows / 4> d;
    const std::size_t lanes = hn::Lanes(d);
    const auto scale = hn::Set(d, static_cast<float>(b * kLog2E));
    for (std::size_t row = 0; row < rows; row += 4 * lanes) {
        const float* column = distances + row / kBlockRows * kBlockRows * others + row % kBlockRows;
        auto s0 = hn::Zero(d);
        auto s1 = hn::Zero(d);
        auto s2 = hn::Zero(d);
        auto s3 = hn::Zero(d);
        for (std::size_t j = 0; j < others; ++j, column += kBlockRows) {
            s0 = hn::Add(s0, exp2(d, hn::Mul(hn::LoadU(d, column), scale)));
            s1 = hn::Add(s1, exp2(d, hn::Mul(hn::LoadU(d, column + lanes), scale)));
            s2 = hn::Add(s2, exp2(d, hn::Mul(hn::LoadU(d, column + 2 * lanes), scale)));
            s3 = hn::Add(s3, exp2(d, hn::Mul(hn::LoadU(d, column + 3 * lanes), scale)));
        }
        hn::StoreU(s0, d, sums + row);
        hn::StoreU(s1, d, sums + row + lanes);
        hn::StoreU(s2, d, sums + row + 2 * lanes);
        hn::StoreU(s3, d, sums + row + 3 * lanes);
    }
}

using Floats = hn::ScalableTag<float>;
using Doubles = hn::ScalableTag<double>;

/// Tag for vectors with as many floats as a vector of doubles has lanes.
using NarrowFloats = hn::Rebind<float, Doubles>;

/// Returns z - top as floats.
HWY_INLINE hn::Vec<Floats> floatDistance(Floats d, const float* z, double top) {
    return hn::Sub(hn::LoadU(d, z), hn::Set(d, static_cast<float>(top)));
}
HWY_INLINE hn::Vec<NarrowFloats> floatDistance(NarrowFloats d, const double* z, double top) {
    const Doubles wide;
    const auto distance = hn::Sub(hn::LoadU(wide, z), hn::Set(wide, top));
    // An infinite distance must become one that float can hold.
    return hn::DemoteTo(d, hn::Max(distance, hn::Set(wide, -1e30)));
}

/// The end of a row that does not fill a vector, padded with values whose exponentials vanish.
template <typename T>
class PaddedEnd {
public:
    HWY_INLINE PaddedEnd(const T* from, const T* end) {
        for (std::size_t i = 0; i < kMostLanes; ++i)
            m_values[i] = from + i < end ? from[i] : static_cast<T>(-1e38);
    }
    HWY_INLINE const T* data() const { return m_values; }

private:
    static constexpr std::size_t kMostLanes = HWY_MAX_BYTES / sizeof(float);
    T m_values[kMostLanes];
};

template <typename D, typename T>
HWY_INLINE void addRowsOf(D d, const T* scores, std::size_t classes, const double* tops, double b,
                          float* sums, std::size_t rows) {
    const std::size_t lanes = hn::Lanes(d);
    const auto scale = hn::Set(d, static_cast<float>(b * kLog2E));
    for (std::size_t row = 0; row < rows; ++row) {
        const T* z = scores + row * classes;
        const T* const end = z + classes;
        const double top = tops[row];
        auto s0 = hn::Zero(d);
        auto s1 = hn::Zero(d);
        auto s2 = hn::Zero(d);
        auto s3 = hn::Zero(d);
        for (; z + 4 * lanes <= end; z += 4 * lanes) {
            s0 = hn::Add(s0, exp2(d, hn::Mul(floatDistance(d, z, top), scale)));
            s1 = hn::Add(s1, exp2(d, hn::Mul(floatDistance(d, z + lanes, top), scale)));
            s2 = hn::Add(s2, exp2(d, hn::Mul(floatDistance(d, z + 2 * lanes, top), scale)));
            s3 = hn::Add(s3, exp2(d, hn::Mul(floatDistance(d, z + 3 * lanes, top), scale)));
        }
        for (; z < end; z += lanes) {
            const PaddedEnd<T> padded(z, end);
            s0 = hn::Add(s0, exp2(d, hn::Mul(floatDistance(d, padded.data(), top), scale)));
        }
        const auto sum = hn::SumOfLanes(d, hn::Add(hn::Add(s0, s1), hn::Add(s2, s3)));
        const float others = hn::GetLane(sum) - 1;
        sums[row] = others > 0 ? others : 0;
    }
}

void AddFloatRows(const float* scores, std::size_t classes, const double* tops, double b,
                  float* sums, std::size_t rows) {
    addRowsOf(Floats(), scores, classes, tops, b, sums, rows);
}

void AddDoubleRows(const double* scores, std::size_t classes, const double* tops, double b,
                   float* sums, std::size_t rows) {
    addRowsOf(NarrowFloats(), scores, classes, tops, b, sums, rows);
}

void AddOctaves(const double* distances, std::size_t n, const double* bs, std::size_t nodes,
                double* sums) {
    static_assert(kOctaves == 7);
    const Doubles d;
    const std::size_t lanes = hn::Lanes(d);
    for (std::size_t c = 0; c < nodes; ++c) {
        const auto scale = hn::Set(d, bs[c] * kLog2E);
        auto s0 = hn::Zero(d);
        auto s1 = s0, s2 = s0, s3 = s0, s4 = s0, s5 = s0, s6 = s0;
        const double* z = distances;
        const double* const end = distances + n;
        while (z < end) {
            const bool whole = z + lanes <= end;
            auto e = whole
                         ? exp2(d, hn::Mul(hn::LoadU(d, z), scale))
                         : exp2(d, hn::Mul(hn::LoadU(d, PaddedEnd<double>(z, end).data()), scale));
            s0 = hn::Add(s0, e);
            e = hn::Mul(e, e);
            s1 = hn::Add(s1, e);
            e = hn::Mul(e, e);
            s2 = hn::Add(s2, e);
            e = hn::Mul(e, e);
            s3 = hn::Add(s3, e);
            e = hn::Mul(e, e);
            s4 = hn::Add(s4, e);
            e = hn::Mul(e, e);
            s5 = hn::Add(s5, e);
            s6 = hn::MulAdd(e, e, s6);
            z += lanes;
        }
        sums[c] += hn::GetLane(hn::SumOfLanes(d, s0));
        sums[nodes + c] += hn::GetLane(hn::SumOfLanes(d, s1));
        sums[2 * nodes + c] += hn::GetLane(hn::SumOfLanes(d, s2));
        sums[3 * nodes + c] += hn::GetLane(hn::SumOfLanes(d, s3));
        sums[4 * nodes + c] += hn::GetLane(hn::SumOfLanes(d, s4));
        sums[5 * nodes + c] += hn::GetLane(hn::SumOfLanes(d, s5));
        sums[6 * nodes + c] += hn::GetLane(hn::SumOfLanes(d, s6));
    }
}

void Combine(const float* HWY_RESTRICT columns, std::size_t stride, const float* weights,
             std::size_t count, float* HWY_RESTRICT out, float* HWY_RESTRICT spread,
             std::size_t rows) {
    const Floats d;
    const std::size_t lanes = hn::Lanes(d);
    std::size_t i = 0;
    for (; i + lanes <= rows; i += lanes) {
        auto sum = hn::Zero(d);
        auto absolute = hn::Zero(d);
        for (std::size_t c = 0; c < count; ++c) {
            const auto weight = hn::Set(d, weights[c]);
            const auto value = hn::LoadU(d, columns + c * stride + i);
            sum = hn::MulAdd(weight, value, sum);
            absolute = hn::MulAdd(hn::Abs(weight), value, absolute);
        }
        hn::StoreU(sum, d, out + i);
        hn::StoreU(absolute, d, spread + i);
    }
    for (; i < rows; ++i) {
        out[i] = spread[i] = 0;
        for (std::size_t c = 0; c < count; ++c) {
            const float product = weights[c] * columns[c * stride + i];
            out[i] += product;
            spread[i] += product < 0 ? -product : product;
        }
    }
}

}  // namespace diagonal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace diagonal {

HWY_EXPORT(AddBlocks);
HWY_EXPORT(AddFloatRows);
HWY_EXPORT(AddDoubleRows);
HWY_EXPORT(AddOctaves);
HWY_EXPORT(Combine);

void addBlocks(std::span<const float> distances, std::size_t others, double b,
               std::span<float> sums) {
    assert(sums.size() % kBlockRows == 0 && distances.size() == sums.size() * others);
    HWY_DYNAMIC_DISPATCH(AddBlocks)(distances.data(), others, b, sums.data(), sums.size());
}

void addRows(std::span<const float> scores, std::size_t classes, std::span<const double> tops,
             double b, std::span<float> sums) {
    assert(scores.size() == sums.size() * classes && tops.size() == sums.size());
    HWY_DYNAMIC_DISPATCH(AddFloatRows)
    (scores.data(), classes, tops.data(), b, sums.data(), sums.size());
}

void addRows(std::span<const double> scores, std::size_t classes, std::span<const double> tops,
             double b, std::span<float> sums) {
    assert(scores.size() == sums.size() * classes && tops.size() == sums.size());
    HWY_DYNAMIC_DISPATCH(AddDoubleRows)
    (scores.data(), classes, tops.data(), b, sums.data(), sums.size());
}

void addOctaves(std::span<const double> distances, std::span<const double> bs,
                std::span<double> sums) {
    assert(sums.size() == bs.size() * kOctaves);
    HWY_DYNAMIC_DISPATCH(AddOctaves)
    (distances.data(), distances.size(), bs.data(), bs.size(), sums.data());
}

void weightedColumnSum(const float* columns, std::size_t stride, std::span<const float> weights,
                       std::span<float> out, std::span<float> spread) {
    assert(out.size() == spread.size());
    HWY_DYNAMIC_DISPATCH(Combine)
    (columns, stride, weights.data(), weights.size(), out.data(), spread.data(), out.size());
}

}  // namespace diagonal
#endif
