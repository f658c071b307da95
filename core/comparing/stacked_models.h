// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/base/result.h"
#include "core/predictions/dataset.h"

namespace diagonal {

/// Largest number of models that stackedModels() returns.
inline constexpr std::size_t kMostStacked = 100;

/// Returns the models whose rows follow each other in one file: the values, in the order of their
/// first rows, of a group column called "model", "model_name" or "model_id". Empty without such a
/// column, or if it has one value, more than kMostStacked, or rows without a value.
std::vector<GroupChoice> stackedModels(const Dataset& dataset);

/// Returns the rows of one of these models. Its records are numbered anew, so that models without
/// names of rows are joined by their order within each model. Errors: those of groupDataset().
Result<Dataset> stackedModel(const Dataset& dataset, const GroupChoice& model);

}  // namespace diagonal
