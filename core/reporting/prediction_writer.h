// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <iosfwd>

#include "core/predictions/predictions.h"

namespace diagonal {

/// Writes rows as a table that prediction_reader reads back: the label by its class name, then a
/// column prob_NAME for each class; or label and prob of the positive class; or correct and
/// confidence. A column weight where rows have weights. Numbers read back as the same doubles.
void writeCsv(const Predictions& predictions, std::ostream& out);

/// The same as an uncompressed npz of float64 and int64: labels (class numbers) and probs, N x K or
/// N; or correct and confidence; and weight. Errors (kind Unsupported): more than 4 GB.
Result<void> writeNpz(const Predictions& predictions, std::ostream& out);

}  // namespace diagonal
