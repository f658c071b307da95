// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "core/reading/options/csv_dialect.h"

namespace diagonal {

/// Detects delimiter, comment sign and decimal comma from the first records, and the line "sep=;"
/// before them. `complete` says that `sample` is the whole text; else its last, cut record is not
/// looked at. hasHeader is left for the caller, who knows what names mean.
CsvDialect detectedDialect(std::string_view sample, bool complete,
                           const DialectChoice& choice = {});

}  // namespace diagonal
