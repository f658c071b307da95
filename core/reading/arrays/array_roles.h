// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/reading/arrays/data_array.h"
#include "core/reading/options/read_options.h"
#include "core/reading/roles/role_assignment.h"

namespace diagonal {

/// Gives arrays their roles: by the user's choices, by key, then by shape where only one fits;
/// indices into `arrays`, the scores of a model in one array. Keys may share a prefix that ties
/// them together: test_logits and test_labels, KNN_proba and KNN_pred. Of several score arrays
/// with telling keys the first is taken (test before the rest), the others are other models.
/// Errors: Unclear with the keys and shapes that were found.
Result<ColumnRoles> assignedArrayRoles(const std::vector<NamedArray>& arrays,
                                       const ReadOptions& options);

}  // namespace diagonal
