// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/options/column_roles.h"

namespace diagonal {

ColumnRole columnRole(ScoreRole role) {
    return role == ScoreRole::ClassScores  ? ColumnRole::Score
           : role == ScoreRole::Confidence ? ColumnRole::Confidence
                                           : ColumnRole::Probability;
}

}  // namespace diagonal
