// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/measuring/view.h"
#include "core/predictions/dataset.h"

namespace diagonal {

/// The correct and the incorrect rows of a cell, or of the part of it on one side of its edge.
struct CellRows {
    double lower = 0;  ///< of their confidences
    double upper = 0;
    double confidence = 0;  ///< mean
    double correct = 0;
    double wrong = 0;
    double variance = 0;     ///< sum of RowWeights::varianceAt(); all() if rows have no weights
    double marginWidth = 0;  ///< of a cell of margins, divided by the temperature; else 0

    double all() const { return correct + wrong; }
    double width() const { return upper - lower; }
    /// True if all its rows have one confidence.
    bool isPoint() const { return lower == upper; }
};

/// Returns the cells of a dataset in ascending order of confidence. Rows of several groups in one
/// cell are added. `view` and `temperature` matter for cells of margins.
std::vector<CellRows> cellRows(const Dataset& dataset, const View& view, double temperature);

}  // namespace diagonal
