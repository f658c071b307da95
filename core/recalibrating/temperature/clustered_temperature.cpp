// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recalibrating/temperature/clustered_temperature.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "core/measuring/model_rows.h"
#include "core/numerics/intervals.h"
#include "core/numerics/mean_estimate.h"

namespace diagonal {

namespace {

/// Returns the design effect of derivatives of the NLL, whose sum is 0 at its minimum. A row of
/// several observations counts as so many that are independent but for their cluster.
double slopeEffect(std::vector<double> slopes, const RowClusters& clusters,
                   const RowWeights& weights) {
    if (weights.empty()) return designEffect(slopes, clusters);
    double independent = 0;
    std::vector<double> sums(clusters.count);
    for (std::size_t row = 0; row < slopes.size(); ++row) {
        independent += weights.varianceAt(row) * slopes[row] * slopes[row];
        sums[clusters.codes[row]] += weights.at(row) * slopes[row];
    }
    double squares = 0;
    for (const double sum : sums)
        squares += sum * sum;
    const auto count = static_cast<double>(clusters.count);
    return independent > 0 ? std::max(1.0, count / (count - 1) * squares / independent) : 1;
}

}  // namespace

void widenForClusters(const RowClusters& clusters, const Predictions& predictions, double level,
                      const Execution& execution, TemperatureFit& fit) {
    if (clusters.count < 2) {
        fit.lower = fit.upper = std::nullopt;
        return;
    }
    constexpr double step = 1e-3;  // of log T
    // The NLL is the same in every view.
    const bool ofPositive = predictions.form() == PredictionForm::PositiveScore;
    const View view{ofPositive ? View::Kind::PositiveClass : View::Kind::TopLabel,
                    ofPositive ? std::size_t{1} : std::size_t{0}};
    const auto above = modelRows(predictions, view, fit.value * std::exp(step), execution);
    const auto below = modelRows(predictions, view, fit.value * std::exp(-step), execution);
    if (!above || !below) return;
    std::vector<double> slopes;
    slopes.reserve(above->negativeLogs.size());
    for (std::size_t row = 0; row < above->negativeLogs.size(); ++row) {
        const double slope = (above->negativeLogs[row] - below->negativeLogs[row]) / (2 * step);
        slopes.push_back(std::isfinite(slope) ? slope : 0);
    }
    const double others = static_cast<double>(clusters.count) - 1;
    const double effect = slopeEffect(std::move(slopes), clusters, predictions.weights()) *
                          studentRows(level, others);
    for (std::optional<double>* end : {&fit.lower, &fit.upper}) {
        if (!*end) continue;
        **end = fit.value * std::pow(**end / fit.value, std::sqrt(effect));
        const bool isOutside =
            **end < kLowestFittedTemperature || **end > kHighestFittedTemperature;
        if (isOutside) end->reset();
    }
}

}  // namespace diagonal
