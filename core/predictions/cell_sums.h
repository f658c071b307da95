// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/predictions/predictions.h"

namespace diagonal {

/// Sums over the rows of a cell: rows of similar confidence that a database has counted, or that a
/// file holds as one bin. A row of
/// the predictions then stands for the correct, or for the incorrect rows of a cell; the sums are
/// those of the first of both, in the unit of the weights in the database.
struct CellSums {
    /// Of the confidence or of the margin, core/aggregates/cell_grid.h; else the bin.
    std::int32_t cell = 0;
    double squares = 0;          ///< of (c - a)^2
    double negativeLogs = 0;     ///< of -log p_label, in nats, where it is finite
    double squaredLogs = 0;      ///< of the squares of these
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
    /// Edges of the cells, from 0 to 1, if they are the bins that a file holds; empty for those of
    /// a database, which core/aggregates/cell_grid.h defines.
    std::vector<double> edges = {};
    bool areByWidth = false;  ///< edges are i/M
    /// How far the mean confidence of each bin may be from the stated one; empty if it is exact.
    std::vector<double> reaches = {};

    /// True for the bins of a file: edges can only be theirs, and rows are not known at all.
    bool areBins() const { return !edges.empty(); }
    /// Returns what holds sums in place of rows: "cells of a database" or "bins".
    std::string_view name() const { return areBins() ? "bins" : "cells of a database"; }
};

/// Why bins do not tell a score, a curve or a table.
inline constexpr std::string_view kNeedsRows = "it needs rows, but this file holds bins";

}  // namespace diagonal
