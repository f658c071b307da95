// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "core/reading/options/csv_dialect.h"
#include "core/reading/tables/layouts/table_layout.h"

namespace diagonal {

/// Returns the layout of the output of svm-predict -b 1: "labels 1 -1", then the predicted label
/// and a probability per label. None for other tables.
std::optional<TableLayout> libsvmLayout(const std::vector<TextRecord>& records,
                                        const CsvDialect& dialect);

/// Returns the layout of libsvm's data, "1 1:0.5 3:0.25", of which only the leading label matters
/// here. None for other tables.
std::optional<TableLayout> libsvmData(const std::vector<TextRecord>& records,
                                      const CsvDialect& dialect);

}  // namespace diagonal
