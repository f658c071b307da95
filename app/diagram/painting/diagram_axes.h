// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include "core/publishing/drawn_columns.h"
#include "core/reporting/report.h"

namespace diagonal {

/// An axis with `steps` + 1 ticks and labels at equal distances; a logarithmic one at the powers of
/// ten from 1 to `highest`. An axis of roots begins at 0.
struct PlotAxis {
    qreal highest = 1;
    int steps = 1;
    qreal lowest = 0;
    CountScale scale = CountScale::Linear;

    bool isLogarithmic() const { return scale == CountScale::Logarithmic; }

    /// True if this axis covers all of `other`.
    bool holds(const PlotAxis& other) const {
        return scale == other.scale && lowest <= other.lowest && highest >= other.highest;
    }
    /// Returns the value at a tick.
    qreal valueOf(int tick) const;
    /// Returns where a value is, as a share of the axis; 0 below its start.
    qreal shareOf(qreal value) const;
    /// Returns the value at a share of a linear axis.
    qreal valueAt(qreal share) const { return lowest + share * (highest - lowest); }
    /// Returns the distance of a tick from the start of an axis of that length.
    qreal placeOf(int tick, qreal length) const {
        return isLogarithmic() ? shareOf(valueOf(tick)) * length : tick * length / steps;
    }
    bool operator==(const PlotAxis&) const = default;
};

/// The whole horizontal axis of both plots: confidence, or the share of rows.
inline constexpr PlotAxis kWholeAxis{1, 5};

/// The narrowest part of the horizontal axis that can be shown.
inline constexpr qreal kLeastZoom = 1e-4;

/// Returns a part of the horizontal axis that begins and ends at round numbers and holds what is
/// between `from` and `to`, inside 0 to 1, or kLeastZoom around it.
PlotAxis zoomedAxis(qreal from, qreal to);

/// Returns an axis of counts in round steps: 0, step, 2 step, up to at least `largest`.
PlotAxis countAxis(qreal largest);

/// Returns an axis of the roots of counts from 0 to at least `largest`.
PlotAxis rootCountAxis(qreal largest);

/// Returns a logarithmic axis of counts, from below 1 to a power of ten of at least `largest`.
PlotAxis logarithmicCountAxis(qreal largest);

/// Returns an axis in round steps that covers `least`, `most` and 0.
PlotAxis axisAround(qreal least, qreal most);

/// The vertical axes of the two plots.
struct DiagramAxes {
    PlotAxis values{1, 5};
    PlotAxis counts;  ///< confidences in a cumulative diagram
    PlotAxis horizontal = kWholeAxis;

    bool operator==(const DiagramAxes&) const = default;
};
DiagramAxes axesOf(const Report& report, const PlotAxis& horizontal,
                   CountScale scale = CountScale::Linear);

}  // namespace diagonal
