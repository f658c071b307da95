// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>

#include "core/numerics/class_probabilities.h"
#include "core/predictions/predictions.h"

namespace diagonal {

/// Returns the log-odds of class 1 against class 0 of two classes, from one score column or two;
/// for a confidence, the log-odds of being correct. Infinite if a probability is 0 or 1.
inline double marginOfClassOne(const Predictions& predictions, std::size_t row) {
    const ScoreMatrix& scores = predictions.scores();
    const bool probabilities = predictions.scoreKind() == ScoreKind::Probability;
    const double first = scores.at(row, 0);
    if (scores.columns() == 1) return probabilities ? logit(first) : first;
    const double second = scores.at(row, 1);
    return probabilities ? std::log(second) - std::log(first) : second - first;
}

}  // namespace diagonal
