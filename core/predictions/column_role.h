// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>

#include "core/base/choice.h"

namespace diagonal {

/// Meaning of a column or array.
enum class ColumnRole {
    Label,        ///< the true label; several columns are one-hot
    Predicted,    ///< the predicted class
    Confidence,   ///< the predicted class's probability
    Probability,  ///< the positive class's probability
    Score,        ///< one class's score; several columns are the classes in order
    Correct,      ///< whether the prediction was correct; with counts, how often
    Group,        ///< group of the row, such as a split or a site; several columns allowed
    Cluster,      ///< rows of one value are not independent: a patient, passage, day or prompt
    Time,         ///< when the row was predicted: a date, or a number
    Weight        ///< weight of the row
};

inline constexpr auto kColumnRoles =
    std::to_array<Choice<ColumnRole>>({{ColumnRole::Label, "label", "True label"},
                                       {ColumnRole::Predicted, "predicted", "Predicted class"},
                                       {ColumnRole::Score, "score", "Class score"},
                                       {ColumnRole::Probability, "probability", "Probability"},
                                       {ColumnRole::Confidence, "confidence", "Confidence"},
                                       {ColumnRole::Correct, "correct", "Correct?"},
                                       {ColumnRole::Weight, "weight", "Weight"},
                                       {ColumnRole::Group, "group", "Group"},
                                       {ColumnRole::Cluster, "cluster", "Cluster"},
                                       {ColumnRole::Time, "time", "Time"}});

/// "label", "predicted", "confidence", "probability", "score", "correct", "group",
/// "cluster", "time", "weight".
inline std::string roleName(ColumnRole role) {
    return std::string(choiceOf(kColumnRoles, role).word);
}

/// True for the one score of a row: a probability or a confidence.
constexpr bool isSingleScore(ColumnRole role) {
    return role == ColumnRole::Probability || role == ColumnRole::Confidence;
}
constexpr bool isScore(ColumnRole role) {
    return role == ColumnRole::Score || isSingleScore(role);
}
/// True if only one column can have a role: several labels are one-hot, several scores are classes.
constexpr bool isForOneColumn(ColumnRole role) {
    return role != ColumnRole::Label && role != ColumnRole::Score && role != ColumnRole::Group;
}
/// True for what differs between the models of one file: scores, predictions and their judgement.
constexpr bool isOfModel(ColumnRole role) {
    return isScore(role) || role == ColumnRole::Predicted || role == ColumnRole::Correct;
}

/// A role that the user assigned to a column.
struct RoleChoice {
    ColumnRole role = ColumnRole::Label;
    std::string column;     ///< name of a column or array, or its one-based number
    std::size_t model = 0;  ///< of the models of one file: 0 is read, the others are offered

    bool operator==(const RoleChoice&) const = default;
};

}  // namespace diagonal
