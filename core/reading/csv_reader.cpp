// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/csv_reader.h"

#include <optional>

#include "core/reading/column_names.h"
#include "core/reading/csv_records.h"
#include "core/reading/role_collector.h"
#include "core/reading/table_head.h"
#include "core/text.h"

namespace diagonal {
namespace {

constexpr std::size_t kProgressRows = 512;

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

/// Calls take(cells, line) for every row below the header, which gives an error where it cannot
/// go on. Gives that error, or that of a broken, ragged or cancelled read.
template <typename Take>
std::optional<Error> forEachRow(ByteSource& source, const TableHead& head,
                                const ProgressCallback& progress, Take take) {
    CsvRecords records(source, head.dialect);
    for (std::size_t i = 0; i < head.dialect.recordsBeforeRows(); ++i) {
        if (const auto header = records.next(); !header) return header.error();
    }
    std::vector<std::string_view> cells;
    for (std::size_t row = 0;; ++row) {
        const auto more = records.next();
        if (!more) return more.error();
        if (!more.value()) return std::nullopt;
        auto fields = records.fields();
        const std::size_t count = head.shape.fieldCount();
        // A delimiter at the end of each line makes no column.
        const bool closed = fields.size() == count + 1 && fields.back().empty();
        if (closed || (head.shape.passesOverRest() && fields.size() > count)) {
            fields = fields.first(count);
        }
        if (fields.size() != count) return ragged(fields.size(), head, records.line());
        if (auto problem = head.shape.apply(fields, cells)) {
            return Error{ErrorKind::Malformed, std::move(*problem), {}, records.line()};
        }
        if (auto error = take(std::span<const std::string_view>(cells), records.line())) {
            return error;
        }
        if (progress && row % kProgressRows == 0 &&
            !progress(source.consumed(), source.size().value_or(0))) {
            return Error{ErrorKind::Cancelled, "cancelled"};
        }
    }
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
    RoleCollector collector(head.columns, roles.value(), head.dialect.decimalComma);
    const auto take = [&](std::span<const std::string_view> cells, std::size_t line) {
        return collector.take(cells, line);
    };
    if (auto error = forEachRow(source, head, observer.progress, take)) return *error;
    RoleColumns columns = std::move(collector).finish();
    noteDialect(head, columns);
    return columns;
}

Result<LabelsOfRows> readCsvLabels(ByteSource& source, const ReadOptions& options,
                                   const ProgressCallback& progress) {
    auto read = tableHead(source, options.dialect);
    if (!read) return read.error();
    TableHead& head = read.value();
    std::vector<std::string> names;
    std::optional<std::size_t> chosen;
    for (const ColumnSample& column : head.columns) {
        if (!chosen && head.dialect.hasHeader && namesLabel(column.name)) {
            chosen = names.size();
        }
        names.push_back(column.name);
    }
    const ColumnIndex index(names);
    for (const RoleChoice& choice : options.columns) {
        const auto column = index.find(choice.column);
        if (choice.role == ColumnRole::Label && column) chosen = column;
    }
    if (!chosen && names.size() == 1) chosen = 0;
    if (!chosen) {
        return Error{ErrorKind::Unclear, "none of the columns is called label: " +
                                             quotedList(names) + ". Name it: --column label=NAME"};
    }
    LabelsOfRows out;
    std::vector<std::size_t> rowNames;
    for (std::size_t c = 0; c < names.size(); ++c) {
        if (c == *chosen || !head.dialect.hasHeader || names[c].empty() || !namesRow(names[c])) {
            continue;
        }
        rowNames.push_back(c);
        out.rowNames.push_back({names[c], {}});
    }
    const auto take = [&](std::span<const std::string_view> cells,
                          std::size_t) -> std::optional<Error> {
        out.labels.add(cells[*chosen]);
        for (std::size_t i = 0; i < rowNames.size(); ++i)
            out.rowNames[i].labels.add(cells[rowNames[i]]);
        return std::nullopt;
    };
    if (auto error = forEachRow(source, head, progress, take)) return *error;
    return out;
}

}  // namespace diagonal
