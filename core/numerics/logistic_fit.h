// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>

#include "core/base/compensated_sum.h"
#include "core/numerics/class_probabilities.h"

namespace diagonal {

template <std::size_t N>
using Coefficients = std::array<double, N>;

/// Minus a log-likelihood with its first and second derivatives.
template <std::size_t N>
struct LogisticLoss {
    double loss = 0;
    Coefficients<N> gradient{};
    std::array<std::array<double, N>, N> curvature{};  ///< lower triangle and diagonal
};

/// When Newton's method stops.
struct NewtonLimits {
    double precision = 1e-14;  ///< of the coefficients, relative to 1 + their size
    /// A smaller loss is only approached by coefficients that grow without end: no maximum.
    double leastLoss = 0;
};

/// Returns minus the log-likelihood of P(yes) = sigmoid(sum of coefficients times terms),
/// -t log p - (1 - t) log(1 - p) summed over the rows. `rows` has size(), and for row i terms(i),
/// which returns N numbers, target(i) in [0, 1], and weight(i).
template <std::size_t N, typename Rows>
LogisticLoss<N> logisticLoss(const Rows& rows, const Coefficients<N>& coefficients) {
    CompensatedSum loss;
    std::array<CompensatedSum, N> gradient;
    std::array<std::array<CompensatedSum, N>, N> curvature;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const Coefficients<N> terms = rows.terms(row);
        const double target = rows.target(row);
        const double weight = rows.weight(row);
        double z = 0;
        for (std::size_t i = 0; i < N; ++i)
            z += coefficients[i] * terms[i];
        const double p = sigmoid(z);
        const double miss = weight * (p - target);
        const double variance = weight * p * (1 - p);
        loss.add(weight * (negativeLogSigmoid(z) + (1 - target) * z));
        for (std::size_t i = 0; i < N; ++i) {
            gradient[i].add(miss * terms[i]);
            for (std::size_t j = 0; j <= i; ++j)
                curvature[i][j].add(variance * terms[i] * terms[j]);
        }
    }
    LogisticLoss<N> out;
    out.loss = loss.value();
    for (std::size_t i = 0; i < N; ++i) {
        out.gradient[i] = gradient[i].value();
        for (std::size_t j = 0; j <= i; ++j)
            out.curvature[i][j] = curvature[i][j].value();
    }
    return out;
}

/// newtonStep() by Cholesky's method.
template <std::size_t N>
std::optional<Coefficients<N>> choleskyStep(const LogisticLoss<N>& at,
                                            const std::array<bool, N>& used) {
    constexpr double dependent = 1e-13;
    std::array<std::array<double, N>, N> lower{};
    Coefficients<N> step{};
    for (std::size_t i = 0; i < N; ++i) {
        if (!used[i]) continue;
        for (std::size_t j = 0; j <= i; ++j) {
            if (!used[j]) continue;
            double sum = at.curvature[i][j];
            for (std::size_t k = 0; k < j; ++k)
                sum -= lower[i][k] * lower[j][k];
            if (i == j && !(sum > dependent * at.curvature[i][i])) return std::nullopt;
            lower[i][j] = i == j ? std::sqrt(sum) : sum / lower[j][j];
        }
        step[i] = at.gradient[i];
        for (std::size_t k = 0; k < i; ++k)
            step[i] -= lower[i][k] * step[k];
        step[i] /= lower[i][i];
    }
    for (std::size_t i = N; i-- > 0;) {
        if (!used[i]) continue;
        for (std::size_t k = i + 1; k < N; ++k)
            step[i] -= lower[k][i] * step[k];
        step[i] /= lower[i][i];
    }
    return step;
}

/// Returns the Newton step of the used coefficients, curvature * step = gradient; 0 for the others.
/// One or two coefficients are solved for in closed form, more by Cholesky's method. None if the
/// curvature is not positive definite.
template <std::size_t N>
std::optional<Coefficients<N>> newtonStep(const LogisticLoss<N>& at,
                                          const std::array<bool, N>& used) {
    const auto& c = at.curvature;
    const auto& g = at.gradient;
    Coefficients<N> step{};
    if (std::ranges::count(used, true) == 1) {
        const auto i = static_cast<std::size_t>(std::ranges::find(used, true) - used.begin());
        if (!(c[i][i] > 0)) return std::nullopt;
        step[i] = g[i] / c[i][i];
        return step;
    }
    if constexpr (N == 2) {
        const double determinant = c[0][0] * c[1][1] - c[1][0] * c[1][0];
        if (!(determinant > 0)) return std::nullopt;
        step[0] = (c[1][1] * g[0] - c[1][0] * g[1]) / determinant;
        step[1] = (c[0][0] * g[1] - c[1][0] * g[0]) / determinant;
        return step;
    } else {
        return choleskyStep(at, used);
    }
}

/// Returns the coefficients of maximum likelihood from `start`, by Newton's method with halved
/// steps; those that are not `used` stay as they start. The loss is convex. None if there is no
/// maximum: the rows separate perfectly, or their terms depend on each other.
template <std::size_t N, typename Rows>
std::optional<Coefficients<N>> logisticFit(const Rows& rows, const std::array<bool, N>& used,
                                           Coefficients<N> start, const NewtonLimits& limits = {}) {
    constexpr int mostSteps = 200;
    constexpr int mostHalvings = 60;
    Coefficients<N> now = start;
    LogisticLoss<N> at = logisticLoss(rows, now);
    for (int n = 0; n < mostSteps; ++n) {
        const auto step = newtonStep(at, used);
        if (!step || at.loss < limits.leastLoss) return std::nullopt;
        bool isDone = true;
        for (std::size_t i = 0; i < N; ++i) {
            isDone = isDone && std::abs((*step)[i]) <= limits.precision * (1 + std::abs(now[i]));
        }
        // Rounding may leave the loss a few units in the last place higher.
        const double highest = at.loss + 1e-13 * std::abs(at.loss);
        Coefficients<N> next{};
        double factor = 1;
        for (int halving = 0; halving <= mostHalvings; ++halving, factor /= 2) {
            for (std::size_t i = 0; i < N; ++i)
                next[i] = now[i] - factor * (*step)[i];
            at = logisticLoss(rows, next);
            if (at.loss <= highest) break;
        }
        now = next;
        if (isDone) return now;
    }
    return now;
}

}  // namespace diagonal
