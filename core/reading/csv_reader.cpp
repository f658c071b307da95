// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/csv_reader.h"

#include <algorithm>
#include <functional>
#include <optional>

#include "core/reading/column_names.h"
#include "core/reading/csv_records.h"
#include "core/reading/number_text.h"
#include "core/reading/role_collector.h"
#include "core/reading/table_head.h"
#include "core/reading/text_blocks.h"
#include "core/text.h"

namespace diagonal {
namespace {

constexpr std::size_t kProgressRows = 512;
constexpr std::size_t kMostRowNames = 4;
constexpr std::size_t kProbe = std::size_t{1} << 24;

/// The only column that does not name rows.
std::optional<std::size_t> onlyOtherColumn(const TableHead& head) {
    std::optional<std::size_t> found;
    for (std::size_t c = 0; c < head.columns.size(); ++c) {
        const bool single = head.columns.size() == 1;
        if (!single && (!head.dialect.hasHeader || namesRow(head.columns[c].name))) continue;
        if (found) return std::nullopt;
        found = c;
    }
    return head.dialect.hasHeader || head.columns.size() == 1 ? found : std::nullopt;
}

bool isHotCell(std::string_view cell) {
    return canonicalLabel(cell) == "1";
}

/// Columns of zeros and ones called like classes, with a single one in each sampled row.
std::vector<std::size_t> oneHotColumns(const TableHead& head) {
    std::vector<std::size_t> columns;
    for (std::size_t c = 0; c < head.columns.size(); ++c) {
        const auto& cells = head.columns[c].cells;
        const bool binary = !cells.empty() && std::ranges::all_of(cells, [](const auto& cell) {
            const std::string value = canonicalLabel(cell);
            return value == "0" || value == "1";
        });
        if (binary) columns.push_back(c);
    }
    if (columns.size() < 2 || !head.dialect.hasHeader) return {};
    for (std::size_t row = 0; row < head.columns[columns.front()].cells.size(); ++row) {
        const auto ones = std::ranges::count_if(columns, [&](std::size_t c) {
            return row < head.columns[c].cells.size() && isHotCell(head.columns[c].cells[row]);
        });
        if (ones != 1) return {};
    }
    return columns;
}

/// Which of the columns is the only one that holds 1.
std::optional<std::size_t> hotPlace(const std::vector<std::size_t>& columns,
                                    std::span<const std::string_view> cells) {
    std::optional<std::size_t> place;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (!isHotCell(cells[columns[i]])) continue;
        if (place) return std::nullopt;
        place = i;
    }
    return place;
}

Error ragged(std::size_t fields, const TableHead& head, std::size_t line) {
    return Error{ErrorKind::Malformed,
                 "this record has " + counted(fields, "field") + ", not " +
                     groupedDigits(head.shape.fieldCount()) +
                     " as the first. Complete it, or quote the field that holds a " +
                     delimiterName(head.dialect.delimiter),
                 {},
                 line};
}

void noteDialect(const TableHead& head, RoleColumns& columns) {
    if (!head.format.empty()) columns.assumptions.push_back({"format", head.format});
    columns.assumptions.push_back({"delimiter", delimiterName(head.dialect.delimiter)});
    if (head.dialect.decimalComma) columns.assumptions.push_back({"decimal", "comma"});
    if (!head.dialect.hasHeader && head.format.empty()) {
        columns.assumptions.push_back({"header", "none"});
    }
}

/// The rows of a table, whose records are split by somebody else, as the cells of its columns.
class Rows {
public:
    Rows(CsvRecords& records, const TableHead& head) : m_records(records), m_head(head) {}

    /// Advances to the next row; false at the end. Errors: those of the records; Malformed for one
    /// with too few or too many fields.
    Result<bool> next() {
        auto more = m_records.next();
        if (!more || !more.value()) return more;
        m_cells = m_records.fields();
        const std::size_t count = m_head.shape.fieldCount();
        // A delimiter at the end of each line makes no column.
        const bool closed = m_cells.size() == count + 1 && m_cells.back().empty();
        if (closed || (m_head.shape.passesOverRest() && m_cells.size() > count)) {
            m_cells = m_cells.first(count);
        }
        if (m_cells.size() != count) return ragged(m_cells.size(), m_head, line());
        if (m_head.shape.isPlain()) return true;
        if (auto problem = m_head.shape.apply(m_cells, m_shaped)) {
            return Error{ErrorKind::Malformed, std::move(*problem), {}, line()};
        }
        m_cells = m_shaped;
        return true;
    }
    std::span<const std::string_view> cells() const { return m_cells; }
    std::size_t line() const { return m_records.line(); }

private:
    CsvRecords& m_records;
    const TableHead& m_head;
    std::span<const std::string_view> m_cells;
    std::vector<std::string_view> m_shaped;
};

std::optional<Error> passHeader(CsvRecords& records, const TableHead& head) {
    for (std::size_t i = 0; i < head.dialect.recordsBeforeRows(); ++i) {
        if (const auto header = records.next(); !header) return header.error();
    }
    return std::nullopt;
}

/// Reads the rows of a table, several blocks of them at a time.
class TableReader {
public:
    TableReader(ByteSource& source, const TableHead& head, const ColumnRoles& roles,
                const ReadObserver& observer)
        : m_source(source), m_head(head), m_roles(roles), m_observer(observer) {}

    Result<RoleColumns> read() {
        CsvRecords records(m_source, m_head.dialect);
        if (auto error = passHeader(records, m_head)) return *error;
        Rows first(records, m_head);
        const auto more = first.next();
        if (!more) return more.error();
        if (!more.value()) return std::move(m_collector).finish();
        if (auto error = m_collector.take(first.cells(), first.line())) return *error;
        if (auto error = tellProgress(m_source, m_observer.progress)) return *error;
        records.putBackRest();
        m_lines = records.nextLine() - 1;
        m_bytes = m_source.consumed();
        const auto cut = BlockCut::ofLines(m_bytes / records.line(), m_head.dialect.quote);
        if (auto error = readBlocks<Block>(
                m_source, cut, m_observer, [this] { return Block(*this); },
                [this](Block& block) { return merge(block); })) {
            return *error;
        }
        records.passLines(m_lines + 1 - records.nextLine());
        const auto tell = [this] {
            m_bytes = m_source.consumed();
            expectRows();
            return tellProgress(m_source, m_observer.progress);
        };
        if (auto error = collect(records, m_collector, tell)) return *error;
        return std::move(m_collector).finish();
    }

private:
    struct Block {
        explicit Block(TableReader& table)
            : reader(&table),
              records(table.m_noSource, table.m_head.dialect),
              rows(table.emptyCollector()) {}
        void read() {
            bytes = text.size();
            records.restart(text);
            error = reader->collect(records, rows, [] { return std::nullopt; });
        }

        const TableReader* reader;
        std::string text;
        std::size_t bytes = 0;
        CsvRecords records;
        RoleCollector rows;
        std::optional<Error> error;
    };

    RoleCollector emptyCollector() const {
        return {m_head.columns, m_roles, m_head.dialect.decimalComma};
    }

    std::optional<Error> collect(CsvRecords& records, RoleCollector& collector,
                                 const std::function<std::optional<Error>()>& tell) const {
        Rows rows(records, m_head);
        for (std::size_t row = 0;; ++row) {
            const auto more = rows.next();
            if (!more) return more.error();
            if (!more.value()) return std::nullopt;
            if (auto error = collector.take(rows.cells(), rows.line())) return error;
            if (row % kProgressRows != 0) continue;
            if (auto error = tell()) return error;
        }
    }

    std::optional<Error> merge(Block& block) {
        if (block.error) {
            block.error->line += m_lines;
            return block.error;
        }
        m_collector.append(block.rows, m_lines);
        m_lines += block.records.nextLine() - 1;
        m_bytes += block.bytes;
        expectRows();
        return std::nullopt;
    }

    /// Makes room for all rows once enough of them are known.
    void expectRows() {
        if (m_expects || m_bytes < kProbe || !m_source.size()) return;
        m_expects = true;
        constexpr double margin = 1.05;
        const double all = static_cast<double>(*m_source.size()) / static_cast<double>(m_bytes) *
                           static_cast<double>(m_collector.rows());
        m_collector.expectRows(static_cast<std::size_t>(margin * all));
    }

    ByteSource& m_source;
    const TableHead& m_head;
    const ColumnRoles& m_roles;
    const ReadObserver& m_observer;
    RoleCollector m_collector = emptyCollector();
    MemorySource m_noSource{{}};
    std::size_t m_lines = 0;  ///< of the text that was read
    std::size_t m_bytes = 0;  ///< the same
    bool m_expects = false;
};

/// Which columns of a file of labels hold them.
struct LabelChoice {
    std::vector<std::size_t> columns;  ///< one of labels, or several of zeros and ones
    bool arePositions = false;         ///< the user named several
};

Result<LabelChoice> labelChoice(const TableHead& head, const std::vector<std::string>& names,
                                const std::vector<RoleChoice>& asked) {
    LabelChoice choice;
    const ColumnIndex index(names);
    for (const RoleChoice& role : asked) {
        const auto column = index.find(role.column);
        if (role.role == ColumnRole::Label && column) choice.columns.push_back(*column);
    }
    choice.arePositions = choice.columns.size() > 1;
    if (!choice.columns.empty()) return choice;
    const auto named = std::ranges::find_if(
        names, [&](const auto& name) { return head.dialect.hasHeader && namesLabel(name); });
    if (named != names.end()) {
        choice.columns = {static_cast<std::size_t>(named - names.begin())};
    } else if (const auto only = onlyOtherColumn(head)) {
        choice.columns = {*only};
    } else {
        choice.columns = oneHotColumns(head);
    }
    if (!choice.columns.empty()) return choice;
    return Error{ErrorKind::Unclear, "none of the columns is called label: " + quotedList(names) +
                                         ". Name it: --column label=NAME"};
}

/// Adds the label that several columns of zeros and ones tell.
void addHotLabel(const LabelChoice& choice, const TableHead& head,
                 std::span<const std::string_view> cells, LabelColumn& labels) {
    const auto place = hotPlace(choice.columns, cells);
    if (!place) return labels.addMissing();
    if (choice.arePositions) return labels.addInteger(static_cast<std::int64_t>(*place));
    labels.add(head.columns[choice.columns[*place]].name);
}

}  // namespace

Result<RoleColumns> readCsv(ByteSource& source, const ReadOptions& options,
                            const ReadObserver& observer) {
    const auto read = tableHead(source, options.dialect);
    if (!read) return read.error();
    const TableHead& head = read.value();
    const auto roles = assignedRoles(head.columns, options, head.dialect.hasHeader);
    if (observer.preview) {
        observer.preview({head.format.empty() ? "text table" : head.format, head.dialect,
                          head.columns, roles ? roles.value() : ColumnRoles{}});
    }
    if (!roles) return roles.error();
    auto columns = TableReader(source, head, roles.value(), observer).read();
    if (columns) noteDialect(head, columns.value());
    return columns;
}

Result<LabelsOfRows> readCsvLabels(ByteSource& source, const ReadOptions& options,
                                   const ReadObserver& observer) {
    const auto read = tableHead(source, options.dialect);
    if (!read) return read.error();
    const TableHead& head = read.value();
    std::vector<std::string> names;
    for (const ColumnSample& column : head.columns)
        names.push_back(column.name);
    if (observer.labelColumns) observer.labelColumns(names);
    const auto made = labelChoice(head, names, options.columns);
    if (!made) return made.error();
    const LabelChoice& choice = made.value();
    LabelsOfRows out;
    out.arePositions = choice.arePositions;
    std::vector<std::size_t> rowNames;
    for (std::size_t c = 0; c < names.size() && rowNames.size() < kMostRowNames; ++c) {
        if (std::ranges::find(choice.columns, c) != choice.columns.end()) continue;
        rowNames.push_back(c);
        out.rowNames.push_back({names[c], {}});
    }
    CsvRecords records(source, head.dialect);
    if (auto error = passHeader(records, head)) return *error;
    Rows rows(records, head);
    for (std::size_t row = 0;; ++row) {
        const auto more = rows.next();
        if (!more) return more.error();
        if (!more.value()) return out;
        const auto cells = rows.cells();
        if (choice.columns.size() == 1) {
            out.labels.add(cells[choice.columns.front()]);
        } else {
            addHotLabel(choice, head, cells, out.labels);
        }
        for (std::size_t i = 0; i < rowNames.size(); ++i)
            out.rowNames[i].labels.add(cells[rowNames[i]]);
        if (row % kProgressRows != 0) continue;
        if (auto error = tellProgress(source, observer.progress)) return *error;
    }
}

}  // namespace diagonal
