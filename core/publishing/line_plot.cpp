// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/publishing/line_plot.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>

#include "core/base/date_text.h"
#include "core/base/nice_step.h"
#include "core/base/text.h"

namespace diagonal {
namespace {

constexpr double kMostDateTicks = 6;

/// Returns midnights on the first of every `months`-th month, counted from January.
std::vector<double> monthTicks(double first, double last, int months) {
    using namespace std::chrono;
    std::vector<double> ticks;
    const auto day = [](double seconds) {
        return sys_days(days(static_cast<int>(std::floor(seconds / kDaySeconds))));
    };
    const year_month_day begin(day(first));
    for (year_month month = begin.year() / begin.month();; month += std::chrono::months(1)) {
        const auto at = sys_days(month / 1).time_since_epoch().count();
        const double seconds = static_cast<double>(at) * kDaySeconds;
        if (seconds > last) return ticks;
        const auto number = static_cast<int>(month.year()) * 12 +
                            static_cast<int>(static_cast<unsigned>(month.month())) - 1;
        if (number % months == 0 && seconds >= first) ticks.push_back(seconds);
    }
}

/// Returns at most kMostDateTicks round dates, the ends of the axis if there are fewer than two.
std::vector<double> dateTicks(double first, double last) {
    constexpr auto steps =
        std::to_array<double>({1e-3, 0.01, 0.1, 1, 5, 15, 60, 300, 900, 3600, 10800, 21600, 43200,
                               86400, 172800, 604800, 1209600});
    std::vector<double> ticks;
    for (const double step : steps) {
        if ((last - first) / step > kMostDateTicks) continue;
        for (double i = std::ceil(first / step); i * step <= last; ++i)
            ticks.push_back(i * step);
        break;
    }
    for (const int months : {1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200, 12000}) {
        if (!ticks.empty()) break;
        ticks = monthTicks(first, last, months);
        if (static_cast<double>(ticks.size()) > kMostDateTicks) ticks.clear();
    }
    return ticks.size() < 2 ? std::vector{first, last} : ticks;
}

/// Returns a tick's date, cut to the month or the year where all ticks begin one.
std::string dateTickText(double place, const std::vector<double>& places) {
    const auto allEndIn = [&](std::string_view end) {
        return std::ranges::all_of(
            places, [&](double each) { return dateAndTimeText(each).ends_with(end); });
    };
    const std::string text = dateAndTimeText(place);
    const auto day = std::floor(places.front() / kDaySeconds);
    const bool isOneDay = std::floor(places.back() / kDaySeconds) == day;
    if (isOneDay && text.size() > 11) return text.substr(11);
    if (allEndIn("-01-01")) return text.substr(0, 4);
    return allEndIn("-01") ? text.substr(0, 7) : text;
}

}  // namespace

double LineAxis::shareOf(double value) const {
    if (!isLogarithmic()) return (value - low) / (high - low);
    return std::log(value / low) / std::log(high / low);
}

double LineAxis::valueAt(double share) const {
    return isLogarithmic() ? low * std::pow(high / low, share) : low + share * (high - low);
}

std::vector<double> LineAxis::ticks() const {
    constexpr double tolerance = 1e-9;
    if (!places.empty()) return places;
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
    // Intervals are no curves.
    if (!line.colour.model || line.points.size() == 2) return LineDash::Solid;
    const std::size_t place = *line.colour.model;
    const std::size_t round = place / colours;
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

LineAxis lowAxis(std::string title, double most) {
    LineAxis axis = axisFromZero(std::move(title), 0, most);
    if (axis.high > 1) axis.high = std::ceil(axis.high);
    axis.step = axis.high;
    return axis;
}

PlotGuide idealGuide() {
    return {{0, 0}, {1, 1}, "", true, "Ideal"};
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

std::string LinePlot::nameOfArrows() const {
    const auto hasArrow = [](const PlotPoint& point) { return point.target.has_value(); };
    return std::ranges::any_of(points, hasArrow) ? targetName : std::string();
}

LineAxis numberAxis(std::string title, double first, double last) {
    constexpr double fewestSteps = 5;
    constexpr double tolerance = 1e-9;
    const double step = niceStep((last - first) / fewestSteps);
    LineAxis axis{.title = std::move(title), .high = last - first, .step = step};
    for (double i = std::ceil(first / step - tolerance); i * step <= last + tolerance * step; ++i) {
        axis.names.push_back(fixedText(i * step, decimalsOf(step, 0)));
        axis.places.push_back(i * step - first);
    }
    return axis;
}

LineAxis dateAxis(std::string title, double first, double last) {
    const double days = (last - first) / kDaySeconds;
    LineAxis axis{.title = std::move(title), .low = 0, .high = days, .step = days};
    const std::vector<double> ticks = dateTicks(first, last);
    for (const double tick : ticks) {
        axis.names.push_back(dateTickText(tick, ticks));
        axis.places.push_back((tick - first) / kDaySeconds);
    }
    return axis;
}

LineAxis rowAxis(std::vector<std::string> names) {
    std::ranges::reverse(names);
    names.insert(names.begin(), "");
    names.emplace_back();
    const auto last = static_cast<double>(names.size() - 1);
    return {.title = {}, .high = last, .step = 1, .names = std::move(names)};
}

}  // namespace diagonal
