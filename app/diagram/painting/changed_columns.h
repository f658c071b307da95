// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QRectF>

#include "app/diagram/painting/marks_painter.h"
#include "core/measuring/reliability_curve.h"

namespace diagonal {

/// Returns the parts of a plot in which paintBars() and paintMarks() paint two lists of marks
/// differently: boxes around the ends that moved. Returns the whole plot unless both have the same
/// columns of single bins, and lines and areas are the same.
std::vector<QRectF> changedParts(const PlotMarks& before, const PlotMarks& after,
                                 const PlotMap& map);

/// Returns the columns of the hovered and the selected bin, with their arrows.
std::vector<QRectF> markedColumns(const ReliabilityCurve& curve, const PlotMap& map,
                                  const BinMarks& marked);

/// Gives the bins of `after`, whose consistency intervals are not known yet, those of the bins of
/// `before` at their centres, so that gaps within the noise stay pale until they are known.
void keepConsistency(const ReliabilityCurve& before, ReliabilityCurve& after);

}  // namespace diagonal
