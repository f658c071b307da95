// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/predictions/column_role.h"

namespace diagonal {

inline constexpr std::size_t kSampledRecords = 200;  ///< at the head of a file

/// A column and its cells in the first records.
struct ColumnSample {
    std::string name;                         ///< from the header; without one "1", "2"...
    std::vector<std::string> cells;           ///< of the sampled records
    std::optional<ColumnRole> declared = {};  ///< role that the file itself declares
};

/// Returns the names of columns.
std::vector<std::string> columnNames(const std::vector<ColumnSample>& columns);

/// Meaning of the score columns.
enum class ScoreRole {
    None,
    ClassScores,  ///< one column per class
    Probability,  ///< of the positive or the predicted class, as the data decide
    Confidence    ///< of the predicted class
};

/// Scale that a column name suggests.
enum class NamedScale { None, Probability, Logit };

/// Returns the role by which a user chooses score columns. Requires a role other than None.
ColumnRole columnRole(ScoreRole role);

/// Score columns of one model.
struct ScoreColumns {
    ScoreRole role = ScoreRole::None;
    std::vector<std::size_t> columns;      ///< indices, for ClassScores in class order
    std::optional<std::size_t> predicted;  ///< column of this model's predicted class, if known
    std::size_t topK = 0;  ///< number of top-k columns, of which `columns` is the first; or 0
    std::optional<std::size_t> correct = {};  ///< column of this model's judgement, if it has one
};

/// Columns that may find rows in another file are looked for up to this number.
inline constexpr std::size_t kMostRowNames = 3;

/// Columns of each role, as indices.
struct ColumnRoles {
    std::vector<std::size_t> label;           ///< several are one-hot
    bool labelIsGuess = false;                ///< by its content alone, not by its name
    std::vector<std::size_t> otherLabels;     ///< named like labels, but not used
    std::vector<std::size_t> possibleLabels;  ///< candidates, none of which is used
    std::optional<std::size_t> predicted;
    std::optional<std::size_t> correct;
    std::optional<std::size_t> emptyTruth;       ///< called like an outcome, but not known yet
    std::optional<std::size_t> possibleCorrect;  ///< judges rows in words, but not all of them
    std::vector<std::size_t> groups;
    bool keepsTexts = false;             ///< of `groups`; see LabelColumn::keepTexts()
    std::optional<std::size_t> cluster;  ///< index in `groups`: its rows are not independent
    std::optional<std::size_t> weight;
    std::optional<std::size_t> time;  ///< found by its name, it may have another role, too
    bool timesAreDates = false;       ///< else `time` holds numbers
    /// A column named like one of times, with its first date that is not in ISO 8601; or empty.
    std::pair<std::string, std::string> unreadTime;
    std::optional<std::size_t> unusedWeight;  ///< named weight, but perhaps not a weight of rows
    /// Names of rows, to find rows in another file, at most kMostRowNames; then the others to be
    /// kept.
    std::vector<std::size_t> rowNames;
    std::size_t otherColumns = 0;  ///< how many of `rowNames` do not name rows
    bool keepsRowNames = false;    ///< also if the file has both labels and scores
    /// Sampled values of the first of `rowNames` repeat: it may name clusters.
    bool firstRowNameRepeats = false;
    std::vector<std::size_t> scores;
    ScoreRole scoreRole = ScoreRole::None;
    bool scoreRoleByUser = false;
    std::size_t topK = 0;                   ///< as ScoreColumns::topK
    std::vector<ScoreColumns> otherModels;  ///< scores of other models in the same file
    std::vector<double> levels;  ///< the levels of `scores` if these are predicted quantiles
    NamedScale namedScale = NamedScale::None;
    std::vector<std::string> classNames;  ///< of ClassScores, from the column names; or empty

    /// Returns the columns of a role, in order; of groups, those that are not the cluster.
    std::vector<std::size_t> of(ColumnRole role) const;
    /// Gives a column a role. A probability or confidence takes the place of all other scores.
    void take(ColumnRole role, std::size_t column);
    /// True if any column has the role; all roles of scores count as one.
    bool has(ColumnRole role) const { return isScore(role) ? !scores.empty() : !of(role).empty(); }
    /// True if a column has any role, and is more than a name of the row.
    bool uses(std::size_t column) const;
};

}  // namespace diagonal
