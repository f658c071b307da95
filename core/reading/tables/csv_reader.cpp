// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/tables/csv_reader.h"

#include <algorithm>
#include <functional>

#include "core/base/text.h"
#include "core/reading/bytes/text_blocks.h"
#include "core/reading/roles/role_collector.h"
#include "core/reading/tables/csv_records.h"
#include "core/reading/tables/table_head.h"
#include "core/reading/tables/table_rows.h"

namespace diagonal {
namespace {

constexpr std::size_t kRowsBetween = 16;  ///< rows read before the next search for plain rows
constexpr std::size_t kProbe = std::size_t{1} << 24;

void noteDialect(const TableHead& head, RoleColumns& columns) {
    if (!head.format.empty()) columns.assumptions.push_back({"format", head.format});
    columns.assumptions.push_back({"delimiter", delimiterName(head.dialect.delimiter), true});
    if (head.dialect.decimalComma) columns.assumptions.push_back({"decimal", "comma", true});
    if (!head.dialect.hasHeader && head.format.empty()) {
        columns.assumptions.push_back({"header", "none"});
    }
}

/// Reads the rows of a table, several blocks at a time.
class TableReader {
public:
    TableReader(ByteSource& source, const TableHead& head, const ColumnRoles& roles,
                const ReadObserver& observer)
        : m_source(source), m_head(head), m_roles(roles), m_observer(observer) {}

    Result<RoleColumns> read() {
        CsvRecords records(m_source, m_head.dialect);
        TableRows rows(records, m_head);
        if (auto done = rows.skipHeader(); !done) return done.error();
        const auto more = rows.next();
        if (!more) return more.error();
        if (!more.value()) return std::move(m_collector).finish();
        if (auto done = m_collector.take(rows.cells(), rows.line()); !done) return done.error();
        if (auto done = reportProgress(m_source, m_observer.progress); !done) return done.error();
        if (auto done = readWholeLines(records); !done) return done.error();
        const auto tell = [this] {
            m_bytes = m_source.consumed();
            expectRows();
            return reportProgress(m_source, m_observer.progress);
        };
        if (auto done = collectRows(rows, m_collector, tell); !done) return done.error();
        return std::move(m_collector).finish();
    }

private:
    struct Block {
        explicit Block(TableReader& table)
            : head(&table.m_head),
              records(table.m_noSource, table.m_head.dialect),
              collector(table.emptyCollector()) {}
        void read() {
            bytes = text.size();
            records.restart(text);
            TableRows rows(records, *head);
            outcome = collectRows(rows, collector, [] { return Result<void>(); });
        }
        std::size_t lines() const { return records.nextLine() - 1; }

        const TableHead* head;
        std::string text;
        std::size_t bytes = 0;
        CsvRecords records;
        RoleCollector collector;
        Result<void> outcome;
    };

    RoleCollector emptyCollector() const {
        return {m_head.columns, m_roles, m_head.dialect.decimalComma};
    }

    /// Reads the lines after the record, as long as they form blocks.
    Result<void> readWholeLines(CsvRecords& records) {
        records.putBackRest();
        std::size_t lines = records.nextLine() - 1;
        m_bytes = m_source.consumed();
        const auto cut = BlockCut::ofLines(m_bytes / records.line(), m_head.dialect.quote);
        auto done = readBlocks<Block>(
            m_source, cut, m_observer, lines, [this] { return Block(*this); },
            [this](Block& block, std::size_t before) {
                m_collector.append(block.collector, before);
                m_bytes += block.bytes;
                expectRows();
            });
        records.advanceLines(lines + 1 - records.nextLine());
        return done;
    }

    static Result<void> collectRows(TableRows& rows, RoleCollector& collector,
                                    const std::function<Result<void>()>& tell) {
        for (;;) {
            if (auto done = collector.take(rows.plainRows()); !done) return done;
            for (std::size_t row = 0; row < kRowsBetween; ++row) {
                const auto more = rows.next();
                if (!more) return more.error();
                if (!more.value()) return {};
                if (auto done = collector.take(rows.cells(), rows.line()); !done) return done;
            }
            if (auto done = tell(); !done) return done;
        }
    }

    /// Reserves memory for all rows once their number can be estimated.
    void expectRows() {
        if (m_expects || !m_source.size()) return;
        if (m_bytes < std::min(kProbe, *m_source.size() / 16)) return;
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
    std::size_t m_bytes = 0;  ///< size of the rows read so far
    bool m_expects = false;
};

}  // namespace

Result<RoleColumns> readCsv(ByteSource& source, const TableHead& head, const ReadOptions& options,
                            const ReadObserver& observer) {
    const auto roles =
        assignedRoles(head.columns, options, head.dialect.hasHeader, head.dialect.decimalComma);
    if (observer.preview) {
        observer.preview({head.format.empty() ? "text table" : head.format, head.dialect,
                          head.columns, roles ? roles.value() : ColumnRoles{}});
    }
    if (!roles) return roles.error();
    auto columns = TableReader(source, head, roles.value(), observer).read();
    if (columns) noteDialect(head, columns.value());
    return columns;
}

}  // namespace diagonal
