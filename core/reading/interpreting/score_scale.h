// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/reading/roles/role_columns.h"

namespace diagonal {

/// Detects the scale of scores from the values of at least four fifths of the rows: in [0, 1] with
/// a sum of 1 they are probabilities, with a sum of 100 percent, <= 0 with exponentials that sum to
/// 1 log-probabilities, else logits. A column called prob, p or confidence is never taken for
/// logits. Errors: Unclear if scores in [0, 1] do not sum to 1 (several labels per row, or not
/// normalised), if they look like votes, counts or points, or if only some have percent signs.
Result<ScoreKind> detectedScale(const RoleColumns& columns);

/// Returns true if each row lies in [0, 1] and sums to 1, as logits do not. Stops at the first row
/// that does not.
bool areNormalised(const ScoreMatrix& scores);

/// Returns the scale of scores for classes that do not exclude each other; nullopt if the rows, or
/// the exponentials in them, sum to 1, or the rows to 100, as for classes that do.
std::optional<ScoreKind> scaleOfIndependentClasses(const RoleColumns& columns);

}  // namespace diagonal
