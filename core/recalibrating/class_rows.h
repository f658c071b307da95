// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/predictions/predictions.h"

namespace diagonal {

/// Whether the rows are a yes or no: two classes, or a confidence and whether it was right.
bool isBinary(const Predictions& predictions);

/// Fails (kind Undefined) where no map can be fitted on such rows.
Result<void> checkRecalibrable(const Predictions& predictions);

/// The probabilities and logits of one row after another, whatever they are stored as.
class ClassRows {
public:
    explicit ClassRows(const Predictions& predictions);

    /// Number of probabilities of a row: K, or 1 of a yes or no.
    std::size_t width() const { return m_values.size(); }
    /// Probabilities; of a yes or no, that of yes (class 1, or being right).
    std::span<const double> probabilities(std::size_t row);
    /// Logits, or logarithms of probabilities; of a yes or no, the margin of yes.
    std::span<const double> logits(std::size_t row);
    /// Of a yes or no: 1 where it is yes. Else the class of the truth.
    std::size_t label(std::size_t row) const { return m_predictions.label(row); }

private:
    const Predictions& m_predictions;
    bool m_probabilities;
    bool m_binary;
    std::vector<double> m_values;
};

/// The same rows with other scores: probabilities, as many as there were, row after row.
/// Errors (kind Undefined): values that are no probabilities, as extreme maps make them.
Result<Predictions> withProbabilities(const Predictions& predictions, std::vector<double> scores);

}  // namespace diagonal
