// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/publishing/diagrams/figure_parts.h"
#include "core/publishing/plots/axis.h"
#include "core/reporting/report.h"

namespace diagonal {

/// Returns the bins as columns of a figure whose horizontal axis goes from `lowest` to `highest`.
/// Columns outside it hold no rows, others end at its ends. Columns of equal-mass bins and runs
/// begin and end at their rows, those of stated values stand around them. In a cumulative diagram,
/// which is always drawn whole, `lower` and `upper` are the shares of rows at which a bin begins
/// and ends.
ReliabilityCurve drawnColumns(const Report& report, double lowest = 0, double highest = 1);

/// What a figure draws in one column: a bin, or all those that would share a pixel.
struct DrawnBin {
    Bin bin;              ///< pooled: its band is around all of theirs
    bool isPale = false;  ///< chance alone explains the gap, or those of all pooled ones
    bool isPooled = false;
    // The least and the largest of the pooled ones:
    Interval accuracies = {1, 0};
    Interval gaps = {1, -1};
    double mostRows = 0;  ///< largest weight
};

/// The number of pixels of an axis on which no bins share one.
inline constexpr double kEachBin = std::numeric_limits<double>::infinity();

/// True if bins are on average narrower than one of the pixels on a horizontal axis.
bool sharePixels(const ReliabilityCurve& columns, const Axis& horizontal, double pixels);

/// Returns the mean width of the bins on a horizontal axis, as a share of it.
double meanColumn(const ReliabilityCurve& columns, const Axis& horizontal);

/// Returns what is drawn of drawnColumns() on an axis of so many pixels: each column, or only those
/// with rows where columns share pixels.
std::vector<DrawnBin> drawnBins(const ReliabilityCurve& columns, const Axis& horizontal,
                                double pixels);

/// Returns the name of columnsBeside(); empty if there are none.
std::string nameBeside(const Report& report);

/// Returns the columns of another curve whose accuracies the figure shows, too: those before
/// recalibration, or Report::beside. It has no name if there is none.
CurveBeside columnsBeside(const Report& report, double lowest = 0, double highest = 1);

/// Returns the scale on which the rows of each bin can be seen: logarithmic if the user wants that,
/// else the square root if the fullest bin holds over 20 times the median of those with rows.
AxisScale countScale(const ReliabilityCurve& bins, const FigureParts& parts);

/// Returns the title of the axis of counts, which says the scale.
std::string countsTitle(const Report& report, AxisScale scale);

/// Returns the end of the vertical axis, which begins at 0, of a figure with accuracies whose
/// horizontal axis goes from `lowest` to `highest`: what is drawn there, and the ideal, fit below.
double endOfValues(const Report& report, double lowest, double highest);

}  // namespace diagonal
