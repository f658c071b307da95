// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/reading/bytes/byte_source.h"
#include "core/reading/options/file_preview.h"
#include "core/reading/options/read_options.h"
#include "core/reading/roles/role_columns.h"

namespace diagonal {

/// Reads JSON Lines, one object a line, or one array of objects. Fields become columns: text,
/// numbers and booleans under their key, objects one level deep as "outer.inner", a list of K
/// numbers (or texts that are numbers) as K columns key_0 to key_K-1. Lists of [number, ...] pairs,
/// as lm-eval logs its choices, give their numbers as logits. Roles are then given as in a table.
/// Errors: Malformed with the line for what is not JSON or changes its shape; Unclear; Cancelled.
Result<RoleColumns> readJson(ByteSource& source, const ReadOptions& options,
                             const ReadObserver& observer);

}  // namespace diagonal
