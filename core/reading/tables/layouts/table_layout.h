// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/reading/tables/layouts/record_shape.h"

namespace diagonal {

/// How the records of a text table are laid out in columns.
struct TableLayout {
    std::string format;                ///< "Weka's predictions"; empty for a plain table
    std::vector<std::string> names;    ///< of the columns
    std::size_t headerRecords = 1;     ///< records before the first row
    RecordShape shape;                 ///< fields to cells
    std::optional<std::size_t> label;  ///< the column that the file itself declares the class
};

using TextRecord = std::vector<std::string>;

/// Makes names distinct: a name that occurred before gets ".1", ".2"...
std::vector<std::string> distinctNames(std::vector<std::string> names);

/// The place of a field of the first record that is called `name`, a lower-case word.
std::optional<std::size_t> fieldNamed(const TextRecord& header, std::string_view name);

}  // namespace diagonal
