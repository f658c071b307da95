// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/reading/options/column_roles.h"
#include "core/reading/roles/column_content.h"
#include "core/reading/roles/role_assignment.h"

namespace diagonal {

/// The columns of a table while roles are assigned.
struct ColumnTable {
    std::vector<std::string> names;
    std::vector<ColumnContent> contents;
    const std::vector<ColumnSample>* samples = nullptr;
    std::vector<bool> taken;  ///< already has a role
    bool hasHeader = true;    ///< if false, names are only column numbers

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
