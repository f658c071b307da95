// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/publishing/diagrams/diagram.h"

namespace diagonal {

/// The reliability diagram: bars of accuracy, each with its gap to the confidence.
extern const Diagram kBarDiagram;

/// Returns the bars of such a diagram alone, in drawnColumns().
PlotMarks reliabilityBars(const ReliabilityCurve& columns, const Axis& horizontal, double pixels);

}  // namespace diagonal
