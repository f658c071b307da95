// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/selecting/row_list.h"

namespace diagonal {

/// Which rows of a list to keep, and what to sort them by.
struct RowArrangement {
    std::string sortedBy =
        {};  ///< id of a column; empty: wrong rows first, the most confident on top
    bool isDescending = false;
    /// A condition on a column of the list, "confidence<0.5", "site=B" (with =, <, >, <=, >=), or a
    /// text that a cell holds, in any case; empty keeps all rows. A number equals another that
    /// rounds to it: "confidence=0.9".
    std::string filter = {};

    bool isNone() const { return *this == RowArrangement(); }
    bool operator==(const RowArrangement&) const = default;
};

/// Returns a list of some of the rows, sorted; rows that are alike stay in their order, and rows
/// without a value come last. A column that the list does not have sorts nothing. Errors:
/// Cancelled.
Result<RowList> arranged(RowList list, const RowArrangement& arrangement,
                         const Execution& execution = {});

}  // namespace diagonal
