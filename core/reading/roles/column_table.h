// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/reading/options/column_roles.h"
#include "core/reading/roles/column_content.h"

namespace diagonal {

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
