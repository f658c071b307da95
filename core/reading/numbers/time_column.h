// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/date_text.h"

namespace diagonal {

/// The cells of a column of times: dates as seconds since 1970-01-01, or numbers.
class TimeColumn {
public:
    TimeColumn() = default;
    TimeColumn(std::string name, bool areDates) : m_name(std::move(name)), m_areDates(areDates) {}

    /// Adds a cell without outer blanks; NaN if it holds no time.
    void add(std::string_view text, bool decimalComma);
    /// Adds a number, or seconds since 1970-01-01 in UTC.
    void add(double time);
    void addMissing();
    /// Replaces the cells by those of `rows`, in their order; a row may occur several times.
    void choose(const std::vector<std::size_t>& rows) {
        std::vector<double> chosen;
        chosen.reserve(rows.size());
        for (const std::size_t row : rows)
            chosen.push_back(m_values[row]);
        m_values = std::move(chosen);
    }
    /// Moves all cells out of `more` and appends them.
    void append(TimeColumn& more);

    const std::string& name() const { return m_name; }
    bool areDates() const { return m_areDates; }
    const std::vector<double>& values() const { return m_values; }
    /// Returns how many dates have a zone, and how many have none.
    std::size_t zoned() const { return m_zoned; }
    std::size_t unzoned() const { return m_unzoned; }
    /// Returns the first cell that is neither empty nor a time, cut to 60 bytes; else empty.
    const std::string& firstUnread() const { return m_firstUnread; }

private:
    std::optional<DateTime> dateIn(std::string_view text);

    std::string m_name;
    bool m_areDates = false;
    std::vector<double> m_values;
    std::size_t m_zoned = 0;
    std::size_t m_unzoned = 0;
    std::string m_firstUnread;
    std::string m_lastDay;  ///< of the last date with a day: "2024-05-01"; or empty
    double m_lastDaySeconds = 0;
};

}  // namespace diagonal
