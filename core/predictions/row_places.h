// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "core/predictions/row_set.h"

namespace diagonal {

/// Positions of rows in their file: line numbers in a text, row numbers in an array.
class RowPlaces {
public:
    /// Adds a row that begins on `line`, one-based.
    void add(std::size_t line) {
        if (m_breaks.empty() || m_breaks.back().second + (m_rows - m_breaks.back().first) != line) {
            m_breaks.emplace_back(m_rows, line);
        }
        ++m_rows;
    }
    /// Appends the rows of `more`; its line numbers are offset by `lines`.
    void append(const RowPlaces& more, std::size_t lines) {
        std::size_t row = 0;
        for (const auto& [begin, line] : more.m_breaks) {
            m_rows += begin - row;
            row = begin;
            add(line + lines);
            ++row;
        }
        m_rows += more.m_rows - row;
    }
    /// Returns the places of some of the rows. No row can be added to them.
    RowPlaces subset(const RowSet& rows) const {
        RowPlaces some;
        some.m_rows = rows.size();
        some.m_chosen = std::make_shared<const std::pair<RowPlaces, RowSet>>(*this, rows);
        return some;
    }
    void clear() { *this = {}; }
    bool areLines() const { return m_rows > 0; }
    /// Returns the one-based position of a zero-based row.
    std::size_t of(std::size_t row) const {
        if (m_chosen) return m_chosen->first.of(m_chosen->second[row]);
        std::size_t place = row + 1;
        auto after =
            std::upper_bound(m_breaks.begin(), m_breaks.end(), row,
                             [](std::size_t r, const auto& stretch) { return r < stretch.first; });
        if (after != m_breaks.begin()) {
            --after;
            place = after->second + (row - after->first);
        }
        return place;
    }

private:
    std::vector<std::pair<std::size_t, std::size_t>> m_breaks;  ///< (row, line) of each run start
    std::size_t m_rows = 0;
    /// Of a subset: the places of all rows, and which of these; else null.
    std::shared_ptr<const std::pair<RowPlaces, RowSet>> m_chosen;
};

}  // namespace diagonal
