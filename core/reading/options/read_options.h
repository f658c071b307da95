// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/predictions/column_role.h"
#include "core/predictions/predictions.h"
#include "core/reading/options/csv_dialect.h"

namespace diagonal {

/// Columns that are kept beside the predictions and their groups.
enum class KeptColumns {
    Roles,  ///< none
    Names,  ///< names and places of rows, to compare models
    All     ///< these and all columns without a role, to save them with other predictions
};

/// A random sample of the rows of a file.
struct RowSample {
    std::size_t rows = 0;
    std::uint64_t seed = 1;
    bool operator==(const RowSample&) const = default;
};

/// Options set by the user; absent ones are detected.
struct ReadOptions {
    std::optional<ScoreKind> scores;
    std::optional<std::string> positive;  ///< the positive class of two
    std::vector<RoleChoice> columns;
    bool onlyChosenColumns = false;         ///< no other column has a role
    DialectChoice dialect;                  ///< of text tables
    std::optional<WeightKind> weights;      ///< meaning of a weight column
    std::optional<std::int64_t> labelBase;  ///< the integer label of the first class
    std::vector<std::size_t> classOrder;    ///< element k: the class that label k stands for
    std::optional<RowSample> sample;        ///< of the pixels of images; absent: all
    bool undoSoftmax = false;               ///< the probabilities went through softmax twice
    bool keepsTexts = false;                ///< of groups; see LabelColumn::keepTexts()
    bool mayLackClusters = false;           ///< a chosen column that is absent is no error
    KeptColumns kept = KeptColumns::Roles;  ///< in Dataset::rowNames

    bool keepsRowNames() const { return kept != KeptColumns::Roles; }
    bool operator==(const ReadOptions&) const = default;
};

}  // namespace diagonal
