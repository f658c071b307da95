// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/scores/score_intervals.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace diagonal {
namespace {

double square(double x) {
    return x * x;
}

Interval holding(Interval interval, double estimate) {
    return {std::min(interval.lower, estimate), std::max(interval.upper, estimate)};
}

double meanOfDrawn(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// Returns an interval about `centre`, both arms as long as the farther percentile of `drawn` is
/// from its mean.
Interval aboutCentre(double centre, std::vector<double> drawn, double level) {
    const double mean = meanOfDrawn(drawn);
    const Interval percentiles = percentileInterval(std::move(drawn), level);
    const double arm = std::max(percentiles.upper - mean, mean - percentiles.lower);
    return {centre - arm, centre + arm};
}

}  // namespace

std::optional<Interval> accuracyInterval(const OutcomeSums& rows, double level) {
    return wilsonInterval(rows.effectiveCorrect(), rows.effectiveCount(), level);
}

std::optional<Interval> signedGapInterval(const OutcomeSums& rows, double level) {
    const double n = rows.effectiveCount();
    const auto accuracy = accuracyInterval(rows, level);
    if (!accuracy || n < 2) return std::nullopt;
    const double a = rows.correct / rows.weight;
    const double c = rows.confidence / rows.weight;
    const double varianceOfA = a * (1 - a);
    constexpr double rounding = 1e-14;  // of the variance of equal confidences
    const double variance = rows.confidenceSquares / rows.weight - c * c;
    const double varianceOfC = variance > rounding ? variance : 0;
    const double covariance = rows.correctConfidence / rows.weight - a * c;
    const double product = std::sqrt(varianceOfA * varianceOfC);
    const double correlation = product > 0 ? std::clamp(covariance / product, -1.0, 1.0) : 0;
    const double z = std::sqrt(chiSquareOneQuantile(level));
    const double reach = z * std::sqrt(varianceOfC / (n - 1));
    const auto arm = [&](double distance) {
        return rootOf(square(distance) + square(reach) - 2 * correlation * distance * reach);
    };
    return Interval{a - c - arm(a - accuracy->lower), a - c + arm(accuracy->upper - a)};
}

Interval errorInterval(double estimate, std::vector<double> drawn, double level,
                       std::optional<double> pByChance) {
    const double ofEstimate = square(estimate);
    const double added = std::max(0.0, square(meanOfDrawn(drawn)) - ofEstimate);
    double meanSquare = 0;
    for (const double value : drawn)
        meanSquare += square(value) / static_cast<double>(drawn.size());
    const double addedToSquare = std::max(0.0, meanSquare - ofEstimate);
    const Interval percentiles = percentileInterval(std::move(drawn), level);
    const bool isByChance = pByChance && *pByChance > (1 - level) / 2;
    return holding({isByChance ? 0 : rootOf(square(percentiles.lower) - 2 * addedToSquare),
                    rootOf(square(percentiles.upper) - 2 * added)},
                   estimate);
}

Interval unstableErrorInterval(double estimate, std::vector<double> drawn, double level,
                               std::optional<double> pByChance) {
    const double upper = percentileInterval(drawn, level).upper;
    Interval interval = errorInterval(estimate, std::move(drawn), level, pByChance);
    interval.lower = std::min(interval.lower, rootOf(2 * square(estimate) - square(upper)));
    return interval;
}

Interval isotonicPartInterval(double estimate, std::vector<double> drawn,
                              const std::vector<double>& byChance, double level,
                              std::optional<double> pByChance) {
    const double debiased = estimate - meanOfDrawn(byChance);
    const Interval basic = aboutCentre(debiased, std::move(drawn), level);
    const bool isByChance = pByChance && *pByChance > (1 - level) / 2;
    return holding({isByChance ? 0 : std::max(0.0, basic.lower), std::max(0.0, basic.upper)},
                   estimate);
}

Interval aurocInterval(double auroc, double events, double others, double level) {
    const double z = std::sqrt(chiSquareOneQuantile(level));
    const double n = (events + others) / 2 - 1;
    const auto isWithin = [&](double t) {
        const double factor = 1 + n * (1 - t) / (2 - t) + n * t / (1 + t);
        return std::abs(auroc - t) <= z * std::sqrt(t * (1 - t) * factor / (events * others));
    };
    // `inside` is within, `outside` is not.
    const auto bisected = [&](double inside, double outside) {
        constexpr int halvings = 60;
        for (int i = 0; i < halvings; ++i) {
            const double middle = (inside + outside) / 2;
            (isWithin(middle) ? inside : outside) = middle;
        }
        return inside;
    };
    return {auroc > 0 ? bisected(auroc, 0) : 0, auroc < 1 ? bisected(auroc, 1) : 1};
}

Interval absoluteInterval(const Interval& interval) {
    const double a = std::abs(interval.lower), b = std::abs(interval.upper);
    return {interval.holds(0) ? 0 : std::min(a, b), std::max(a, b)};
}

Interval widenedForClusters(const Interval& interval, double estimate, double level,
                            double degreesOfFreedom, const Interval& range) {
    // Resampled clusters vary by (G - 1) / G of what their means do.
    const double factor =
        std::sqrt(studentRows(level, degreesOfFreedom) * (degreesOfFreedom + 1) / degreesOfFreedom);
    const auto widened = [&](double end) {
        return std::clamp(estimate + factor * (end - estimate), range.lower, range.upper);
    };
    return holding({widened(interval.lower), widened(interval.upper)}, estimate);
}

Interval uncertaintyInterval(const OutcomeSums& rows, double level) {
    const auto product = [](double m) { return m * (1 - m); };
    const Interval mean = *accuracyInterval(rows, level);
    const bool holdsHalf = mean.lower <= .5 && .5 <= mean.upper;
    return {std::min(product(mean.lower), product(mean.upper)),
            holdsHalf ? .25 : std::max(product(mean.lower), product(mean.upper))};
}

Interval debiasedErrorInterval(double squares, std::vector<double> drawn, double level) {
    const Interval basic = aboutCentre(squares, std::move(drawn), level);
    return holding({rootOf(basic.lower), rootOf(basic.upper)}, rootOf(squares));
}

}  // namespace diagonal
