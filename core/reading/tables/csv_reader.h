// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/reading/bytes/byte_source.h"
#include "core/reading/options/file_preview.h"
#include "core/reading/options/read_options.h"
#include "core/reading/roles/role_columns.h"
#include "core/reading/tables/table_head.h"

namespace diagonal {

/// Reads a whole table in one pass, keeping only the columns that have roles. `head` is the head of
/// `source`, parsed as the options say. Errors: Malformed
/// with line and column for ragged records, text after a number and unclosed quotes; Unclear if
/// roles cannot be determined; Cancelled.
Result<RoleColumns> readCsv(ByteSource& source, const TableHead& head, const ReadOptions& options,
                            const ReadObserver& observer);

}  // namespace diagonal
