// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/date_text.h"

#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>

namespace diagonal {

std::string dateText(std::int64_t days) {
    constexpr std::int64_t mostDays = 2'932'896;   // 9999-12-31
    constexpr std::int64_t fewestDays = -719'528;  // 0000-01-01
    if (days < fewestDays || days > mostDays) return std::to_string(days);
    const std::chrono::year_month_day date{
        std::chrono::sys_days(std::chrono::days(static_cast<int>(days)))};
    std::array<char, 16> text{};
    std::snprintf(text.data(), text.size(), "%04d-%02u-%02u", static_cast<int>(date.year()),
                  static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
    return text.data();
}

std::string clockText(std::int64_t seconds, std::int64_t fraction, std::int64_t units) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%02d:%02d:%02d", static_cast<int>(seconds / 3600),
                  static_cast<int>(seconds / 60 % 60), static_cast<int>(seconds % 60));
    std::string out = text.data();
    if (fraction == 0) return out;
    const std::string digits = std::to_string(units + fraction).substr(1);
    return out + "." + digits.substr(0, digits.find_last_not_of('0') + 1);
}

std::string dateAndTimeText(double seconds) {
    constexpr std::int64_t units = 1000;
    const double days = std::floor(seconds / kDaySeconds);
    const auto rest = static_cast<std::int64_t>(
        std::llround((seconds - days * kDaySeconds) * static_cast<double>(units)));
    std::string date = dateText(static_cast<std::int64_t>(days));
    if (rest == 0) return date;
    return date + " " + clockText(rest / units, rest % units, units);
}

}  // namespace diagonal
