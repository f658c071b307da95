// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/predictions/dataset.h"
#include "core/predictions/predictions.h"
#include "core/reading/roles/role_columns.h"

namespace diagonal {

/// Returns an error with the first unusable rows if no row can be used, or if more than a tenth
/// cannot, not counting rows of weight 0 and open outcomes; else nullopt.
Result<void> checkUsableShare(const CheckedPredictions& checked, std::size_t rows,
                              const RoleColumns& columns, PredictionForm form);

/// Counts and lists the skipped rows in `summary`, with notes on what was clamped or rounded.
void noteUnusable(const CheckedPredictions& checked, const RoleColumns& columns,
                  PredictionForm form, DatasetSummary& summary);

}  // namespace diagonal
