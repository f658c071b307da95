// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/tables/csv_records.h"

#include <algorithm>
#include <array>
#include <span>

#include "core/base/text.h"
#include "core/reading/numbers/byte_marks.h"

namespace diagonal {
namespace {

constexpr std::size_t kBlock = std::size_t{1} << 18;
constexpr std::size_t kMostFields = 1000000;
constexpr std::size_t kLongestRecord = std::size_t{1} << 26;
constexpr std::size_t kMostMarked = std::size_t{1} << 24;

bool isPrinted(char c) {
    return static_cast<unsigned char>(c) > ' ';
}

/// Returns whether a line of a table with bars is not a row: psql and MySQL draw "-----+-----" and
/// end with "(3 rows)"; in Markdown, "|----:|:---|" is the second line.
bool drawsTable(std::string_view line, bool isSecond) {
    line = trimmed(line);
    if (line.starts_with("(")) {
        const auto digits = line.substr(1, line.find_first_not_of("0123456789", 1) - 1);
        const auto suffix = line.substr(1 + digits.size());
        return !digits.empty() && (suffix == " rows)" || suffix == " row)");
    }
    if (line.find_first_not_of("-+|: ") != std::string_view::npos) return false;
    const auto holds = [&](std::string_view sign) {
        return line.find(sign) != std::string_view::npos;
    };
    return holds("-+") || holds("+-") || (isSecond && (holds("--") || holds(":-") || holds("-:")));
}

}  // namespace

CsvRecords::CsvRecords(ByteSource& source, const CsvDialect& dialect)
    : m_source(source), m_dialect(dialect) {
    for (const char c : {dialect.delimiter, '\n', '\r'})
        m_endsField[static_cast<unsigned char>(c)] = true;
    if (dialect.delimiter == ' ') m_endsField['\t'] = true;
}

void CsvRecords::restart(std::string& text) {
    m_buffer.swap(text);
    m_position = 0;
    m_started = true;
    m_sourceEnded = true;
    m_dialect.skippedLines = 0;
    m_recordsGiven = 2;
    m_nextLine = 1;
    markFieldEnds();
}

void CsvRecords::putBackRest() {
    m_source.putBack(std::string_view(m_buffer).substr(m_position));
    m_buffer.resize(m_position);
    m_markCount = m_mark;
    m_sourceEnded = false;
}

Result<bool> CsvRecords::next() {
    m_fields = {};
    if (!m_started) {
        m_started = true;
        if (auto more = refill(); !more) return more;
        if (m_buffer.starts_with("\xEF\xBB\xBF")) m_position = 3;
    }
    for (;;) {
        Outcome outcome = skipIgnoredLine();
        if (outcome == Outcome::Ignored) continue;
        if (outcome == Outcome::Record && !splitUnquoted()) outcome = split();
        if (outcome == Outcome::Broken) return m_error;
        if (outcome == Outcome::Record) {
            ++m_recordsGiven;
            return true;
        }
        if (m_sourceEnded) return false;
        if (auto more = refill(); !more) return more;
    }
}

Result<bool> CsvRecords::refill() {
    m_buffer.erase(0, m_position);
    m_position = 0;
    const std::size_t had = m_buffer.size();
    if (had > kLongestRecord) {
        return malformed("this record is longer than 64 MiB; is a quote missing, or a line end?",
                         m_nextLine);
    }
    m_buffer.resize(had + m_source.bufferSize(std::max(kBlock, had)));
    auto got = m_source.read(std::span(m_buffer).subspan(had));
    m_buffer.resize(had + (got ? got.value() : 0));
    if (!got) return got.error();
    m_sourceEnded = got.value() == 0;
    markFieldEnds();
    return true;
}

/// Skips the marks before the next record.
void CsvRecords::skipMarks() {
    while (m_mark < m_markCount && m_marks[m_mark] < m_position)
        ++m_mark;
}

void CsvRecords::markFieldEnds() {
    const std::string_view text = std::string_view(m_buffer).substr(0, kMostMarked);
    if (m_markRoom < text.size()) {
        m_markRoom = text.size();
        m_markMemory = std::make_unique_for_overwrite<std::uint32_t[]>(1 + m_markRoom + kMarkRoom);
        m_markMemory[0] = ~std::uint32_t{0};
        m_marks = m_markMemory.get() + 1;
    }
    const char blank = m_dialect.delimiter == ' ' ? '\t' : m_dialect.delimiter;
    m_markCount =
        markBytes(text, {m_dialect.delimiter, blank, '\n', '\r', m_dialect.quote}, m_marks);
    m_mark = 0;
}

/// Skips a line that holds no record, such as a blank or comment line. Returns Record if the line
/// holds one, NeedsMore if its end, which decides, is not in the buffer yet.
CsvRecords::Outcome CsvRecords::skipIgnoredLine() {
    std::size_t position = m_position;
    const bool printed = position < m_buffer.size() && isPrinted(m_buffer[position]);
    const bool mayBeDrawn = m_dialect.delimiter == '|';
    if (printed && m_dialect.comment == '\0' && m_dialect.skippedLines == 0 && !mayBeDrawn) {
        return Outcome::Record;
    }
    skipBlanks(position);
    if (position == m_buffer.size()) {
        if (!m_sourceEnded || m_position == position) return Outcome::NeedsMore;
        m_position = position;
        return Outcome::Ignored;
    }
    const bool slash = m_dialect.comment == '/';
    if (slash && position + 1 == m_buffer.size() && !m_sourceEnded) return Outcome::NeedsMore;
    const bool comment = m_dialect.comment != '\0' && m_buffer[position] == m_dialect.comment &&
                         (!slash || m_buffer.compare(position, 2, "//") == 0);
    const bool skipped = m_nextLine <= m_dialect.skippedLines;
    const bool isRow = !comment && !skipped && !atLineEnd(position);
    const bool isDrawn =
        mayBeDrawn && std::string_view("-+|:(").find(m_buffer[position]) != std::string_view::npos;
    if (isRow && !isDrawn) return Outcome::Record;
    const std::size_t begin = position;
    position = std::min(m_buffer.find_first_of("\r\n", position), m_buffer.size());
    if (position == m_buffer.size() && !m_sourceEnded) return Outcome::NeedsMore;
    const auto line = std::string_view(m_buffer).substr(begin, position - begin);
    if (isRow && !drawsTable(line, m_recordsGiven == 1)) return Outcome::Record;
    m_scannedLines = 0;
    if (position < m_buffer.size() && !endRecord(position)) return Outcome::NeedsMore;
    m_position = position;
    m_nextLine += m_scannedLines;
    return Outcome::Ignored;
}

FieldGrid CsvRecords::plainRows(std::size_t columns) {
    FieldGrid grid;
    const bool mayBeDrawn = m_dialect.delimiter == '|';
    if (columns == 0 || mayBeDrawn || m_nextLine <= m_dialect.skippedLines) return grid;
    skipMarks();
    grid.ends = m_marks + m_mark;
    grid.text = m_buffer.data();
    grid.line = m_nextLine;
    // A byte order mark or a skipped line may come first.
    if (m_markCount == 0 || grid.ends[-1] + 1 != m_position) return grid;
    for (;; ++grid.rows) {
        const std::size_t taken = marksOfPlainRow(m_mark, columns);
        if (taken == 0 || (grid.rows > 0 && taken != grid.stride)) break;
        grid.stride = taken;
        m_mark += taken;
    }
    if (grid.rows == 0) return grid;
    m_position = std::size_t{m_marks[m_mark - 1]} + 1;
    m_nextLine += grid.rows;
    m_recordsGiven += grid.rows;
    return grid;
}

/// Returns the number of marks of the row that begins after the mark before `mark`; 0 if it is not
/// a line of `columns` unquoted fields.
std::size_t CsvRecords::marksOfPlainRow(std::size_t mark, std::size_t columns) const {
    if (m_markCount - mark < columns) return 0;
    const std::uint32_t* const ends = m_marks + mark;
    const std::string_view text = m_buffer;
    const char first = text[ends[-1] + 1];
    if (!isPrinted(first) || first == m_dialect.comment) return 0;
    const char delimiter = m_dialect.delimiter;
    for (std::size_t c = 0; c + 1 < columns; ++c) {
        if (text[ends[c]] != delimiter) return 0;
    }
    // A run of blanks is a single delimiter.
    for (const std::uint32_t* end = ends; delimiter == ' ' && end < ends + columns; ++end) {
        if (end[0] == end[-1] + 1) return 0;
    }
    const std::uint32_t last = ends[columns - 1];
    if (text[last] == '\n') return columns;
    const bool isCrlf = text[last] == '\r' && m_markCount - mark > columns &&
                        ends[columns] == last + 1 && text[last + 1] == '\n';
    return isCrlf ? columns + 1 : 0;
}

/// Splits the next record at the marks, which is fast. Returns false if it holds a quote or its end
/// is not in the buffer; split() handles these.
bool CsvRecords::splitUnquoted() {
    skipMarks();
    // Local copies, which the stores below cannot change.
    const auto [delimiter, quote] = std::pair(m_dialect.delimiter, m_dialect.quote);
    const std::string_view text = m_buffer;
    const std::uint32_t* const marks = m_marks;
    std::span<std::string_view> room = m_quickFields;
    std::size_t count = 0;
    std::size_t begin = m_position;
    for (std::size_t mark = m_mark; mark < m_markCount; ++mark) {
        const std::size_t end = marks[mark];
        const char sign = text[end];
        if (sign != delimiter && sign == quote) return false;
        if (count == room.size()) {
            if (count == kMostFields) return false;
            m_quickFields.resize(std::min(2 * count + 16, kMostFields));
            room = m_quickFields;
        }
        const std::string_view field(text.data() + begin, end - begin);
        if (delimiter != ' ' || !field.empty()) room[count++] = trimmed(field);
        begin = end + 1;
        if (sign == delimiter || (sign != '\n' && sign != '\r')) continue;
        if (sign == '\r') {
            if (begin == text.size() && !m_sourceEnded) return false;
            if (begin < text.size() && text[begin] == '\n') ++begin;
        }
        m_fields = room.first(count);
        m_position = begin;
        m_mark = mark + 1;
        m_line = m_nextLine++;
        return true;
    }
    return false;
}

CsvRecords::Outcome CsvRecords::split() {
    m_splitFields.clear();
    m_unescaped.clear();
    m_scannedLines = 0;
    std::size_t position = m_position;
    if (m_dialect.delimiter == ' ') skipBlanks(position);
    bool recordEnds = position == m_buffer.size();
    if (recordEnds) return Outcome::NeedsMore;
    while (!recordEnds) {
        const Outcome outcome = splitField(position, recordEnds);
        if (outcome != Outcome::Record) return outcome;
        if (m_splitFields.size() > kMostFields) {
            m_error = unsupported(
                "this record has more than 1,000,000 fields; is a line end missing?", m_nextLine);
            return Outcome::Broken;
        }
    }
    m_fields = m_splitFields;
    m_position = position;
    m_line = m_nextLine;
    m_nextLine += m_scannedLines;
    return Outcome::Record;
}

/// Splits off one field and the delimiter or line end after it.
CsvRecords::Outcome CsvRecords::splitField(std::size_t& position, bool& recordEnds) {
    skipBlanks(position);
    if (position < m_buffer.size() && m_buffer[position] == m_dialect.quote) {
        const Outcome outcome = splitQuoted(position);
        if (outcome != Outcome::Record) return outcome;
    } else {
        const std::size_t begin = position;
        const char* at = m_buffer.data() + begin;
        const char* const end = m_buffer.data() + m_buffer.size();
        while (at != end && !m_endsField[static_cast<unsigned char>(*at)])
            ++at;
        position = static_cast<std::size_t>(at - m_buffer.data());
        if (position == m_buffer.size() && !m_sourceEnded) return Outcome::NeedsMore;
        m_splitFields.push_back(
            trimmed(std::string_view(m_buffer).substr(begin, position - begin)));
    }
    if (m_dialect.delimiter == ' ') skipBlanks(position);
    if (position == m_buffer.size()) {
        recordEnds = true;
        return m_sourceEnded ? Outcome::Record : Outcome::NeedsMore;
    }
    if (atLineEnd(position)) {
        recordEnds = true;
        return endRecord(position) ? Outcome::Record : Outcome::NeedsMore;
    }
    if (m_dialect.delimiter != ' ') ++position;
    return Outcome::Record;
}

CsvRecords::Outcome CsvRecords::splitQuoted(std::size_t& position) {
    const std::size_t begin = position + 1;
    const std::size_t openedOn = m_nextLine + m_scannedLines;
    const char quote = m_dialect.quote;
    const std::array<char, 4> stops{quote, '\r', '\n', m_dialect.escape ? m_dialect.escape : quote};
    bool rewritten = false;
    std::size_t end = begin;
    for (;; ++end) {
        end = m_buffer.find_first_of(stops.data(), end, stops.size());
        if (end == std::string::npos || (end + 1 == m_buffer.size() && !m_sourceEnded)) {
            if (!m_sourceEnded) return Outcome::NeedsMore;
            m_error = malformed("a quote that opens on this line is never closed", openedOn);
            return Outcome::Broken;
        }
        const bool more = end + 1 < m_buffer.size();
        if (m_buffer[end] == quote) {
            if (!more || m_buffer[end + 1] != quote) break;
            rewritten = true;
            ++end;
        } else if (m_dialect.escape != '\0' && m_buffer[end] == m_dialect.escape) {
            rewritten = true;
            end += more;
        } else if (m_buffer[end] == '\n' || !more || m_buffer[end + 1] != '\n') {
            ++m_scannedLines;
        }
    }
    std::string_view field = std::string_view(m_buffer).substr(begin, end - begin);
    if (rewritten) {
        std::string& text = m_unescaped.emplace_back();
        for (std::size_t i = 0; i < field.size(); ++i) {
            const bool escaped = m_dialect.escape != '\0' && field[i] == m_dialect.escape;
            if (escaped && i + 1 < field.size()) ++i;
            text += field[i];
            if (!escaped && field[i] == quote) ++i;
        }
        field = text;
    }
    m_splitFields.push_back(trimmed(field));
    position = end + 1;
    skipBlanks(position);
    if (position == m_buffer.size()) {
        return m_sourceEnded ? Outcome::Record : Outcome::NeedsMore;
    }
    const bool separated = m_dialect.delimiter == ' ' && position > end + 1;
    if (!separated && m_buffer[position] != m_dialect.delimiter && !atLineEnd(position)) {
        m_error = malformed("text follows a closing quote", openedOn);
        return Outcome::Broken;
    }
    return Outcome::Record;
}

/// Skips blanks that are not delimiters: spaces, and tabs unless they are the delimiter.
void CsvRecords::skipBlanks(std::size_t& position) const {
    while (position < m_buffer.size() &&
           (m_buffer[position] == ' ' ||
            (m_buffer[position] == '\t' && m_dialect.delimiter != '\t'))) {
        ++position;
    }
}

/// Steps over LF, CR or CRLF; returns false if the LF of a CRLF may still follow.
bool CsvRecords::endRecord(std::size_t& position) {
    if (m_buffer[position] == '\r') {
        if (position + 1 == m_buffer.size() && !m_sourceEnded) return false;
        if (position + 1 < m_buffer.size() && m_buffer[position + 1] == '\n') ++position;
    }
    ++position;
    ++m_scannedLines;
    return true;
}

}  // namespace diagonal
