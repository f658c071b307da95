// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QRectF>

#include "app/diagram/painting/bins_painter.h"

namespace diagonal {

/// Returns the parts of a plot in which paintBars() and paintMarks() (or, if `areGaps`,
/// paintGapBars() and paintGapMarks()) paint two curves differently: boxes around the edges that
/// moved. Returns the whole plot unless the bins of both curves have the same edges.
std::vector<QRectF> changedBars(const ReliabilityCurve& before, const ReliabilityCurve& after,
                                const PlotMap& map, bool areGaps);

/// Returns the parts of a plot in which paintCounts() paints two curves differently.
std::vector<QRectF> changedCounts(const ReliabilityCurve& before, const ReliabilityCurve& after,
                                  const PlotMap& map);

/// Returns the columns of the hovered and the selected bin, with their arrows.
std::vector<QRectF> markedColumns(const ReliabilityCurve& curve, const PlotMap& map,
                                  const BinMarks& marks);

/// Gives the bins of `after`, whose consistency intervals are not known yet, those of the bins of
/// `before` at their centres, so that gaps within the noise stay pale until they are known.
void keepConsistency(const ReliabilityCurve& before, ReliabilityCurve& after);

}  // namespace diagonal
