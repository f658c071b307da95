// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/measuring/outcomes.h"
#include "core/predictions/dataset.h"
#include "core/reporting/report.h"

namespace diagonal {

/// Refuses what cells cannot tell: another view or temperature than theirs, bins with edges inside
/// cells, and curves of bins. Does nothing for rows. Errors: Undefined.
Result<void> checkCells(const Dataset& dataset, const View& view, const AnalysisSettings& settings,
                        const Binning& binning);

/// Removes what needs rows from the parts that a report of bins is to be given.
ReportPlan toldByBins(ReportPlan plan);

/// Replaces the Brier score and the NLL of outcomes, which take all rows of a cell for equal, by
/// those of the sums in Dataset::cells. Does nothing for rows and for margins.
void useCellSums(const Dataset& dataset, Outcomes& outcomes);

/// Says how the temperature and the bins of a report relate to what a database has counted. Does
/// nothing for rows.
void noteCells(Report& report);

/// True if the rows of every cell have one confidence.
bool holdPoints(const Dataset& dataset, const Report& report);

/// Returns the mean loss of each cell for its rows; empty for rows, for margins, and where the NLL
/// is unknown.
std::vector<double> meanLosses(const Dataset& dataset);

/// Sets Score::bound of all scores that cells do not tell exactly, and removes those that they
/// cannot tell. In a report of bins, a score that was asked for stays without a value, and its
/// remark says that it needs rows. `dataset` holds the measured rows of the report. `margins`, if
/// not null, are cells of their margins, to which slope and intercept were fitted. Does nothing for
/// rows.
void boundScores(const Dataset& dataset, Report& report, const Dataset* margins = nullptr);

}  // namespace diagonal
