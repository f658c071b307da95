// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <set>
#include <string>
#include <vector>

#include "core/reading/options/column_roles.h"
#include "core/reading/roles/role_assignment.h"

namespace diagonal {

/// What the sampled cells of a column look like.
struct ColumnContent {
    bool numeric = false;          ///< nearly all cells are numbers
    bool integers = false;         ///< all numbers are whole
    bool unitInterval = false;     ///< all numbers lie in [0, 1 + 1e-3]
    std::set<std::string> values;  ///< canonicalLabel() of the cells that are not missing
    std::vector<double> numbers;   ///< one per cell, 93 for "93%"; NaN if the cell is not a number

    /// True for numbers in [0, 1] that are not all whole.
    bool isFractions() const { return unitInterval && !integers; }
    /// True for two values of which each means yes or no.
    bool isYesOrNo() const;
};

/// Parses and summarises the sampled cells; `decimalComma` gives the table's number format.
ColumnContent contentOf(const ColumnSample& column, bool decimalComma);

}  // namespace diagonal
