// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/aggregates/head_text.h"
#include "core/base/result.h"
#include "core/reading/roles/role_columns.h"

namespace diagonal {

__extension__ using WideInteger = __int128;

/// A column of groups, or of the cluster.
struct AnswerKey {
    std::string name;
    std::vector<std::string> values;  ///< distinct
};

/// The sums of one cell.
struct ReadCell {
    std::vector<std::int32_t> keys;  ///< codes of the values of CellAnswer::keys
    double temperature = 0;          ///< of the rows; 0 if the answer has one temperature
    int cell = 0;
    int side = 0;        ///< -1, 0 or 1: where its rows lie to the edge in the cell
    int margin = 0;      ///< cell of the margin
    double n = 0;        ///< sum of the weights
    double correct = 0;  ///< of the correct rows
    WideInteger excess = 0;
    double weightedExcess = 0;  ///< in place of excess, with importance weights
    double rows = 0;            ///< n without importance weights; also below
    double correctRows = 0;
    double weightSquares = 0;
    double correctWeightSquares = 0;
    double positiveRows = 0;  ///< of class 1
    double positiveWeightSquares = 0;
    double squares = 0;     ///< of c
    double correctSum = 0;  ///< of c over the correct rows
    double negativeLogs = 0;
    double squaredLogs = 0;      ///< sum of the squares of these
    double impossible = 0;       ///< rows
    double positive = 0;         ///< rows of class 1
    double margins = 0;          ///< sum of the margins
    double positiveMargins = 0;  ///< over the rows of class 1
    double slope = 0;            ///< derivative of the summed NLL by 1/T
    double curvature = 0;        ///< its second derivative

    void add(const ReadCell& more);
    /// Returns the mean confidence, on the same side of the edge as all rows of the cell.
    double meanConfidence() const;
};

/// The answer of a database, or several.
struct CellAnswer {
    HeadText head;
    std::size_t heads = 0;  ///< answers
    std::vector<AnswerKey> keys;
    std::vector<ReadCell> cells;    ///< with rows; places may repeat
    std::map<int, double> leftOut;  ///< rows, by LeftOut
    double total = 0;               ///< all rows
    bool knowsSquaredLogs = false;
    double clamped = 0;  ///< rows whose probability above 1 was read as 1
    double near = 0;     ///< rows on an edge, or a rounding error beside it
};

/// Reads the texts of an answer. Errors: Malformed, with the line, for numbers that cannot be sums
/// of a cell, for an answer without its totals or that does not agree with them, and for answers to
/// different questions; Unsupported for another version.
Result<CellAnswer> readAnswer(const RoleColumns& columns);

}  // namespace diagonal
