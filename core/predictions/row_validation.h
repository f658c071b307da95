// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/predictions/predictions.h"

namespace diagonal {

/// Findings in a range of rows.
struct RowValidation {
    std::vector<UnusableRow> unusable;  ///< in order of row
    std::size_t clamped = 0;            ///< probabilities slightly above 1
    std::size_t roundedSums = 0;        ///< rows of probabilities that sum to about 1
    std::size_t tiedRows = 0;  ///< usable rows whose largest score is shared by several classes
};

/// Validates rows [begin, end) of `scores`, which hold parts.labels.size() rows; clamps
/// probabilities slightly above 1; writes the class that each usable row predicts to `predicted`.
/// Calls for different rows may run concurrently.
RowValidation validateRows(std::span<float> scores, const PredictionParts& parts, std::size_t begin,
                           std::size_t end, ClassCodes& predicted);
RowValidation validateRows(std::span<double> scores, const PredictionParts& parts,
                           std::size_t begin, std::size_t end, ClassCodes& predicted);

}  // namespace diagonal
