// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/base/result.h"
#include "core/predictions/dataset.h"
#include "core/reading/roles/bin_columns.h"

namespace diagonal {

/// Returns a table of bins as a dataset of cells, which are the bins: each is one or two rows whose
/// weights count its correct and its incorrect rows, at its mean confidence, and
/// CellsSummary::edges holds the edges. A share of correct rows is read as the nearest number of
/// them. Without a mean confidence the middle of the bin is taken, and CellsSummary::reaches tells
/// how far it may lie. Values above 2 are percent. Bins of several models, one of a column of
/// texts each, become groups. Errors: Malformed, with line and column, for numbers that bins cannot
/// have; NoUsableRows without rows.
Result<Dataset> datasetOfBins(const BinTexts& table, const std::string& file);

}  // namespace diagonal
