// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/base/parallel.h"
#include "core/base/result.h"
#include "core/reading/columnar/columnar_file.h"
#include "core/reading/options/column_roles.h"
#include "core/reading/options/read_options.h"

namespace diagonal {

/// Where the cells of a column of the table are: in a column of the file or, if `listSize` is above
/// 0, in its lists of that many items.
struct CellPlace {
    std::size_t column = 0;
    std::size_t item = 0;
    std::size_t listSize = 0;
};

/// The first rows of a columnar file, with a column for each item of its lists.
struct TableSample {
    std::vector<ColumnSample> columns;
    std::vector<CellPlace> places;             ///< of each column
    std::vector<std::string> fileColumns;      ///< the names that the file uses, for messages
    std::vector<std::optional<Error>> errors;  ///< per column of the file, if it cannot be read
};

/// Reads the first rows of all columns that can be read. Columns with long texts, and those that
/// turn out to be damaged, have no cells.
TableSample sampled(const ColumnarFile& file, const ParallelFor& parallelFor);

/// Returns `options` with each choice of a whole list replaced by choices of its items.
ReadOptions withItemsOfLists(ReadOptions options, const TableSample& sample);

}  // namespace diagonal
