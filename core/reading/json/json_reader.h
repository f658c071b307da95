// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/reading/bytes/byte_source.h"
#include "core/reading/options/file_preview.h"
#include "core/reading/options/read_options.h"
#include "core/reading/roles/role_columns.h"

namespace diagonal {

/// Reads JSON Lines (one record per line) or one document, as columnsFromDocument() describes.
/// Fields become columns: text, numbers and booleans under their key, objects one level deep as
/// "outer.inner", a list of K numbers (or texts that are numbers) as K columns key_0 to key_K-1.
/// The first numbers in a list of [number, ...] pairs, as lm-eval logs its choices, become logits.
/// Roles are then assigned as in a table. Errors: Malformed with the line for invalid JSON or
/// records of different shapes; Unclear; Cancelled.
Result<RoleColumns> readJson(ByteSource& source, const ReadOptions& options,
                             const ReadObserver& observer);

/// Returns the keys of the first record at the beginning of `source`, without consuming it; empty
/// if they are not plain values in the first 64 KiB.
std::vector<std::string> firstKeys(ByteSource& source);

}  // namespace diagonal
