// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/predictions/dataset.h"
#include "core/predictions/predictions.h"
#include "core/reading/options/read_options.h"
#include "core/reading/roles/role_columns.h"

namespace diagonal {

/// The weights of a file's rows; empty without a weight column.
struct ReadWeights {
    RowWeights weights;
    std::vector<double> successes;  ///< as PredictionParts::successes
};

/// Reads the weights in `columns`. Whole numbers are counts unless `options` say otherwise;
/// importance weights are scaled to a mean of 1, which changes no score. With weights, the correct
/// column may hold the number or the share of each row's trials that were correct. Errors: Unclear
/// for counts that are not whole or sum to more than 2^53, and for successes with weights that are
/// not counts; WrongOption for options.weights without a weight column.
Result<ReadWeights> readWeights(const RoleColumns& columns, const ReadOptions& options);

/// Notes which weights are used and which are not.
void noteWeights(const RoleColumns& columns, const Predictions& predictions,
                 DatasetSummary& summary);

}  // namespace diagonal
