// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/reading/tables/layouts/record_shape.h"

namespace diagonal {

/// Layout of the records of a text table in columns.
struct TableLayout {
    std::string format;                ///< "Weka's predictions"; empty for a plain table
    std::vector<std::string> names;    ///< column names
    std::size_t headerRecords = 1;     ///< records before the first row
    RecordShape shape;                 ///< conversion of fields to cells
    std::optional<std::size_t> label;  ///< column that the file itself declares as the class
};

using TextRecord = std::vector<std::string>;

/// Makes names distinct: repeated names get ".1", ".2"...
std::vector<std::string> distinctNames(std::vector<std::string> names);

/// Returns the index of the header field called `name`, ignoring case. Requires a lower-case
/// `name`.
std::optional<std::size_t> fieldNamed(const TextRecord& header, std::string_view name);

}  // namespace diagonal
