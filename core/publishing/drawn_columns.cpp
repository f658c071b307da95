// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/publishing/drawn_columns.h"

#include <algorithm>

namespace diagonal {
namespace {

constexpr double kLeastColumn = 1.0 / 300;  ///< share of the axis
constexpr double kLeastRun = 1.0 / 100;     ///< as above

/// Lets a column begin and end at its rows, but not narrower than `least`.
void narrowToRows(Bin& bin, double least) {
    if (!bin.confidences) return;
    const double missing = std::max(0.0, least - (bin.confidences->upper - bin.confidences->lower));
    bin.lower = std::max(bin.lower, bin.confidences->lower - missing / 2);
    bin.upper = std::min(bin.upper, bin.confidences->upper + missing / 2);
}

/// Lets columns of runs begin and end at their rows. Runs of one confidence would cover each other:
/// they stand side by side around it, each `least` wide, and their neighbours give way.
void setApart(std::vector<Bin>& bins, double least) {
    const auto isNarrow = [&](const Bin& bin) {
        return bin.confidences->upper - bin.confidences->lower < least;
    };
    for (std::size_t b = 0; b < bins.size();) {
        const Interval rows = *bins[b].confidences;
        if (!isNarrow(bins[b])) {
            bins[b].lower = b == 0 ? rows.lower : std::max(rows.lower, bins[b - 1].upper);
            bins[b].upper = rows.upper;
            ++b;
            continue;
        }
        std::size_t end = b + 1;
        while (end < bins.size() && isNarrow(bins[end]) &&
               bins[end].confidences->upper - rows.lower < least) {
            ++end;
        }
        const double width = least * static_cast<double>(end - b);
        const double begin =
            std::clamp((rows.lower + rows.upper - width) / 2, 0.0, std::max(0.0, 1 - width));
        if (b > 0) bins[b - 1].upper = std::min(bins[b - 1].upper, begin);
        for (std::size_t i = b; i < end; ++i) {
            bins[i].lower = begin + least * static_cast<double>(i - b);
            bins[i].upper = bins[i].lower + least;
        }
        b = end;
    }
}

}  // namespace

ReliabilityCurve drawnColumns(const Report& report, double lowest, double highest) {
    ReliabilityCurve columns = report.binned;
    if (report.settings.diagram == DiagramKind::Cumulative) {
        double before = 0;
        for (Bin& bin : columns.bins) {
            bin.lower = before / columns.weight;
            before += bin.weight;
            bin.upper = before / columns.weight;
        }
        return columns;
    }
    if (report.binning.scheme == BinningScheme::Runs)
        setApart(columns.bins, (highest - lowest) * kLeastRun);
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
