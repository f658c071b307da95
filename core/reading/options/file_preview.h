// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/base/parallel.h"
#include "core/reading/options/column_roles.h"
#include "core/reading/options/csv_dialect.h"

namespace diagonal {

/// What a file looks like at its beginning, for a user who checks how it is read.
struct FilePreview {
    std::string format;                 ///< "text table", "JSON Lines", "NumPy archive"
    std::optional<CsvDialect> dialect;  ///< of a text table
    std::vector<ColumnSample> columns;  ///< columns, fields or arrays with their first cells
    ColumnRoles roles;                  ///< empty where they cannot be told
};

/// Who is told how reading goes on, and helps with it.
struct ReadObserver {
    ProgressCallback progress = {};
    /// Called before the rows are read, also where reading fails for want of roles.
    std::function<void(const FilePreview&)> preview = {};
    /// Called with the columns of a file of labels.
    std::function<void(const std::vector<std::string>&)> labelColumns = {};
    /// The files are still being written: what follows the last line end of a text is left alone.
    bool growing = false;
    /// Runs the loops over the blocks of a long text and over the rows.
    ParallelFor parallelFor = serialFor;
};

}  // namespace diagonal
