// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/deciding/over_time.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "core/base/compensated_sum.h"
#include "core/base/random_numbers.h"
#include "core/measuring/curves/cumulative_gap.h"
#include "core/measuring/sorted_outcomes.h"
#include "core/numerics/percentiles.h"

namespace diagonal {
namespace {

/// Returns the rows that have a time, in order of time; rows of one time as in the file.
std::vector<std::uint32_t> rowsInTime(std::span<const double> times) {
    std::vector<std::uint32_t> rows;
    rows.reserve(times.size());
    for (std::size_t row = 0; row < times.size(); ++row) {
        if (!std::isnan(times[row])) rows.push_back(static_cast<std::uint32_t>(row));
    }
    const auto timeOf = [&](std::uint32_t row) { return times[row]; };
    if (!std::ranges::is_sorted(rows, {}, timeOf)) std::ranges::stable_sort(rows, {}, timeOf);
    return rows;
}

/// The walk over all times, and the weights of the rows up to each.
struct WholeWalk {
    std::vector<TimePoint> points;
    std::vector<double> weights;
    double observedVariance = 0;  ///< of the sum of w (y - c), about its mean
};

WholeWalk walkOver(std::span<const std::uint64_t> inRowOrder, const RowWeights& weights,
                   std::span<const double> times) {
    WholeWalk walk;
    CompensatedSum sum, variance, weight;
    CompensatedSum squares, products, scales;  ///< of residuals, by the weights of variances
    double rowsSoFar = 0;
    const std::vector<std::uint32_t> rows = rowsInTime(times);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::uint32_t row = rows[i];
        const double c = SortedOutcomes::confidenceOf(inRowOrder[row]);
        const double residual = (SortedOutcomes::correctOf(inRowOrder[row]) ? 1 : 0) - c;
        const double scale = weights.varianceAt(row);
        sum.add(weights.at(row) * residual);
        variance.add(scale * c * (1 - c));
        squares.add(scale * residual * residual);
        products.add(scale * residual);
        scales.add(scale);
        weight.add(weights.at(row));
        rowsSoFar += weights.countAt(row);
        if (i + 1 < rows.size() && times[rows[i + 1]] == times[row]) continue;
        walk.points.push_back({times[row], static_cast<std::size_t>(std::llround(rowsSoFar)),
                               sum.value(), variance.value()});
        walk.weights.push_back(weight.value());
    }
    const double mean = weight.value() > 0 ? sum.value() / weight.value() : 0;
    walk.observedVariance =
        squares.value() - 2 * mean * products.value() + mean * mean * scales.value();
    return walk;
}

/// Keeps the first and the last point of equal runs, and the extremes of each run.
std::vector<TimePoint> thinned(const std::vector<TimePoint>& points) {
    if (points.size() <= kMostTimePoints) return points;
    constexpr std::size_t kept = 4;
    const std::size_t runs = kMostTimePoints / kept;
    std::vector<TimePoint> out;
    for (std::size_t run = 0; run < runs; ++run) {
        const auto begin = points.begin() + static_cast<std::ptrdiff_t>(run * points.size() / runs);
        const auto end =
            points.begin() + static_cast<std::ptrdiff_t>((run + 1) * points.size() / runs);
        const auto [least, most] = std::minmax_element(
            begin, end, [](const TimePoint& a, const TimePoint& b) { return a.sum < b.sum; });
        std::array places{begin, std::min(least, most), std::max(least, most), end - 1};
        for (std::size_t i = 0; i < places.size(); ++i) {
            if (i == 0 || places[i] != places[i - 1]) out.push_back(*places[i]);
        }
    }
    return out;
}

template <typename Tail>
double limitOf(const Tail& tailAt, double tail) {
    double low = 0;
    double high = 10;
    constexpr int halvings = 60;
    for (int i = 0; i < halvings; ++i) {
        const double middle = (low + high) / 2;
        (tailAt(middle) > tail ? low : high) = middle;
    }
    return high;
}

/// The largest distance of the sums to a straight line on a clock, which ends at clock.back().
struct Bridge {
    double farthest = -1;
    std::size_t place = 0;
};

Bridge bridgeOf(const std::vector<TimePoint>& points, std::span<const double> clock) {
    Bridge bridge;
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
        const double apart = std::abs(points[i].sum - clock[i] / clock.back() * points.back().sum);
        if (apart > bridge.farthest) bridge = {apart, i};
    }
    return bridge;
}

/// Returns the law of a bridge at the points but the last.
BridgeMaximum lawOn(std::span<const double> clock) {
    std::vector<double> shares;
    shares.reserve(clock.size());
    for (const double time : clock.first(clock.size() - 1))
        shares.push_back(time / clock.back());
    return BridgeMaximum(shares);
}

}  // namespace

BridgeMaximum::BridgeMaximum(std::span<const double> clock) {
    constexpr std::size_t draws = 9999;
    constexpr std::uint64_t seed = 1;
    if (clock.empty() || clock.size() > kMostDrawnTimes) return;
    RandomNumbers random(seed);
    std::vector<double> walk(clock.size());
    m_drawn.reserve(draws);
    for (std::size_t draw = 0; draw < draws; ++draw) {
        double place = 0;
        double time = 0;
        for (std::size_t i = 0; i < clock.size(); ++i) {
            place += std::sqrt(std::max(clock[i] - time, 0.0)) * random.normal();
            time = clock[i];
            walk[i] = place;
        }
        const double end = place + std::sqrt(std::max(1 - time, 0.0)) * random.normal();
        double farthest = 0;
        for (std::size_t i = 0; i < clock.size(); ++i)
            farthest = std::max(farthest, std::abs(walk[i] - clock[i] * end));
        m_drawn.push_back(farthest);
    }
    std::ranges::sort(m_drawn);
}

double BridgeMaximum::tail(double x) const {
    const double ofAll = bridgeMaximumTail(x);
    if (m_drawn.empty()) return ofAll;
    return std::min(ofAll, tailShare(m_drawn, x));
}

double BridgeMaximum::limit(double tail) const {
    return limitOf([this](double x) { return this->tail(x); }, tail);
}

std::optional<OverTime> overTime(std::span<const std::uint64_t> inRowOrder,
                                 const RowWeights& weights, std::span<const double> times,
                                 bool areIndependent) {
    constexpr double leastVariance = 5;
    if (times.size() != inRowOrder.size()) return std::nullopt;
    const WholeWalk walk = walkOver(inRowOrder, weights, times);
    if (walk.points.size() < 2 || !(walk.points.back().variance > 0)) return std::nullopt;
    const TimePoint& last = walk.points.back();
    OverTime out;
    out.rows = last.rows;
    out.rowsWithout = weights.observations(inRowOrder.size()) - out.rows;
    out.times = walk.points.size();
    double farthest = 0;
    std::vector<double> variances;
    variances.reserve(walk.points.size());
    for (const TimePoint& point : walk.points) {
        farthest = std::max(farthest, std::abs(point.sum));
        variances.push_back(point.variance);
    }
    const Bridge bridge = bridgeOf(walk.points, variances);
    const Bridge ofGap = bridgeOf(walk.points, walk.weights);
    const double deviation = std::sqrt(last.variance);
    const double observed = std::sqrt(std::max(walk.observedVariance, 0.0));
    const double larger = std::max(observed, deviation);
    out.calibrated.statistic = farthest / deviation;
    out.constant.statistic = bridge.farthest / deviation;
    out.observed.statistic = observed > 0 ? bridge.farthest / observed : 0;
    out.sameGap.statistic = ofGap.farthest / larger;
    out.steadyDeviation = larger;
    if (areIndependent && last.variance >= leastVariance) {
        out.calibrated.p = brownianMaximumTail(out.calibrated.statistic);
        out.constant.p = bridgeMaximumTail(out.constant.statistic);
        out.bridge = lawOn(variances);
        out.observed.p = out.bridge.tail(bridge.farthest / larger);
        out.sameGap.p = lawOn(walk.weights).tail(out.sameGap.statistic);
        out.changeP = std::max(*out.observed.p, *out.sameGap.p);
    }
    const std::size_t change = bridge.place;
    out.change = walk.points[change];
    out.firstTimeAfter = walk.points[change + 1].time;
    out.weightBefore = walk.weights[change];
    out.weightAfter = walk.weights.back() - walk.weights[change];
    out.walk = thinned(walk.points);
    return out;
}

double bridgeMaximumTail(double x) {
    constexpr double surelyExceeded = 0.04;
    if (x < surelyExceeded) return 1;
    const double pi = std::numbers::pi;
    if (x < 1) {
        // The series of the same probability that converges for small x.
        double sum = 0;
        for (int k = 1; k < 20; ++k) {
            const double odd = 2 * k - 1;
            sum += std::exp(-odd * odd * pi * pi / (8 * x * x));
        }
        return std::clamp(1 - std::sqrt(2 * pi) / x * sum, 0.0, 1.0);
    }
    double sum = 0;
    for (int k = 1; k < 20; ++k)
        sum += (k % 2 == 1 ? 1 : -1) * std::exp(-2.0 * k * k * x * x);
    return std::clamp(2 * sum, 0.0, 1.0);
}

double brownianMaximumLimit(double tail) {
    return limitOf(brownianMaximumTail, tail);
}

}  // namespace diagonal
