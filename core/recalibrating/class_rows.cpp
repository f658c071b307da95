// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recalibrating/class_rows.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/numerics/class_margin.h"
#include "core/numerics/class_probabilities.h"

namespace diagonal {

bool isBinary(const Predictions& predictions) {
    return predictions.scores().columns() <= 2 && predictions.form() != PredictionForm::MultiLabel;
}

Result<void> checkRecalibrable(const Predictions& predictions) {
    if (predictions.form() != PredictionForm::MultiLabel) return {};
    return undefined(
        "a row may belong to several classes: calibrate each class by itself, as binary "
        "data");
}

ClassRows::ClassRows(const Predictions& predictions)
    : m_predictions(predictions),
      m_probabilities(predictions.scoreKind() == ScoreKind::Probability),
      m_binary(isBinary(predictions)),
      m_values(m_binary ? 1 : predictions.scores().columns()) {}

std::span<const double> ClassRows::logits(std::size_t row) {
    if (m_binary) {
        m_values[0] = marginOfClassOne(m_predictions, row);
        return m_values;
    }
    const std::size_t columns = m_predictions.scores().columns();
    m_predictions.scores().visit([&](auto scores) {
        rowLogits(scores.subspan(row * columns, columns), m_probabilities, std::span(m_values));
    });
    return m_values;
}

std::span<const double> ClassRows::probabilities(std::size_t row) {
    const std::size_t columns = m_predictions.scores().columns();
    if (!m_probabilities) {
        logits(row);
        if (m_binary) {
            m_values[0] = sigmoid(m_values[0]);
        } else {
            softmaxInPlace(m_values, 1);
        }
        return m_values;
    }
    m_predictions.scores().visit([&](auto scores) {
        const auto given = scores.subspan(row * columns, columns);
        if (m_binary) {
            m_values[0] = given[columns - 1];
        } else {
            std::copy(given.begin(), given.end(), m_values.begin());
        }
    });
    return m_values;
}

Result<Predictions> withProbabilities(const Predictions& predictions, std::vector<double> scores) {
    PredictionParts parts;
    parts.form = predictions.form();
    parts.classNames = predictions.classNames();
    parts.weights = predictions.weights();
    for (std::size_t row = 0; row < predictions.rows(); ++row)
        parts.labels.push_back(static_cast<std::int32_t>(predictions.label(row)));
    parts.scores = ScoreMatrix(std::move(scores), predictions.scores().columns());
    auto made = Predictions::make(std::move(parts));
    if (!made) return made.error();
    if (const auto& lost = made.value().unusable; !lost.empty()) {
        return undefined("the map yields no valid probabilities for " +
                         counted(lost.size(), "row") + ": its parameters are out of range");
    }
    return std::move(made).value().predictions;
}

}  // namespace diagonal
