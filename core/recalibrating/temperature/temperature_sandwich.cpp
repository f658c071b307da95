// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recalibrating/temperature/temperature_sandwich.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "core/measuring/row_outcomes.h"
#include "core/numerics/intervals.h"

namespace diagonal {
namespace {

/// Computes the derivative of each row's NLL by log T, 0 for infinite losses.
class LossSlopes {
public:
    LossSlopes(double temperature, const Predictions& predictions)
        : m_predictions(predictions), m_temperature(temperature) {
        // The NLL is the same in every view.
        if (predictions.form() == PredictionForm::PositiveScore)
            m_view = {View::Kind::PositiveClass, 1};
    }

    /// Calls visit(begin, slopes) for one run of rows after another: those of all rows would take
    /// more memory than the file. Returns false if `execution` cancels.
    bool visit(const Execution& execution,
               const std::function<void(std::size_t begin, std::span<const double>)>& visit) const {
        constexpr std::size_t mostRows = std::size_t{1} << 20;
        Continuation continuation(execution.progress);
        std::vector<double> slopes(std::min(mostRows, m_predictions.rows()));
        for (std::size_t begin = 0; begin < m_predictions.rows(); begin += slopes.size()) {
            slopes.resize(std::min(mostRows, m_predictions.rows() - begin));
            const Partition parts{slopes.size(), std::size_t{1} << 10};
            execution.parallelFor(parts.parts(), [&](std::size_t part) {
                if (!continuation.goesOn()) return;
                measure(begin + parts.begin(part),
                        std::span(slopes).subspan(parts.begin(part),
                                                  parts.end(part) - parts.begin(part)));
            });
            if (continuation.isStopped()) return false;
            visit(begin, slopes);
        }
        return true;
    }

private:
    /// Measures the rows from `begin` on.
    void measure(std::size_t begin, std::span<double> slopes) const {
        constexpr double step = 1e-3;  // of log T
        RowMeasurer above(m_predictions, m_view, m_temperature * std::exp(step), true);
        RowMeasurer below(m_predictions, m_view, m_temperature * std::exp(-step), true);
        for (std::size_t done = 0; done < slopes.size();) {
            const std::size_t count = std::min(above.rowsAtOnce(), slopes.size() - done);
            const auto higher = std::span(above.measure(begin + done, count).negativeLogs);
            const auto lower = std::span(below.measure(begin + done, count).negativeLogs);
            for (std::size_t i = 0; i < count; ++i) {
                const double slope = (higher[i] - lower[i]) / (2 * step);
                slopes[done + i] = std::isfinite(slope) ? slope : 0;
            }
            done += count;
        }
    }

    const Predictions& m_predictions;
    double m_temperature;
    View m_view{View::Kind::TopLabel, 0};
};

/// Returns the variance of the sum of slopes, whose mean is 0 at the minimum; none if cancelled. A
/// row of several observations counts as so many that are independent but for their cluster.
std::optional<double> varianceOfSum(const LossSlopes& slopes, const RowWeights& weights,
                                    const RowClusters* clusters, const Execution& execution) {
    double independent = 0;
    std::vector<double> sums(clusters ? clusters->count : 0);
    const bool isDone =
        slopes.visit(execution, [&](std::size_t begin, std::span<const double> some) {
            for (std::size_t i = 0; i < some.size(); ++i) {
                independent += weights.varianceAt(begin + i) * some[i] * some[i];
                if (clusters) sums[clusters->codes[begin + i]] += weights.at(begin + i) * some[i];
            }
        });
    if (!isDone) return std::nullopt;
    if (!clusters) return independent;
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
    if (!knowsLosses(predictions)) return;
    const RowWeights& weights = predictions.weights();
    const auto variance =
        varianceOfSum(LossSlopes(fit.value, predictions), weights, clusters, execution);
    if (!variance) return;
    const std::size_t rows = predictions.rows();
    const double total = weights.total(rows);
    const double fitted =
        1 - static_cast<double>(fit.leftOut) / static_cast<double>(weights.observations(rows));
    const double assumed = fitted * fit.curvature * total * total / weights.effectiveCount(rows);
    double effect = std::max(1.0, *variance / assumed);
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
