// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/reading/roles/role_columns.h"

namespace diagonal {

/// Tells the scale of scores by the values of at least four fifths of the rows: in [0, 1] and with
/// a sum of 1 they are probabilities, with a sum of 100 percent, <= 0 with exponentials that sum to
/// 1 log-probabilities, anything else logits. A column that is called prob, p or confidence is
/// never taken for logits. Errors: Unclear where scores in [0, 1] do not sum to 1 (several labels a
/// row, or not normalised), and where some scores alone bear percent signs.
Result<ScoreKind> detectedScale(const RoleColumns& columns);

/// Whether each row lies in [0, 1] and sums to 1, as no logits do. Looks no further than the first
/// row that does not.
bool areNormalised(const ScoreMatrix& scores);

/// The scale of scores of classes that do not exclude each other; none where the rows sum to 1 or
/// to 100, as those of classes that do.
std::optional<ScoreKind> scaleOfIndependentClasses(const RoleColumns& columns);

}  // namespace diagonal
