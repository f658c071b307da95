// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/predictions/dataset.h"
#include "core/reading/interpreting/data_check.h"
#include "core/reading/roles/role_columns.h"

namespace diagonal {

/// What was read, and what would read it better.
struct ReadPredictions : Dataset {
    std::vector<SuggestedFix> fixes;
};

/// Understands columns: what one probability is of, the scale of the scores, which label is which
/// class; then judges the rows. Errors: Unclear where the user must say; NoUsableRows where more
/// than a tenth of the rows cannot be used, with the first of them.
Result<ReadPredictions> interpreted(RoleColumns columns, const ReadOptions& options,
                                    const std::string& file,
                                    const ParallelFor& parallelFor = serialFor);

}  // namespace diagonal
