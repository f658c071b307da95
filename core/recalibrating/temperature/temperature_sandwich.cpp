// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recalibrating/temperature/temperature_sandwich.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/measuring/model_rows.h"
#include "core/numerics/intervals.h"

namespace diagonal {
namespace {

/// Returns the derivative of each row's NLL by log T at `temperature`, 0 for infinite losses; empty
/// if cancelled.
std::vector<double> slopesAt(double temperature, const Predictions& predictions,
                             const Execution& execution) {
    constexpr double step = 1e-3;  // of log T
    // The NLL is the same in every view.
    const bool ofPositive = predictions.form() == PredictionForm::PositiveScore;
    const View view{ofPositive ? View::Kind::PositiveClass : View::Kind::TopLabel,
                    ofPositive ? std::size_t{1} : std::size_t{0}};
    const auto above = modelRows(predictions, view, temperature * std::exp(step), execution);
    const auto below = modelRows(predictions, view, temperature * std::exp(-step), execution);
    std::vector<double> slopes;
    if (!above || !below) return slopes;
    slopes.reserve(above->negativeLogs.size());
    for (std::size_t row = 0; row < above->negativeLogs.size(); ++row) {
        const double slope = (above->negativeLogs[row] - below->negativeLogs[row]) / (2 * step);
        slopes.push_back(std::isfinite(slope) ? slope : 0);
    }
    return slopes;
}

/// Returns the variance of the sum of slopes, whose mean is 0 at the minimum. A row of several
/// observations counts as so many that are independent but for their cluster.
double varianceOfSum(const std::vector<double>& slopes, const RowWeights& weights,
                     const RowClusters* clusters) {
    double independent = 0;
    for (std::size_t row = 0; row < slopes.size(); ++row)
        independent += weights.varianceAt(row) * slopes[row] * slopes[row];
    if (!clusters) return independent;
    std::vector<double> sums(clusters->count);
    for (std::size_t row = 0; row < slopes.size(); ++row)
        sums[clusters->codes[row]] += weights.at(row) * slopes[row];
    double squares = 0;
    for (const double sum : sums)
        squares += sum * sum;
    const auto count = static_cast<double>(clusters->count);
    return std::max(independent, count / (count - 1) * squares);
}

}  // namespace

void widenBySandwich(const RowClusters* clusters, const Predictions& predictions, double level,
                     const Execution& execution, TemperatureFit& fit) {
    if (clusters && clusters->count < 2) {
        fit.lower = fit.upper = std::nullopt;
        return;
    }
    if ((!fit.lower && !fit.upper) || !(fit.curvature > 0)) return;
    const std::vector<double> slopes = slopesAt(fit.value, predictions, execution);
    if (slopes.empty()) return;
    const RowWeights& weights = predictions.weights();
    const double total = weights.total(slopes.size());
    const double fitted = 1 - static_cast<double>(fit.leftOut) /
                                  static_cast<double>(weights.observations(slopes.size()));
    const double assumed =
        fitted * fit.curvature * total * total / weights.effectiveCount(slopes.size());
    double effect = std::max(1.0, varianceOfSum(slopes, weights, clusters) / assumed);
    if (clusters)
        effect *= studentRows(level, degreesOfFreedom(clusters->evenCount(weights.values)));
    for (std::optional<double>* end : {&fit.lower, &fit.upper}) {
        if (!*end) continue;
        **end = fit.value * std::pow(**end / fit.value, std::sqrt(effect));
        const bool isOutside =
            **end < kLowestFittedTemperature || **end > kHighestFittedTemperature;
        if (isOutside) end->reset();
    }
}

}  // namespace diagonal
