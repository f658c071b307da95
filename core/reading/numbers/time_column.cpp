// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/numbers/time_column.h"

#include <cmath>
#include <limits>
#include <utility>

#include "core/base/date_text.h"
#include "core/base/text.h"
#include "core/reading/numbers/number_text.h"

namespace diagonal {

/// Rows of one day often follow each other: their day is read once.
std::optional<DateTime> TimeColumn::dateIn(std::string_view text) {
    const std::string_view day = text.substr(0, m_lastDay.size());
    if (!m_lastDay.empty() && day == m_lastDay)
        return dateTimeOnDay(m_lastDaySeconds, text.substr(m_lastDay.size()));
    constexpr std::size_t dayBytes = 10;  // 2024-05-01
    const auto date = dateTimeIn(text);
    if (date && text.size() >= dayBytes) {
        m_lastDaySeconds = dateTimeIn(text.substr(0, dayBytes))->seconds;
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
