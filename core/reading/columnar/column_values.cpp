// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/columnar/column_values.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <type_traits>

#include "core/base/date_text.h"

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

std::string timeText(std::int64_t value, CellFormat format) {
    const std::int64_t units = unitsPerSecond(format);
    const std::int64_t seconds = quotient(value, units);
    const std::int64_t fraction = remainder(value, units);
    if (!isTimestamp(format)) {
        const bool isClock = seconds >= 0 && seconds < kDaySeconds;
        return isClock ? clockText(seconds, fraction, units) : std::to_string(value);
    }
    const std::int64_t day = quotient(seconds, kDaySeconds);
    return dateText(day) + "T" + clockText(remainder(seconds, kDaySeconds), fraction, units) + "Z";
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

double secondsPerUnit(CellFormat format) {
    if (format == CellFormat::Date) return kDaySeconds;
    return isTimestamp(format) ? 1 / static_cast<double>(unitsPerSecond(format)) : 0;
}

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
