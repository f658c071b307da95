// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/reading/roles/column_content.h"
#include "core/reading/roles/role_assignment.h"

namespace diagonal {

/// Columns under search for roles.
struct ColumnTable {
    std::vector<std::string> names;
    std::vector<ColumnContent> contents;
    const std::vector<ColumnSample>* samples = nullptr;
    std::vector<bool> taken;  ///< has a role already
    bool hasHeader = true;    ///< else names are numbers and say nothing

    std::size_t size() const { return names.size(); }

    /// The first column without a role whose name `fits` says yes to.
    template <typename Names>
    std::optional<std::size_t> firstNamed(Names fits) const {
        for (std::size_t c = 0; c < names.size(); ++c) {
            if (!taken[c] && fits(names[c])) return c;
        }
        return std::nullopt;
    }
};

}  // namespace diagonal
