// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/deciding/flexible_curve.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/base/compensated_sum.h"
#include "core/measuring/deciding/loess.h"
#include "core/numerics/class_probabilities.h"
#include "core/numerics/intervals.h"
#include "core/numerics/logistic_fit.h"

namespace diagonal {
namespace {

using Four = std::array<double, 4>;

/// Returns the q-quantile of type 7 of ascending values that stand for `weights` observations.
double weightedQuantile(const std::vector<double>& values, const std::vector<double>& weights,
                        double q) {
    double total = 0;
    for (const double weight : weights)
        total += weight;
    const double place = (total - 1) * q;  // from 0; below 0 only for less than one observation
    const double whole = std::floor(place);
    constexpr double rounding = 1e-9;  // of sums of weights
    const auto at = [&](double number) {
        double end = 0;
        for (std::size_t i = 0; i < values.size(); ++i) {
            end += weights[i];
            if (end > number + rounding * total) return values[i];
        }
        return values.back();
    };
    const double lower = at(whole);
    return lower + (place - whole) * (at(whole + 1) - lower);
}

double cube(double x) {
    return x > 0 ? x * x * x : 0;
}

/// Rows of logisticFit().
struct SplineRows {
    std::vector<Four> all;
    std::vector<double> targets;
    std::vector<double> weights;

    std::size_t size() const { return all.size(); }
    const Four& terms(std::size_t i) const { return all[i]; }
    double target(std::size_t i) const { return targets[i]; }
    double weight(std::size_t i) const { return weights[i]; }
};

bool hasLogit(double p) {
    return p > 0 && p < 1;
}

/// Returns the inverse of the curvature of the used coefficients.
std::array<Four, 4> inverseOf(LogisticLoss<4> loss, const std::array<bool, 4>& used) {
    std::array<Four, 4> inverse{};
    for (std::size_t i = 0; i < 4; ++i) {
        loss.gradient = {};
        loss.gradient[i] = used[i] ? 1 : 0;
        if (const auto column = newtonStep(loss, used)) inverse[i] = *column;
    }
    return inverse;
}

}  // namespace

SmoothedRows smoothedRows(const SortedOutcomes& outcomes, std::size_t most) {
    SmoothedRows rows;
    const auto fill = [&](std::size_t size) {
        for (std::size_t begin = 0; begin < outcomes.size() && rows.size() <= most;) {
            const std::size_t end = outcomes.endOfRun(begin, size);
            const OutcomeSums sums = outcomes.sums(begin, end);
            const double first = outcomes.confidence(begin);
            const double last = outcomes.confidence(end - 1);
            rows.confidence.push_back(
                first == last ? first : std::clamp(sums.confidence / sums.weight, first, last));
            rows.outcome.push_back(sums.correct / sums.weight);
            rows.weight.push_back(sums.weight);
            begin = end;
        }
    };
    fill(1);
    if (rows.size() > most) {
        rows = {};
        fill((outcomes.size() + most - 1) / most);
    }
    const OutcomeSums all = outcomes.sums();
    rows.unit = all.varianceWeight / all.weight;
    return rows;
}

bool hasLoess(const SmoothedRows& rows) {
    constexpr std::size_t least = 5;
    return rows.size() >= least;
}

FlexibleErrors flexibleErrors(const SmoothedRows& rows, const std::vector<double>& curve) {
    std::vector<std::pair<double, double>> errors;  // distance and weight
    CompensatedSum sum;
    double total = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        errors.emplace_back(std::abs(rows.confidence[i] - curve[i]), rows.weight[i]);
        sum.add(errors.back().first * rows.weight[i]);
        total += rows.weight[i];
    }
    std::ranges::sort(errors);
    std::vector<double> values, weights;
    for (const auto& [distance, weight] : errors) {
        values.push_back(distance);
        weights.push_back(weight);
    }
    return {sum.value() / total, weightedQuantile(values, weights, 0.5),
            weightedQuantile(values, weights, 0.9), values.back()};
}

std::vector<double> loessCurve(const SmoothedRows& rows) {
    const Loess loess({rows.confidence, rows.outcome, rows.weight});
    std::vector<double> curve;
    curve.reserve(rows.size());
    for (const double p : rows.confidence)
        curve.push_back(std::clamp(loess.at(p), 0.0, 1.0));
    return curve;
}

void SplineCurve::setKnots(const SmoothedRows& rows) {
    std::vector<double> logits, weights;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!hasLogit(rows.confidence[i])) continue;
        logits.push_back(logit(rows.confidence[i]));
        weights.push_back(rows.weight[i]);
    }
    constexpr Four quantiles{0.05, 0.35, 0.65, 0.95};
    for (std::size_t i = 0; i < 4; ++i)
        m_knots[i] = weightedQuantile(logits, weights, quantiles[i]);
    const bool areApart =
        m_knots[0] < m_knots[1] && m_knots[1] < m_knots[2] && m_knots[2] < m_knots[3];
    m_used = areApart ? 4 : 2;
}

SplineCurve::Four SplineCurve::terms(double x) const {
    Four terms{1, x, 0, 0};
    if (m_used < 4) return terms;
    const double width = m_knots[3] - m_knots[0];
    const double last = m_knots[3] - m_knots[2];
    for (std::size_t j = 0; j < 2; ++j) {
        const double beyond = cube(x - m_knots[2]) * (m_knots[3] - m_knots[j]) / last -
                              cube(x - m_knots[3]) * (m_knots[2] - m_knots[j]) / last;
        terms[2 + j] = (cube(x - m_knots[j]) - beyond) / (width * width);
    }
    return terms;
}

std::optional<SplineCurve> SplineCurve::fitted(const SmoothedRows& rows, const SplineCurve* start,
                                               double precision, Shape shape) {
    double correct = 0, wrong = 0;
    std::vector<std::size_t> usable;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!hasLogit(rows.confidence[i]) || rows.weight[i] == 0) continue;
        usable.push_back(i);
        correct += rows.weight[i] * rows.outcome[i];
        wrong += rows.weight[i] * (1 - rows.outcome[i]);
    }
    if (usable.size() < 2 || !(correct > 0) || !(wrong > 0)) return std::nullopt;
    SplineCurve curve;
    if (start) {
        curve.m_knots = start->m_knots;
        curve.m_used = start->m_used;
    } else {
        curve.setKnots(rows);
    }
    if (shape == Shape::Line) curve.m_used = 2;
    const Four calibrated{0, 1, 0, 0};
    for (; curve.m_used >= 2; curve.m_used -= 2) {
        SplineRows fittedRows;
        for (const std::size_t i : usable) {
            fittedRows.all.push_back(curve.terms(logit(rows.confidence[i])));
            fittedRows.targets.push_back(rows.outcome[i]);
            fittedRows.weights.push_back(rows.weight[i]);
        }
        const bool isCurved = curve.m_used == 4;
        const std::array<bool, 4> used{true, true, isCurved, isCurved};
        const auto fit =
            logisticFit<4>(fittedRows, used, start ? start->m_coefficients : calibrated,
                           {precision, 1e-6 * (correct + wrong)});
        if (!fit) continue;
        curve.m_coefficients = *fit;
        if (start) return curve;
        curve.m_covariance = inverseOf(logisticLoss<4>(fittedRows, *fit), used);
        for (Four& row : curve.m_covariance) {
            for (double& entry : row)
                entry *= rows.unit;
        }
        return curve;
    }
    return std::nullopt;
}

double SplineCurve::at(double p) const {
    if (!hasLogit(p)) return p;
    const Four at = terms(logit(p));
    return sigmoid(std::inner_product(at.begin(), at.end(), m_coefficients.begin(), 0.0));
}

std::optional<Interval> SplineCurve::interval(double p, double level) const {
    if (!hasLogit(p)) return std::nullopt;
    const Four at = terms(logit(p));
    const double middle = std::inner_product(at.begin(), at.end(), m_coefficients.begin(), 0.0);
    double variance = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        for (std::size_t j = 0; j < 4; ++j)
            variance += at[i] * m_covariance[i][j] * at[j];
    }
    const double arm = twoSidedNormalQuantile(level) * rootOf(variance);
    return Interval{sigmoid(middle - arm), sigmoid(middle + arm)};
}

std::vector<double> splineCurve(const SmoothedRows& rows, const SplineCurve& spline) {
    std::vector<double> curve;
    curve.reserve(rows.size());
    for (const double p : rows.confidence)
        curve.push_back(spline.at(p));
    return curve;
}

FlexibleCurves flexibleCurves(const SortedOutcomes& outcomes, double level) {
    constexpr int steps = 200;
    FlexibleCurves curves;
    const SmoothedRows rows = smoothedRows(outcomes);
    const double lowest = rows.confidence.front();
    const double highest = rows.confidence.back();
    const auto forEach = [&](const auto& use) {
        for (int i = 0; i <= steps; ++i)
            use(i == steps ? highest : lowest + (highest - lowest) * i / steps);
    };
    if (hasLoess(rows)) {
        const Loess loess({rows.confidence, rows.outcome, rows.weight});
        forEach([&](double p) { curves.loess.push_back({p, std::clamp(loess.at(p), 0.0, 1.0)}); });
    }
    const OutcomeSums all = outcomes.sums();
    const double correct = all.effectiveCorrect();
    const double events = std::min(correct, all.effectiveCount() - correct);
    const auto shape =
        events < kFewEventsForSpline ? SplineCurve::Shape::Line : SplineCurve::Shape::Spline;
    const auto spline = SplineCurve::fitted(rows, nullptr, 1e-12, shape);
    if (!spline) return curves;
    curves.isLogistic = spline->isLinear();
    forEach([&](double p) {
        const auto interval = spline->interval(p, level);
        if (!interval) return;
        curves.spline.push_back({p, spline->at(p)});
        curves.band.push_back({p, interval->lower, interval->upper});
    });
    return curves;
}

}  // namespace diagonal
