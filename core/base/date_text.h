// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace diagonal {

inline constexpr std::int64_t kDaySeconds = 86'400;

/// A month, a date, or a date and a time of day.
struct DateTime {
    double seconds = 0;  ///< since 1970-01-01T00:00:00; in UTC if hasZone
    double end = 0;      ///< of the month, day, hour, minute or second; of a fraction the instant
    bool hasZone = false;
};

/// Parses ISO 8601 without outer blanks: "2024-05", "2024-05-01", "2024-05-01T12",
/// "2024-05-01T12:30", "2024-05-01 12:30:05.25+02:00", "2024-05-01T12:30:05Z". Returns nullopt for
/// other texts.
std::optional<DateTime> dateTimeIn(std::string_view text);

/// Parses the rest of such a text after its day, which began at `day`.
std::optional<DateTime> dateTimeOnDay(double day, std::string_view rest);

/// Returns "2024-05-01" for days since 1970-01-01; the number itself for years that have not four
/// digits.
std::string dateText(std::int64_t days);

/// Returns "12:30:05", with as many decimals as the fraction, in `units` of a second, has.
std::string clockText(std::int64_t seconds, std::int64_t fraction, std::int64_t units);

/// Returns "2024-05-01" for seconds since 1970-01-01 that are a midnight, else
/// "2024-05-01 12:30:05", to a millisecond.
std::string dateAndTimeText(double seconds);

}  // namespace diagonal
