// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/publishing/drawn_columns.h"

#include <algorithm>

namespace diagonal {
namespace {

constexpr double kLeastColumn = 1.0 / 300;  ///< share of the axis

/// Lets a column begin and end at its rows, but not narrower than `least`.
void narrowToRows(Bin& bin, double least) {
    if (!bin.confidences) return;
    const double missing = std::max(0.0, least - (bin.confidences->upper - bin.confidences->lower));
    bin.lower = std::max(bin.lower, bin.confidences->lower - missing / 2);
    bin.upper = std::min(bin.upper, bin.confidences->upper + missing / 2);
}

}  // namespace

ReliabilityCurve drawnColumns(const Report& report, double lowest, double highest) {
    ReliabilityCurve columns = report.binned;
    if (report.diagram == DiagramKind::Cumulative) {
        double before = 0;
        for (Bin& bin : columns.bins) {
            bin.lower = before / columns.weight;
            before += bin.weight;
            bin.upper = before / columns.weight;
        }
        return columns;
    }
    for (Bin& bin : columns.bins) {
        if (report.binning.scheme == BinningScheme::EqualMass)
            narrowToRows(bin, (highest - lowest) * kLeastColumn);
        if (bin.upper <= lowest || bin.lower >= highest) bin.count = 0;
        bin.lower = std::clamp(bin.lower, lowest, highest);
        bin.upper = std::clamp(bin.upper, lowest, highest);
    }
    return columns;
}

}  // namespace diagonal
