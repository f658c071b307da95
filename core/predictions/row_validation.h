// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/predictions/predictions.h"

namespace diagonal {

/// What is said of some of the rows.
struct RowValidation {
    std::vector<UnusableRow> unusable;  ///< in order of row
    std::size_t clamped = 0;            ///< probabilities a little above 1
    std::size_t roundedSums = 0;        ///< rows of probabilities that sum to about 1
    std::size_t tiedRows = 0;           ///< usable rows whose largest score two classes share
};

/// Judges rows [begin, end) of the scores, in parts.labels.size() rows, and mends what is a little
/// off; puts the class that each usable one predicts into `predicted`. Calls for different rows may
/// run at once.
RowValidation validateRows(std::span<float> scores, const PredictionParts& parts, std::size_t begin,
                           std::size_t end, std::span<std::int32_t> predicted);
RowValidation validateRows(std::span<double> scores, const PredictionParts& parts,
                           std::size_t begin, std::size_t end, std::span<std::int32_t> predicted);

}  // namespace diagonal
