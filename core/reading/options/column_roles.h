// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/base/choice.h"

namespace diagonal {

/// What a column or array holds.
enum class ColumnRole {
    Label,        ///< the truth; several are one-hot
    Predicted,    ///< the predicted class
    Confidence,   ///< the predicted class's probability
    Probability,  ///< the positive class's probability
    Score,        ///< one class's score; several are the classes in order
    Correct,      ///< whether the prediction was right; beside counts, how often it was
    Group,        ///< rows that belong together, such as a split or a site; may be several
    Weight        ///< how much the row counts
};

inline constexpr auto kColumnRoles =
    std::to_array<Choice<ColumnRole>>({{ColumnRole::Label, "label", "True label"},
                                       {ColumnRole::Predicted, "predicted", "Predicted class"},
                                       {ColumnRole::Score, "score", "Class score"},
                                       {ColumnRole::Probability, "probability", "Probability"},
                                       {ColumnRole::Confidence, "confidence", "Confidence"},
                                       {ColumnRole::Correct, "correct", "Correct?"},
                                       {ColumnRole::Weight, "weight", "Weight"},
                                       {ColumnRole::Group, "group", "Group"}});

/// "label", "predicted", "confidence", "probability", "score", "correct", "group", "weight".
std::string roleName(ColumnRole role);

/// A column as the first records show it.
struct ColumnSample {
    std::string name;                         ///< from the header, or "1", "2"... without one
    std::vector<std::string> cells;           ///< of the sampled records
    std::optional<ColumnRole> declared = {};  ///< what the file itself says it is
};

/// What the score columns are taken for.
enum class ScoreRole {
    None,
    ClassScores,  ///< one column per class
    Probability,  ///< of the positive class, or of the predicted one: the data decide
    Confidence    ///< of the predicted class
};

/// What a name says about a scale.
enum class NamedScale { None, Probability, Logit };

/// The role by which a user chooses such columns. Requires a role other than None.
ColumnRole columnRole(ScoreRole role);

/// The columns that hold one model's scores; indices into the columns.
struct ScoreColumns {
    ScoreRole role = ScoreRole::None;
    std::vector<std::size_t> columns;  ///< of ClassScores in the order of the classes
    std::optional<std::size_t>
        predicted;         ///< the column of what this model predicts, if it is told
    std::size_t topK = 0;  ///< the first of so many columns by rank (top-k), or 0
};

/// Which column plays which part; indices into the columns.
struct ColumnRoles {
    std::vector<std::size_t> label;           ///< several are one-hot
    std::vector<std::size_t> otherLabels;     ///< not taken, although their names would do
    std::vector<std::size_t> possibleLabels;  ///< where several could be and none is taken
    std::optional<std::size_t> predicted;
    std::optional<std::size_t> correct;
    std::vector<std::size_t> groups;
    std::optional<std::size_t> weight;
    std::optional<std::size_t> unusedWeight;  ///< called weight, which may be of anything
    std::vector<std::size_t> rowNames;  ///< name rows, to find them in another file; at most 3
    std::vector<std::size_t> scores;
    ScoreRole scoreRole = ScoreRole::None;
    bool scoreRoleByUser = false;
    std::size_t topK = 0;                   ///< as ScoreColumns::ranks
    std::vector<ScoreColumns> otherModels;  ///< scores of other models in the same file
    NamedScale namedScale = NamedScale::None;
    std::vector<std::string> classNames;  ///< of ClassScores, from the columns' names; or empty
};

}  // namespace diagonal
