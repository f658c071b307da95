// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

#include "core/predictions/predictions.h"

namespace diagonal {

/// True for binary data: two classes, or pairs of confidence and correct.
bool isBinary(const Predictions& predictions);

/// Fails (kind Undefined) if calibration maps do not apply to the data: several labels per row.
Result<void> checkRecalibrable(const Predictions& predictions);

/// Probabilities and logits of single rows, whichever of the two is stored. A returned span is
/// valid until the next call.
class ClassRows {
public:
    explicit ClassRows(const Predictions& predictions);

    /// Number of values per row: K, or 1 for binary data.
    std::size_t width() const { return m_values.size(); }
    /// Returns the probabilities of a row; for binary data that of class 1 (or of being correct).
    std::span<const double> probabilities(std::size_t row);
    /// Returns the logits of a row, or the logarithms of its probabilities; for binary data the
    /// margin of class 1.
    std::span<const double> logits(std::size_t row);
    /// Returns the class index of the row's label; for a confidence 1 if it was correct, else 0.
    std::size_t label(std::size_t row) const { return m_predictions.label(row); }

private:
    const Predictions& m_predictions;
    bool m_probabilities;
    bool m_binary;
    std::vector<double> m_values;
};

/// Returns `predictions` with its scores replaced by probabilities of the same shape, row-major.
/// Errors (kind Undefined): values that are not probabilities, which extreme maps produce.
Result<Predictions> withProbabilities(const Predictions& predictions, std::vector<double> scores);

}  // namespace diagonal
