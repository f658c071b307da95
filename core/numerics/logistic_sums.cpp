// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/logistic_sums.h"

#include <cassert>

// Highway compiles the rest of this file once for every kind of processor.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/numerics/logistic_sums.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/numerics/vector_math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace diagonal::HWY_NAMESPACE {

using Doubles = hn::CappedTag<double, 8>;
using Words = hn::RebindToUnsigned<Doubles>;

/// The sums, a vector of partial sums each.
struct VectorSums {
    hn::Vec<Doubles> miss, missX, curve, curveX, curveXX;

    HWY_INLINE explicit VectorSums(Doubles d)
        : miss(hn::Zero(d)), missX(miss), curve(miss), curveX(miss), curveXX(miss) {}

    HWY_INLINE void add(Doubles d, hn::Vec<Words> rows, hn::Vec<Doubles> weight, double intercept,
                        double slope) {
        const Words dw;
        const auto one = hn::Set(d, 1.0);
        const auto c = hn::BitCast(d, hn::ShiftRight<1>(rows));
        const auto isCorrect = hn::And(rows, hn::Set(dw, 1));
        const auto a = hn::IfThenElseZero(hn::RebindMask(d, hn::Ne(isCorrect, hn::Zero(dw))), one);
        const auto x = hn::Log(d, hn::Div(c, hn::Sub(one, c)));
        const auto z = hn::MulAdd(hn::Set(d, slope), x, hn::Set(d, intercept));
        const auto e = exponential(d, hn::Neg(hn::Abs(z)));
        const auto inverse = hn::Div(one, hn::Add(one, e));
        const auto p = hn::IfThenElse(hn::Ge(z, hn::Zero(d)), inverse, hn::Mul(e, inverse));
        const auto missed = hn::Mul(weight, hn::Sub(p, a));
        const auto curved = hn::Mul(weight, hn::Mul(e, hn::Mul(inverse, inverse)));
        const auto curvedX = hn::Mul(curved, x);
        miss = hn::Add(miss, missed);
        missX = hn::MulAdd(missed, x, missX);
        curve = hn::Add(curve, curved);
        curveX = hn::Add(curveX, curvedX);
        curveXX = hn::MulAdd(curvedX, x, curveXX);
    }
};

LogisticSums SumLogistic(const std::uint64_t* rows, const double* weights, std::size_t count,
                         double intercept, double slope) {
    const Doubles d;
    const Words dw;
    const std::size_t lanes = hn::Lanes(d);
    VectorSums sums(d);
    const auto one = hn::Set(d, 1.0);
    std::size_t i = 0;
    for (; i + lanes <= count; i += lanes) {
        const auto weight = weights ? hn::LoadU(d, weights + i) : one;
        sums.add(d, hn::LoadU(dw, rows + i), weight, intercept, slope);
    }
    if (i < count) {
        // Rows of weight 0, with a confidence of 1/2, fill the vector.
        constexpr std::size_t mostLanes = 8;
        constexpr std::uint64_t half = 0x3FE0000000000000ULL << 1;
        std::uint64_t words[mostLanes] = {half, half, half, half, half, half, half, half};
        double ofWords[mostLanes] = {};
        for (std::size_t k = 0; i + k < count; ++k) {
            words[k] = rows[i + k];
            ofWords[k] = weights ? weights[i + k] : 1;
        }
        sums.add(d, hn::LoadU(dw, words), hn::LoadU(d, ofWords), intercept, slope);
    }
    LogisticSums out;
    out.miss = hn::GetLane(hn::SumOfLanes(d, sums.miss));
    out.missX = hn::GetLane(hn::SumOfLanes(d, sums.missX));
    out.curve = hn::GetLane(hn::SumOfLanes(d, sums.curve));
    out.curveX = hn::GetLane(hn::SumOfLanes(d, sums.curveX));
    out.curveXX = hn::GetLane(hn::SumOfLanes(d, sums.curveXX));
    return out;
}

}  // namespace diagonal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace diagonal {

HWY_EXPORT(SumLogistic);

void LogisticSums::add(const LogisticSums& more) {
    miss += more.miss;
    missX += more.missX;
    curve += more.curve;
    curveX += more.curveX;
    curveXX += more.curveXX;
}

LogisticSums logisticSums(std::span<const std::uint64_t> rows, std::span<const double> weights,
                          double intercept, double slope) {
    assert(weights.empty() || weights.size() == rows.size());
    return HWY_DYNAMIC_DISPATCH(SumLogistic)(
        rows.data(), weights.empty() ? nullptr : weights.data(), rows.size(), intercept, slope);
}

}  // namespace diagonal
#endif
