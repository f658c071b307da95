// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
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

/// Places of columns or keys by their names.
class ColumnIndex {
public:
    explicit ColumnIndex(const std::vector<std::string>& names);
    /// Returns the first column of a name.
    std::optional<std::size_t> named(const std::string& name) const;
    /// Returns the first column of a name, else that of a number, counted from 1.
    std::optional<std::size_t> find(const std::string& text) const;

private:
    std::unordered_map<std::string, std::size_t> m_places;
    std::size_t m_count = 0;
};

/// The columns of a table while roles are assigned.
struct ColumnTable {
    /// Keeps a reference to the columns. `decimalComma` gives the number format of their cells.
    ColumnTable(const std::vector<ColumnSample>& columns, bool hasHeader, bool decimalComma);

    const std::vector<ColumnSample>& samples;
    std::vector<std::string> names;
    std::vector<ColumnContent> contents;
    ColumnIndex index;
    std::vector<std::string> words;        ///< snakeName() of each name
    std::vector<std::size_t> predictions;  ///< columns of fractions that are called predictions
    std::vector<bool> taken;               ///< already has a role
    bool hasHeader = true;                 ///< if false, names are only column numbers

    std::size_t size() const { return names.size(); }

    /// Returns the first column without a role for which fits(name) is true.
    template <typename Names>
    std::optional<std::size_t> firstNamed(Names fits) const {
        for (std::size_t c = 0; c < names.size(); ++c) {
            if (!taken[c] && fits(names[c])) return c;
        }
        return std::nullopt;
    }
};

}  // namespace diagonal
