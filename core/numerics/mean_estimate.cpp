// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/mean_estimate.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/students_t.hpp>

#include "core/base/compensated_sum.h"

namespace diagonal {
namespace {

/// Returns sum_i (v_i - mean)^2.
double squaresAround(std::span<const double> values, double mean) {
    CompensatedSum squares;
    for (const double value : values)
        squares.add((value - mean) * (value - mean));
    return squares.value();
}

/// Returns sum_g (sum_i in g (v_i - mean))^2.
double clusterSquaresAround(std::span<const double> values, double mean,
                            const RowClusters& clusters) {
    std::vector<double> sums(clusters.count);
    for (std::size_t row = 0; row < values.size(); ++row)
        sums[clusters.codes[row]] += values[row] - mean;
    CompensatedSum squares;
    for (const double sum : sums)
        squares.add(sum * sum);
    return squares.value();
}

}  // namespace

double meanOf(std::span<const double> values) {
    CompensatedSum sum;
    for (const double value : values)
        sum.add(value);
    return sum.value() / static_cast<double>(values.size());
}

std::optional<Interval> MeanEstimate::interval(double level) const {
    if (degreesOfFreedom < 1) return std::nullopt;
    const boost::math::students_t distribution(degreesOfFreedom);
    const double arm = boost::math::quantile(distribution, .5 + level / 2) * standardError;
    return Interval{value - arm, value + arm};
}

std::optional<double> MeanEstimate::pValue() const {
    if (degreesOfFreedom < 1) return std::nullopt;
    if (standardError == 0) return value == 0 ? 1.0 : 0.0;
    const boost::math::students_t distribution(degreesOfFreedom);
    const double t = std::abs(value) / standardError;
    return 2 * boost::math::cdf(boost::math::complement(distribution, t));
}

MeanEstimate meanEstimate(std::span<const double> values, const RowClusters& clusters) {
    const auto n = static_cast<double>(values.size());
    MeanEstimate estimate{.value = meanOf(values)};
    if (clusters.empty()) {
        estimate.degreesOfFreedom = n - 1;
        if (values.size() < 2) return estimate;
        estimate.standardError = std::sqrt(squaresAround(values, estimate.value) / (n - 1) / n);
        return estimate;
    }
    const auto groups = static_cast<double>(clusters.count);
    if (clusters.count < 2) return estimate;
    estimate.degreesOfFreedom = diagonal::degreesOfFreedom(clusters.evenCount());
    const double squares = clusterSquaresAround(values, estimate.value, clusters);
    estimate.standardError = std::sqrt(groups / (groups - 1) * squares) / n;
    return estimate;
}

MeanEstimate meanEstimate(std::span<const double> values, const RowWeights& weights,
                          const RowClusters& clusters) {
    if (weights.empty()) return meanEstimate(values, clusters);
    CompensatedSum sum;
    for (std::size_t row = 0; row < values.size(); ++row)
        sum.add(weights.at(row) * values[row]);
    const double total = weights.total(values.size());
    const double mean = sum.value() / total;
    if (!clusters.empty()) {
        std::vector<double> sums(clusters.count);
        for (std::size_t row = 0; row < values.size(); ++row)
            sums[clusters.codes[row]] += weights.at(row) * (values[row] - mean);
        return estimateOverClusters(mean, sums, total, clusters.evenCount(weights.values));
    }
    MeanEstimate estimate{.value = mean};
    const double count = weights.effectiveCount(values.size());
    if (count < 2) return estimate;
    double squares = 0;
    for (std::size_t row = 0; row < values.size(); ++row)
        squares += weights.varianceAt(row) * (values[row] - mean) * (values[row] - mean);
    estimate.degreesOfFreedom = count - 1;
    estimate.standardError = std::sqrt(count / (count - 1) * squares) / total;
    return estimate;
}

MeanEstimate estimateOverClusters(double value, std::span<const double> sums, double total,
                                  double evenCount) {
    MeanEstimate estimate{.value = value};
    if (sums.size() < 2) return estimate;
    const auto clusters = static_cast<double>(sums.size());
    CompensatedSum squares;
    for (const double sum : sums)
        squares.add(sum * sum);
    estimate.degreesOfFreedom = diagonal::degreesOfFreedom(evenCount);
    estimate.standardError = std::sqrt(clusters / (clusters - 1) * squares.value()) / total;
    return estimate;
}

MeanEstimate estimateOverStrata(double value, std::span<const StratumSpread> strata, double total) {
    MeanEstimate estimate{value};
    double variance = 0;
    double parts = 0;
    for (const StratumSpread& stratum : strata) {
        if (stratum.rows < 2) return estimate;
        const double degrees = stratum.rows - 1;
        const double part = stratum.rows / degrees * stratum.squares / (total * total);
        variance += part;
        parts += part * part / degrees;
    }
    estimate.standardError = std::sqrt(variance);
    estimate.degreesOfFreedom = variance > 0 ? variance * variance / parts : total - 2;
    return estimate;
}

double designEffect(std::span<const double> values, const RowClusters& clusters) {
    if (clusters.count < 2 || values.size() < 2) return 1;
    const double alone = meanEstimate(values).standardError;
    if (alone == 0) return 1;
    const double ratio = meanEstimate(values, clusters).standardError / alone;
    return std::max(1.0, ratio * ratio);
}

double mcNemar(std::size_t rightToWrong, std::size_t wrongToRight) {
    const auto discordant = static_cast<double>(rightToWrong + wrongToRight);
    if (discordant == 0) return 1;
    const boost::math::binomial distribution(discordant, .5);
    const auto fewer = static_cast<double>(std::min(rightToWrong, wrongToRight));
    return std::min(1.0, 2 * boost::math::cdf(distribution, fewer));
}

std::vector<double> holmAdjusted(std::span<const double> pValues) {
    std::vector<std::size_t> order(pValues.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::sort(order, {}, [&](std::size_t i) { return pValues[i]; });
    std::vector<double> adjusted(pValues.size());
    double largest = 0;
    for (std::size_t rank = 0; rank < order.size(); ++rank) {
        const double times = static_cast<double>(order.size() - rank);
        largest = std::max(largest, std::min(1.0, times * pValues[order[rank]]));
        adjusted[order[rank]] = largest;
    }
    return adjusted;
}

Interval pairedProportionInterval(std::size_t gained, std::size_t lost, std::size_t rows,
                                  double level) {
    const double n = static_cast<double>(rows) + 2;
    const double up = (static_cast<double>(gained) + 1) / n;
    const double down = (static_cast<double>(lost) + 1) / n;
    const double difference = up - down;
    const double z = twoSidedNormalQuantile(level);
    const double arm = z * std::sqrt((up + down - difference * difference) / n);
    return {std::max(-1.0, difference - arm), std::min(1.0, difference + arm)};
}

}  // namespace diagonal
