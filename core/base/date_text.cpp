// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/date_text.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>

namespace diagonal {
namespace {

/// Reads digits and marks from the front of a text.
class TimeScanner {
public:
    explicit TimeScanner(std::string_view text) : m_rest(text) {}

    bool isAtEnd() const { return m_rest.empty(); }
    bool holdsDigit() const { return !m_rest.empty() && isDigit(m_rest.front()); }

    /// Reads exactly `digits` digits; -1 if there are fewer.
    int number(std::size_t digits) {
        if (m_rest.size() < digits) return -1;
        int value = 0;
        for (std::size_t i = 0; i < digits; ++i) {
            if (!isDigit(m_rest[i])) return -1;
            value = value * 10 + (m_rest[i] - '0');
        }
        m_rest.remove_prefix(digits);
        return value;
    }
    /// Reads one of `marks`; 0 if none follows.
    char oneOf(std::string_view marks) {
        if (m_rest.empty() || marks.find(m_rest.front()) == std::string_view::npos) return 0;
        const char mark = m_rest.front();
        m_rest.remove_prefix(1);
        return mark;
    }
    /// Reads the digits of a decimal fraction.
    double fraction() {
        double value = 0;
        for (double unit = 0.1; holdsDigit(); unit /= 10) {
            value += unit * (m_rest.front() - '0');
            m_rest.remove_prefix(1);
        }
        return value;
    }

private:
    static bool isDigit(char c) { return c >= '0' && c <= '9'; }

    std::string_view m_rest;
};

/// Seconds from the first one to before the end.
struct Period {
    double first = 0;
    double end = 0;
};

/// Reads "12", "12:30", "12:30:05" or "12:30:05.25", as seconds of a day; nullopt for anything
/// else.
std::optional<Period> clockIn(TimeScanner& scanner) {
    const int hours = scanner.number(2);
    if (hours < 0 || hours > 24) return std::nullopt;
    if (!scanner.oneOf(":")) return Period{hours * 3600.0, (hours + 1) * 3600.0};
    const int minutes = scanner.number(2);
    if (minutes < 0 || minutes > 59) return std::nullopt;
    double seconds = 0;
    double length = 60;
    if (scanner.oneOf(":")) {
        const int whole = scanner.number(2);
        if (whole < 0 || whole > 60) return std::nullopt;  // 60: a leap second
        seconds = std::min(whole, 59);
        length = 1;
        if (scanner.oneOf(".,")) {
            if (!scanner.holdsDigit()) return std::nullopt;
            seconds += scanner.fraction();
            length = 0;
        }
    }
    const double first = hours * 3600 + minutes * 60 + seconds;
    return Period{first, first + length};
}

/// Reads "+02:00", "-0330" or "+02" after its sign as seconds; nullopt for anything else.
std::optional<double> zoneIn(TimeScanner& scanner, char sign) {
    const int hours = scanner.number(2);
    if (hours < 0 || hours > 18) return std::nullopt;
    scanner.oneOf(":");
    const int minutes = scanner.isAtEnd() ? 0 : scanner.number(2);
    if (minutes < 0 || minutes > 59) return std::nullopt;
    return (sign == '-' ? -1 : 1) * (hours * 3600 + minutes * 60);
}

/// Reads "2024-05-01", or "2024-05" at the end of a text, as seconds since 1970-01-01.
std::optional<Period> dayIn(TimeScanner& scanner) {
    const int year = scanner.number(4);
    if (year < 0 || !scanner.oneOf("-")) return std::nullopt;
    const int month = scanner.number(2);
    const bool isMonth = scanner.isAtEnd();
    int day = 1;
    if (!isMonth) day = scanner.oneOf("-") ? scanner.number(2) : -1;
    if (month < 1 || day < 1) return std::nullopt;
    const std::chrono::year_month_day date{std::chrono::year(year),
                                           std::chrono::month(static_cast<unsigned>(month)),
                                           std::chrono::day(static_cast<unsigned>(day))};
    if (!date.ok()) return std::nullopt;
    const auto secondsOf = [](std::chrono::sys_days days) {
        return static_cast<double>(days.time_since_epoch().count()) * kDaySeconds;
    };
    const std::chrono::sys_days first(date);
    return Period{secondsOf(first),
                  secondsOf(isMonth ? std::chrono::sys_days(date + std::chrono::months(1))
                                    : first + std::chrono::days(1))};
}

/// Reads what follows a day: nothing, or a time of day, with or without a zone.
std::optional<DateTime> onDay(const Period& day, TimeScanner scanner) {
    if (scanner.isAtEnd()) return DateTime{day.first, day.end};
    if (!scanner.oneOf("Tt ")) return std::nullopt;
    const auto clock = clockIn(scanner);
    if (!clock) return std::nullopt;
    DateTime out{day.first + clock->first, day.first + clock->end};
    if (scanner.isAtEnd()) return out;
    out.hasZone = true;
    const char mark = scanner.oneOf("Zz+-");
    if (!mark) return std::nullopt;
    if (mark == '+' || mark == '-') {
        const auto zone = zoneIn(scanner, mark);
        if (!zone) return std::nullopt;
        out.seconds -= *zone;
        out.end -= *zone;
    }
    return scanner.isAtEnd() ? std::optional(out) : std::nullopt;
}

}  // namespace

std::optional<DateTime> dateTimeIn(std::string_view text) {
    TimeScanner scanner(text);
    const auto day = dayIn(scanner);
    return day ? onDay(*day, scanner) : std::nullopt;
}

std::optional<DateTime> dateTimeOnDay(double day, std::string_view rest) {
    return onDay({day, day + kDaySeconds}, TimeScanner(rest));
}

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
