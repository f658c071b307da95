// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/base/result.h"
#include "core/reading/bytes/opened_file.h"
#include "core/reading/options/file_preview.h"
#include "core/reading/options/read_options.h"
#include "core/reading/roles/bin_columns.h"

namespace diagonal {

/// Returns the table of bins with their counts that a file holds: text tables, also those of MET
/// and METplotpy; JSON records, JSON Lines, parallel lists, and such a list anywhere in a document,
/// as in the program's own report (several become one table with a column "model"); NumPy
/// archives. None if it is larger than a megabyte, if it holds rows, or if the user has chosen
/// columns. Reads the source only if there is a table. Errors: those of the format.
Result<std::optional<BinTexts>> binTableIn(OpenedFile& file, const ReadOptions& options,
                                           const ReadObserver& observer);

}  // namespace diagonal
