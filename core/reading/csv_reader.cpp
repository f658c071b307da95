// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/csv_reader.h"

#include <optional>

#include "core/reading/column_names.h"
#include "core/reading/csv_records.h"
#include "core/reading/role_collector.h"
#include "core/text.h"

namespace diagonal {
namespace {

constexpr std::size_t kProgressRows = 512;

Error ragged(std::size_t fields, const CsvHead& head, std::size_t line) {
    return Error{ErrorKind::Malformed,
                 "this record has " + counted(fields, "field") + ", not " +
                     groupedDigits(head.columns.size()) +
                     " as the first. Complete it, or quote the field that holds a " +
                     delimiterName(head.dialect.delimiter),
                 {},
                 line};
}

void noteDialect(const CsvDialect& dialect, RoleColumns& columns) {
    columns.assumptions.push_back({"delimiter", delimiterName(dialect.delimiter)});
    if (dialect.decimalComma) columns.assumptions.push_back({"decimal", "comma"});
    if (!dialect.hasHeader) columns.assumptions.push_back({"header", "none"});
}

/// Calls take(records) for every record below the header, which gives an error where it cannot
/// go on. Gives that error, or that of a broken or cancelled read.
template <typename Take>
std::optional<Error> forEachRow(ByteSource& source, const CsvDialect& dialect,
                                const ProgressCallback& progress, Take take) {
    CsvRecords records(source, dialect);
    if (dialect.hasHeader) {
        if (const auto header = records.next(); !header) return header.error();
    }
    for (std::size_t row = 0;; ++row) {
        const auto more = records.next();
        if (!more) return more.error();
        if (!more.value()) return std::nullopt;
        if (auto error = take(records)) return error;
        if (progress && row % kProgressRows == 0 &&
            !progress(source.consumed(), source.size().value_or(0))) {
            return Error{ErrorKind::Cancelled, "cancelled"};
        }
    }
}

}  // namespace

Result<RoleColumns> readCsv(ByteSource& source, const ReadOptions& options,
                            const ProgressCallback& progress) {
    const auto head = csvHead(source);
    if (!head) return head.error();
    const auto roles =
        assignedRoles(head.value().columns, options.columns, head.value().dialect.hasHeader);
    if (!roles) return roles.error();
    RoleCollector collector(head.value().columns, roles.value(), head.value().dialect.decimalComma);
    const auto take = [&](const CsvRecords& records) -> std::optional<Error> {
        auto fields = records.fields();
        const std::size_t columns = head.value().columns.size();
        // A delimiter at the end of each line makes no column.
        if (fields.size() == columns + 1 && fields.back().empty()) fields = fields.first(columns);
        if (fields.size() != columns) return ragged(fields.size(), head.value(), records.line());
        return collector.take(fields, records.line());
    };
    if (auto error = forEachRow(source, head.value().dialect, progress, take)) return *error;
    RoleColumns columns = std::move(collector).finish();
    noteDialect(head.value().dialect, columns);
    return columns;
}

Result<LabelColumn> readCsvLabels(ByteSource& source, const ReadOptions& options,
                                  const ProgressCallback& progress) {
    const auto head = csvHead(source);
    if (!head) return head.error();
    std::vector<std::string> names;
    std::optional<std::size_t> chosen;
    for (const ColumnSample& column : head.value().columns) {
        if (!chosen && head.value().dialect.hasHeader && namesLabel(column.name)) {
            chosen = names.size();
        }
        names.push_back(column.name);
    }
    for (const RoleChoice& choice : options.columns) {
        const auto column = chosenColumn(names, choice.column);
        if (choice.role == ColumnRole::Label && column) chosen = column;
    }
    if (!chosen && names.size() == 1) chosen = 0;
    if (!chosen) {
        return Error{ErrorKind::Unclear, "none of the columns is called label: " +
                                             quotedList(names) + ". Name it: --column label=NAME"};
    }
    LabelColumn labels;
    const auto take = [&](const CsvRecords& records) -> std::optional<Error> {
        if (records.fields().size() <= *chosen) {
            return Error{ErrorKind::Malformed,
                         "this record has only " + counted(records.fields().size(), "field"),
                         {},
                         records.line()};
        }
        labels.add(records.fields()[*chosen]);
        return std::nullopt;
    };
    if (auto error = forEachRow(source, head.value().dialect, progress, take)) return *error;
    return labels;
}

}  // namespace diagonal
