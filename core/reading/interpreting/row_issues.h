// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/predictions/dataset.h"
#include "core/predictions/predictions.h"
#include "core/reading/roles/role_columns.h"

namespace diagonal {

/// The error where more than a tenth of the rows cannot be used, with the first of them; none
/// where enough can.
Result<void> checkUsableShare(const CheckedPredictions& checked, std::size_t rows,
                              const RoleColumns& columns, PredictionForm form);

/// Counts and lists the rows that were left out, and says what was clamped or rounded.
void noteUnusable(const CheckedPredictions& checked, const RoleColumns& columns,
                  PredictionForm form, DatasetSummary& summary);

}  // namespace diagonal
