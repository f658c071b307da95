// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/curves/smooth_calibration.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <boost/math/tools/roots.hpp>

#include "core/numerics/intervals.h"
#include "core/numerics/trigonometric_transforms.h"

namespace diagonal {
namespace {

constexpr double kPi = std::numbers::pi;

/// Returns w (a - c).
double residualOf(const SortedOutcomes& outcomes, std::size_t rank) {
    return outcomes.weight(rank) * ((outcomes.isCorrect(rank) ? 1 : 0) - outcomes.confidence(rank));
}

double weightOf(const SortedOutcomes& outcomes, std::size_t rank) {
    return outcomes.weight(rank);
}

/// Returns the variance of w a of a calibrated row.
double varianceOf(const SortedOutcomes& outcomes, std::size_t rank) {
    const double c = outcomes.confidence(rank);
    return outcomes.varianceWeight(rank) * c * (1 - c);
}

using ValueOf = double (*)(const SortedOutcomes&, std::size_t rank);

constexpr std::size_t kMoments = 6;

/// Moments of row values r in equal cells of [0, 1]: moments[m][i] is the sum of r (c - middle)^m
/// over the confidences c in cell i.
using CellMoments = std::array<std::vector<double>, kMoments>;

CellMoments momentsOf(const SortedOutcomes& outcomes, ValueOf valueOf, std::size_t cells) {
    CellMoments moments;
    moments.fill(std::vector<double>(cells));
    const auto count = static_cast<double>(cells);
    for (std::size_t rank = 0; rank < outcomes.size();) {
        const auto cell =
            std::min(static_cast<std::size_t>(outcomes.confidence(rank) * count), cells - 1);
        const double middle = (static_cast<double>(cell) + .5) / count;
        std::array<double, kMoments> sums{};
        for (; rank < outcomes.size(); ++rank) {
            const double c = outcomes.confidence(rank);
            if (static_cast<std::size_t>(c * count) > cell && cell + 1 < cells) break;
            const double d = c - middle;
            double term = valueOf(outcomes, rank);
            for (double& sum : sums) {
                sum += term;
                term *= d;
            }
        }
        for (std::size_t m = 0; m < kMoments; ++m)
            moments[m][cell] = sums[m];
    }
    return moments;
}

/// Cosine coefficients of row values taken as point masses, divided by the weight of all rows. The
/// cosine of each confidence is a Taylor series about the middle of its cell.
class Spectrum {
public:
    Spectrum(const SortedOutcomes& outcomes, ValueOf valueOf, std::size_t cells)
        : m_coefficients(cells) {
        CellMoments moments = momentsOf(outcomes, valueOf, cells);
        const double weight = outcomes.sums().weight;
        std::vector<double> factors(cells, 2 / weight);  // of the m-th derivative, over m!
        factors.front() = 1 / weight;
        for (std::size_t m = 0; m < kMoments; ++m) {
            for (std::size_t k = 0; m > 0 && k < cells; ++k)
                factors[k] *= kPi * static_cast<double>(k) / static_cast<double>(m);
            const auto part = m % 2 == 0 ? cosineTransform(std::move(moments[m]))
                                         : sineTransform(std::move(moments[m]));
            // The derivatives of the cosine: cos, -sin, -cos, sin...
            const double sign = m % 4 == 0 || m % 4 == 3 ? 1 : -1;
            for (std::size_t k = 0; k < cells; ++k)
                m_coefficients[k] += sign * factors[k] * part[k];
        }
    }

    /// Returns the coefficients of cos(k pi t), k below `count` or the number of cells.
    std::span<const double> first(std::size_t count) const {
        return std::span(m_coefficients).first(std::min(count, m_coefficients.size()));
    }

private:
    std::vector<double> m_coefficients;
};

/// The series sum_k a_k cos(k pi t) and its integrals.
class CosineSeries {
public:
    explicit CosineSeries(std::vector<double> coefficients)
        : m_coefficients(std::move(coefficients)) {}

    double at(double t) const {
        // Clenshaw's recurrence.
        const double twice = 2 * std::cos(kPi * t);
        double b1 = 0;
        double b2 = 0;
        for (std::size_t k = m_coefficients.size() - 1; k > 0; --k) {
            const double b = m_coefficients[k] + twice * b1 - b2;
            b2 = b1;
            b1 = b;
        }
        return m_coefficients[0] + twice / 2 * b1 - b2;
    }

    /// Returns the integral of the absolute value from 0 to 1, from the values, the integrals and
    /// the derivatives at equal steps, about eight for the shortest wave.
    double absoluteIntegral() const {
        const std::size_t steps = std::bit_ceil(8 * (m_coefficients.size() + 2));
        std::vector<double> a(m_coefficients);
        a.resize(steps + 1);
        std::vector<double> integrals(steps + 1);
        std::vector<double> slopes(steps + 1);
        for (std::size_t k = 1; k < m_coefficients.size(); ++k) {
            const double frequency = kPi * static_cast<double>(k);
            integrals[k] = a[k] / frequency;
            slopes[k] = -a[k] * frequency;
        }
        integrals = sineSeries(integrals);
        slopes = sineSeries(slopes);
        const std::vector<double> values = cosineSeries(a);
        const double step = 1 / static_cast<double>(steps);
        for (std::size_t i = 0; i <= steps; ++i)
            integrals[i] += m_coefficients[0] * step * static_cast<double>(i);
        const double noise = 1e-13 * magnitude();
        double sum = 0;
        double integral = 0;
        for (std::size_t i = 0; i < steps; ++i) {
            // Where the series is zero up to rounding, every step might seem to cross zero.
            const bool isNoise = std::abs(values[i]) <= noise && std::abs(values[i + 1]) <= noise;
            if ((values[i] < 0) == (values[i + 1] < 0) || isNoise) continue;
            const double there = extremeBetween(
                {integrals[i], step * values[i], step * step * slopes[i]},
                {integrals[i + 1], step * values[i + 1], step * step * slopes[i + 1]});
            sum += std::abs(there - integral);
            integral = there;
        }
        return sum + std::abs(integrals[steps] - integral);
    }

private:
    /// Value and first two derivatives of a function at an end of [0, 1].
    struct End {
        double value = 0, first = 0, second = 0;
    };

    /// Returns the extreme value of a function whose derivative changes its sign in [0, 1]: that of
    /// the polynomial of fifth degree with these ends.
    static double extremeBetween(const End& from, const End& to) {
        const double rise = to.value - from.value;
        const std::array<double, 6> c{
            from.value,
            from.first,
            from.second / 2,
            10 * rise - 6 * from.first - 4 * to.first - (3 * from.second - to.second) / 2,
            -15 * rise + 8 * from.first + 7 * to.first + (3 * from.second - 2 * to.second) / 2,
            6 * rise - 3 * (from.first + to.first) - (from.second - to.second) / 2};
        const auto slopeAt = [&](double u) {
            return c[1] + u * (2 * c[2] + u * (3 * c[3] + u * (4 * c[4] + u * 5 * c[5])));
        };
        double low = 0;
        double high = 1;
        constexpr int halvings = 30;  // the value changes with the square of the error
        for (int i = 0; i < halvings; ++i) {
            const double middle = (low + high) / 2;
            ((slopeAt(middle) < 0) == (from.first < 0) ? low : high) = middle;
        }
        const double u = (low + high) / 2;
        return c[0] + u * (c[1] + u * (c[2] + u * (c[3] + u * (c[4] + u * c[5]))));
    }

    /// Returns an upper bound of all absolute values.
    double magnitude() const {
        double sum = 0;
        for (const double coefficient : m_coefficients)
            sum += std::abs(coefficient);
        return sum;
    }

    std::vector<double> m_coefficients;
};

/// Returns the values smoothed by the reflected Gaussian, divided by the weight of all rows.
CosineSeries smoothed(const Spectrum& spectrum, double bandwidth) {
    // For k pi s above this, the damping exp(-(k pi s)^2 / 2) is below 1e-17.
    constexpr double negligible = 8.9;
    const auto count = static_cast<std::size_t>(negligible / (kPi * bandwidth)) + 2;
    const auto coefficients = spectrum.first(count);
    std::vector<double> damped(coefficients.begin(), coefficients.end());
    for (std::size_t k = 1; k < damped.size(); ++k) {
        const double x = static_cast<double>(k) * kPi * bandwidth;
        damped[k] *= std::exp(-x * x / 2);
    }
    return CosineSeries(std::move(damped));
}

/// Returns the Gaussian of `bandwidth` about `centre`, reflected at 0 and 1, at t.
double reflectedGaussian(double t, double centre, double bandwidth) {
    const auto gaussian = [&](double distance) {
        const double x = distance / bandwidth;
        return std::exp(-x * x / 2) / (std::sqrt(2 * kPi) * bandwidth);
    };
    constexpr int images = 5;  // enough for bandwidths up to 1
    double sum = 0;
    for (int i = -images; i <= images; ++i)
        sum += gaussian(t - centre - 2 * i) + gaussian(t + centre - 2 * i);
    return sum;
}

/// Sums of r_i K(t, c_i)^2 divided by the weight of all rows, where K is the Gaussian of
/// `bandwidth` reflected at 0 and 1. The product of the Gaussians about two images of c is a
/// Gaussian about their midpoint, narrower by the root of 2. The products of an image and its
/// reflection lie about 0 and 1, where they are as large as the squares. If N is the narrower
/// reflected Gaussian and V(t) the sum of r_i N(t, c_i), the result is
/// [N(0,0) V(t) + N(0,1) V(1 - t) + N(t,0) V(0) + N(t,1) V(1)] / 4.
class SquaredKernelSums {
public:
    SquaredKernelSums(const Spectrum& spectrum, double bandwidth)
        : m_bandwidth(bandwidth / std::numbers::sqrt2),
          m_series(smoothed(spectrum, m_bandwidth)),
          m_atZero(m_series.at(0)),
          m_atOne(m_series.at(1)) {}

    double at(double t) const {
        const auto narrow = [&](double s, double c) {
            return reflectedGaussian(s, c, m_bandwidth);
        };
        return (narrow(0, 0) * m_series.at(t) + narrow(0, 1) * m_series.at(1 - t) +
                narrow(t, 0) * m_atZero + narrow(t, 1) * m_atOne) /
               4;
    }

private:
    double m_bandwidth;
    CosineSeries m_series;
    double m_atZero;
    double m_atOne;
};

/// Returns the solution in the range of bandwidths for which `spectrum` has enough cells; none if
/// it lies below `least`.
std::optional<double> solvedBandwidth(const Spectrum& spectrum, double least, double tolerance,
                                      double& excessAtLeast, Continuation& continuation) {
    const auto excess = [&](double bandwidth) {
        if (!continuation.goesOn()) return 0.0;
        return smoothed(spectrum, bandwidth).absoluteIntegral() - bandwidth;
    };
    double high = 1;
    double low = high;
    double atHigh = excess(high);
    double atLow = atHigh;
    while (atLow <= 0) {
        excessAtLeast = atLow;
        if (low <= least) return std::nullopt;
        high = low;
        atHigh = atLow;
        low = std::max(low / 2, least);
        atLow = excess(low);
    }
    if (atHigh == 0 || low == high) return high;
    std::uintmax_t steps = 100;
    const auto bracket = boost::math::tools::toms748_solve(
        excess, low, high, atLow, atHigh,
        [&](double a, double b) { return std::abs(b - a) <= tolerance; }, steps);
    return (bracket.first + bracket.second) / 2;
}

constexpr std::size_t kFewCells = 4096;
constexpr std::size_t kManyCells = 65536;
constexpr double kLeastInFewCells = .01;

}  // namespace

SmoothError smoothError(const SortedOutcomes& outcomes, const SmoothPrecision& precision,
                        Continuation& continuation) {
    double excess = 0;
    const double leastInFew = std::max(precision.least, precision.isCoarse ? 0 : kLeastInFewCells);
    const auto solved = solvedBandwidth(Spectrum(outcomes, residualOf, kFewCells), leastInFew,
                                        precision.tolerance, excess, continuation);
    if (continuation.isStopped()) return {};
    if (solved) return {*solved, *solved, false};
    if (leastInFew == precision.least) return {excess + leastInFew, leastInFew, true};
    const auto fine = solvedBandwidth(Spectrum(outcomes, residualOf, kManyCells), precision.least,
                                      precision.tolerance, excess, continuation);
    if (fine) return {*fine, *fine, false};
    return {excess + precision.least, precision.least, true};
}

CalibrationCurve smoothCurve(const SortedOutcomes& outcomes, double level) {
    const SmoothError error = smoothError(outcomes);
    const double width = error.bandwidth;
    const Spectrum residuals(outcomes, residualOf, kManyCells);
    const Spectrum weights(outcomes, weightOf, kManyCells);
    const Spectrum variances(outcomes, varianceOf, kManyCells);
    const CosineSeries residual = smoothed(residuals, width);
    const CosineSeries density = smoothed(weights, width);
    const SquaredKernelSums variance(variances, width);
    const double flat = 2 * std::sqrt(kPi) * width;  // 1 / integral of K^2
    const OutcomeSums all = outcomes.sums();
    const double z = std::sqrt(chiSquareOneQuantile(level));
    constexpr int steps = 400;
    const double fewestRows = std::clamp(all.effectiveCount() / 100, 4.0, 20.0);
    CalibrationCurve curve;
    bool drawing = false;
    for (int i = 0; i <= steps; ++i) {
        const double t = static_cast<double>(i) / steps;
        const double d = density.at(t);
        const bool enough = d * flat * all.effectiveCount() >= fewestRows;
        if (enough && !drawing) {
            curve.strokes.emplace_back();
            curve.band.emplace_back();
        }
        drawing = enough;
        if (!enough) continue;
        const double deviation = rootOf(variance.at(t) / all.weight) / d;
        curve.strokes.back().push_back({t, std::clamp(t + residual.at(t) / d, 0.0, 1.0)});
        curve.band.back().push_back(
            {t, std::max(0.0, t - z * deviation), std::min(1.0, t + z * deviation)});
    }
    curve.scores = {{"smece", error.error}};
    return curve;
}

}  // namespace diagonal
