// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "core/reading/options/csv_dialect.h"

namespace diagonal {

/// Detects delimiter, comment sign and decimal comma from the first records, and a line "sep=;"
/// before them. `complete` says that `sample` is the whole text; otherwise its last record, which
/// may be truncated, is ignored. hasHeader is left to the caller, who knows the meaning of names.
CsvDialect detectedDialect(std::string_view sample, bool complete,
                           const DialectChoice& choice = {});

}  // namespace diagonal
