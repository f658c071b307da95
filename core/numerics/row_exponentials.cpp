// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/row_exponentials.h"

#include <cassert>

// Highway compiles the rest of this file once for every kind of processor.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/numerics/row_exponentials.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/numerics/vector_math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace diagonal::HWY_NAMESPACE {

/// Number of interleaved partial sums.
constexpr std::size_t kSums = 8;
using Doubles = hn::CappedTag<double, kSums>;
using NarrowFloats = hn::Rebind<float, Doubles>;

HWY_INLINE hn::Vec<Doubles> loadDoubles(Doubles d, const float* from) {
    return hn::PromoteTo(d, hn::LoadU(NarrowFloats(), from));
}
HWY_INLINE hn::Vec<Doubles> loadDoubles(Doubles d, const double* from) {
    return hn::LoadU(d, from);
}

/// Replaces values by function(values), where `function` takes and returns a vector.
template <typename Function>
HWY_INLINE void replaceEach(double* values, std::size_t count, const Function& function) {
    const Doubles d;
    const std::size_t lanes = hn::Lanes(d);
    std::size_t i = 0;
    for (; i + lanes <= count; i += lanes)
        hn::StoreU(function(hn::LoadU(d, values + i)), d, values + i);
    if (i == count) return;
    double end[kSums] = {};
    for (std::size_t k = 0; i + k < count; ++k)
        end[k] = values[i + k];
    hn::StoreU(function(hn::LoadU(d, end)), d, end);
    for (std::size_t k = 0; i + k < count; ++k)
        values[i + k] = end[k];
}

/// Returns the sum of the partial sums, in the order of laneSum().
HWY_INLINE double total(const double* s) {
    return ((s[0] + s[1]) + (s[2] + s[3])) + ((s[4] + s[5]) + (s[6] + s[7]));
}

/// Sums of values and of their squares by interleaved partial sums.
class TwoSums {
public:
    /// Adds kSums values.
    HWY_INLINE void add(const double* e) {
        const Doubles d;
        for (std::size_t i = 0; i < kSums; i += hn::Lanes(d)) {
            const auto value = hn::LoadU(d, e + i);
            hn::StoreU(hn::Add(hn::LoadU(d, m_sums + i), value), d, m_sums + i);
            hn::StoreU(hn::MulAdd(value, value, hn::LoadU(d, m_squares + i)), d, m_squares + i);
        }
    }
    HWY_INLINE double sum() const { return total(m_sums); }
    HWY_INLINE double squares() const { return total(m_squares); }

private:
    double m_sums[kSums] = {};
    double m_squares[kSums] = {};
};

/// Exponentiates a row. A vector at a time is stored, then summed.
template <typename T>
HWY_INLINE void exponentiateLong(const T* z, std::size_t classes, double top, double b, double* e,
                                 double& sum, double& squares) {
    const Doubles d;
    const std::size_t lanes = hn::Lanes(d);
    const auto largest = hn::Set(d, top);
    const auto scale = hn::Set(d, b);
    TwoSums sums;
    std::size_t k = 0;
    for (; k + kSums <= classes; k += kSums) {
        for (std::size_t i = k; i < k + kSums; i += lanes) {
            const auto distance = hn::Sub(loadDoubles(d, z + i), largest);
            hn::StoreU(exponential(d, hn::Mul(distance, scale)), d, e + i);
        }
        sums.add(e + k);
    }
    sum = sums.sum();
    squares = sums.squares();
    const std::size_t whole = k;
    for (; k < classes; ++k)
        e[k] = (static_cast<double>(z[k]) - top) * b;
    replaceEach(e + whole, classes - whole, [d](auto x) { return exponential(d, x); });
    for (k = whole; k < classes; ++k) {
        sum += e[k];
        squares += e[k] * e[k];
    }
}

template <typename T>
HWY_INLINE void exponentiateRowsOf(const T* z, std::size_t classes, const double* tops, double b,
                                   std::size_t rows, double* e, double* sums, double* squares) {
    for (std::size_t row = 0; row < rows; ++row) {
        exponentiateLong(z + row * classes, classes, tops[row], b, e + row * classes, sums[row],
                         squares[row]);
    }
}

void ExponentiateFloatRows(const float* z, std::size_t classes, const double* tops, double b,
                           std::size_t rows, double* e, double* sums, double* squares) {
    exponentiateRowsOf(z, classes, tops, b, rows, e, sums, squares);
}

void ExponentiateDoubleRows(const double* z, std::size_t classes, const double* tops, double b,
                            std::size_t rows, double* e, double* sums, double* squares) {
    exponentiateRowsOf(z, classes, tops, b, rows, e, sums, squares);
}

template <typename T>
HWY_INLINE void softmaxColumnsOf(const T* scores, std::size_t stride, std::size_t width,
                                 const double* tops, const double* sums, double b, std::size_t rows,
                                 double* p) {
    const Doubles d;
    const std::size_t lanes = hn::Lanes(d);
    const auto scale = hn::Set(d, b);
    const auto one = hn::Set(d, 1.0);
    // Rows are too far apart for the hardware prefetcher.
    constexpr std::size_t ahead = 16;
    for (std::size_t row = 0; row < rows; ++row, scores += stride, p += width) {
        if (row + ahead < rows) hwy::Prefetch(scores + ahead * stride);
        const auto top = hn::Set(d, tops[row]);
        const auto sum = hn::Set(d, sums[row]);
        const auto probability = [&](auto z) {
            const auto e = exponential(d, hn::Mul(hn::Sub(z, top), scale));
            return hn::Min(hn::Div(e, sum), one);
        };
        std::size_t k = 0;
        for (; k + lanes <= width; k += lanes)
            hn::StoreU(probability(loadDoubles(d, scores + k)), d, p + k);
        if (k == width) continue;
        double end[kSums] = {};
        for (std::size_t i = 0; i < lanes; ++i)
            end[i] = k + i < width ? static_cast<double>(scores[k + i]) : tops[row];
        hn::StoreU(probability(hn::LoadU(d, end)), d, end);
        for (std::size_t i = 0; k + i < width; ++i)
            p[k + i] = end[i];
    }
}

void SoftmaxFloatColumns(const float* scores, std::size_t stride, std::size_t width,
                         const double* tops, const double* sums, double b, std::size_t rows,
                         double* p) {
    softmaxColumnsOf(scores, stride, width, tops, sums, b, rows, p);
}

void SoftmaxDoubleColumns(const double* scores, std::size_t stride, std::size_t width,
                          const double* tops, const double* sums, double b, std::size_t rows,
                          double* p) {
    softmaxColumnsOf(scores, stride, width, tops, sums, b, rows, p);
}

void TakeLogarithms(double* values, std::size_t count) {
    const Doubles d;
    replaceEach(values, count, [d](auto x) {
        // hn::Log() does not take 0.
        const auto isZero = hn::Eq(x, hn::Zero(d));
        const auto logarithm = hn::Log(d, hn::IfThenElse(isZero, hn::Set(d, 1.0), x));
        return hn::IfThenElse(isZero, hn::Neg(hn::Inf(d)), logarithm);
    });
}

}  // namespace diagonal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace diagonal {

HWY_EXPORT(ExponentiateFloatRows);
HWY_EXPORT(ExponentiateDoubleRows);
HWY_EXPORT(SoftmaxFloatColumns);
HWY_EXPORT(SoftmaxDoubleColumns);
HWY_EXPORT(TakeLogarithms);

void exponentiateRows(std::span<const float> scores, std::size_t classes,
                      std::span<const double> tops, double b, const RowExponentials& out) {
    assert(scores.size() == tops.size() * classes && out.each.size() == scores.size());
    HWY_DYNAMIC_DISPATCH(ExponentiateFloatRows)
    (scores.data(), classes, tops.data(), b, tops.size(), out.each.data(), out.sums.data(),
     out.squares.data());
}

void exponentiateRows(std::span<const double> scores, std::size_t classes,
                      std::span<const double> tops, double b, const RowExponentials& out) {
    assert(scores.size() == tops.size() * classes && out.each.size() == scores.size());
    HWY_DYNAMIC_DISPATCH(ExponentiateDoubleRows)
    (scores.data(), classes, tops.data(), b, tops.size(), out.each.data(), out.sums.data(),
     out.squares.data());
}

void softmaxColumns(const float* scores, std::size_t stride, std::size_t width,
                    std::span<const double> tops, std::span<const double> sums, double b,
                    std::span<double> p) {
    assert(tops.size() == sums.size() && p.size() == tops.size() * width);
    HWY_DYNAMIC_DISPATCH(SoftmaxFloatColumns)
    (scores, stride, width, tops.data(), sums.data(), b, tops.size(), p.data());
}

void softmaxColumns(const double* scores, std::size_t stride, std::size_t width,
                    std::span<const double> tops, std::span<const double> sums, double b,
                    std::span<double> p) {
    assert(tops.size() == sums.size() && p.size() == tops.size() * width);
    HWY_DYNAMIC_DISPATCH(SoftmaxDoubleColumns)
    (scores, stride, width, tops.data(), sums.data(), b, tops.size(), p.data());
}

void takeLogarithms(std::span<double> values) {
    HWY_DYNAMIC_DISPATCH(TakeLogarithms)(values.data(), values.size());
}

}  // namespace diagonal
#endif
