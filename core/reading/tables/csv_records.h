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
/// record. Skips blank lines, comment lines, ruling lines of drawn tables ("---+---") and a byte
/// order mark.
class CsvRecords {
public:
    CsvRecords(ByteSource& source, const CsvDialect& dialect);

    /// Reads `text` instead of the source and swaps it with the previous buffer. Line numbers start
    /// at 1 again, and no lines are skipped by number.
    void restart(std::string& text);

    /// Advances to the next record; returns false at the end. Errors, with the line: a quote that
    /// is never closed, text after a closing quote.
    Result<bool> next();

    /// Consumes and returns the next records that are plain rows of `columns` unquoted fields and
    /// already in the buffer. Valid until next().
    FieldGrid plainRows(std::size_t columns);

    /// Returns the fields of the record, without outer blanks and quotes. Valid until next().
    std::span<const std::string_view> fields() const { return m_fields; }
    /// Returns the one-based line on which the record begins.
    std::size_t line() const { return m_line; }
    /// Returns the line after the record.
    std::size_t nextLine() const { return m_nextLine; }
    /// Puts the text read after the record back into the source; the record is no longer valid.
    void putBackRest();
    /// Counts `count` lines that others read from the source.
    void advanceLines(std::size_t count) { m_nextLine += count; }

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
    void skipMarks();
    bool atLineEnd(std::size_t position) const {
        return m_buffer[position] == '\n' || m_buffer[position] == '\r';
    }

    ByteSource& m_source;
    CsvDialect m_dialect;
    std::array<bool, 256> m_endsField{};  ///< whether the byte ends an unquoted field
    std::string m_buffer;
    std::size_t m_position = 0;  ///< where the next record begins
    /// Offsets in the buffer where a field may end, after one entry for the place before the
    /// buffer.
    std::unique_ptr<std::uint32_t[]> m_markMemory;
    std::uint32_t* m_marks = nullptr;
    std::size_t m_markRoom = 0;
    std::size_t m_markCount = 0;
    std::size_t m_mark = 0;  ///< the first mark that may lie in the next record
    bool m_sourceEnded = false;
    bool m_started = false;
    std::span<const std::string_view> m_fields;
    std::vector<std::string_view> m_quickFields;  ///< fields from splitUnquoted(), with spare room
    std::vector<std::string_view> m_splitFields;  ///< fields from split()
    std::deque<std::string> m_unescaped;
    std::size_t m_recordsGiven = 0;
    std::size_t m_line = 0;
    std::size_t m_nextLine = 1;
    std::size_t m_scannedLines = 0;  ///< line ends inside the record being split
    Error m_error;
};

}  // namespace diagonal
