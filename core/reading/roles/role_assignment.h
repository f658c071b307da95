// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/base/result.h"
#include "core/reading/options/read_options.h"

namespace diagonal {

/// Gives columns, whose cells are written with a decimal comma or not, their roles: by the user's
/// choices and, unless these are all, by name, then by content where only one column fits. Errors:
/// Unclear, a chosen column that is not there, or one role chosen twice. A file without scores or
/// without labels is no error here: a second file may bring the labels.
Result<ColumnRoles> assignedRoles(const std::vector<ColumnSample>& columns,
                                  const ReadOptions& options, bool hasHeader,
                                  bool decimalComma = false);

/// The roles that a name alone gives, for columns and array keys alike.
bool namesLabel(const std::string& name);
bool namesPredicted(const std::string& name);
bool namesConfidence(const std::string& name);
bool namesProbability(const std::string& name);
bool namesCorrect(const std::string& name);
NamedScale namedScale(const std::string& name);

/// Whether any column bears a name that gives a role: then the record is a header.
bool anyNameGivesRole(const std::vector<std::string>& names);

/// Finds columns or keys as a user names them: exactly, else by one-based number.
class ColumnIndex {
public:
    explicit ColumnIndex(const std::vector<std::string>& names);
    std::optional<std::size_t> find(const std::string& text) const;

private:
    std::unordered_map<std::string, std::size_t> m_places;
    std::size_t m_count = 0;
};

}  // namespace diagonal
