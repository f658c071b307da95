// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/publishing/line_plot.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/nice_step.h"

namespace diagonal {

double LineAxis::shareOf(double value) const {
    if (!isLogarithmic()) return (value - low) / (high - low);
    return std::log(value / low) / std::log(high / low);
}

double LineAxis::valueAt(double share) const {
    return isLogarithmic() ? low * std::pow(high / low, share) : low + share * (high - low);
}

std::vector<double> LineAxis::ticks() const {
    constexpr double tolerance = 1e-9;
    std::vector<double> ticks;
    if (!isLogarithmic()) {
        const long steps = std::lround((high - low) / step);
        for (long i = 0; i <= steps; ++i)
            ticks.push_back(low + static_cast<double>(i) * step);
        return ticks;
    }
    const double first = std::ceil(std::log(low) / std::log(base) - tolerance);
    for (double power = first; std::pow(base, power) <= high * (1 + tolerance); ++power)
        ticks.push_back(std::pow(base, power));
    return ticks;
}

LineDash dashOf(const PlotLine& line, std::size_t colours) {
    constexpr std::size_t dashes = 6;
    // Of eight colours, only the first and fifth, and the second and sixth, differ enough for every
    // eye to share a dash.
    constexpr std::array<std::size_t, 8> ofColours = {0, 1, 2, 3, 0, 1, 4, 5};
    if (line.isDashed) return LineDash::Dashed;
    if (!line.colour.model) return LineDash::Solid;
    const std::size_t place = *line.colour.model;
    const std::size_t round = place / colours;
    if (line.hasMarkers) return round == 0 ? LineDash::Solid : LineDash::Dashed;
    return static_cast<LineDash>((ofColours[place % ofColours.size()] + round) % dashes);
}

LineAxis axisFromZero(std::string title, double least, double most) {
    constexpr double fewestSteps = 4;
    constexpr double smallestRange = 1e-6;
    constexpr double beyond = 1.02;
    const double low = std::min(least, 0.0);
    const double step = niceStep(std::max((most - low) * beyond, smallestRange) / fewestSteps);
    return {std::move(title), std::floor(low / step) * step,
            std::max(1.0, std::ceil(most * beyond / step)) * step, step};
}

LineAxis axisAround(std::string title, double least, double most) {
    constexpr double fewestSteps = 4;
    constexpr double beyond = 0.1;
    constexpr double leastShare = 1e-3;  // of the values, where all are nearly equal
    const double range = std::max({most - least, std::abs(most) * leastShare, 1e-6});
    if (least >= 0 && least <= range)
        return axisFromZero(std::move(title), 0, most + beyond * range);
    const double low = least - beyond * range;
    const double high = most + beyond * range;
    const double step = niceStep((high - low) / fewestSteps);
    return {std::move(title), std::floor(low / step) * step, std::ceil(high / step) * step, step};
}

LineAxis rowAxis(std::vector<std::string> names) {
    std::ranges::reverse(names);
    names.insert(names.begin(), "");
    names.emplace_back();
    const auto last = static_cast<double>(names.size() - 1);
    return {.title = {}, .high = last, .step = 1, .names = std::move(names)};
}

}  // namespace diagonal
