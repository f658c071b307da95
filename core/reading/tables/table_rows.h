// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "core/reading/tables/csv_records.h"
#include "core/reading/tables/table_head.h"

namespace diagonal {

/// Rows of a table as the cells of its columns. `records` and `head` must outlive it.
class TableRows {
public:
    TableRows(CsvRecords& records, const TableHead& head) : m_records(records), m_head(head) {}

    /// Skips the records before the first row. Errors: those of the records.
    Result<void> skipHeader();

    /// Advances to the next row; returns false at the end. Errors: those of the records; Malformed
    /// for too few or too many fields.
    Result<bool> next();

    /// Consumes and returns the next plain rows: see CsvRecords::plainRows().
    FieldGrid plainRows();

    /// Valid until next().
    std::span<const std::string_view> cells() const { return m_cells; }
    /// Returns the one-based line on which the row begins.
    std::size_t line() const { return m_records.line(); }

private:
    CsvRecords& m_records;
    const TableHead& m_head;
    std::span<const std::string_view> m_cells;
    std::vector<std::string_view> m_shaped;
};

}  // namespace diagonal
