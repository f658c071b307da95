// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/publishing/diagrams/drawn_columns.h"
#include "core/publishing/plots/axis.h"
#include "core/reporting/report.h"

namespace diagonal {

/// The axes of a reliability diagram and of the counts below it.
struct DiagramAxes {
    Axis values;
    Axis counts;  ///< confidences in a cumulative diagram
    Axis horizontal = kWholeAxis;

    bool operator==(const DiagramAxes&) const = default;
};
DiagramAxes axesOf(const Report& report, const Axis& horizontal,
                   AxisScale scale = AxisScale::Linear);

}  // namespace diagonal
