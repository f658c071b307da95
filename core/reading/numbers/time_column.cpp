// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/numbers/time_column.h"

#include <chrono>
#include <cmath>
#include <cstdint>
#include <limits>

#include "core/base/date_text.h"
#include "core/reading/numbers/number_text.h"

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

/// Reads "12:30", "12:30:05" or "12:30:05.25" as seconds; nullopt for anything else.
std::optional<double> clockIn(TimeScanner& scanner) {
    const int hours = scanner.number(2);
    if (hours < 0 || hours > 24 || !scanner.oneOf(":")) return std::nullopt;
    const int minutes = scanner.number(2);
    if (minutes < 0 || minutes > 59) return std::nullopt;
    double seconds = 0;
    if (scanner.oneOf(":")) {
        const int whole = scanner.number(2);
        if (whole < 0 || whole > 60) return std::nullopt;  // 60: a leap second
        seconds = whole;
        if (scanner.oneOf(".,")) {
            if (!scanner.holdsDigit()) return std::nullopt;
            seconds += scanner.fraction();
        }
    }
    return hours * 3600 + minutes * 60 + seconds;
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
std::optional<double> dayIn(TimeScanner& scanner) {
    const int year = scanner.number(4);
    if (year < 0 || !scanner.oneOf("-")) return std::nullopt;
    const int month = scanner.number(2);
    int day = 1;
    if (!scanner.isAtEnd()) day = scanner.oneOf("-") ? scanner.number(2) : -1;
    if (month < 1 || day < 1) return std::nullopt;
    const std::chrono::year_month_day date{std::chrono::year(year),
                                           std::chrono::month(static_cast<unsigned>(month)),
                                           std::chrono::day(static_cast<unsigned>(day))};
    if (!date.ok()) return std::nullopt;
    return static_cast<double>(std::chrono::sys_days(date).time_since_epoch().count()) *
           kDaySeconds;
}

/// Reads what follows a day: nothing, or a time of day, with or without a zone.
std::optional<DateTime> onDay(double day, TimeScanner scanner) {
    DateTime out{day};
    if (scanner.isAtEnd()) return out;
    if (!scanner.oneOf("Tt ")) return std::nullopt;
    const auto clock = clockIn(scanner);
    if (!clock) return std::nullopt;
    out.seconds += *clock;
    if (scanner.isAtEnd()) return out;
    out.hasZone = true;
    const char mark = scanner.oneOf("Zz+-");
    if (!mark) return std::nullopt;
    if (mark == '+' || mark == '-') {
        const auto zone = zoneIn(scanner, mark);
        if (!zone) return std::nullopt;
        out.seconds -= *zone;
    }
    return scanner.isAtEnd() ? std::optional(out) : std::nullopt;
}

}  // namespace

std::optional<DateTime> dateTimeIn(std::string_view text) {
    TimeScanner scanner(text);
    const auto day = dayIn(scanner);
    return day ? onDay(*day, scanner) : std::nullopt;
}

/// Rows of one day often follow each other: their day is read once.
std::optional<DateTime> TimeColumn::dateIn(std::string_view text) {
    const std::string_view day = text.substr(0, m_lastDay.size());
    if (!m_lastDay.empty() && day == m_lastDay)
        return onDay(m_lastDaySeconds, TimeScanner(text.substr(m_lastDay.size())));
    constexpr std::size_t dayBytes = 10;  // 2024-05-01
    const auto date = dateTimeIn(text);
    if (date && text.size() >= dayBytes) {
        TimeScanner scanner(text);
        m_lastDaySeconds = *dayIn(scanner);
        m_lastDay = text.substr(0, dayBytes);
    }
    return date;
}

void TimeColumn::add(std::string_view text, bool decimalComma) {
    if (m_areDates) {
        if (const auto date = dateIn(text)) {
            m_values.push_back(date->seconds);
            ++(date->hasZone ? m_zoned : m_unzoned);
            return;
        }
    } else {
        const NumberText number = numberIn(text, decimalComma);
        if (number.kind == NumberText::Kind::Number && std::isfinite(number.value))
            return m_values.push_back(number.value);
    }
    constexpr std::size_t shownBytes = 60;
    if (m_firstUnread.empty() && !isMissing(text)) m_firstUnread = text.substr(0, shownBytes);
    addMissing();
}

void TimeColumn::add(double time) {
    if (!std::isfinite(time)) return addMissing();
    m_values.push_back(time);
    m_zoned += m_areDates ? 1U : 0U;
}

void TimeColumn::addMissing() {
    m_values.push_back(std::numeric_limits<double>::quiet_NaN());
}

void TimeColumn::append(TimeColumn& more) {
    m_values.insert(m_values.end(), more.m_values.begin(), more.m_values.end());
    m_zoned += std::exchange(more.m_zoned, 0);
    m_unzoned += std::exchange(more.m_unzoned, 0);
    if (m_firstUnread.empty()) m_firstUnread = std::move(more.m_firstUnread);
    more.m_firstUnread.clear();
    more.m_values.clear();
}

}  // namespace diagonal
