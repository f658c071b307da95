// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "core/predictions/predictions.h"
#include "core/predictions/row_range.h"

namespace diagonal {

/// Returns the class that a row of scores predicts: see Predictions::predicted().
template <typename T>
LargestScore predictedBy(std::span<const T> scores, PredictionForm form, ScoreKind kind) {
    if (form == PredictionForm::Confidence) return {1, false};
    if (scores.size() > 1) return largestOf(scores);
    const T threshold = kind == ScoreKind::Probability ? T{0.5} : T{0};
    return {scores[0] > threshold ? std::size_t{1} : 0, scores[0] == threshold};
}

}  // namespace diagonal
