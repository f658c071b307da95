// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recalibrating/temperature.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/base/compensated_sum.h"
#include "core/base/text.h"
#include "core/numerics/class_margin.h"
#include "core/numerics/class_probabilities.h"
#include "core/numerics/exponential_sums.h"
#include "core/numerics/intervals.h"

namespace diagonal {
namespace {

/// Mean NLL as a function of x = log(1 / T), with its first two derivatives.
struct Likelihood {
    double value = 0;
    double slope = 0;
    double curvature = 0;
};

/// Sums of the NLL and its first two derivatives with respect to the inverse temperature b.
class LikelihoodSum {
public:
    explicit LikelihoodSum(double inverseTemperature) : m_b(inverseTemperature) {}

    /// Adds a row of K logits with weight w; `labelled` is the logit of its label.
    template <typename T>
    void addClasses(std::span<const T> logits, double labelled, double largest, double w) {
        const ExponentialMoments moments = exponentialMoments(logits, largest, m_b);
        const double mean = moments.first / moments.sum;
        const double below = labelled - largest;
        m_value.add(w * (std::log(moments.sum) - m_b * below));
        m_first.add(w * (mean - below));
        m_second.add(w * (moments.second / moments.sum - mean * mean));
    }
    /// Adds a row of binary data; `margin` is the logit of its label over the other class.
    void addMargin(double margin, double w) {
        if (std::isinf(margin)) return;  // certain and correct: no loss at any temperature
        const double x = m_b * margin;
        const double e = std::exp(-std::abs(x));
        const double p = (x > 0 ? e : 1) / (1 + e);  // of the other class
        m_value.add(w * (std::log1p(e) - std::min(x, 0.0)));
        m_first.add(w * -margin * p);
        m_second.add(w * margin * margin * p * (1 - p));
    }
    void add(const LikelihoodSum& others) {
        m_value.add(others.m_value.value());
        m_first.add(others.m_first.value());
        m_second.add(others.m_second.value());
    }
    /// Returns the mean over a total weight of n, its derivatives with respect to x by the chain
    /// rule, b = exp(x).
    Likelihood mean(double n) const {
        const double first = m_first.value() / n;
        return {m_value.value() / n, m_b * first, m_b * first + m_b * m_b * m_second.value() / n};
    }

private:
    double m_b;
    CompensatedSum m_value, m_first, m_second;
};

constexpr std::size_t kLeastScores = 1U << 17;  ///< minimum per parallel part of a pass

class TemperatureFitter {
public:
    TemperatureFitter(const Predictions& predictions, const Execution& execution)
        : m_predictions(predictions),
          m_weight(predictions.weights().total(predictions.rows())),
          m_execution(execution) {}

    bool cancelled() const { return m_cancelled; }

    Likelihood at(double x) {
        if (m_execution.progress && !m_execution.progress(m_passes++, 0)) m_cancelled = true;
        LikelihoodSum sum(std::exp(x));
        if (m_cancelled) return sum.mean(m_weight);
        const Partition parts{
            m_predictions.rows(),
            std::max<std::size_t>(kLeastScores / m_predictions.scores().columns(), 1)};
        std::vector<LikelihoodSum> sums(parts.parts(), sum);
        m_execution.parallelFor(parts.parts(), [&](std::size_t part) {
            addRows(parts.begin(part), parts.end(part), sums[part]);
        });
        for (const LikelihoodSum& some : sums)
            sum.add(some);
        return sum.mean(m_weight);
    }

    /// Counts the rows whose true class has probability 0 at every temperature.
    std::size_t impossibleRows() const {
        std::size_t rows = 0;
        for (std::size_t row = 0; row < m_predictions.rows(); ++row)
            rows += isImpossible(row) ? 1U : 0U;
        return rows;
    }
    void leaveOutImpossibleRows() {
        m_leavesOut = true;
        for (std::size_t row = 0; row < m_predictions.rows(); ++row) {
            if (isImpossible(row)) m_weight -= m_predictions.weights().at(row);
        }
    }
    /// Fraction of the total weight that is fitted.
    double share() const { return m_weight / m_predictions.weights().total(m_predictions.rows()); }

private:
    bool isImpossible(std::size_t row) const {
        if (m_predictions.form() == PredictionForm::ClassScores) {
            const double score = m_predictions.scores().at(row, m_predictions.label(row));
            return usesProbabilities() ? score == 0 : std::isinf(score);
        }
        return labelledMargin(row) == -std::numeric_limits<double>::infinity();
    }
    bool usesProbabilities() const { return m_predictions.scoreKind() == ScoreKind::Probability; }
    void addRows(std::size_t begin, std::size_t end, LikelihoodSum& sum) const {
        if (m_predictions.scores().columns() > 2) {
            m_predictions.scores().visit(
                [&](auto scores) { addClassScores(scores, begin, end, sum); });
            return;
        }
        for (std::size_t row = begin; row < end; ++row) {
            if (m_leavesOut && isImpossible(row)) continue;
            sum.addMargin(labelledMargin(row), m_predictions.weights().at(row));
        }
    }
    template <typename T>
    void addClassScores(std::span<const T> scores, std::size_t begin, std::size_t end,
                        LikelihoodSum& sum) const {
        const std::size_t classes = m_predictions.scores().columns();
        std::vector<double> logarithms(usesProbabilities() ? classes : 0);
        for (std::size_t row = begin; row < end; ++row) {
            if (m_leavesOut && isImpossible(row)) continue;
            const auto given = scores.subspan(row * classes, classes);
            const std::size_t label = m_predictions.label(row);
            const std::size_t top = m_predictions.predicted(row);
            const double w = m_predictions.weights().at(row);
            if (usesProbabilities()) {
                rowLogits(given, true, std::span(logarithms));
                sum.addClasses(std::span<const double>(logarithms), logarithms[label],
                               logarithms[top], w);
            } else {
                sum.addClasses(given, given[label], given[top], w);
            }
        }
    }
    double labelledMargin(std::size_t row) const {
        const double margin = marginOfClassOne(m_predictions, row);
        return m_predictions.label(row) == 1 ? margin : -margin;
    }

    const Predictions& m_predictions;
    double m_weight;  ///< of the rows that are fitted
    const Execution& m_execution;
    std::size_t m_passes = 0;
    bool m_cancelled = false;
    bool m_leavesOut = false;
};

// Newton steps converge quadratically: after a step this short, no further pass is needed.
constexpr double kLastStep = 1e-7;
constexpr double kLastPartOfStep = 1e-4;  ///< relative step; Halley's method converges cubically
constexpr int kMostSteps = 200;
constexpr int kStepsUntilEnds = 8;
const double kLowest = -std::log(kHighestFittedTemperature);
const double kHighest = -std::log(kLowestFittedTemperature);

struct Minimum {
    double x = 0;
    Likelihood likelihood;
    bool clamped = false;
};

/// Applies Newton's method to the slope inside a bracket whose ends are evaluated only when needed.
Minimum minimise(TemperatureFitter& fitter, const Likelihood& atZero) {
    double low = kLowest;
    double high = kHighest;
    Minimum now{0, atZero, false};
    for (int step = 0; step < kMostSteps && !fitter.cancelled(); ++step) {
        if (now.likelihood.slope == 0) break;
        (now.likelihood.slope < 0 ? low : high) = now.x;
        // A non-positive curvature in x is replaced with that in b = 1/T, in which the NLL is
        // convex: curvature - slope = b^2 NLL''(b).
        const double slope = now.likelihood.slope;
        const double curvature = now.likelihood.curvature > 0 ? now.likelihood.curvature
                                                              : now.likelihood.curvature - slope;
        if (step == kStepsUntilEnds) {
            // Still far away, as when all rows are correct and steps hardly grow: try the end.
            const double end = slope < 0 ? kHighest : kLowest;
            const Likelihood there = fitter.at(end);
            if (slope < 0 ? there.slope <= 0 : there.slope >= 0) return {end, there, true};
        }
        double next = now.x - slope / curvature;
        const double newton = next;
        if (next >= high && high == kHighest) {
            const Likelihood end = fitter.at(kHighest);
            if (end.slope <= 0) return {kHighest, end, true};
            next = (low + high) / 2;
        } else if (next <= low && low == kLowest) {
            const Likelihood end = fitter.at(kLowest);
            if (end.slope >= 0) return {kLowest, end, true};
            next = (low + high) / 2;
        } else if (!(next > low && next < high)) {
            next = (low + high) / 2;
        }
        if (const double moved = next - now.x; next == newton && std::abs(moved) <= kLastStep) {
            const double rise = moved * (slope + moved * now.likelihood.curvature / 2);
            return {next, {now.likelihood.value + rise, 0, now.likelihood.curvature}, false};
        }
        now = {next, fitter.at(next), false};
    }
    return now;
}

/// Returns the temperature between the minimum and `end` (on the x axis) at which the mean NLL is
/// `rise` above its minimum; none if it does not rise that far.
std::optional<double> crossing(TemperatureFitter& fitter, const Minimum& minimum, double rise,
                               double end) {
    if (minimum.x == end) return std::nullopt;
    const double sign = end > minimum.x ? 1 : -1;
    double inner = minimum.x;
    double outer = end;
    bool endIsAbove = false;
    const double curvature = std::max(minimum.likelihood.curvature, 1e-300);
    double x = minimum.x + sign * std::sqrt(2 * rise / curvature);
    for (int step = 0; step < kMostSteps && !fitter.cancelled(); ++step) {
        if (!((x - inner) * sign > 0 && (outer - x) * sign > 0)) {
            if (!endIsAbove && fitter.at(end).value - minimum.likelihood.value < rise) {
                return std::nullopt;
            }
            endIsAbove = true;
            x = (inner + outer) / 2;
        }
        const Likelihood here = fitter.at(x);
        const double excess = here.value - minimum.likelihood.value - rise;
        (excess < 0 ? inner : outer) = x;
        endIsAbove = endIsAbove || excess >= 0;
        const double halley = here.slope - excess * here.curvature / (2 * here.slope);
        const double moved = excess / (halley * here.slope > 0 ? halley : here.slope);
        x -= moved;
        const double width = std::abs(x - minimum.x);
        const bool isInside = (x - inner) * sign >= 0 && (outer - x) * sign >= 0;
        if (isInside && std::abs(moved) <= kLastPartOfStep * width) break;
        if (std::abs(outer - inner) <= 1e-11) break;
    }
    return std::exp(-x);
}

}  // namespace

Result<TemperatureFit> fitTemperature(const Predictions& predictions, double level,
                                      const Execution& execution, ZeroRows zeroRows) {
    if (const auto can = predictions.checkTemperature(); !can) {
        return Error{ErrorKind::Undefined, "temperature cannot be fitted: " + can.error().detail};
    }
    TemperatureFitter fitter(predictions, execution);
    const std::size_t impossible = fitter.impossibleRows();
    const bool leavesOut = zeroRows == ZeroRows::LeaveOut && impossible < predictions.rows();
    if (impossible > 0 && !leavesOut) {
        return Error{ErrorKind::Undefined,
                     "temperature cannot be fitted: the true class has probability 0 in " +
                         counted(impossible, "row") +
                         ", so the NLL is infinite at every temperature",
                     {},
                     0,
                     {},
                     {setOption(Setting::FitWithoutZeros, {}, "to fit the other rows")}};
    }
    if (impossible > 0) fitter.leaveOutImpossibleRows();
    const Likelihood before = fitter.at(0);
    if (fitter.cancelled()) return cancelled();
    if (before.slope == 0 && before.curvature == 0) {
        return Error{ErrorKind::Undefined,
                     "temperature cannot be fitted: the NLL is the same at every temperature"};
    }
    const Minimum minimum = minimise(fitter, before);
    TemperatureFit fit;
    fit.value = minimum.clamped && minimum.x == kLowest    ? kHighestFittedTemperature
                : minimum.clamped && minimum.x == kHighest ? kLowestFittedTemperature
                                                           : std::exp(-minimum.x);
    fit.clamped = minimum.clamped;
    fit.leftOut = impossible;
    fit.nllBefore = before.value;
    fit.nllAfter = minimum.likelihood.value;
    const double effective =
        predictions.weights().effectiveCount(predictions.rows()) * fitter.share();
    const double rise = chiSquareOneQuantile(level) / (2 * effective);
    fit.lower = crossing(fitter, minimum, rise, kHighest);
    fit.upper = crossing(fitter, minimum, rise, kLowest);
    if (fitter.cancelled()) return cancelled();
    return fit;
}

}  // namespace diagonal
