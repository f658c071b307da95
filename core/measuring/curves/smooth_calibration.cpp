// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/curves/smooth_calibration.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <span>
#include <vector>

#include <boost/math/tools/roots.hpp>

#include "core/numerics/intervals.h"

namespace diagonal {
namespace {

constexpr double kPi = std::numbers::pi;

/// Moments about `middle` of the values r of rows with similar confidences c.
struct Cell {
    double middle = 0;
    double sum = 0;
    double first = 0;   ///< sum r (c - middle)
    double second = 0;  ///< sum r (c - middle)^2
    double third = 0;
};

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

std::vector<Cell> cellsOf(const SortedOutcomes& outcomes, ValueOf valueOf, double most) {
    const bool few = static_cast<double>(outcomes.size()) <= most;
    std::vector<Cell> cells;
    for (std::size_t rank = 0; rank < outcomes.size(); ++rank) {
        const double c = outcomes.confidence(rank);
        const double middle = few ? c : (std::min(std::floor(c * most), most - 1) + .5) / most;
        if (cells.empty() || cells.back().middle != middle) cells.push_back({middle});
        const double value = valueOf(outcomes, rank);
        const double d = c - middle;
        Cell& cell = cells.back();
        cell.sum += value;
        cell.first += value * d;
        cell.second += value * d * d;
        cell.third += value * d * d * d;
    }
    return cells;
}

/// Cosine coefficients of row values taken as point masses, divided by the weight of all rows.
/// Computed on demand.
class Spectrum {
public:
    Spectrum(const SortedOutcomes& outcomes, ValueOf valueOf, double mostCells)
        : m_cells(cellsOf(outcomes, valueOf, mostCells)), m_weight(outcomes.sums().weight) {
        for (const Cell& cell : m_cells)
            m_rotations.push_back({1, 0, std::cos(kPi * cell.middle), std::sin(kPi * cell.middle)});
    }

    /// Returns the coefficients of cos(k pi t), k below `count`.
    std::span<const double> first(std::size_t count) {
        while (m_coefficients.size() < count)
            addNext();
        return std::span(m_coefficients).first(count);
    }

private:
    struct Rotation {
        double cosine, sine;          ///< of k pi middle
        double stepCosine, stepSine;  ///< of pi middle
    };

    void addNext() {
        const double frequency = kPi * static_cast<double>(m_coefficients.size());
        double sum = 0;
        for (std::size_t i = 0; i < m_cells.size(); ++i) {
            const Cell& cell = m_cells[i];
            Rotation& r = m_rotations[i];
            // Taylor series of cos(frequency c) about the middle of the cell.
            sum += r.cosine * (cell.sum - frequency * frequency / 2 * cell.second) -
                   r.sine * frequency * (cell.first - frequency * frequency / 6 * cell.third);
            const double cosine = r.cosine * r.stepCosine - r.sine * r.stepSine;
            r.sine = r.sine * r.stepCosine + r.cosine * r.stepSine;
            r.cosine = cosine;
        }
        m_coefficients.push_back((m_coefficients.empty() ? 1 : 2) * sum / m_weight);
    }

    std::vector<Cell> m_cells;
    double m_weight;
    std::vector<Rotation> m_rotations;
    std::vector<double> m_coefficients;
};

/// The series sum_k a_k cos(k pi t) and its integrals.
class CosineSeries {
public:
    explicit CosineSeries(std::vector<double> coefficients)
        : m_coefficients(std::move(coefficients)) {}

    double at(double t) const { return atEach(std::array{t}).front(); }

    /// Returns the values at several places at once, which the compiler can vectorize.
    template <std::size_t Count>
    std::array<double, Count> atEach(const std::array<double, Count>& places) const {
        // Clenshaw's recurrence.
        std::array<double, Count> twice;
        std::array<double, Count> b1{};
        std::array<double, Count> b2{};
        for (std::size_t i = 0; i < Count; ++i)
            twice[i] = 2 * std::cos(kPi * places[i]);
        for (std::size_t k = m_coefficients.size() - 1; k > 0; --k) {
            const double coefficient = m_coefficients[k];
            for (std::size_t i = 0; i < Count; ++i) {
                const double b = coefficient + twice[i] * b1[i] - b2[i];
                b2[i] = b1[i];
                b1[i] = b;
            }
        }
        for (std::size_t i = 0; i < Count; ++i)
            b1[i] = m_coefficients[0] + twice[i] / 2 * b1[i] - b2[i];
        return b1;
    }

    /// Returns the integral from 0 to t.
    double integralTo(double t) const {
        const double twice = 2 * std::cos(kPi * t);
        double b1 = 0;
        double b2 = 0;
        for (std::size_t k = m_coefficients.size() - 1; k > 0; --k) {
            const double b = m_coefficients[k] / (kPi * static_cast<double>(k)) + twice * b1 - b2;
            b2 = b1;
            b1 = b;
        }
        return m_coefficients[0] * t + b1 * std::sin(kPi * t);
    }

    double absoluteIntegral() const {
        constexpr std::size_t atOnce = 8;
        const auto steps = (m_coefficients.size() + 2) * atOnce;
        const double noise = 1e-13 * magnitude();
        double sum = 0;
        double integral = 0;
        double before = at(0);
        std::array<double, atOnce> places;
        for (std::size_t first = 1; first <= steps; first += atOnce) {
            for (std::size_t i = 0; i < atOnce; ++i)
                places[i] = static_cast<double>(first + i) / static_cast<double>(steps);
            const auto values = atEach(places);
            for (std::size_t i = 0; i < atOnce; ++i) {
                const double value = values[i];
                // Where the series is zero up to rounding, every step might seem to cross zero.
                const bool isNoise = std::abs(before) <= noise && std::abs(value) <= noise;
                if ((before < 0) != (value < 0) && !isNoise) {
                    const double step = 1 / static_cast<double>(steps);
                    const double there = integralTo(rootBetween(places[i] - step, places[i]));
                    sum += std::abs(there - integral);
                    integral = there;
                }
                before = value;
            }
        }
        return sum + std::abs(integralTo(1) - integral);
    }

private:
    /// Returns an upper bound of all absolute values.
    double magnitude() const {
        double sum = 0;
        for (const double coefficient : m_coefficients)
            sum += std::abs(coefficient);
        return sum;
    }

    double rootBetween(double low, double high) const {
        const double atLow = at(low);
        const double atHigh = at(high);
        if ((atLow < 0) == (atHigh < 0)) return low;
        if (atLow == 0) return low;
        if (atHigh == 0) return high;
        std::uintmax_t steps = 60;
        const auto bracket = boost::math::tools::toms748_solve(
            [&](double t) { return at(t); }, low, high, atLow, atHigh,
            boost::math::tools::eps_tolerance<double>(50), steps);
        return (bracket.first + bracket.second) / 2;
    }

    std::vector<double> m_coefficients;
};

/// Returns the values smoothed by the reflected Gaussian, divided by the weight of all rows.
CosineSeries smoothed(Spectrum& spectrum, double bandwidth) {
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
    SquaredKernelSums(Spectrum& spectrum, double bandwidth)
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

}  // namespace

SmoothError smoothError(const SortedOutcomes& outcomes, const SmoothPrecision& precision) {
    Spectrum spectrum(outcomes, residualOf, precision.cells);
    const auto excess = [&](double bandwidth) {
        return smoothed(spectrum, bandwidth).absoluteIntegral() - bandwidth;
    };
    double high = 1;
    double low = high;
    double atHigh = excess(high);
    double atLow = atHigh;
    while (atLow <= 0) {
        if (low <= precision.least) return {atLow + low, low, true};
        high = low;
        atHigh = atLow;
        low = std::max(low / 2, precision.least);
        atLow = excess(low);
    }
    if (atHigh == 0 || low == high) return {high, high, false};
    std::uintmax_t steps = 100;
    const auto bracket = boost::math::tools::toms748_solve(
        excess, low, high, atLow, atHigh,
        [&](double a, double b) { return std::abs(b - a) <= precision.tolerance; }, steps);
    const double solved = (bracket.first + bracket.second) / 2;
    return {solved, solved, false};
}

CalibrationCurve smoothCurve(const SortedOutcomes& outcomes, double level) {
    const SmoothError error = smoothError(outcomes);
    const double width = error.bandwidth;
    const double cells = SmoothPrecision().cells;
    Spectrum residuals(outcomes, residualOf, cells);
    Spectrum weights(outcomes, weightOf, cells);
    Spectrum variances(outcomes, varianceOf, cells);
    const CosineSeries residual = smoothed(residuals, width);
    const CosineSeries density = smoothed(weights, width);
    const SquaredKernelSums variance(variances, width);
    const double flat = 2 * std::sqrt(kPi) * width;  // 1 / integral of K^2
    const OutcomeSums all = outcomes.sums();
    const double z = std::sqrt(chiSquareOneQuantile(level));
    constexpr int steps = 400;
    constexpr double fewestRows = 4;
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
        const double deviation = std::sqrt(std::max(0.0, variance.at(t)) / all.weight) / d;
        curve.strokes.back().push_back({t, std::clamp(t + residual.at(t) / d, 0.0, 1.0)});
        curve.band.back().push_back(
            {t, std::max(0.0, t - z * deviation), std::min(1.0, t + z * deviation)});
    }
    curve.scores = {{"smece", error.error}};
    return curve;
}

}  // namespace diagonal
