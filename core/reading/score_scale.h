// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/reading/role_columns.h"

namespace diagonal {

/// Tells the scale of scores by their values: rows in [0, 1] that sum to 1 are probabilities,
/// rows that sum to 100 percent, rows <= 0 whose exponentials sum to 1 log-probabilities, anything
/// else logits. A column that is called prob, p or confidence is never taken for logits. Errors:
/// Unclear where scores in [0, 1] do not sum to 1 (several labels a row, or not normalised).
Result<ScoreKind> detectedScale(const RoleColumns& columns);

/// Whether each row lies in [0, 1] and sums to 1, as no logits do. Looks no further than the first
/// row that does not.
bool areNormalised(const ScoreMatrix& scores);

/// The scale of scores of classes that do not exclude each other; none where the rows sum to 1 or
/// to 100, as those of classes that do.
std::optional<ScoreKind> scaleOfIndependentClasses(const RoleColumns& columns);

}  // namespace diagonal
