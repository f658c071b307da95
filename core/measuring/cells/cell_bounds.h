// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "core/measuring/cells/cell_rows.h"

namespace diagonal {

/// Largest distances of scores of cells from those of their rows, for scores without bins. With N
/// rows, n_j of them in cell j of width w_j: AUROC sum n_j1 n_j0 / (2 N1 N0), because rows of a
/// cell count as ties; KS the most that D(x) can rise or fall within a cell, Kuiper twice that; MCB
/// and DSC max n_j / (2 N), because an isotonic regression within cells gains at most half the rise
/// of its values in a cell for each row, and these rises sum to 1; smooth ECE w (1 + sqrt(2/pi) /
/// s) at bandwidth s and the largest w; intercept and slope by one Newton step from the largest
/// distances within cells. Cells of margins know the means of both classes, which may be in the
/// wrong order: AUROC, MCB and DSC have twice the bound.
class CellBounds {
public:
    /// Keeps a reference to the cells.
    CellBounds(const std::vector<CellRows>& cells, bool areMargins);

    double auroc() const;
    double ks() const;
    /// Bound of the p-value of a statistic with a bound of its own.
    double pOf(double statistic, double bound, double (*tail)(double)) const;
    double isotonicPart() const;
    double smooth(double bandwidth) const;
    double spiegelhalter(double z) const;
    /// None if margins are so far from 0 that their probabilities vanish, and with them the rows.
    std::optional<double> intercept(double value) const;
    /// Also none if rows lie within a cell of 0 or 1, where logits have no bound.
    std::optional<double> slope(double value, double intercept) const;

private:
    double rows() const { return m_correct + m_wrong; }

    const std::vector<CellRows>& m_cells;
    double m_times;  ///< by which the bounds of an order within cells are multiplied
    double m_correct = 0, m_wrong = 0, m_variance = 0;
};

}  // namespace diagonal
