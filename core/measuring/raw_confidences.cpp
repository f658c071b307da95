// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/raw_confidences.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/numerics/class_probabilities.h"

namespace diagonal {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Rounding errors of a confidence near 1, and of a probability that is a raw confidence.
constexpr double kConfidenceRounding = 1e-15;

/// Logits of two classes, divided by the temperature, up to which their difference has an error
/// below that of roundingOf().
constexpr double kLargestLogit = 1e6;

/// Returns more than a confidence near this one may be off, as it is computed from scores.
double roundingOf(double confidence) {
    constexpr double relative = 1e-9;
    return relative * std::min(confidence, 1 - confidence) + kConfidenceRounding;
}

}  // namespace

bool RawConfidences::areKnown(const Predictions& predictions, double temperature) {
    constexpr double lowest = 1e-3;
    const bool areOfTwo = predictions.form() == PredictionForm::ClassScores
                              ? predictions.scores().columns() == 2
                              : hasOneColumn(predictions.form());
    return areOfTwo && temperature >= lowest;
}

RawConfidences::RawConfidences(const Predictions& predictions, const View& view, double temperature)
    : m_predictions(predictions),
      m_isTop(view.isTopLabel()),
      m_shown(view.classIndex),
      m_temperature(temperature) {}

void RawConfidences::read(std::size_t begin, std::span<double> raw) const {
    m_predictions.scores().visit([&](auto scores) {
        const std::size_t columns = m_predictions.scores().columns();
        const auto run = scores.subspan(begin * columns, raw.size() * columns);
        columns == 1 ? readOneScore(run, begin, raw) : readTwoScores(run, begin, raw);
    });
}

template <typename T>
void RawConfidences::readOneScore(std::span<const T> scores, std::size_t begin,
                                  std::span<double> raw) const {
    const auto predicted = m_predictions.predictedClasses().bytes().subspan(begin, raw.size());
    const double one = areProbabilities() ? 1 : 0;
    for (std::size_t i = 0; i < raw.size(); ++i) {
        const auto score = static_cast<double>(scores[i]);
        const std::size_t shown = m_isTop ? predicted[i] : m_shown;
        raw[i] = chosen(shown == 1, score, one - score);
    }
}

template <typename T>
void RawConfidences::readTwoScores(std::span<const T> scores, std::size_t begin,
                                   std::span<double> raw) const {
    const auto predicted = m_predictions.predictedClasses().bytes().subspan(begin, raw.size());
    const double most = kLargestLogit * m_temperature;
    for (std::size_t i = 0; i < raw.size(); ++i) {
        const auto zero = static_cast<double>(scores[2 * i]);
        const auto one = static_cast<double>(scores[2 * i + 1]);
        const std::size_t shown = m_isTop ? predicted[i] : m_shown;
        const double ofShown = chosen(shown == 1, one, zero);
        if (areAsGiven()) {
            raw[i] = std::min(ofShown, 1.0);
        } else if (areProbabilities()) {
            raw[i] = ofShown / (zero + one);
        } else {
            const double difference = chosen(shown == 1, one - zero, zero - one);
            const auto isSure =
                static_cast<unsigned>(std::max(std::abs(zero), std::abs(one)) <= most);
            // Of infinite ones a probability is 0. Without a branch, as above.
            const auto isCertain = static_cast<unsigned>(std::abs(difference) == kInfinity);
            raw[i] = chosen((isSure | isCertain) != 0, difference,
                            std::numeric_limits<double>::quiet_NaN());
        }
    }
}

double RawConfidences::surelyBelow(double confidence) const {
    const double lower = confidence - roundingOf(confidence);
    return lower > 0 ? rawOf(lower) - (areProbabilities() ? kConfidenceRounding : 0) : -kInfinity;
}

double RawConfidences::surelyAbove(double confidence) const {
    const double upper = confidence + roundingOf(confidence);
    return upper < 1 ? rawOf(upper) + (areProbabilities() ? kConfidenceRounding : 0) : kInfinity;
}

/// Returns the raw confidence of a confidence between 0 and 1: the temperature is taken back.
double RawConfidences::rawOf(double confidence) const {
    if (areAsGiven()) return confidence;
    const double ofLogits = m_temperature * logit(confidence);
    return areProbabilities() ? sigmoid(ofLogits) : ofLogits;
}

}  // namespace diagonal
