// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/reading/bytes/byte_source.h"
#include "core/reading/numbers/field_grid.h"
#include "core/reading/tables/dialect_detection.h"

namespace diagonal {

/// Splits a text table into records and fields. Memory: one block of the text, or the longest
/// record. Blank lines, comment lines, lines that draw a table between bars
/// ("---+---") and a byte order mark are skipped.
class CsvRecords {
public:
    CsvRecords(ByteSource& source, const CsvDialect& dialect);

    /// Goes on, behind what its source gave, with lines of a text that it takes; `text` becomes
    /// what it held before. Lines are counted from 1 again, and none are skipped for their number.
    void restart(std::string& text);

    /// Advances to the next record; false at the end. Errors: a quote that is never closed, text
    /// after a closing quote, with the line.
    Result<bool> next();

    /// Passes over the records that come next as long as they are such rows of `columns` fields
    /// and can be seen without reading on. Valid until next().
    FieldGrid plainRows(std::size_t columns);

    /// The fields of the record, outer blanks and quotes removed. Valid until next().
    std::span<const std::string_view> fields() const { return m_fields; }
    /// One-based line on which the record begins.
    std::size_t line() const { return m_line; }
    /// The line behind the record.
    std::size_t nextLine() const { return m_nextLine; }
    /// Gives back to the source what was taken from it behind the record, which ends with it.
    void putBackRest();
    /// Says that so many lines were taken from the source by others.
    void passLines(std::size_t count) { m_nextLine += count; }

private:
    enum class Outcome { Record, Ignored, NeedsMore, Broken };
    std::size_t marksOfPlainRow(std::size_t mark, std::size_t columns) const;
    bool splitUnquoted();
    Outcome split();
    Outcome splitField(std::size_t& position, bool& recordEnds);
    Outcome splitQuoted(std::size_t& position);
    void skipBlanks(std::size_t& position) const;
    bool endRecord(std::size_t& position);
    Outcome skipIgnoredLine();
    Result<bool> refill();
    void markFieldEnds();
    void passMarks();
    bool atLineEnd(std::size_t position) const {
        return m_buffer[position] == '\n' || m_buffer[position] == '\r';
    }

    ByteSource& m_source;
    CsvDialect m_dialect;
    std::array<bool, 256> m_endsField{};  ///< whether an unquoted field ends before the byte
    std::string m_buffer;
    std::size_t m_position = 0;  ///< where the next record begins
    /// Places in the buffer where a field may end, behind the one before the buffer.
    std::unique_ptr<std::uint32_t[]> m_markMemory;
    std::uint32_t* m_marks = nullptr;
    std::size_t m_markRoom = 0;
    std::size_t m_markCount = 0;
    std::size_t m_mark = 0;  ///< the first mark that may lie in the next record
    bool m_sourceEnded = false;
    bool m_started = false;
    std::span<const std::string_view> m_fields;
    std::vector<std::string_view> m_quickFields;  ///< where splitUnquoted() puts them, and room
    std::vector<std::string_view> m_splitFields;  ///< where split() puts them
    std::deque<std::string> m_unescaped;
    std::size_t m_recordsGiven = 0;
    std::size_t m_line = 0;
    std::size_t m_nextLine = 1;
    std::size_t m_scannedLines = 0;  ///< line ends inside the record being split
    Error m_error;
};

}  // namespace diagonal
