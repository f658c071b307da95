// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/json_reader.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "core/reading/json_record.h"
#include "core/reading/role_collector.h"
#include "core/text.h"

namespace diagonal {
namespace {

namespace dom = simdjson::dom;

constexpr std::size_t kBlock = std::size_t{1} << 18;
constexpr std::size_t kLongestLine = std::size_t{1} << 28;
constexpr std::size_t kSampledRecords = 200;
constexpr std::size_t kProgressRows = 256;

using Cells = std::vector<JsonCell>;

Error malformed(std::string detail, std::size_t line) {
    return Error{ErrorKind::Malformed, std::move(detail), {}, line};
}

/// Gives the lines of a text that are not blank.
class Lines {
public:
    explicit Lines(ByteSource& source) : m_source(source) {}

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
            if (!line.empty()) return std::optional(line);
        }
    }
    std::size_t number() const { return m_number; }

private:
    std::optional<Error> refill() {
        m_buffer.erase(0, m_begin);
        m_begin = 0;
        const std::size_t had = m_buffer.size();
        if (had > kLongestLine) return malformed("this line is longer than 256 MiB", m_number + 1);
        m_buffer.resize(had + std::max(kBlock, had));
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
    bool m_ended = false;
    bool m_started = false;
};

/// Makes a table of records: the first ones decide the columns, then all are collected.
class RecordTable {
public:
    RecordTable(const ReadOptions& options) : m_options(options) {}

    /// Takes the cells of one object, on `line` or in a list (0).
    std::optional<Error> add(Cells cells, std::size_t line) {
        if (m_collector) return collect(cells, line);
        m_sample.emplace_back(std::move(cells), line);
        return m_sample.size() < kSampledRecords ? std::nullopt : begin();
    }

    Result<RoleColumns> finish() && {
        if (!m_collector) {
            if (m_sample.empty()) return malformed("there are no records", 0);
            if (auto error = begin()) return *error;
        }
        return std::move(*m_collector).finish();
    }

private:
    std::optional<Error> begin() {
        for (const auto& [cells, line] : m_sample) {
            for (const JsonCell& cell : cells) {
                const auto [place, isNew] = m_columnOf.emplace(cell.name, m_columns.size());
                if (isNew) m_columns.push_back({cell.name, {}});
                m_columns[place->second].cells.push_back(cell.text);
            }
        }
        auto roles = assignedRoles(m_columns, m_options.columns, true);
        if (!roles) return roles.error();
        m_roles = std::move(roles).value();
        m_isScore.assign(m_columns.size(), false);
        for (const std::size_t c : m_roles.scores)
            m_isScore[c] = true;
        m_collector.emplace(m_columns, m_roles, false);
        for (const auto& [cells, line] : m_sample) {
            if (auto error = collect(cells, line)) return error;
        }
        m_sample.clear();
        return std::nullopt;
    }

    std::optional<Error> collect(const Cells& cells, std::size_t line) {
        m_fields.assign(m_columns.size(), {});
        std::size_t scores = 0;
        for (const JsonCell& cell : cells) {
            const auto column = m_columnOf.find(cell.name);
            if (column == m_columnOf.end()) {
                // One more in a list of scores; other new fields have no role.
                if (cell.name == nextScore()) ++scores;
                continue;
            }
            m_fields[column->second] = cell.text;
            scores += m_isScore[column->second];
        }
        if (scores != m_roles.scores.size() && m_roles.scoreRole == ScoreRole::ClassScores) {
            return malformed("this record has " + counted(scores, "score") + ", not " +
                                 groupedDigits(m_roles.scores.size()) + " as the others",
                             line);
        }
        return m_collector->take(m_fields, line);
    }

    /// The name that a list longer by one would add.
    std::string nextScore() const {
        if (m_roles.scores.empty()) return "";
        const std::string& last = m_columns[m_roles.scores.back()].name;
        return last.substr(0, last.rfind('_') + 1) + std::to_string(m_roles.scores.size());
    }

    const ReadOptions& m_options;
    std::vector<std::pair<Cells, std::size_t>> m_sample;
    std::vector<ColumnSample> m_columns;
    std::unordered_map<std::string, std::size_t> m_columnOf;
    ColumnRoles m_roles;
    std::vector<bool> m_isScore;
    std::vector<std::string_view> m_fields;
    std::optional<RoleCollector> m_collector;
};

std::string parseProblem(simdjson::error_code code) {
    return std::string("this is not valid JSON (") + simdjson::error_message(code) + ")";
}

Result<RoleColumns> readLines(ByteSource& source, const ReadOptions& options,
                              const ReadObserver& observer) {
    Lines lines(source);
    dom::parser parser;
    RecordTable table(options);
    for (std::size_t row = 0;; ++row) {
        const auto line = lines.next();
        if (!line) return line.error();
        if (!line.value()) return std::move(table).finish();
        dom::element record;
        const auto code = parser.parse(line.value()->data(), line.value()->size()).get(record);
        if (code != simdjson::SUCCESS) return malformed(parseProblem(code), lines.number());
        if (!record.is_object()) {
            return malformed("each line must hold one object, {\"label\": ..., \"probs\": [...]}",
                             lines.number());
        }
        if (auto error = table.add(flattened(record), lines.number())) return *error;
        if (observer.progress && row % kProgressRows == 0 &&
            !observer.progress(source.consumed(), source.size().value_or(0))) {
            return Error{ErrorKind::Cancelled, "cancelled"};
        }
    }
}

Result<RoleColumns> readList(ByteSource& source, const ReadOptions& options,
                             const ReadObserver& observer) {
    auto text = source.readAll();
    if (!text) return text.error();
    std::string_view json = text.value();
    if (json.starts_with("\xEF\xBB\xBF")) json.remove_prefix(3);
    dom::parser parser;
    dom::array records;
    const auto code = parser.parse(json.data(), json.size()).get_array().get(records);
    if (code != simdjson::SUCCESS) return malformed(parseProblem(code), 0);
    RecordTable table(options);
    std::size_t row = 0;
    for (dom::element record : records) {
        if (!record.is_object()) {
            return malformed("item " + groupedDigits(row + 1) + " of the list is no object", 0);
        }
        if (auto error = table.add(flattened(record), 0)) return *error;
        if (observer.progress && ++row % kProgressRows == 0 &&
            !observer.progress(row, records.size())) {
            return Error{ErrorKind::Cancelled, "cancelled"};
        }
    }
    return std::move(table).finish();
}

}  // namespace

Result<RoleColumns> readJson(ByteSource& source, const ReadOptions& options,
                             const ReadObserver& observer) {
    constexpr std::size_t enough = 4096;
    const auto head = source.peek(enough);
    if (!head) return head.error();
    const auto first = head.value().find_first_of("{[");
    const bool list = first != std::string_view::npos && head.value()[first] == '[';
    return list ? readList(source, options, observer) : readLines(source, options, observer);
}

}  // namespace diagonal
