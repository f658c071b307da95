// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <simdjson.h>

#include "core/reading/options/file_preview.h"
#include "core/reading/options/read_options.h"
#include "core/reading/roles/role_columns.h"

namespace diagonal {

inline constexpr std::size_t kProgressRows = 256;  ///< read between two reports of progress

/// Reads a JSON document of one of these forms: a list of records; an object of arrays ({"logits":
/// [[...]], "labels": [...]}); an object with its records under one key; the output of pandas with
/// orient records, columns, index, split or table; a single record. Errors: Malformed with the
/// item; Unclear; Cancelled.
Result<RoleColumns> columnsFromDocument(simdjson::dom::element root, const ReadOptions& options,
                                        const ReadObserver& observer);

}  // namespace diagonal
