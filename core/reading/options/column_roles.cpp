// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/options/column_roles.h"

namespace diagonal {

ColumnRole columnRole(ScoreRole role) {
    return role == ScoreRole::ClassScores  ? ColumnRole::Score
           : role == ScoreRole::Confidence ? ColumnRole::Confidence
                                           : ColumnRole::Probability;
}

std::string roleName(ColumnRole role) {
    switch (role) {
        case ColumnRole::Label: return "label";
        case ColumnRole::Predicted: return "predicted";
        case ColumnRole::Confidence: return "confidence";
        case ColumnRole::Probability: return "probability";
        case ColumnRole::Score: return "score";
        case ColumnRole::Correct: return "correct";
        case ColumnRole::Group: return "group";
        case ColumnRole::Weight: return "weight";
    }
    return "";
}

}  // namespace diagonal
