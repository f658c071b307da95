// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/predictions/dataset.h"
#include "core/predictions/predictions.h"
#include "core/reading/options/read_options.h"
#include "core/reading/roles/role_columns.h"

namespace diagonal {

/// How much the rows of a file count, where a column tells.
struct ReadWeights {
    RowWeights weights;
    std::vector<double> successes;  ///< as PredictionParts::successes
};

/// Reads the weights among `columns`. Whole numbers are counts unless `options` say otherwise;
/// importance weights are scaled to a mean of 1, which changes no score. Beside
/// weights, a column of what was right may hold how many trials were, or which share of them.
/// Errors: Unclear, counts too large to be counted, or successes beside weights that are no counts.
Result<ReadWeights> readWeights(const RoleColumns& columns, const ReadOptions& options);

/// Says which weights are used, and which are not.
void noteWeights(const RoleColumns& columns, const Predictions& predictions,
                 DatasetSummary& summary);

}  // namespace diagonal
