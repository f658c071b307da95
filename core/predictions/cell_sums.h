// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/predictions/predictions.h"

namespace diagonal {

/// Sums over the rows of a cell: rows of similar confidence that a database has counted. A row of
/// the predictions then stands for the correct, or for the incorrect rows of a cell; the sums are
/// those of the first of both, in the unit of the weights in the database.
struct CellSums {
    std::int32_t cell = 0;    ///< of the confidence or of the margin, core/aggregates/cell_grid.h
    double squares = 0;       ///< of (c - a)^2
    double negativeLogs = 0;  ///< of -log p_label, in nats, where it is finite
    double squaredLogs = 0;   ///< of the squares of these
    std::size_t impossible = 0;  ///< rows whose true class has probability 0
    double slope = 0;            ///< derivative of negativeLogs by 1/T, if counted at several
    double curvature = 0;        ///< its second derivative
    bool isFirst = false;        ///< of the rows of its cell
};

/// What is known of cells as a whole.
struct CellsSummary {
    PredictionForm form = PredictionForm::ClassScores;  ///< of the rows
    std::size_t count = 0;                              ///< of cells that hold rows, in all groups
    double correct = 0;                                 ///< rows with a correct prediction
    double temperature = 1;                             ///< at which the confidences were computed
    bool isTopLabel = false;                            ///< the view; else one class
    bool knowsLosses = false;  ///< CellSums::negativeLogs and impossible are known
    bool knowsSquaredLogs = false;
    bool areMargins = false;  ///< scores are mean margins, for all temperatures but 1
    /// Temperatures at which the rows were counted, ascending; empty for one, and for margins.
    std::vector<double> temperatures = {};
};

}  // namespace diagonal
