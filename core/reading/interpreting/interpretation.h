// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/predictions/dataset.h"
#include "core/reading/interpreting/data_check.h"
#include "core/reading/roles/role_columns.h"

namespace diagonal {

/// The data that were read, and suggested fixes for reading them.
struct ReadPredictions : Dataset {
    std::vector<SuggestedFix> fixes;
};

/// Takes away the words that readers keep (LabelColumn::keepNone(), keepNames()) where they are no
/// value.
void dropEmptyWords(RoleColumns& columns);

/// Interprets columns: the class of a single probability, the scale of the scores, the class of
/// each label; then validates the rows. Errors: Unclear if the user must decide; NoUsableRows, with
/// the first unusable rows, if more than a tenth of the rows cannot be used.
Result<ReadPredictions> interpreted(RoleColumns columns, const ReadOptions& options,
                                    const std::string& file,
                                    const ParallelFor& parallelFor = defaultFor);

}  // namespace diagonal
