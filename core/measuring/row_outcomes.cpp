// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/row_outcomes.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/numerics/class_probabilities.h"
#include "core/numerics/row_exponentials.h"

namespace diagonal {
namespace {

/// Returns the sum of squares by eight interleaved partial sums.
template <typename T>
double sumOfSquares(std::span<const T> values) {
    constexpr std::size_t lanes = 8;
    std::array<double, lanes> sums{};
    std::size_t k = 0;
    for (; k + lanes <= values.size(); k += lanes) {
        for (std::size_t i = 0; i < lanes; ++i)
            sums[i] += static_cast<double>(values[k + i]) * static_cast<double>(values[k + i]);
    }
    double sum = laneSum(sums);
    for (; k < values.size(); ++k)
        sum += static_cast<double>(values[k]) * static_cast<double>(values[k]);
    return sum;
}

}  // namespace

void RowOutcomes::resize(std::size_t rows) {
    confidences.resize(rows);
    correct.resize(rows);
    negativeLogs.resize(rows);
    squaredErrors.resize(rows);
}

bool knowsLosses(const Predictions& predictions) {
    return predictions.form() == PredictionForm::ClassScores ||
           (predictions.form() != PredictionForm::MultiLabel &&
            predictions.checkTemperature().hasValue());
}

bool isSoftmax(const Predictions& predictions, double temperature) {
    const bool isAsGiven = predictions.scoreKind() == ScoreKind::Probability && temperature == 1;
    return predictions.form() == PredictionForm::ClassScores && !isAsGiven;
}

RowMeasurer::RowMeasurer(const Predictions& predictions, const View& view, double temperature,
                         bool wantsLosses)
    : m_predictions(predictions),
      m_view(view),
      m_temperature(temperature),
      m_wantsLosses(wantsLosses && knowsLosses(predictions)),
      m_rowsAtOnce(rowsAtOnce(predictions)) {
    const bool isClasses = predictions.form() == PredictionForm::ClassScores;
    const std::size_t classes = isClasses ? predictions.scores().columns() : 1;
    m_tops.resize(m_rowsAtOnce);
    m_labelled.resize(m_rowsAtOnce);
    m_squares.resize(m_rowsAtOnce);
    m_each.resize(m_rowsAtOnce * classes);
    const bool needsLogits = areProbabilities() || classes < kManyClasses;
    if (needsLogits && !areAsGiven()) m_logits.resize(m_rowsAtOnce * classes);
}

std::size_t RowMeasurer::rowsAtOnce(const Predictions& predictions) {
    constexpr std::size_t scoresAtOnce = 4096;  // 32 KiB
    const bool isClasses = predictions.form() == PredictionForm::ClassScores;
    return std::max<std::size_t>(scoresAtOnce / (isClasses ? predictions.scores().columns() : 1),
                                 1);
}

const RowOutcomes& RowMeasurer::measure(std::size_t begin, std::size_t count) {
    m_outcomes.resize(count);
    if (m_predictions.form() == PredictionForm::MultiLabel) {
        measureOneClass(begin);
    } else if (m_predictions.form() != PredictionForm::ClassScores) {
        m_predictions.scores().visit(
            [&](auto scores) { measureOneScore(scores.subspan(begin, count), begin); });
    } else {
        m_predictions.scores().visit([&](auto scores) {
            const std::size_t classes = m_predictions.scores().columns();
            const auto run = scores.subspan(begin * classes, count * classes);
            areAsGiven() ? measureGivenClasses(run, begin) : measureClasses(run, begin);
        });
    }
    return m_outcomes;
}

/// Returns the class whose probability is the confidence of `row`.
std::size_t RowMeasurer::shownClass(std::size_t row) const {
    const bool top = m_view.isTopLabel();
    return top ? m_predictions.predicted(row) : m_view.classIndex;
}

template <typename T>
void RowMeasurer::measureGivenClasses(std::span<const T> scores, std::size_t begin) {
    const std::size_t classes = m_predictions.scores().columns();
    for (std::size_t i = 0; i < m_outcomes.size(); ++i) {
        const auto p = scores.subspan(i * classes, classes);
        const std::size_t label = m_predictions.label(begin + i);
        const std::size_t shown = shownClass(begin + i);
        const double ofLabel = static_cast<double>(p[label]);
        m_outcomes.confidences[i] = std::min(static_cast<double>(p[shown]), 1.0);
        m_outcomes.correct[i] = label == shown ? 1 : 0;
        m_outcomes.negativeLogs[i] = ofLabel;
        if (m_wantsLosses) m_outcomes.squaredErrors[i] = 1 - 2 * ofLabel + sumOfSquares(p);
    }
    if (!m_wantsLosses) return;
    takeLogarithms(m_outcomes.negativeLogs);
    for (double& logarithm : m_outcomes.negativeLogs)
        logarithm = -logarithm;
}

template <typename T>
void RowMeasurer::measureClasses(std::span<const T> scores, std::size_t begin) {
    const std::size_t classes = m_predictions.scores().columns();
    const std::size_t rows = m_outcomes.size();
    m_outcomes.exponentialSums.resize(rows);
    const RowExponentials out{std::span(m_each).first(scores.size()), m_outcomes.exponentialSums,
                              std::span(m_squares).first(rows)};
    const auto findTops = [&](auto logits) {
        for (std::size_t i = 0; i < rows; ++i) {
            const std::size_t first = i * classes;
            m_tops[i] = static_cast<double>(logits[first + m_predictions.predicted(begin + i)]);
            m_labelled[i] = static_cast<double>(logits[first + m_predictions.label(begin + i)]);
        }
    };
    const auto exponentiateMany = [&](auto logits) {
        findTops(logits);
        exponentiateRows(logits, classes, std::span(m_tops).first(rows), 1 / m_temperature, out);
    };
    const auto logits = std::span(m_logits).first(m_logits.empty() ? 0 : scores.size());
    if (classes < kManyClasses) {
        rowLogits(scores, areProbabilities(), logits);
        findTops(logits);
        exponentiateFew(logits);
    } else if (areProbabilities()) {
        std::ranges::copy(scores, logits.begin());
        takeLogarithms(logits);
        exponentiateMany(std::span<const double>(logits));
    } else {
        exponentiateMany(scores);
    }
    addSoftmax(begin);
}

/// Exponentiates the logits of few classes, whose tops are known.
void RowMeasurer::exponentiateFew(std::span<const double> logits) {
    const std::size_t classes = m_predictions.scores().columns();
    // Of two classes no branch asks which is on top: half the rows would mispredict it.
    for (std::size_t i = 0; classes == 2 && i < m_outcomes.size(); ++i) {
        const auto [least, largest] = std::minmax(logits[2 * i], logits[2 * i + 1]);
        const double e = scaledExponential(least, largest, m_temperature);
        const std::size_t top = logits[2 * i + 1] > logits[2 * i] ? 1 : 0;
        m_each[2 * i + top] = 1;
        m_each[2 * i + 1 - top] = e;
        m_outcomes.exponentialSums[i] = 1 + e;
        m_squares[i] = 1 + e * e;
    }
    for (std::size_t i = 0; classes > 2 && i < m_outcomes.size(); ++i) {
        const auto row = std::span(m_each).subspan(i * classes, classes);
        double squares = 0;
        for (std::size_t k = 0; k < classes; ++k) {
            row[k] = scaledExponential(logits[i * classes + k], m_tops[i], m_temperature);
            squares += row[k] * row[k];
        }
        m_outcomes.exponentialSums[i] = laneSum(row);
        m_squares[i] = squares;
    }
}

/// Sets the outcomes of class scores from their exponentials.
void RowMeasurer::addSoftmax(std::size_t begin) {
    const std::size_t classes = m_predictions.scores().columns();
    for (std::size_t i = 0; i < m_outcomes.size(); ++i) {
        const std::size_t shown = shownClass(begin + i);
        m_outcomes.confidences[i] =
            std::min(m_each[i * classes + shown] / m_outcomes.exponentialSums[i], 1.0);
        m_outcomes.correct[i] = m_predictions.label(begin + i) == shown ? 1 : 0;
    }
    if (!m_wantsLosses) return;
    m_outcomes.negativeLogs = m_outcomes.exponentialSums;
    takeLogarithms(m_outcomes.negativeLogs);
    for (std::size_t i = 0; i < m_outcomes.size(); ++i) {
        const double sum = m_outcomes.exponentialSums[i];
        const double ofLabel = m_each[i * classes + m_predictions.label(begin + i)] / sum;
        m_outcomes.negativeLogs[i] -= (m_labelled[i] - m_tops[i]) / m_temperature;
        m_outcomes.squaredErrors[i] = 1 - 2 * ofLabel + m_squares[i] / (sum * sum);
    }
}

/// Measures one class of multi-label scores.
void RowMeasurer::measureOneClass(std::size_t begin) {
    const std::size_t k = m_view.classIndex;
    for (std::size_t i = 0; i < m_outcomes.size(); ++i) {
        const double score = m_predictions.scores().at(begin + i, k);
        m_outcomes.confidences[i] = areProbabilities() ? score : sigmoid(score);
        m_outcomes.correct[i] = m_predictions.isOfClass(begin + i, k) ? 1 : 0;
    }
}

/// Measures rows with one score: of the positive class, or of the prediction being correct.
template <typename T>
void RowMeasurer::measureOneScore(std::span<const T> scores, std::size_t begin) {
    const bool positiveScore = m_predictions.form() == PredictionForm::PositiveScore;
    const bool topOfTwo = positiveScore && m_view.isTopLabel();
    const bool shownIsOne = !positiveScore || m_view.classIndex == 1;
    const auto labels = m_predictions.labels().bytes().subspan(begin, scores.size());
    const auto predicted = m_predictions.predictedClasses().bytes().subspan(begin, scores.size());
    const std::span<double> probabilities = m_outcomes.confidences;  // of class 1, first
    if (areAsGiven()) {
        std::ranges::copy(scores, probabilities.begin());
    } else {
        for (std::size_t i = 0; i < scores.size(); ++i) {
            const auto score = static_cast<double>(scores[i]);
            const double scaled = (areProbabilities() ? logit(score) : score) / m_temperature;
            probabilities[i] = sigmoid(scaled);
            if (m_wantsLosses)
                m_outcomes.negativeLogs[i] = negativeLogSigmoid(labels[i] == 1 ? scaled : -scaled);
        }
    }
    for (std::size_t i = 0; m_wantsLosses && i < scores.size(); ++i) {
        const bool one = labels[i] == 1;
        const double p = probabilities[i];
        if (areAsGiven()) m_outcomes.negativeLogs[i] = one ? -std::log(p) : -std::log1p(-p);
        const double miss = p - (one ? 1 : 0);
        m_outcomes.squaredErrors[i] = 2 * miss * miss;
    }
    const std::span<std::uint8_t> correct = m_outcomes.correct;
    const auto show = [&](std::size_t i, bool one) {
        probabilities[i] = chosen(one, probabilities[i], 1 - probabilities[i]);
        correct[i] = (labels[i] == 1) == one ? 1 : 0;
    };
    for (std::size_t i = 0; topOfTwo && i < scores.size(); ++i)
        show(i, predicted[i] == 1);
    for (std::size_t i = 0; !topOfTwo && i < scores.size(); ++i)
        show(i, shownIsOne);
}

bool measureInParts(const Predictions& predictions, const View& view, double temperature,
                    bool wantsLosses, const Partition& parts, const Execution& execution,
                    const std::function<void(std::size_t, std::size_t, const RowOutcomes&)>& add) {
    return forEachRun(predictions, parts, execution, [&](std::size_t part) {
        return [&, part, measurer = RowMeasurer(predictions, view, temperature, wantsLosses)](
                   std::size_t begin, std::size_t count) mutable {
            add(part, begin, measurer.measure(begin, count));
        };
    });
}

}  // namespace diagonal
