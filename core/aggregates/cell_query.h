// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/aggregates/sql_dialect.h"
#include "core/base/result.h"
#include "core/predictions/cell_condition.h"
#include "core/predictions/column_role.h"
#include "core/predictions/predictions.h"

namespace diagonal {

/// What a database measures: the view of core/measuring/view.h, before classes are numbered.
struct QueriedView {
    enum class Kind { Default, TopLabel, Positive, OneClass };
    Kind kind = Kind::Default;   ///< Default: positive for a probability, else top-label
    std::string className = {};  ///< of OneClass

    bool operator==(const QueriedView&) const = default;
};

/// Conditions that rows of a database fulfil, all of them.
struct QueriedRows {
    // Of the confidence in the view of the query, at its temperature; included unless open:
    std::optional<double> lower = {};
    std::optional<double> upper = {};
    bool isLowerOpen = false;
    bool isUpperOpen = false;
    std::optional<bool> isCorrect = {};         ///< whether the predicted class is right
    std::optional<std::string> label = {};      ///< as the column of labels writes it
    std::optional<std::string> predicted = {};  ///< as the column of predicted classes does
    std::vector<CellCondition> cells = {};      ///< of columns; bounds are of numbers
};

/// Rows in a database, and what to measure of them.
struct CellQuery {
    SqlEngine engine = SqlEngine::Sqlite;
    std::string from;                 ///< a table, a function that gives one, or a SELECT
    std::vector<RoleChoice> columns;  ///< at least the scores and what tells their truth
    QueriedView view = {};
    QueriedRows rows = {};
    double temperature = 1;
    /// Probability or Logit; needed for the scores of several classes.
    std::optional<ScoreKind> scores = {};
    std::optional<std::string> positive = {};    ///< the label of the positive class
    std::optional<std::int64_t> labelBase = {};  ///< labels count the classes from this
    WeightKind weights = WeightKind::Counts;     ///< of the weight column, if there is one
    /// Counts the rows of several classes at each temperatureKnot(), with the derivatives of their
    /// NLL by 1/T, between which a fit finds its minimum. Two classes need none: at
    /// T = 1, cells of their margins serve all temperatures.
    bool severalTemperatures = false;
};

/// Values of the column j that are no cells, and their values of the column side.
inline constexpr std::int64_t kTotalsCell = -1;  ///< side 0: all rows; else rows left out
inline constexpr std::int64_t kHeadCell = -2;    ///< the column about describes the answer
enum class LeftOut {
    NoScore = 1,
    UnusableScore = 2,
    NoTruth = 3,
    FractionalCount = 5,  ///< a weight that should count rows, but is no whole number
    UnusableWeight = 6,   ///< a weight that is no finite number above 0
};
/// Values of the column side beside -1, 0 and 1.
inline constexpr int kClampedSide = 2;  ///< confidences above 1 that were read as 1
inline constexpr int kNearSide = 3;     ///< above an edge, or -3 below, by a rounding error only

/// The columns of an answer, apart from those of groups, which stand before the last.
inline constexpr auto kCellColumns = std::to_array<std::string_view>(
    {"j", "side", "n", "correct", "excess", "cc", "ca", "nll", "impossible", "about"});
/// With losses: the sum of their squares, of which intervals are made.
inline constexpr std::string_view kSquaredLossColumn = "nn";
/// Columns that an answer may have: the cell of the margin, the rows of class 1 in it, the sums of
/// the margin over all rows and over those, and of its square; the temperature of the row; the
/// sums of the first and second derivative of the NLL by 1/T.
inline constexpr auto kMarginColumns =
    std::to_array<std::string_view>({"margin", "positive", "md", "mdp", "mdd"});
inline constexpr std::string_view kTemperatureColumn = "at_t";
/// With importance weights, the sums n to ca are weighted ones; further columns hold the number of
/// rows, of the correct ones, and the sums of the squared weights of both; with margins likewise of
/// the rows of class 1.
inline constexpr auto kWeightColumns =
    std::to_array<std::string_view>({"obs", "obs_correct", "ww", "ww_correct"});
inline constexpr auto kWeightMarginColumns =
    std::to_array<std::string_view>({"obs_positive", "ww_positive"});
inline constexpr auto kFitColumns = std::to_array<std::string_view>({"slope", "curvature"});

/// Returns true for a name that a group must not have. `name` is in lower case.
bool isCellColumn(std::string_view name);

/// Returns one statement that reads rows once and answers with the sums of their cells, as
/// resources/help/databases.md describes. Errors: WrongOption if a column is missing or does not
/// fit the others, or to a condition on the rows, and for text that is neither a table nor a SELECT
/// or that holds a semicolon.
Result<std::string> cellSql(const CellQuery& query);

}  // namespace diagonal
