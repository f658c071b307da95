// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/columnar/column_values.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <type_traits>

#include "core/base/text.h"

namespace diagonal {
namespace {

/// Returns how many of a format's units make a second; 0 for formats other than times.
std::int64_t unitsPerSecond(CellFormat format) {
    switch (format) {
        case CellFormat::TimestampSeconds: return 1;
        case CellFormat::TimeMillis:
        case CellFormat::TimestampMillis: return 1'000;
        case CellFormat::TimeMicros:
        case CellFormat::TimestampMicros: return 1'000'000;
        case CellFormat::TimeNanos:
        case CellFormat::TimestampNanos: return 1'000'000'000;
        case CellFormat::Plain:
        case CellFormat::Unsigned:
        case CellFormat::Boolean:
        case CellFormat::Date: break;
    }
    return 0;
}

bool isTimestamp(CellFormat format) {
    return format == CellFormat::TimestampSeconds || format == CellFormat::TimestampMillis ||
           format == CellFormat::TimestampMicros || format == CellFormat::TimestampNanos;
}

/// Rounds down, for negative numbers too.
std::int64_t quotient(std::int64_t value, std::int64_t divisor) {
    return value / divisor - (value % divisor < 0 ? 1 : 0);
}

/// Returns the rest of quotient(), which is never negative.
std::int64_t remainder(std::int64_t value, std::int64_t divisor) {
    const std::int64_t rest = value % divisor;
    return rest < 0 ? rest + divisor : rest;
}

/// Returns "2024-05-01"; the number itself for years that have not four digits.
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

/// Returns "12:30:05", with as many decimals as the fraction has.
std::string clockText(std::int64_t seconds, std::int64_t fraction, std::int64_t units) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%02d:%02d:%02d", static_cast<int>(seconds / 3600),
                  static_cast<int>(seconds / 60 % 60), static_cast<int>(seconds % 60));
    std::string out = text.data();
    if (fraction == 0) return out;
    const std::string digits = std::to_string(units + fraction).substr(1);
    return out + "." + digits.substr(0, digits.find_last_not_of('0') + 1);
}

std::string timeText(std::int64_t value, CellFormat format) {
    constexpr std::int64_t daySeconds = 86'400;
    const std::int64_t units = unitsPerSecond(format);
    const std::int64_t seconds = quotient(value, units);
    const std::int64_t fraction = remainder(value, units);
    if (!isTimestamp(format)) {
        const bool isClock = seconds >= 0 && seconds < daySeconds;
        return isClock ? clockText(seconds, fraction, units) : std::to_string(value);
    }
    const std::int64_t day = quotient(seconds, daySeconds);
    return dateText(day) + "T" + clockText(remainder(seconds, daySeconds), fraction, units) + "Z";
}

/// Returns the shortest text that reads back as the same number of its own precision.
template <typename Float>
std::string shortestOf(Float value) {
    if (std::isnan(value)) return "nan";
    std::array<char, 64> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    return {text.data(), end};
}

}  // namespace

std::string integerText(std::int64_t value, CellFormat format) {
    switch (format) {
        case CellFormat::Plain: break;
        case CellFormat::Unsigned: return std::to_string(static_cast<std::uint64_t>(value));
        case CellFormat::Boolean: return value == 0 ? "false" : "true";
        case CellFormat::Date: return dateText(value);
        default: return timeText(value, format);
    }
    return std::to_string(value);
}

std::string textAt(const ColumnValues& values, CellFormat format, std::size_t index) {
    if (std::ranges::binary_search(values.nulls, index)) return {};
    return valueText(values, format, index);
}

std::string valueText(const ColumnValues& values, CellFormat format, std::size_t index) {
    return std::visit(
        [&](const auto& all) -> std::string {
            using Value = typename std::remove_cvref_t<decltype(all)>::value_type;
            if constexpr (std::is_same_v<Value, std::string_view>) {
                return std::string(all[index]);
            } else if constexpr (std::is_same_v<Value, std::int64_t>) {
                return integerText(all[index], format);
            } else {
                return shortestOf(all[index]);
            }
        },
        values.values);
}

}  // namespace diagonal
