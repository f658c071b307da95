// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <iosfwd>

#include "core/predictions/dataset.h"

namespace diagonal {

/// Writes the rows as a CSV table that prediction_reader can read: names of rows, groups and
/// clusters, where the dataset has them; the class name of the label, then a column prob_NAME per
/// class; or label and prob of the positive class; or correct and confidence. Weighted rows have a
/// column weight. The other columns of the dataset follow; one called like those before gets the
/// name NAME_before. Scores read back as identical doubles. Rows that were skipped keep their
/// places, with empty cells, if the dataset holds all others.
void writeCsv(const Dataset& dataset, std::ostream& out);

/// True if writeCsv() knows the places of rows that were skipped.
bool placesSkippedRows(const Dataset& dataset);

/// Takes names and places of rows from `named`, which was read from the same file; returns false if
/// it holds other rows.
bool takeRowNames(const Dataset& named, Dataset& rows);

/// Writes the rows as an uncompressed npz of float64 and int64 arrays: labels (class indices) and
/// probs, N x K or N; or correct and confidence; and weight for weighted rows. Errors (kind
/// Unsupported): more than 4 GB.
Result<void> writeNpz(const Predictions& predictions, std::ostream& out);

}  // namespace diagonal
