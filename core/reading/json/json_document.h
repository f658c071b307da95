// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <simdjson.h>

#include "core/reading/options/file_preview.h"
#include "core/reading/options/read_options.h"
#include "core/reading/roles/role_columns.h"

namespace diagonal {

/// Understands one JSON document: a list of records; an object of arrays ({"logits": [[...]],
/// "labels": [...]}); an object that keeps its records under one key; what pandas writes with
/// orient records, columns, index, split and table; or a single record. Errors: Malformed with the
/// item; Unclear; Cancelled.
Result<RoleColumns> columnsFromDocument(simdjson::dom::element root, const ReadOptions& options,
                                        const ReadObserver& observer);

}  // namespace diagonal
