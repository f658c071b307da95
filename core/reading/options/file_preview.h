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

/// Beginning of a file, for a user who checks how it is read.
struct FilePreview {
    std::string format;                 ///< "text table", "JSON Lines", "NumPy archive"
    std::optional<CsvDialect> dialect;  ///< of a text table
    std::vector<ColumnSample> columns;  ///< columns, fields or arrays with their first cells
    ColumnRoles roles;                  ///< empty if they cannot be determined
};

/// Callbacks and settings for reading.
struct ReadObserver {
    ProgressCallback progress = {};
    /// Called before the rows are read, even if roles are missing and reading then fails.
    std::function<void(const FilePreview&)> preview = {};
    /// Called with the columns of a file of labels.
    std::function<void(const std::vector<std::string>&)> labelColumns = {};
    /// The files are still being written: text after the last line end is not read.
    bool growing = false;
    /// Runs the loops over blocks of a long text and over rows.
    ParallelFor parallelFor = defaultFor;
};

}  // namespace diagonal
