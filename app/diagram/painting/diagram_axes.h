// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include "core/reporting/report.h"

namespace diagonal {

/// An axis with ticks and labels at `steps` + 1 even places.
struct PlotAxis {
    qreal highest = 1;
    int steps = 1;
    qreal lowest = 0;

    /// Whether all of `other` lies on it.
    bool holds(const PlotAxis& other) const {
        return lowest <= other.lowest && highest >= other.highest;
    }
    /// How far along an axis of that length a tick is.
    qreal placeOf(int tick, qreal length) const { return tick * length / steps; }
    bool operator==(const PlotAxis&) const = default;
};

/// The horizontal axis of both plots: confidence, or the share of rows.
inline constexpr PlotAxis kHorizontalAxis{1, 5};

/// Nice steps for an axis of counts: 0, step, 2 step, up to at least `largest`.
PlotAxis countAxis(qreal largest);

/// An axis in nice steps around `least`, `most` and 0.
PlotAxis axisAround(qreal least, qreal most);

/// The vertical axes of the two plots.
struct DiagramAxes {
    PlotAxis values{1, 5};
    PlotAxis counts;  ///< of a cumulative curve: of confidences

    bool operator==(const DiagramAxes&) const = default;
};
DiagramAxes axesOf(const Report& report);

/// The bins as the diagram's columns: in a cumulative one, `lower` and `upper` are the shares of
/// rows at which a bin begins and ends.
ReliabilityCurve columnsOf(const Report& report);

}  // namespace diagonal
