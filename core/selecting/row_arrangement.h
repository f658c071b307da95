// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "core/selecting/row_columns.h"
#include "core/selecting/row_list.h"

namespace diagonal {

/// Which rows of a list to keep, and what to sort them by.
struct RowArrangement {
    std::string sortedBy =
        {};  ///< id of a column; empty: wrong rows first, the most confident on top
    bool isDescending = false;
    /// A condition on a column of the list, "confidence<0.5", "site=B" (parsedCondition()), or a
    /// text that a cell holds, in any case; empty keeps all rows. A measured number equals another
    /// that rounds to it: "confidence=0.9".
    std::string filter = {};

    bool operator==(const RowArrangement&) const = default;
};

/// Which of the measured rows a list shows, and how.
struct ListSelection {
    std::optional<double> bin = {};  ///< the confidence in the middle of the selected bin
    RowConditions conditions = {};   ///< that the user added to it
    RowArrangement arrangement = {};
    bool isHidden = false;  ///< the list is not shown, and its rows are not beside the figure's

    bool isNone() const { return *this == ListSelection(); }
    bool operator==(const ListSelection&) const = default;
};

/// Returns the condition that a filter is, as chips and --where know it: confidence<0.5, true=9,
/// predicted=9, prediction=wrong, and those on the cells of a column of the list, in any case of
/// its name. Errors: Undefined for a text, for a column that the list does not have or that only
/// the list has (line), and for a value that no cell has; WrongOption for what addCondition()
/// refuses.
Result<RowConditions> conditionOf(const std::string& filter, const RowList& list);

/// Returns the condition that a filter asks a database for: one on confidence, outcome, true or
/// predicted class, or on these columns of its table. Errors: Undefined for a text and for other
/// columns; WrongOption as above.
Result<RowConditions> conditionOf(const std::string& filter,
                                  const std::vector<std::string>& columns);

/// Returns the condition that a row has the value of another in a column of the list. Errors: as
/// above.
Result<RowConditions> conditionOf(const ListedColumn& column, std::size_t row, const RowList& list);

/// Returns a list of some of the rows, sorted; rows that are alike stay in their order, and rows
/// without a value come last. A column that the list does not have sorts nothing. Errors:
/// Cancelled.
Result<RowList> arranged(RowList list, const RowArrangement& arrangement,
                         const Execution& execution = {});

}  // namespace diagonal
