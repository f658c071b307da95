// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recalibrating/temperature/temperature_likelihood.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/base/compensated_sum.h"
#include "core/numerics/class_margin.h"
#include "core/numerics/class_probabilities.h"

namespace diagonal {
namespace {

using SeriesTerms = LikelihoodSeries::Terms;

constexpr std::size_t kManyColumns = 32;

void add(const SeriesTerms& more, SeriesTerms& sums) {
    for (std::size_t k = 0; k < kTaylorTerms; ++k)
        sums[k] += more[k];
}

/// Adds the derivatives of w log sum_k exp(b d_k), which are cumulants of the distances d, given
/// the sums of exp(b d_k) d_k^j.
void addCumulants(std::span<const double> moments, double w, SeriesTerms& derivatives) {
    const double sum = moments[0];
    std::array<double, kTaylorTerms> means{};
    std::array<double, kTaylorTerms> cumulants{};
    for (std::size_t n = 1; n < kTaylorTerms; ++n) {
        means[n] = moments[n] / sum;
        double cumulant = means[n];
        double binomial = 1;  // n - 1 over m - 1
        for (std::size_t m = 1; m < n; ++m) {
            cumulant -= binomial * cumulants[m] * means[n - m];
            binomial *= static_cast<double>(n - m) / static_cast<double>(m);
        }
        cumulants[n] = cumulant;
        derivatives[n] += w * cumulant;
    }
    derivatives[0] += w * std::log(sum);
}

}  // namespace

LikelihoodSeries::LikelihoodSeries(double b, const SeriesTerms& derivatives)
    : m_b(b), m_terms(derivatives) {
    double factorial = 1;
    for (std::size_t k = 1; k < kTaylorTerms; ++k)
        m_terms[k] /= factorial *= static_cast<double>(k);
}

std::optional<Likelihood> LikelihoodSeries::at(double x,
                                               const LikelihoodPrecision& precision) const {
    constexpr std::size_t last = kTaylorTerms - 1;
    const double b = std::exp(x);
    const double d = b - m_b;
    if (d != 0) {
        // The terms left out are estimated by the ratio of the last ones.
        const auto ratioOf = [&](std::size_t k) {
            return m_terms[k - 1] != 0 ? std::abs(d * m_terms[k] / m_terms[k - 1]) : 1.0;
        };
        constexpr double most = .3;
        const double ratio = std::max(ratioOf(last), ratioOf(last - 1));
        if (!(ratio < most)) return std::nullopt;
        const double leftOut =
            std::abs(m_terms[last]) * std::pow(std::abs(d), static_cast<int>(last)) * ratio * 2;
        const double ofSlope = b * (last + 1) * leftOut / std::abs(d);
        const double curvature = 2 * b * b * std::abs(m_terms[2]);
        if (leftOut > precision.value || ofSlope > precision.slope * curvature) return std::nullopt;
    }
    double value = 0, first = 0, second = 0;
    for (std::size_t k = kTaylorTerms; k-- > 0;) {
        second = second * d + 2 * first;
        first = first * d + value;
        value = value * d + m_terms[k];
    }
    // The chain rule, b = exp(x).
    return Likelihood{value, b * first, b * first + b * b * second};
}

TemperatureLikelihood::TemperatureLikelihood(const Predictions& predictions,
                                             const Execution& execution, std::size_t step)
    : m_predictions(predictions),
      m_execution(execution),
      m_step(step),
      m_rows((predictions.rows() + step - 1) / step) {
    if (predictions.weights().empty()) {
        m_weight = static_cast<double>(m_rows);
        return;
    }
    for (std::size_t i = 0; i < m_rows; ++i)
        m_weight += predictions.weights().at(rowAt(i));
}

Likelihood TemperatureLikelihood::at(double x, const LikelihoodPrecision& precision) {
    if (m_series) {
        if (const auto known = m_series->at(x, precision)) return *known;
    }
    if (m_execution.progress && !m_execution.progress(m_passes++, 0)) m_isCancelled = true;
    if (m_isCancelled) return {};
    m_series = seriesAt(std::exp(x));
    return *m_series->at(x, {});
}

LikelihoodSeries TemperatureLikelihood::seriesAt(double b) const {
    constexpr std::size_t leastScores = std::size_t{1} << 17;
    const Partition parts{m_rows, leastScores / m_predictions.scores().columns() + 1};
    std::vector<SeriesTerms> sums(parts.parts(), SeriesTerms{});
    m_execution.parallelFor(parts.parts(), [&](std::size_t part) {
        constexpr std::size_t rowsAtOnce = 256;
        std::array<CompensatedSum, kTaylorTerms> total;
        for (std::size_t begin = parts.begin(part); begin < parts.end(part);) {
            const std::size_t end = std::min(begin + rowsAtOnce, parts.end(part));
            SeriesTerms some{};
            addRows(begin, end, b, some);
            for (std::size_t k = 0; k < kTaylorTerms; ++k)
                total[k].add(some[k]);
            begin = end;
        }
        for (std::size_t k = 0; k < kTaylorTerms; ++k)
            sums[part][k] = total[k].value();
    });
    SeriesTerms all{};
    for (const SeriesTerms& some : sums)
        add(some, all);
    for (double& derivative : all)
        derivative /= m_weight;
    return {b, all};
}

void TemperatureLikelihood::addRows(std::size_t begin, std::size_t end, double b,
                                    SeriesTerms& derivatives) const {
    if (m_predictions.scores().columns() <= 2) return addMargins(begin, end, b, derivatives);
    m_predictions.scores().visit([&](auto scores) {
        if (m_predictions.scores().columns() < kManyColumns) {
            addFewClassScores(scores, begin, end, b, derivatives);
        } else {
            addClassScores(scores, begin, end, b, derivatives);
        }
    });
}

/// Adds rows of few classes in blocks, whose distances are transposed so that vectors hold several
/// rows.
template <typename T>
void TemperatureLikelihood::addFewClassScores(std::span<const T> scores, std::size_t begin,
                                              std::size_t end, double b,
                                              SeriesTerms& derivatives) const {
    // Beyond this distance from the top, a class adds nothing at any temperature that is tried.
    constexpr double farthest = -1e5;
    const std::size_t classes = m_predictions.scores().columns();
    std::vector<double> logits(classes);
    std::vector<double> distances(classes * kDerivativeRows);
    std::array<double, kDerivativeRows> labelled{};
    std::array<double, kDerivativeRows> weights{};
    for (; begin < end; begin += kDerivativeRows) {
        weights.fill(0);
        for (std::size_t i = 0; i < std::min(kDerivativeRows, end - begin); ++i) {
            const std::size_t row = rowAt(begin + i);
            if (m_leavesOut && isImpossible(row)) continue;
            rowLogits(scores.subspan(row * classes, classes), usesProbabilities(),
                      std::span(logits));
            const double top = logits[m_predictions.predicted(row)];
            for (std::size_t k = 0; k < classes; ++k)
                distances[k * kDerivativeRows + i] = std::max(logits[k] - top, farthest);
            labelled[i] = logits[m_predictions.label(row)] - top;
            weights[i] = m_predictions.weights().at(row);
        }
        add(blockDerivatives(distances, labelled, weights, b), derivatives);
    }
}

template <typename T>
void TemperatureLikelihood::addClassScores(std::span<const T> scores, std::size_t begin,
                                           std::size_t end, double b,
                                           SeriesTerms& derivatives) const {
    const std::size_t classes = m_predictions.scores().columns();
    std::vector<double> logarithms(usesProbabilities() ? classes : 0);
    std::array<double, kTaylorTerms> moments{};
    const auto addRow = [&](std::size_t row, auto logits) {
        const double w = m_predictions.weights().at(row);
        const auto top = static_cast<double>(logits[m_predictions.predicted(row)]);
        const double below = static_cast<double>(logits[m_predictions.label(row)]) - top;
        exponentialMoments(logits, classes, std::span(&top, 1), b, moments);
        addCumulants(moments, w, derivatives);
        derivatives[0] -= w * b * below;
        derivatives[1] -= w * below;
    };
    for (std::size_t i = begin; i < end; ++i) {
        const std::size_t row = rowAt(i);
        if (m_leavesOut && isImpossible(row)) continue;
        const auto given = scores.subspan(row * classes, classes);
        if (usesProbabilities()) {
            rowLogits(given, true, std::span(logarithms));
            addRow(row, std::span<const double>(logarithms));
        } else {
            addRow(row, given);
        }
    }
}

void TemperatureLikelihood::addMargins(std::size_t begin, std::size_t end, double b,
                                       SeriesTerms& derivatives) const {
    std::vector<double> margins;
    std::vector<double> weights;
    for (std::size_t i = begin; i < end; ++i) {
        const std::size_t row = rowAt(i);
        const double margin = labelledMargin(row);
        // Certain and right rows have no loss at any temperature.
        if (std::isinf(margin)) continue;
        margins.push_back(margin);
        weights.push_back(m_predictions.weights().at(row));
    }
    add(marginDerivatives(margins, weights, b), derivatives);
}

bool TemperatureLikelihood::isImpossible(std::size_t row) const {
    if (m_predictions.form() == PredictionForm::ClassScores) {
        const double score = m_predictions.scores().at(row, m_predictions.label(row));
        return usesProbabilities() ? score == 0 : std::isinf(score);
    }
    return labelledMargin(row) == -std::numeric_limits<double>::infinity();
}

double TemperatureLikelihood::labelledMargin(std::size_t row) const {
    const double margin = marginOfClassOne(m_predictions, row);
    return m_predictions.label(row) == 1 ? margin : -margin;
}

std::size_t TemperatureLikelihood::impossibleRows() const {
    double rows = 0;
    for (std::size_t i = 0; i < m_rows; ++i) {
        if (isImpossible(rowAt(i))) rows += m_predictions.weights().countAt(rowAt(i));
    }
    return static_cast<std::size_t>(std::llround(rows));
}

void TemperatureLikelihood::leaveOutImpossibleRows() {
    m_leavesOut = true;
    m_weight = 0;
    for (std::size_t i = 0; i < m_rows; ++i) {
        if (!isImpossible(rowAt(i))) m_weight += m_predictions.weights().at(rowAt(i));
    }
}

double TemperatureLikelihood::share() const {
    return m_weight / m_predictions.weights().total(m_predictions.rows());
}

}  // namespace diagonal
