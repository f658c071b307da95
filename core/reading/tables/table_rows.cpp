// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/tables/table_rows.h"

#include "core/base/text.h"
#include "core/reading/tables/layout_detection.h"

namespace diagonal {
namespace {

Error ragged(std::size_t fields, const TableHead& head, std::size_t line) {
    return malformed(
        "this record has " + counted(fields, "field") + ", not " +
            groupedDigits(head.shape.fieldCount()) +
            " like the first. Complete it, or quote the field that holds " +
            (head.dialect.delimiter == ' ' ? "blanks"
                                           : "a " + delimiterName(head.dialect.delimiter)),
        line);
}

}  // namespace

Result<void> TableRows::skipHeader() {
    for (std::size_t i = 0; i < m_head.dialect.recordsBeforeRows(); ++i) {
        if (const auto header = m_records.next(); !header) return header.error();
    }
    return {};
}

FieldGrid TableRows::plainRows() {
    return m_head.shape.isPlain() ? m_records.plainRows(m_head.shape.fieldCount()) : FieldGrid{};
}

Result<bool> TableRows::next() {
    const std::size_t count = m_head.shape.fieldCount();
    do {
        auto more = m_records.next();
        if (!more || !more.value()) return more;
        m_cells = m_records.fields();
    } while (isLateComment(m_cells, count));
    // A delimiter at the end of each line does not make a column.
    const bool closed = m_cells.size() == count + 1 && m_cells.back().empty();
    if (closed || (m_head.shape.ignoresRest() && m_cells.size() > count)) {
        m_cells = m_cells.first(count);
    }
    if (m_cells.size() != count) return ragged(m_cells.size(), m_head, line());
    if (m_head.shape.isPlain()) return true;
    if (const auto shaped = m_head.shape.apply(m_cells, m_shaped); !shaped) {
        Error error = shaped.error();
        error.line = line();
        return error;
    }
    m_cells = m_shaped;
    return true;
}

}  // namespace diagonal
