// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/painting/diagram_axes.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/nice_step.h"

namespace diagonal {
namespace {

PlotAxis gapAxis(const Report& report) {
    qreal least = 0;
    qreal most = 0;
    for (const Bin& bin : report.binned.bins) {
        if (bin.count == 0) continue;
        const bool band = report.intervals == IntervalKind::Consistency;
        const Interval interval = band ? bin.consistency.value_or(*bin.interval) : *bin.interval;
        least = std::min({least, bin.gap(), interval.lower - *bin.confidence});
        most = std::max({most, bin.gap(), interval.upper - *bin.confidence});
    }
    return axisAround(least, most);
}

PlotAxis cumulativeAxis(const CalibrationCurve& shape) {
    qreal least = 0;
    qreal most = 0;
    for (const auto& stroke : shape.strokes) {
        for (const CurvePoint& point : stroke) {
            least = std::min(least, point.y);
            most = std::max(most, point.y);
        }
    }
    for (const auto& band : shape.band) {
        for (const BandPoint& point : band) {
            least = std::min(least, point.lower);
            most = std::max(most, point.upper);
        }
    }
    return axisAround(least, most);
}

constexpr double kLeastColumn = 1.0 / 300;  ///< share of the axis

/// Lets a column begin and end at its rows, but not narrower than `least`.
void narrowToRows(Bin& bin, double least) {
    if (!bin.confidences) return;
    const double missing = std::max(0.0, least - (bin.confidences->upper - bin.confidences->lower));
    bin.lower = std::max(bin.lower, bin.confidences->lower - missing / 2);
    bin.upper = std::min(bin.upper, bin.confidences->upper + missing / 2);
}

}  // namespace

PlotAxis zoomedAxis(qreal from, qreal to) {
    constexpr qreal fewestSteps = 5;
    constexpr qreal tolerance = 1e-9;
    const qreal middle = std::clamp((from + to) / 2, kLeastZoom / 2, 1 - kLeastZoom / 2);
    const qreal range = std::clamp(to - from, kLeastZoom, 1.0);
    const qreal step = niceStep(range / fewestSteps);
    const qreal last = std::round(1 / step);
    const auto first = std::max(0.0, std::floor((middle - range / 2) / step + tolerance));
    const auto end = std::min(last, std::ceil((middle + range / 2) / step - tolerance));
    // A step of 0.25 divides 1; others that do not would leave the last tick short of it.
    if (first == 0 && end == last) return kWholeAxis;
    return {end * step, static_cast<int>(end - first), first * step};
}

qreal PlotAxis::valueOf(int tick) const {
    if (isLogarithmic) return std::pow(10, tick);
    return lowest + tick * (highest - lowest) / steps;
}

qreal PlotAxis::shareOf(qreal value) const {
    if (!isLogarithmic) return (value - lowest) / (highest - lowest);
    return value <= lowest ? 0 : std::log(value / lowest) / std::log(highest / lowest);
}

PlotAxis logarithmicCountAxis(qreal largest) {
    constexpr qreal belowOne = 0.5;  // so that a single row has a height
    const int decades = std::max(1, static_cast<int>(std::ceil(std::log10(largest) - 1e-12)));
    return {std::pow(10, decades), decades, belowOne, true};
}

PlotAxis countAxis(qreal largest) {
    if (largest <= 1) return {1, 1};
    const qreal power = std::pow(10, std::floor(std::log10(largest)));
    for (const auto& [factor, steps] :
         {std::pair<qreal, int>{1, 2}, {2, 2}, {4, 2}, {6, 3}, {8, 2}, {10, 2}}) {
        if (largest <= factor * power) {
            const bool whole = std::fmod(factor * power / steps, 1) == 0;
            return {factor * power, whole ? steps : 1};
        }
    }
    return {10 * power, 2};
}

PlotAxis axisAround(qreal least, qreal most) {
    constexpr qreal smallestRange = 1e-6;
    constexpr qreal fewestSteps = 5;
    const qreal range = std::max(most - least, smallestRange);
    const qreal step = niceStep(range / fewestSteps);
    const qreal below = std::ceil(-std::min(least, 0.0) / step - 1e-9);
    const qreal above = std::ceil(std::max({most, 0.0, least + smallestRange}) / step - 1e-9);
    return {above * step, static_cast<int>(below + above), -below * step};
}

DiagramAxes axesOf(const Report& report, bool logarithmic) {
    DiagramAxes axes;
    qreal largest = 0;
    for (const Bin& bin : report.binned.bins)
        largest = std::max(largest, bin.weight);
    axes.counts = logarithmic && largest > 0 ? logarithmicCountAxis(largest) : countAxis(largest);
    if (report.diagram == DiagramKind::Gaps) axes.values = gapAxis(report);
    if (report.diagram == DiagramKind::Cumulative) {
        axes.values = cumulativeAxis(*report.curve);
        axes.counts = {1, 2};
    }
    return axes;
}

ReliabilityCurve columnsOf(const Report& report, const PlotAxis& horizontal) {
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
    if (report.binning.scheme == BinningScheme::EqualMass) {
        for (Bin& bin : columns.bins)
            narrowToRows(bin, (horizontal.highest - horizontal.lowest) * kLeastColumn);
    }
    for (Bin& bin : columns.bins) {
        const bool isOutside = bin.upper <= horizontal.lowest || bin.lower >= horizontal.highest;
        if (isOutside) bin.count = 0;
        bin.lower = std::clamp<double>(bin.lower, horizontal.lowest, horizontal.highest);
        bin.upper = std::clamp<double>(bin.upper, horizontal.lowest, horizontal.highest);
    }
    return columns;
}

}  // namespace diagonal
