// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/likelihood_terms.h"

#include <cassert>

// Highway compiles the rest of this file once for every kind of processor.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/numerics/likelihood_terms.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/numerics/vector_math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace diagonal::HWY_NAMESPACE {

using Doubles = hn::CappedTag<double, 8>;
using NarrowFloats = hn::Rebind<float, Doubles>;
using Vector = hn::Vec<Doubles>;
constexpr std::size_t kMostLanes = 8;

HWY_INLINE Vector loadDoubles(Doubles d, const float* from) {
    return hn::PromoteTo(d, hn::LoadU(NarrowFloats(), from));
}
HWY_INLINE Vector loadDoubles(Doubles d, const double* from) {
    return hn::LoadU(d, from);
}

/// Stores the sums of the lanes of each vector.
template <typename... Vectors>
HWY_INLINE void storeSums(Doubles d, double* out, const Vectors&... sums) {
    ((*out++ = hn::GetLane(hn::SumOfLanes(d, sums))), ...);
}

/// Partial sums of e d^k.
struct PartialMoments {
    Vector m0, m1, m2, m3, m4, m5, m6, m7, m8;

    HWY_INLINE explicit PartialMoments(Doubles d)
        : m0(hn::Zero(d)), m1(m0), m2(m0), m3(m0), m4(m0), m5(m0), m6(m0), m7(m0), m8(m0) {}

    HWY_INLINE void add(Doubles d, Vector distance, Vector b, Vector farthest) {
        const auto near = hn::Max(distance, farthest);
        auto term = exp2(d, hn::Mul(near, b));
        m0 = hn::Add(m0, term);
        term = hn::Mul(term, near);
        m1 = hn::Add(m1, term);
        term = hn::Mul(term, near);
        m2 = hn::Add(m2, term);
        term = hn::Mul(term, near);
        m3 = hn::Add(m3, term);
        term = hn::Mul(term, near);
        m4 = hn::Add(m4, term);
        term = hn::Mul(term, near);
        m5 = hn::Add(m5, term);
        term = hn::Mul(term, near);
        m6 = hn::Add(m6, term);
        term = hn::Mul(term, near);
        m7 = hn::Add(m7, term);
        m8 = hn::MulAdd(term, near, m8);
    }
    HWY_INLINE void store(Doubles d, double* out) const {
        storeSums(d, out, m0, m1, m2, m3, m4, m5, m6, m7, m8);
    }
};

template <typename T>
HWY_INLINE void momentsOfRows(const T* z, std::size_t classes, const double* tops, double b,
                              std::size_t rows, double* moments) {
    const Doubles d;
    const std::size_t lanes = hn::Lanes(d);
    const auto scale = hn::Set(d, b * kLog2E);
    // Distances beyond this add nothing, and infinite ones would give 0 times infinity.
    const double most = -700 / b;
    const auto farthest = hn::Set(d, most);
    for (std::size_t row = 0; row < rows; ++row, moments += kTaylorTerms) {
        const auto top = hn::Set(d, tops[row]);
        PartialMoments sums(d);
        std::size_t k = 0;
        for (; k + lanes <= classes; k += lanes)
            sums.add(d, hn::Sub(loadDoubles(d, z + k), top), scale, farthest);
        if (k < classes) {
            double end[kMostLanes];
            for (std::size_t i = 0; i < kMostLanes; ++i)
                end[i] = k + i < classes ? static_cast<double>(z[k + i]) - tops[row] : most;
            sums.add(d, hn::LoadU(d, end), scale, farthest);
        }
        sums.store(d, moments);
        z += classes;
    }
}

void FloatMoments(const float* z, std::size_t classes, const double* tops, double b,
                  std::size_t rows, double* moments) {
    momentsOfRows(z, classes, tops, b, rows, moments);
}

void DoubleMoments(const double* z, std::size_t classes, const double* tops, double b,
                   std::size_t rows, double* moments) {
    momentsOfRows(z, classes, tops, b, rows, moments);
}

/// Adds w times the derivatives of log sum exp(b d), which are cumulants of the distances d, for as
/// many rows as a vector has lanes, to `sums`, a vector for each order.
HWY_INLINE void addCumulants(Doubles d, const PartialMoments& moments, Vector weight,
                             double* sums) {
    const auto inverse = hn::Div(hn::Set(d, 1.0), moments.m0);
    const auto addTo = [&](std::size_t order, Vector value) {
        double* const sum = sums + order * kMostLanes;
        hn::StoreU(hn::MulAdd(weight, value, hn::LoadU(d, sum)), d, sum);
    };
    addTo(0, hn::Log(d, moments.m0));
    // Means and cumulants of order 1 and above, a vector each.
    double means[kTaylorTerms * kMostLanes];
    double cumulants[kTaylorTerms * kMostLanes];
    const auto storeMean = [&](std::size_t n, Vector moment) {
        hn::StoreU(hn::Mul(moment, inverse), d, means + n * kMostLanes);
    };
    storeMean(1, moments.m1);
    storeMean(2, moments.m2);
    storeMean(3, moments.m3);
    storeMean(4, moments.m4);
    storeMean(5, moments.m5);
    storeMean(6, moments.m6);
    storeMean(7, moments.m7);
    storeMean(8, moments.m8);
    for (std::size_t n = 1; n < kTaylorTerms; ++n) {
        auto cumulant = hn::LoadU(d, means + n * kMostLanes);
        double binomial = 1;  // n - 1 over m - 1
        for (std::size_t m = 1; m < n; ++m) {
            const auto product = hn::Mul(hn::LoadU(d, cumulants + m * kMostLanes),
                                         hn::LoadU(d, means + (n - m) * kMostLanes));
            cumulant = hn::NegMulAdd(hn::Set(d, binomial), product, cumulant);
            binomial *= static_cast<double>(n - m) / static_cast<double>(m);
        }
        hn::StoreU(cumulant, d, cumulants + n * kMostLanes);
        addTo(n, cumulant);
    }
}

void BlockDerivatives(const double* distances, std::size_t classes, const double* labelled,
                      const double* weights, double b, double* out) {
    const Doubles d;
    const std::size_t lanes = hn::Lanes(d);
    const auto scale = hn::Set(d, b * kLog2E);
    const auto farthest = hn::Set(d, -700 / b);
    double sums[kTaylorTerms * kMostLanes] = {};
    auto ofLabels = hn::Zero(d);
    for (std::size_t row = 0; row < kDerivativeRows; row += lanes) {
        PartialMoments moments(d);
        for (std::size_t j = 0; j < classes; ++j) {
            const auto distance = hn::LoadU(d, distances + j * kDerivativeRows + row);
            moments.add(d, distance, scale, farthest);
        }
        const auto weight = hn::LoadU(d, weights + row);
        addCumulants(d, moments, weight, sums);
        ofLabels = hn::MulAdd(weight, hn::LoadU(d, labelled + row), ofLabels);
    }
    for (std::size_t k = 0; k < kTaylorTerms; ++k)
        out[k] = hn::GetLane(hn::SumOfLanes(d, hn::LoadU(d, sums + k * kMostLanes)));
    const double ofAllLabels = hn::GetLane(hn::SumOfLanes(d, ofLabels));
    out[0] -= b * ofAllLabels;
    out[1] -= ofAllLabels;
}

/// Partial sums of w times the derivatives by b.
struct PartialDerivatives {
    Vector f0, f1, f2, f3, f4, f5, f6, f7, f8;

    HWY_INLINE explicit PartialDerivatives(Doubles d)
        : f0(hn::Zero(d)), f1(f0), f2(f0), f3(f0), f4(f0), f5(f0), f6(f0), f7(f0), f8(f0) {}

    HWY_INLINE void add(Doubles d, Vector margin, Vector weight, Vector b) {
        const auto one = hn::Set(d, 1.0);
        const auto x = hn::Mul(margin, b);
        const auto e = exponential(d, hn::Neg(hn::Abs(x)));
        const auto inverse = hn::Div(one, hn::Add(one, e));
        // p is the probability of the other class; q = p (1 - p), t = 1 - 2 p.
        const auto isRight = hn::Ge(x, hn::Zero(d));
        const auto p = hn::IfThenElse(isRight, hn::Mul(e, inverse), inverse);
        const auto q = hn::Mul(e, hn::Mul(inverse, inverse));
        const auto t = hn::NegMulAdd(hn::Set(d, 2.0), p, one);
        const auto loss =
            hn::Sub(hn::Log(d, hn::Add(one, e)), hn::IfThenElseZero(hn::Not(isRight), x));
        f0 = hn::MulAdd(weight, loss, f0);
        // The chain rule multiplies each derivative of log(1 + exp(u)), u = -b m, by -m.
        const auto factor = hn::Neg(margin);
        auto power = hn::Mul(weight, factor);
        f1 = hn::MulAdd(power, p, f1);
        power = hn::Mul(power, factor);
        f2 = hn::MulAdd(power, q, f2);
        power = hn::Mul(power, factor);
        f3 = hn::MulAdd(power, hn::Mul(q, t), f3);
        power = hn::Mul(power, factor);
        f4 = hn::MulAdd(power, hn::Mul(q, hn::NegMulAdd(hn::Set(d, 6.0), q, one)), f4);
        power = hn::Mul(power, factor);
        f5 = hn::MulAdd(power, hn::Mul(hn::Mul(q, t), hn::NegMulAdd(hn::Set(d, 12.0), q, one)), f5);
        power = hn::Mul(power, factor);
        const auto sixth = hn::MulAdd(q, hn::MulAdd(q, hn::Set(d, 120.0), hn::Set(d, -30.0)), one);
        f6 = hn::MulAdd(power, hn::Mul(q, sixth), f6);
        power = hn::Mul(power, factor);
        const auto seventh =
            hn::MulAdd(q, hn::MulAdd(q, hn::Set(d, 360.0), hn::Set(d, -60.0)), one);
        f7 = hn::MulAdd(power, hn::Mul(hn::Mul(q, t), seventh), f7);
        power = hn::Mul(power, factor);
        const auto square = hn::MulAdd(q, hn::Set(d, -5040.0), hn::Set(d, 1680.0));
        const auto eighth = hn::MulAdd(q, hn::MulAdd(q, square, hn::Set(d, -126.0)), one);
        f8 = hn::MulAdd(power, hn::Mul(q, eighth), f8);
    }
    HWY_INLINE void store(Doubles d, double* out) const {
        storeSums(d, out, f0, f1, f2, f3, f4, f5, f6, f7, f8);
    }
};

void MarginDerivatives(const double* margins, const double* weights, std::size_t rows, double b,
                       double* out) {
    const Doubles d;
    const std::size_t lanes = hn::Lanes(d);
    const auto scale = hn::Set(d, b);
    PartialDerivatives sums(d);
    std::size_t i = 0;
    for (; i + lanes <= rows; i += lanes)
        sums.add(d, hn::LoadU(d, margins + i), hn::LoadU(d, weights + i), scale);
    if (i < rows) {
        double m[kMostLanes] = {};
        double w[kMostLanes] = {};
        for (std::size_t k = 0; i + k < rows; ++k) {
            m[k] = margins[i + k];
            w[k] = weights[i + k];
        }
        sums.add(d, hn::LoadU(d, m), hn::LoadU(d, w), scale);
    }
    sums.store(d, out);
}

}  // namespace diagonal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace diagonal {

HWY_EXPORT(FloatMoments);
HWY_EXPORT(DoubleMoments);
HWY_EXPORT(BlockDerivatives);
HWY_EXPORT(MarginDerivatives);

void exponentialMoments(std::span<const float> scores, std::size_t classes,
                        std::span<const double> tops, double b, std::span<double> moments) {
    assert(scores.size() == tops.size() * classes && moments.size() == tops.size() * kTaylorTerms);
    HWY_DYNAMIC_DISPATCH(FloatMoments)
    (scores.data(), classes, tops.data(), b, tops.size(), moments.data());
}

void exponentialMoments(std::span<const double> scores, std::size_t classes,
                        std::span<const double> tops, double b, std::span<double> moments) {
    assert(scores.size() == tops.size() * classes && moments.size() == tops.size() * kTaylorTerms);
    HWY_DYNAMIC_DISPATCH(DoubleMoments)
    (scores.data(), classes, tops.data(), b, tops.size(), moments.data());
}

std::array<double, kTaylorTerms> blockDerivatives(std::span<const double> distances,
                                                  std::span<const double> labelled,
                                                  std::span<const double> weights, double b) {
    assert(labelled.size() == kDerivativeRows && weights.size() == kDerivativeRows);
    assert(distances.size() % kDerivativeRows == 0);
    std::array<double, kTaylorTerms> out{};
    HWY_DYNAMIC_DISPATCH(BlockDerivatives)
    (distances.data(), distances.size() / kDerivativeRows, labelled.data(), weights.data(), b,
     out.data());
    return out;
}

std::array<double, kTaylorTerms> marginDerivatives(std::span<const double> margins,
                                                   std::span<const double> weights, double b) {
    assert(margins.size() == weights.size());
    std::array<double, kTaylorTerms> out{};
    HWY_DYNAMIC_DISPATCH(MarginDerivatives)
    (margins.data(), weights.data(), margins.size(), b, out.data());
    return out;
}

}  // namespace diagonal
#endif
