// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/measuring/outcomes.h"
#include "core/predictions/dataset.h"
#include "core/reporting/report.h"

namespace diagonal {

/// Refuses what cells cannot tell: another view or temperature than theirs, bins with edges inside
/// cells. Does nothing for rows. Errors: Undefined.
Result<void> checkCells(const Dataset& dataset, const View& view, double temperature,
                        const Binning& binning);

/// Replaces the Brier score and the NLL of outcomes, which take all rows of a cell for equal, by
/// those of the sums in Dataset::cells. Does nothing for rows.
void useCellSums(const Dataset& dataset, Outcomes& outcomes);

/// Sets Score::bound of all scores that cells do not tell exactly, and removes those that they
/// cannot tell. Requires a report of cells, of these outcomes. With N rows, n_j of them in cell j
/// of width w = 2^-14: AUROC sum n_j1 n_j0 / (2 N1 N0), because rows of a cell count as ties; KS
/// the most that D(x) can rise or fall within a cell, Kuiper twice that; MCB and DSC max n_j / (2
/// N), because an isotonic regression within cells gains at most half the rise of its values in a
/// cell for each row, and these rises sum to 1; smooth ECE w (1 + sqrt(2/pi) / s) at bandwidth s;
/// intercept and slope by one Newton step from the largest distances within cells.
void boundScores(const SortedOutcomes& outcomes, Report& report);

}  // namespace diagonal
