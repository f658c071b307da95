// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include "core/reporting/report.h"

namespace diagonal {

/// An axis with `steps` + 1 evenly spaced ticks and labels.
struct PlotAxis {
    qreal highest = 1;
    int steps = 1;
    qreal lowest = 0;

    /// True if this axis covers all of `other`.
    bool holds(const PlotAxis& other) const {
        return lowest <= other.lowest && highest >= other.highest;
    }
    /// Returns the distance of a tick from the start of an axis of that length.
    qreal placeOf(int tick, qreal length) const { return tick * length / steps; }
    bool operator==(const PlotAxis&) const = default;
};

/// The horizontal axis of both plots: confidence, or the share of rows.
inline constexpr PlotAxis kHorizontalAxis{1, 5};

/// Returns an axis of counts in round steps: 0, step, 2 step, up to at least `largest`.
PlotAxis countAxis(qreal largest);

/// Returns an axis in round steps that covers `least`, `most` and 0.
PlotAxis axisAround(qreal least, qreal most);

/// The vertical axes of the two plots.
struct DiagramAxes {
    PlotAxis values{1, 5};
    PlotAxis counts;  ///< confidences in a cumulative diagram

    bool operator==(const DiagramAxes&) const = default;
};
DiagramAxes axesOf(const Report& report);

/// Returns the bins as columns of the diagram. In a cumulative diagram `lower` and `upper` are the
/// shares of rows at which a bin begins and ends.
ReliabilityCurve columnsOf(const Report& report);

}  // namespace diagonal
