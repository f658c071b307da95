// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/publishing/plots/axis.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <utility>

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

double Axis::shareOf(double value) const {
    if (scale == AxisScale::Root) return std::sqrt(std::max(0.0, value / high));
    if (!isLogarithmic()) return (value - low) / (high - low);
    return value <= low ? 0 : std::log(value / low) / std::log(high / low);
}

double Axis::valueAt(double share) const {
    return isLogarithmic() ? low * std::pow(high / low, share) : low + share * (high - low);
}

std::vector<double> Axis::ticks() const {
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

std::vector<double> Axis::tickShares() const {
    std::vector<double> shares = ticks();
    const bool areInSteps = scale == AxisScale::Linear && places.empty();
    for (std::size_t i = 0; i < shares.size(); ++i)
        shares[i] = areInSteps ? static_cast<double>(i) / static_cast<double>(shares.size() - 1)
                               : shareOf(shares[i]);
    return shares;
}

std::string Axis::labelOf(std::size_t tick) const {
    constexpr double thousand = 1000;
    if (isNamed()) return names[tick];
    const double value = ticks()[tick];
    if (isLogarithmic()) {
        std::array<char, 32> text{};
        std::snprintf(text.data(), text.size(), "%g", value);
        return text.data();
    }
    const int decimals = decimalsOf(step, 0);
    if (decimals == 0 && value >= thousand)
        return groupedDigits(static_cast<std::uint64_t>(std::llround(value)));
    // Rounding errors must not turn the tick at 0 into -0.
    const double size = std::abs(value) < step / 2 ? 0 : std::abs(value);
    const bool isNegative = value < 0 && size > 0 && !areShares;
    return (isNegative ? "−" : "") + fixedText(size, decimals);
}

Axis zoomedAxis(double from, double to) {
    constexpr double mostSteps = 8;
    constexpr double tolerance = 1e-9;
    const double middle = std::clamp((from + to) / 2, kLeastZoom / 2, 1 - kLeastZoom / 2);
    const double half = std::clamp(to - from, kLeastZoom, 1.0) / 2;
    const double lowest = std::max(0.0, middle - half);
    const double highest = std::min(1.0, middle + half);
    // The smallest step that is not too small: an axis that is zoomed to itself stays as it is.
    for (double step = niceStep(2 * half / mostSteps);;
         step = niceStep(step * (1 + tolerance * 8))) {
        const double first = std::floor(lowest / step + tolerance);
        const double last = std::ceil(highest / step - tolerance);
        if (last - first > mostSteps) continue;
        if (first == 0 && last * step >= 1) return kWholeAxis;
        // 3 steps of 0.1 are 0.3, not 0.30000000000000004.
        const auto at = [step](double steps) { return std::round(steps * step * 1e9) / 1e9; };
        return {.low = at(first), .high = at(last), .step = step};
    }
}

Axis countAxis(double largest) {
    if (largest <= 1) return {.step = 1};
    const double power = std::pow(10, std::floor(std::log10(largest)));
    for (const auto& [factor, steps] :
         {std::pair<double, int>{1, 2}, {2, 2}, {4, 2}, {6, 3}, {8, 2}, {10, 2}}) {
        if (largest <= factor * power) {
            const double high = factor * power;
            const bool whole = std::fmod(high / steps, 1) == 0;
            return {.high = high, .step = whole ? high / steps : high};
        }
    }
    return {.high = 10 * power, .step = 5 * power};
}

Axis rootCountAxis(double largest) {
    const double high = countAxis(largest).high;
    return {
        .high = high, .step = high / 4, .scale = AxisScale::Root, .places = {0, high / 4, high}};
}

Axis logarithmicCountAxis(double largest) {
    constexpr double belowOne = 0.5;  // so that a single row has a height
    const int decades = std::max(1, static_cast<int>(std::ceil(std::log10(largest) - 1e-12)));
    return {.low = belowOne, .high = std::pow(10, decades), .scale = AxisScale::Logarithmic};
}

Axis axisFromZero(std::string title, double least, double most) {
    constexpr double fewestSteps = 4;
    constexpr double smallestRange = 1e-6;
    constexpr double beyond = 1.02;
    const double low = std::min(least, 0.0);
    const double step = niceStep(std::max((most - low) * beyond, smallestRange) / fewestSteps);
    return {std::move(title), std::floor(low / step) * step,
            std::max(1.0, std::ceil(most * beyond / step)) * step, step};
}

bool areUneven(std::vector<double> counts) {
    constexpr double muchFuller = 20;
    if (counts.empty()) return false;
    const auto middle = counts.begin() + static_cast<std::ptrdiff_t>(counts.size() / 2);
    std::ranges::nth_element(counts, middle);
    return std::ranges::max(counts) > muchFuller * *middle;
}

Axis lowAxis(std::string title, double most) {
    Axis axis = axisFromZero(std::move(title), 0, most);
    if (axis.high > 1) axis.high = std::ceil(axis.high);
    axis.step = axis.high;
    return axis;
}

Axis axisThroughZero(double least, double most) {
    constexpr double smallestRange = 1e-6;
    constexpr double fewestSteps = 5;
    const double range = std::max(most - least, smallestRange);
    const double step = niceStep(range / fewestSteps);
    const double below = std::ceil(-std::min(least, 0.0) / step - 1e-9);
    const double above = std::ceil(std::max({most, 0.0, least + smallestRange}) / step - 1e-9);
    return {.low = -below * step, .high = above * step, .step = step};
}

Axis axisAround(std::string title, double least, double most) {
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

Axis numberAxis(std::string title, double first, double last) {
    constexpr double fewestSteps = 5;
    constexpr double tolerance = 1e-9;
    const double step = niceStep((last - first) / fewestSteps);
    Axis axis{.title = std::move(title), .high = last - first, .step = step};
    for (double i = std::ceil(first / step - tolerance); i * step <= last + tolerance * step; ++i) {
        axis.names.push_back(fixedText(i * step, decimalsOf(step, 0)));
        axis.places.push_back(i * step - first);
    }
    return axis;
}

Axis dateAxis(std::string title, double first, double last) {
    const double days = (last - first) / kDaySeconds;
    Axis axis{.title = std::move(title), .low = 0, .high = days, .step = days};
    const std::vector<double> ticks = dateTicks(first, last);
    for (const double tick : ticks) {
        axis.names.push_back(dateTickText(tick, ticks));
        axis.places.push_back((tick - first) / kDaySeconds);
    }
    return axis;
}

Axis rowAxis(std::vector<std::string> names) {
    std::ranges::reverse(names);
    names.insert(names.begin(), "");
    names.emplace_back();
    const auto last = static_cast<double>(names.size() - 1);
    return {.title = {}, .high = last, .step = 1, .names = std::move(names)};
}

}  // namespace diagonal
