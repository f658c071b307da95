// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/json/json_reader.h"

#include <functional>

#include "core/base/text.h"
#include "core/reading/bytes/text_blocks.h"
#include "core/reading/bytes/text_lines.h"
#include "core/reading/json/json_document.h"
#include "core/reading/json/json_record.h"
#include "core/reading/json/json_text.h"
#include "core/reading/json/record_table.h"

namespace diagonal {
namespace {

namespace dom = simdjson::dom;

constexpr std::size_t kLargestUnsizedDocument = std::size_t{1} << 28;  ///< pipe or compressed
constexpr int kDeepestValue = 1000;

bool closes(std::string_view text) {
    return text.ends_with('}') || text.ends_with(']');
}

Result<RoleColumns> readWhole(std::string_view text, const ReadOptions& options,
                              const ReadObserver& observer) {
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    dom::parser parser;
    const auto root = parsedJson(parser, text, 0);
    if (!root) return root.error();
    return columnsFromDocument(root.value(), options, observer);
}

/// Reads all lines as one document that begins with `first`.
Result<RoleColumns> readDocument(const std::string& first, TextLines& lines,
                                 const ReadOptions& options, const ReadObserver& observer) {
    auto rest = lines.takeRest(kLargestUnsizedDocument);
    if (!rest) return rest.error();
    return readWhole(first + "\n" + rest.value(), options, observer);
}

/// Reads lines of one record each, several blocks of lines at a time.
class RecordLines {
public:
    RecordLines(ByteSource& source, TextLines& lines, RecordTable& table,
                const ReadObserver& observer)
        : m_source(source), m_lines(lines), m_table(table), m_observer(observer) {}

    /// Reads all remaining lines. Requires that the table has a collector.
    Result<void> take() {
        if (auto done = takeWholeLines(); !done) return done;
        return collectRecords(m_lines, m_parser, *m_table.collector(),
                              [this] { return reportProgress(m_source, m_observer.progress); });
    }

private:
    struct Block {
        Block(ByteSource& noSource, const RecordColumns& columns)
            : records(noSource), collector(columns) {}
        void read() {
            records.restart(text);
            outcome = collectRecords(records, parser, collector, [] { return Result<void>(); });
        }
        std::size_t lines() const { return records.number(); }

        std::string text;
        TextLines records;
        dom::parser parser;
        RecordCollector collector;
        Result<void> outcome;
    };

    Result<void> takeWholeLines() {
        m_lines.putBackRest();
        std::size_t lines = m_lines.number();
        const auto cut = BlockCut::ofLines(m_source.consumed() / lines);
        auto done = readBlocks<Block>(
            m_source, cut, m_observer, lines,
            [this] { return Block(m_noSource, m_table.columns()); },
            [this](Block& block, std::size_t before) {
                m_table.collector()->append(block.collector, before);
            });
        m_lines.advanceLines(lines - m_lines.number());
        return done;
    }

    static Result<void> collectRecords(TextLines& lines, dom::parser& parser,
                                       RecordCollector& collector,
                                       const std::function<Result<void>()>& tell) {
        for (std::size_t row = 0;; ++row) {
            const auto line = lines.next();
            if (!line) return line.error();
            if (!line.value()) return {};
            const auto record = parsedJson(parser, *line.value(), lines.number());
            if (!record) return record.error();
            auto cells = flattened(record.value(), collector.keepsWhole());
            if (auto done = collector.add(std::move(cells), lines.number()); !done) return done;
            if (row % kProgressRows != 0) continue;
            if (auto done = tell(); !done) return done;
        }
    }

    ByteSource& m_source;
    TextLines& m_lines;
    RecordTable& m_table;
    const ReadObserver& m_observer;
    dom::parser m_parser;
    MemorySource m_noSource{{}};
};

/// Returns true if a line, without a trailing comma, is a record by itself; then all lines should
/// be.
bool isWholeRecord(std::string_view line) {
    line = trimmed(line);
    if (line.ends_with(',')) line.remove_suffix(1);
    dom::parser parser;
    const auto record = parsedJson(parser, line, 0);
    return record && record.value().is_object();
}

/// Reads one record per line. If the first line is not valid JSON by itself, or is the only line,
/// reads the text as one document.
Result<RoleColumns> readLines(ByteSource& source, const ReadOptions& options,
                              const ReadObserver& observer) {
    TextLines lines(source);
    dom::parser parser;
    RecordTable table("JSON Lines", options, observer);
    std::string first;
    while (!table.collector()) {
        const auto line = lines.next();
        if (!line) return line.error();
        if (!line.value()) break;
        if (lines.count() == 1) first = *line.value();
        const auto record = parsedJson(parser, *line.value(), lines.number());
        if (!record && lines.count() == 1 && !closes(first)) {
            const auto second = lines.next();
            if (!second) return second.error();
            const bool opens =
                std::string_view("[{:").find(trimmed(first).back()) != std::string_view::npos;
            if (!opens && second.value() && isWholeRecord(*second.value())) return record.error();
            if (second.value()) first += "\n" + std::string(*second.value());
            return readDocument(first, lines, options, observer);
        }
        if (!record) return record.error();
        if (auto done = table.add(flattened(record.value(), table.keepsWhole()), lines.number());
            !done)
            return done.error();
    }
    if (lines.count() == 1) return readWhole(first, options, observer);
    if (auto done = reportProgress(source, observer.progress); !done) return done.error();
    if (table.collector()) {
        if (auto done = RecordLines(source, lines, table, observer).take(); !done)
            return done.error();
    }
    return std::move(table).finish();
}

/// Returns true if brackets are nested more than kDeepestValue deep. Brackets in strings count too,
/// which does no harm.
bool isTooDeep(std::string_view head) {
    int depth = 0;
    for (const char c : head) {
        depth += (c == '[' || c == '{') - (c == ']' || c == '}');
        if (depth > kDeepestValue) return true;
    }
    return false;
}

/// Returns true if a text that begins with a list holds one list per line.
bool holdsListsByLine(std::string_view head) {
    const auto end = head.find('\n');
    if (end == std::string_view::npos) return false;
    dom::parser parser;
    return closes(trimmed(head.substr(0, end))) && !trimmed(head.substr(end)).empty() &&
           parsedJson(parser, trimmed(head.substr(0, end)), 1).hasValue();
}

}  // namespace

Result<RoleColumns> readJson(ByteSource& source, const ReadOptions& options,
                             const ReadObserver& observer) {
    constexpr std::size_t enough = std::size_t{1} << 20;
    const auto head = source.peek(enough);
    if (!head) return head.error();
    const auto first = head.value().find_first_of("{[");
    const bool list = first != std::string_view::npos && head.value()[first] == '[';
    if (!list || holdsListsByLine(head.value())) return readLines(source, options, observer);
    if (isTooDeep(head.value())) {
        return malformed("this JSON is nested more than 1,000 deep; it holds no predictions");
    }
    const auto text = source.readAll(kLargestUnsizedDocument);
    if (!text) return text.error();
    return readWhole(text.value(), options, observer);
}

std::vector<std::string> firstKeys(ByteSource& source) {
    constexpr std::size_t enough = std::size_t{1} << 16;
    const auto head = source.peek(enough);
    if (!head) return {};
    const auto begin = head.value().find('{');
    const auto end = head.value().find('}');
    if (begin == std::string_view::npos || end == std::string_view::npos || end < begin) return {};
    dom::parser parser;
    const auto record = parsedJson(parser, head.value().substr(begin, end + 1 - begin), 0);
    dom::object object;
    if (!record || record.value().get(object)) return {};
    std::vector<std::string> keys;
    for (const auto field : object)
        keys.emplace_back(field.key);
    return keys;
}

}  // namespace diagonal
