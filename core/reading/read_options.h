// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/predictions.h"

namespace diagonal {

/// What a column or array holds.
enum class ColumnRole {
    Label,        ///< the truth; several are one-hot
    Predicted,    ///< the predicted class
    Confidence,   ///< the predicted class's probability
    Probability,  ///< the positive class's probability
    Score,        ///< one class's score; several are the classes in order
    Correct       ///< whether the prediction was right
};

/// A column named for a role by the user.
struct RoleChoice {
    ColumnRole role = ColumnRole::Label;
    std::string column;  ///< name of a column or array, or its one-based number
};

/// What a user says about a file; what is absent is detected.
struct ReadOptions {
    std::optional<ScoreKind> scores;
    std::optional<std::string> positive;  ///< the positive one of two classes
    std::vector<RoleChoice> columns;

    bool operator==(const ReadOptions&) const = default;
};

inline bool operator==(const RoleChoice& a, const RoleChoice& b) {
    return a.role == b.role && a.column == b.column;
}

/// "label", "predicted", "confidence", "probability", "score", "correct".
std::string roleName(ColumnRole role);

}  // namespace diagonal
