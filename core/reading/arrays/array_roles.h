// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/reading/arrays/data_array.h"
#include "core/reading/options/column_roles.h"
#include "core/reading/options/read_options.h"
#include "core/reading/roles/role_assignment.h"

namespace diagonal {

/// Assigns roles to arrays: by the user's choices, by key, then by shape if only one array fits.
/// Roles are indices into `arrays`; the scores of a model are one array. Keys may share a prefix
/// that ties them together: test_logits and test_labels, KNN_proba and KNN_pred. If the keys of
/// several arrays name scores, the first is taken (test before the rest), the others are other
/// models. Errors: Unclear with the keys and shapes found.
Result<ColumnRoles> assignedArrayRoles(const std::vector<NamedArray>& arrays,
                                       const ReadOptions& options);

}  // namespace diagonal
