// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/predictions.h"
#include "core/row_extent.h"

namespace diagonal {

/// What is said of some of the rows.
struct RowJudgement {
    std::vector<UnusableRow> unusable;  ///< in order of row
    std::size_t clamped = 0;            ///< probabilities a little above 1
    std::size_t roundedSums = 0;        ///< rows of probabilities that sum to about 1
    std::size_t tiedRows = 0;           ///< usable rows whose largest score two classes share
};

/// Judges rows [begin, end) of the scores, in parts.labels.size() rows, and mends what is a little
/// off; puts the class that each usable one predicts into `predicted`. Calls for different rows may
/// run at once.
RowJudgement judgeRows(std::span<float> scores, const PredictionParts& parts, std::size_t begin,
                       std::size_t end, std::span<std::int32_t> predicted);
RowJudgement judgeRows(std::span<double> scores, const PredictionParts& parts, std::size_t begin,
                       std::size_t end, std::span<std::int32_t> predicted);

/// Whether each row has one score, however many classes there are.
constexpr bool hasOneColumn(PredictionForm form) {
    return form == PredictionForm::PositiveScore || form == PredictionForm::Confidence;
}

/// The class that the scores of a row predict: see Predictions::predicted().
template <typename T>
LargestScore predictedBy(std::span<const T> scores, PredictionForm form, ScoreKind kind) {
    if (form == PredictionForm::Confidence) return {1, false};
    if (scores.size() > 1) return largestOf(scores);
    const T threshold = kind == ScoreKind::Probability ? T{0.5} : T{0};
    return {scores[0] > threshold ? std::size_t{1} : 0, scores[0] == threshold};
}

}  // namespace diagonal
