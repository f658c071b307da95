// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/reading/bytes/byte_source.h"
#include "core/reading/options/file_preview.h"
#include "core/reading/options/read_options.h"
#include "core/reading/roles/role_columns.h"

namespace diagonal {

/// Reads a table of labels only: its label column, which is chosen, found by its name or the only
/// one, and the columns that name its rows. Errors: those of readCsv().
Result<LabelsOfRows> readCsvLabels(ByteSource& source, const ReadOptions& options,
                                   const ReadObserver& observer);

}  // namespace diagonal
