// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/painting/diagram_axes.h"

#include <algorithm>

#include "core/publishing/diagrams/diagram.h"

namespace diagonal {

DiagramAxes axesOf(const Report& report, const Axis& horizontal, AxisScale scale) {
    DiagramAxes axes;
    axes.horizontal = horizontal;
    axes.values = zoomedAxis(0, endOfValues(report, horizontal.low, horizontal.high));
    qreal largest = 0;
    for (const Bin& bin : report.binned.bins)
        largest = std::max(largest, bin.weight);
    axes.counts = countAxis(largest);
    if (scale == AxisScale::Root) axes.counts = rootCountAxis(largest);
    if (scale == AxisScale::Logarithmic && largest > 0) axes.counts = logarithmicCountAxis(largest);
    if (diagramOf(report).isAroundZero) {
        const Interval values = valuesAroundZero(report);
        axes.values = axisThroughZero(values.lower, values.upper);
    }
    if (diagramOf(report).isByRank) axes.counts = {.step = 0.5};
    return axes;
}

}  // namespace diagonal
