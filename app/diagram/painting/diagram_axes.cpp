// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/painting/diagram_axes.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/nice_step.h"
#include "core/publishing/diagrams.h"
#include "core/publishing/drawn_columns.h"

namespace diagonal {
PlotAxis zoomedAxis(qreal from, qreal to) {
    constexpr qreal mostSteps = 8;
    constexpr qreal tolerance = 1e-9;
    const qreal middle = std::clamp((from + to) / 2, kLeastZoom / 2, 1 - kLeastZoom / 2);
    const qreal half = std::clamp(to - from, kLeastZoom, 1.0) / 2;
    const qreal lowest = std::max(0.0, middle - half);
    const qreal highest = std::min(1.0, middle + half);
    // The smallest step that is not too small: an axis that is zoomed to itself stays as it is.
    for (qreal step = niceStep(2 * half / mostSteps);;
         step = niceStep(step * (1 + tolerance * 8))) {
        const qreal first = std::floor(lowest / step + tolerance);
        const qreal last = std::ceil(highest / step - tolerance);
        if (last - first > mostSteps) continue;
        return first == 0 && last * step >= 1
                   ? kWholeAxis
                   : PlotAxis{last * step, static_cast<int>(last - first), first * step};
    }
}

qreal PlotAxis::valueOf(int tick) const {
    if (isLogarithmic()) return std::pow(10, tick);
    if (scale == CountScale::Root) return highest * tick * tick / (steps * steps);
    return lowest + tick * (highest - lowest) / steps;
}

qreal PlotAxis::shareOf(qreal value) const {
    if (scale == CountScale::Root) return std::sqrt(std::max(0.0, value / highest));
    if (!isLogarithmic()) return (value - lowest) / (highest - lowest);
    return value <= lowest ? 0 : std::log(value / lowest) / std::log(highest / lowest);
}

PlotAxis logarithmicCountAxis(qreal largest) {
    constexpr qreal belowOne = 0.5;  // so that a single row has a height
    const int decades = std::max(1, static_cast<int>(std::ceil(std::log10(largest) - 1e-12)));
    return {std::pow(10, decades), decades, belowOne, CountScale::Logarithmic};
}

PlotAxis rootCountAxis(qreal largest) {
    return {countAxis(largest).highest, 2, 0, CountScale::Root};
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

DiagramAxes axesOf(const Report& report, const PlotAxis& horizontal, CountScale scale) {
    DiagramAxes axes;
    axes.horizontal = horizontal;
    axes.values = zoomedAxis(0, endOfValues(report, horizontal.lowest, horizontal.highest));
    qreal largest = 0;
    for (const Bin& bin : report.binned.bins)
        largest = std::max(largest, bin.weight);
    axes.counts = countAxis(largest);
    if (scale == CountScale::Root) axes.counts = rootCountAxis(largest);
    if (scale == CountScale::Logarithmic && largest > 0)
        axes.counts = logarithmicCountAxis(largest);
    if (diagramOf(report).isAroundZero) {
        const Interval values = valuesAroundZero(report);
        axes.values = axisAround(values.lower, values.upper);
    }
    if (diagramOf(report).isByRank) axes.counts = {1, 2};
    return axes;
}

}  // namespace diagonal
