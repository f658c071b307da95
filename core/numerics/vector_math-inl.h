// SPDX-License-Identifier: GPL-3.0-or-later
// Functions on SIMD vectors, included by files that Highway compiles once for every kind of
// processor. They call nothing of the standard library: its inline functions would be compiled for
// one processor and linked for all.
#if defined(DIAGONAL_VECTOR_MATH_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef DIAGONAL_VECTOR_MATH_INL_H
#undef DIAGONAL_VECTOR_MATH_INL_H
#else
#define DIAGONAL_VECTOR_MATH_INL_H
#endif

#include <cstddef>
#include <hwy/contrib/math/math-inl.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace diagonal::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr double kLog2E = 1.4426950408889634;

/// Coefficients of a polynomial for (2^f - 1) / f, |f| <= 1/2, interpolated at Chebyshev nodes,
/// constant term first. The relative errors of 2^f are 5e-9 (float) and 8e-18 (double).
constexpr float kExp2Float[] = {0.6931471880262288F,    0.24022650760568126F,
                                0.05550357114219078F,   0.009618082557277852F,
                                0.0013390863364671234F, 0.0001545316294512069F};
constexpr double kExp2Double[] = {
    0.6931471805599453,     0.24022650695910097,   0.0555041086648216,    0.009618129107606888,
    0.0013333558146416936,  0.0001540353044173605, 1.525273382983612e-05, 1.321544258792169e-06,
    1.0178062445845774e-07, 7.072585949269223e-09, 4.4549605981865186e-10};

/// Returns 1 + f * polynomial(f).
template <typename D, typename T, std::size_t N>
HWY_INLINE hn::Vec<D> onePlusProduct(D d, hn::Vec<D> f, const T (&coefficients)[N]) {
    auto sum = hn::Set(d, coefficients[N - 1]);
    for (std::size_t i = N - 1; i > 0; --i)
        sum = hn::MulAdd(sum, f, hn::Set(d, coefficients[i - 1]));
    return hn::MulAdd(sum, f, hn::Set(d, T{1}));
}

/// Returns 2^f for |f| <= 1/2.
template <typename D>
HWY_INLINE hn::Vec<D> mantissa(D d, hn::Vec<D> f) {
    if constexpr (sizeof(hn::TFromD<D>) == sizeof(float)) {
        return onePlusProduct(d, f, kExp2Float);
    } else {
        return onePlusProduct(d, f, kExp2Double);
    }
}

/// Adding it moves the integer part of a number into the lowest bits of the sum.
template <typename T>
constexpr T kMagic = sizeof(T) == sizeof(float) ? T(12582912) : T(6755399441055744);

/// Returns `value` times 2^n for the integer n whose sum with kMagic is `shifted`. Requires a
/// normal product.
template <typename D>
HWY_INLINE hn::Vec<D> timesPowerOfTwo(D d, hn::Vec<D> value, hn::Vec<D> shifted) {
    constexpr bool isFloat = sizeof(hn::TFromD<D>) == sizeof(float);
    const hn::RebindToUnsigned<D> du;
    const auto power = hn::ShiftLeft < isFloat ? 23 : 52 > (hn::BitCast(du, shifted));
    return hn::BitCast(d, hn::Add(hn::BitCast(du, value), power));
}

/// Returns 2^t for t <= 0, but at least 2^-125 (float) or 2^-1020 (double).
template <typename D>
HWY_INLINE hn::Vec<D> exp2(D d, hn::Vec<D> t) {
    using T = hn::TFromD<D>;
    constexpr T least = sizeof(T) == sizeof(float) ? T{-125} : T{-1020};
    const auto clamped = hn::Max(t, hn::Set(d, least));
    const auto magic = hn::Set(d, kMagic<T>);
    const auto shifted = hn::Add(clamped, magic);
    const auto f = hn::Sub(clamped, hn::Sub(shifted, magic));
    return timesPowerOfTwo(d, mantissa(d, f), shifted);
}

/// Returns e^x of doubles x <= 0 to about one unit in the last place; 0 where x is -infinity.
template <typename D>
HWY_INLINE hn::Vec<D> exponential(D d, hn::Vec<D> x) {
    // log 2 in two parts; the product of the first with an integer below 2^11 is exact.
    constexpr double ln2High = 0x1.62e42fefa3800p-1;
    constexpr double ln2Low = 0x1.ef35793c76730p-45;
    constexpr double vanishes = -746;  // below the logarithm of the smallest subnormal
    const auto clamped = hn::Max(x, hn::Set(d, vanishes));
    const auto magic = hn::Set(d, kMagic<double>);
    const auto shifted = hn::MulAdd(clamped, hn::Set(d, kLog2E), magic);
    const auto n = hn::Sub(shifted, magic);
    const auto rest =
        hn::NegMulAdd(n, hn::Set(d, ln2Low), hn::NegMulAdd(n, hn::Set(d, ln2High), clamped));
    const auto scaled = mantissa(d, hn::Mul(rest, hn::Set(d, kLog2E)));
    constexpr double leastNormal = -708;
    if (HWY_LIKELY(hn::AllFalse(d, hn::Lt(x, hn::Set(d, leastNormal))))) {
        return timesPowerOfTwo(d, scaled, shifted);
    }
    const auto larger = timesPowerOfTwo(d, scaled, hn::Add(shifted, hn::Set(d, 600.0)));
    return hn::Mul(larger, hn::Set(d, 0x1p-600));
}

}  // namespace diagonal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
