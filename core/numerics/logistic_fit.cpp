// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/logistic_fit.h"

#include <algorithm>
#include <cmath>

#include "core/base/compensated_sum.h"

namespace diagonal {
namespace {

using Matrix = std::array<std::array<double, kLogisticTerms>, kLogisticTerms>;

double dot(const Coefficients& a, const Coefficients& b) {
    double sum = 0;
    for (std::size_t i = 0; i < kLogisticTerms; ++i)
        sum += a[i] * b[i];
    return sum;
}

/// Returns -t log p - (1 - t) log(1 - p) with p = sigmoid(z) and t = target.
double lossOf(double z, double target) {
    return std::log1p(std::exp(-std::abs(z))) + std::max(z, 0.0) - target * z;
}

struct Derivatives {
    Coefficients gradient{};
    Matrix curvature{};
};

Derivatives derivativesAt(std::span<const LogisticRow> rows, const Coefficients& coefficients) {
    std::array<CompensatedSum, kLogisticTerms> gradient;
    Matrix curvature{};
    for (const LogisticRow& row : rows) {
        const double z = dot(row.terms, coefficients);
        const double e = std::exp(-std::abs(z));
        const double p = (z >= 0 ? 1 : e) / (1 + e);
        const double variance = row.weight * e / ((1 + e) * (1 + e));
        for (std::size_t i = 0; i < kLogisticTerms; ++i) {
            gradient[i].add(row.weight * (p - row.target) * row.terms[i]);
            for (std::size_t j = 0; j <= i; ++j)
                curvature[i][j] += variance * row.terms[i] * row.terms[j];
        }
    }
    Derivatives out{{}, curvature};
    for (std::size_t i = 0; i < kLogisticTerms; ++i) {
        out.gradient[i] = gradient[i].value();
        for (std::size_t j = 0; j < i; ++j)
            out.curvature[j][i] = out.curvature[i][j];
    }
    return out;
}

/// Solves curvature * step = gradient for the used terms by Cholesky decomposition. Returns none if
/// the curvature is not positive definite.
std::optional<Coefficients> newtonStep(Derivatives d,
                                       const std::array<bool, kLogisticTerms>& used) {
    for (std::size_t i = 0; i < kLogisticTerms; ++i) {
        if (used[i]) continue;
        d.gradient[i] = 0;
        for (std::size_t j = 0; j < kLogisticTerms; ++j)
            d.curvature[i][j] = d.curvature[j][i] = 0;
        d.curvature[i][i] = 1;
    }
    constexpr double dependent = 1e-13;
    Matrix lower{};
    for (std::size_t i = 0; i < kLogisticTerms; ++i) {
        for (std::size_t j = 0; j <= i; ++j) {
            double sum = d.curvature[i][j];
            for (std::size_t k = 0; k < j; ++k)
                sum -= lower[i][k] * lower[j][k];
            if (i == j && !(sum > dependent * d.curvature[i][i])) return std::nullopt;
            lower[i][j] = i == j ? std::sqrt(sum) : sum / lower[j][j];
        }
    }
    Coefficients step = d.gradient;
    for (std::size_t i = 0; i < kLogisticTerms; ++i) {
        for (std::size_t k = 0; k < i; ++k)
            step[i] -= lower[i][k] * step[k];
        step[i] /= lower[i][i];
    }
    for (std::size_t i = kLogisticTerms; i-- > 0;) {
        for (std::size_t k = i + 1; k < kLogisticTerms; ++k)
            step[i] -= lower[k][i] * step[k];
        step[i] /= lower[i][i];
    }
    return step;
}

}  // namespace

double logisticLoss(std::span<const LogisticRow> rows, const Coefficients& coefficients) {
    CompensatedSum sum;
    for (const LogisticRow& row : rows)
        sum.add(row.weight * lossOf(dot(row.terms, coefficients), row.target));
    return sum.value();
}

std::optional<Coefficients> logisticFit(std::span<const LogisticRow> rows,
                                        const std::array<bool, kLogisticTerms>& used,
                                        Coefficients start) {
    constexpr int mostSteps = 100;
    constexpr int mostHalvings = 40;
    constexpr double precision = 1e-13;
    Coefficients now = start;
    double loss = logisticLoss(rows, now);
    double weight = 0;
    for (const LogisticRow& row : rows)
        weight += row.weight;
    for (int n = 0; n < mostSteps; ++n) {
        const auto step = newtonStep(derivativesAt(rows, now), used);
        // A loss this close to 0 means separated rows: the coefficients would grow without bound.
        if (!step || loss < 1e-9 * weight) return std::nullopt;
        double factor = 1;
        Coefficients next{};
        double nextLoss = 0;
        for (int i = 0; i < mostHalvings; ++i, factor /= 2) {
            for (std::size_t k = 0; k < kLogisticTerms; ++k)
                next[k] = now[k] - factor * (*step)[k];
            nextLoss = logisticLoss(rows, next);
            if (nextLoss <= loss * (1 + 1e-14)) break;
        }
        double moved = 0;
        for (std::size_t k = 0; k < kLogisticTerms; ++k)
            moved = std::max(moved, std::abs(next[k] - now[k]) / (1 + std::abs(next[k])));
        now = next;
        loss = nextLoss;
        if (moved <= precision) return now;
    }
    return std::nullopt;
}

}  // namespace diagonal
