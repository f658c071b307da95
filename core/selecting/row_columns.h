// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/reporting/writing/table.h"

namespace diagonal {

struct RowList;

/// A column of a list of rows: of numbers, of texts of which rows share the distinct ones, or of
/// texts that are made of each row.
struct ListedColumn {
    TableColumn head;
    std::function<double(std::size_t row)> number = nullptr;     ///< of a row's texts: sorts them
    std::function<std::string(std::size_t row)> text = nullptr;  ///< null unless made of each row
    bool isPlace = false;                                        ///< the numbers are places of rows
    bool isOfFile = false;                             ///< the file has it, else it is measured
    const std::vector<std::string>* values = nullptr;  ///< null unless texts are shared
    std::function<std::int32_t(std::size_t row)> code = nullptr;  ///< among `values`; -1: none
    bool isInOrder = false;  ///< the order of `values` is theirs, as of classes

    bool isNumber() const { return !values && !text; }
    TableCell cell(std::size_t row) const;
    /// Returns what sorts rows by this column: numbers by size, texts that are numbers, too, other
    /// texts by their characters; NaN for rows without a value.
    std::function<double(std::size_t row)> order() const;
};

/// Returns the columns of a list: line in the file, or row of an array, counted from 1; true and
/// predicted class, confidence, outcome, the class with the second largest probability and that
/// probability, weight, names of the row, groups, and other columns. Those that these rows do not
/// have are left out. They refer to the list, which must outlive them.
std::vector<ListedColumn> columnsOf(const RowList& list);

/// Returns whether the prediction of a row is right; of rows that may belong to several classes,
/// whether the row is of the class in view. `isCorrect` is its outcome in the view.
bool isRightAs(const Predictions& predictions, std::size_t row, bool isCorrect);

/// Returns the probability that a model gives to class k of a row at a temperature.
double classProbability(const Predictions& predictions, std::size_t row, std::size_t k,
                        double temperature);

}  // namespace diagonal
