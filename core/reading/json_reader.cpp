// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/json_reader.h"

#include <algorithm>
#include <functional>
#include <optional>

#include "core/reading/json_document.h"
#include "core/reading/json_record.h"
#include "core/reading/record_table.h"
#include "core/reading/text_blocks.h"
#include "core/text.h"

namespace diagonal {
namespace {

namespace dom = simdjson::dom;

constexpr std::size_t kBlock = std::size_t{1} << 18;
constexpr std::size_t kLongestLine = std::size_t{1} << 28;
constexpr std::size_t kProgressRows = 256;
constexpr std::size_t kLargestUnsizedDocument = std::size_t{1} << 28;  ///< compressed, or a pipe
constexpr int kDeepest = 1000;

Error malformed(std::string detail, std::size_t line) {
    return Error{ErrorKind::Malformed, std::move(detail), {}, line};
}

/// Gives the lines of a text that are not blank.
class Lines {
public:
    explicit Lines(ByteSource& source) : m_source(source) {}

    /// Goes on, behind what its source gave, with a text that it takes; `text` becomes what it held
    /// before. Lines are counted from 1 again.
    void restart(std::string& text) {
        m_buffer.swap(text);
        m_begin = m_searched = 0;
        m_number = 0;
        m_started = m_ended = true;
    }

    /// The next line without its end; none at the end of the text. Valid until the next call.
    Result<std::optional<std::string_view>> next() {
        for (;;) {
            const auto end = m_buffer.find('\n', m_searched);
            if (end == std::string::npos && !m_ended) {
                m_searched = m_buffer.size() - m_begin;
                if (auto error = refill()) return *error;
                continue;
            }
            if (m_begin == m_buffer.size()) return std::optional<std::string_view>();
            const std::size_t stop = std::min(end, m_buffer.size());
            const auto line = trimmed(std::string_view(m_buffer).substr(m_begin, stop - m_begin));
            m_begin = std::min(stop + 1, m_buffer.size());
            m_searched = m_begin;
            ++m_number;
            if (line.empty()) continue;
            ++m_count;
            return std::optional(line);
        }
    }
    /// One-based number of the line.
    std::size_t number() const { return m_number; }
    /// How many lines were given.
    std::size_t count() const { return m_count; }
    /// Gives back to the source what was taken from it behind the line.
    void putBackRest() {
        m_source.putBack(std::string_view(m_buffer).substr(m_begin));
        m_buffer.resize(m_begin);
        m_ended = false;
    }
    /// Says that so many lines were taken from the source by others.
    void passLines(std::size_t count) { m_number += count; }

    /// All that is behind the last line.
    Result<std::string> takeRest() {
        auto rest = m_source.readAll(kLargestUnsizedDocument);
        if (!rest) return rest.error();
        return m_buffer.substr(m_begin) + rest.value();
    }

private:
    std::optional<Error> refill() {
        m_buffer.erase(0, m_begin);
        m_begin = 0;
        const std::size_t had = m_buffer.size();
        if (had > kLongestLine) return malformed("this line is longer than 256 MiB", m_number + 1);
        m_buffer.resize(had + m_source.bufferSize(std::max(kBlock, had)));
        auto got = m_source.read(std::span(m_buffer).subspan(had));
        m_buffer.resize(had + (got ? got.value() : 0));
        if (!got) return got.error();
        m_ended = got.value() == 0;
        if (!m_started && m_buffer.starts_with("\xEF\xBB\xBF")) m_begin = m_searched = 3;
        m_started = true;
        return std::nullopt;
    }

    ByteSource& m_source;
    std::string m_buffer;
    std::size_t m_begin = 0;
    std::size_t m_searched = 0;
    std::size_t m_number = 0;
    std::size_t m_count = 0;
    bool m_ended = false;
    bool m_started = false;
};

bool closes(std::string_view text) {
    return text.ends_with('}') || text.ends_with(']');
}

/// `text` with NaN and infinities outside strings in quotes; none where there are none.
std::optional<std::string> withQuotedNonNumbers(std::string_view text) {
    std::string out;
    bool inString = false;
    bool any = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (inString && c == '\\' && i + 1 < text.size()) out += text[i++];
        if (text[i] == '"') inString = !inString;
        bool replaced = false;
        for (const std::string_view word : {"NaN", "-Infinity", "Infinity"}) {
            if (inString || !text.substr(i).starts_with(word)) continue;
            out += '"' + std::string(word) + '"';
            i += word.size() - 1;
            replaced = any = true;
            break;
        }
        if (!replaced) out += text[i];
    }
    return any ? std::optional(out) : std::nullopt;
}

/// The JSON that a text holds. NaN and infinities, which Python writes although JSON has none, are
/// read as texts. `parser` must outlive the element.
Result<dom::element> parsedJson(dom::parser& parser, std::string_view text, std::size_t line) {
    dom::element root;
    auto code = parser.parse(text.data(), text.size()).get(root);
    if (code != simdjson::SUCCESS) {
        if (const auto quoted = withQuotedNonNumbers(text)) {
            code = parser.parse(*quoted).get(root);
        }
    }
    if (code == simdjson::SUCCESS) return root;
    return malformed(std::string("this is not valid JSON (") + simdjson::error_message(code) + ")",
                     line);
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
Result<RoleColumns> readDocument(const std::string& first, Lines& lines, const ReadOptions& options,
                                 const ReadObserver& observer) {
    auto rest = lines.takeRest();
    if (!rest) return rest.error();
    return readWhole(first + "\n" + rest.value(), options, observer);
}

/// Lines that are a record each, several blocks of them at a time.
class RecordLines {
public:
    RecordLines(ByteSource& source, Lines& lines, RecordTable& table, const ReadObserver& observer)
        : m_source(source), m_lines(lines), m_table(table), m_observer(observer) {}

    /// Takes all that are left. Requires a table that has its collector.
    std::optional<Error> take() {
        m_lines.putBackRest();
        m_passed = m_lines.number();
        const auto cut = BlockCut::ofLines(m_source.consumed() / m_passed);
        if (auto error = readBlocks<Block>(
                m_source, cut, m_observer, [this] { return Block(m_noSource, m_table.columns()); },
                [this](Block& block) { return merge(block); })) {
            return error;
        }
        m_lines.passLines(m_passed - m_lines.number());
        return collect(m_lines, m_parser, *m_table.collector(),
                       [this] { return tellProgress(m_source, m_observer.progress); });
    }

private:
    struct Block {
        Block(ByteSource& noSource, const RecordColumns& columns)
            : lines(noSource), records(columns) {}
        void read() {
            lines.restart(text);
            error = collect(lines, parser, records, [] { return std::nullopt; });
        }

        std::string text;
        Lines lines;
        dom::parser parser;
        RecordCollector records;
        std::optional<Error> error;
    };

    static std::optional<Error> collect(Lines& lines, dom::parser& parser, RecordCollector& records,
                                        const std::function<std::optional<Error>()>& tell) {
        for (std::size_t row = 0;; ++row) {
            const auto line = lines.next();
            if (!line) return line.error();
            if (!line.value()) return std::nullopt;
            const auto record = parsedJson(parser, *line.value(), lines.number());
            if (!record) return record.error();
            if (auto error = records.add(flattened(record.value()), lines.number())) return error;
            if (row % kProgressRows != 0) continue;
            if (auto error = tell()) return error;
        }
    }

    std::optional<Error> merge(Block& block) {
        if (block.error) {
            block.error->line += m_passed;
            return block.error;
        }
        m_table.collector()->append(block.records, m_passed);
        m_passed += block.lines.number();
        return std::nullopt;
    }

    ByteSource& m_source;
    Lines& m_lines;
    RecordTable& m_table;
    const ReadObserver& m_observer;
    dom::parser m_parser;
    MemorySource m_noSource{{}};
    std::size_t m_passed = 0;  ///< lines that were read
};

/// Reads one record a line. Where the first line is no JSON by itself, or the only one, the text
/// is one document.
Result<RoleColumns> readLines(ByteSource& source, const ReadOptions& options,
                              const ReadObserver& observer) {
    Lines lines(source);
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
            return readDocument(first, lines, options, observer);
        }
        if (!record) return record.error();
        if (auto error = table.add(flattened(record.value()), lines.number())) return *error;
    }
    if (lines.count() == 1) return readWhole(first, options, observer);
    if (auto error = tellProgress(source, observer.progress)) return *error;
    if (table.collector()) {
        if (auto error = RecordLines(source, lines, table, observer).take()) return *error;
    }
    return std::move(table).finish();
}

/// Whether brackets open and do not close; those in strings count, which does no harm.
bool isTooDeep(std::string_view head) {
    int depth = 0;
    for (const char c : head) {
        depth += (c == '[' || c == '{') - (c == ']' || c == '}');
        if (depth > kDeepest) return true;
    }
    return false;
}

/// Whether a text that begins with a list is a list on each line.
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
        return malformed("this JSON is nested more than 1,000 deep; it holds no predictions", 0);
    }
    const auto text = source.readAll(kLargestUnsizedDocument);
    if (!text) return text.error();
    return readWhole(text.value(), options, observer);
}

}  // namespace diagonal
