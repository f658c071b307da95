// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/predictions/predictions.h"
#include "core/reading/options/column_roles.h"
#include "core/reading/options/csv_dialect.h"

namespace diagonal {

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
    bool onlyChosenColumns = false;         ///< no other column has a role
    DialectChoice dialect;                  ///< of text tables
    std::optional<WeightKind> weights;      ///< what a column of weights holds
    std::optional<std::int64_t> labelBase;  ///< the integer label of the first class
    std::vector<std::size_t> classOrder;    ///< the class that each label's position stands for
    bool undoSoftmax = false;               ///< probabilities went through a softmax once more

    bool operator==(const ReadOptions&) const = default;
};

inline bool operator==(const RoleChoice& a, const RoleChoice& b) {
    return a.role == b.role && a.column == b.column;
}

}  // namespace diagonal
