// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/predictions/predictions.h"

namespace diagonal {

/// Sums over the rows of a cell: rows of similar confidence that a database has counted. A row of
/// the predictions then stands for the correct, or for the incorrect rows of a cell.
struct CellSums {
    std::int32_t cell = 0;       ///< as in core/aggregates/cell_grid.h
    double squares = 0;          ///< of (c - a)^2; the second row of a cell has none
    double negativeLogs = 0;     ///< of -log p_label, in nats, where it is finite
    std::size_t impossible = 0;  ///< rows whose true class has probability 0
};

/// What is known of cells as a whole.
struct CellsSummary {
    PredictionForm form = PredictionForm::ClassScores;  ///< of the rows
    std::size_t count = 0;                              ///< of cells that hold rows, in all groups
    double temperature = 1;                             ///< at which the confidences were computed
    bool knowsLosses = false;  ///< CellSums::negativeLogs and impossible are known
};

}  // namespace diagonal
