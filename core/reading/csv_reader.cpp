// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/csv_reader.h"

#include <algorithm>
#include <optional>

#include "core/reading/column_names.h"
#include "core/reading/csv_records.h"
#include "core/reading/number_text.h"
#include "core/reading/role_collector.h"
#include "core/reading/table_head.h"
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

/// How many rows a source holds, a little more rather than less, by how many those bytes held that
/// are read already.
std::size_t expectedRows(const ByteSource& source, std::size_t rows) {
    constexpr double margin = 1.05;
    return static_cast<std::size_t>(margin * static_cast<double>(rows) *
                                    static_cast<double>(*source.size()) /
                                    static_cast<double>(source.consumed()));
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
        if (!head.shape.isPlain()) {
            if (auto problem = head.shape.apply(fields, cells)) {
                return Error{ErrorKind::Malformed, std::move(*problem), {}, records.line()};
            }
            fields = cells;
        }
        if (auto error = take(fields, records.line())) return error;
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
    std::size_t rows = 0;
    bool probing = source.size().value_or(0) > kProbe;
    const auto take = [&](std::span<const std::string_view> cells, std::size_t line) {
        ++rows;
        if (probing && source.consumed() >= kProbe) {
            probing = false;
            collector.expectRows(expectedRows(source, rows));
        }
        return collector.take(cells, line);
    };
    if (auto error = forEachRow(source, head, observer.progress, take)) return *error;
    RoleColumns columns = std::move(collector).finish();
    noteDialect(head, columns);
    return columns;
}

Result<LabelsOfRows> readCsvLabels(ByteSource& source, const ReadOptions& options,
                                   const ReadObserver& observer) {
    auto read = tableHead(source, options.dialect);
    if (!read) return read.error();
    TableHead& head = read.value();
    std::vector<std::string> names;
    std::optional<std::size_t> chosen;
    for (const ColumnSample& column : head.columns) {
        if (!chosen && head.dialect.hasHeader && namesLabel(column.name)) chosen = names.size();
        names.push_back(column.name);
    }
    if (observer.labelColumns) observer.labelColumns(names);
    std::vector<std::size_t> choices;
    const ColumnIndex index(names);
    for (const RoleChoice& choice : options.columns) {
        const auto column = index.find(choice.column);
        if (choice.role == ColumnRole::Label && column) choices.push_back(*column);
    }
    if (choices.size() == 1) chosen = choices.front();
    if (choices.size() > 1) chosen.reset();
    if (!chosen && choices.empty()) chosen = onlyOtherColumn(head);
    const auto hot = chosen            ? std::vector<std::size_t>()
                     : choices.empty() ? oneHotColumns(head)
                                       : choices;
    if (!chosen && hot.empty()) {
        return Error{ErrorKind::Unclear, "none of the columns is called label: " +
                                             quotedList(names) + ". Name it: --column label=NAME"};
    }
    LabelsOfRows out;
    out.arePositions = choices.size() > 1;
    std::vector<std::size_t> rowNames;
    for (std::size_t c = 0; c < names.size(); ++c) {
        const bool isHot = std::ranges::find(hot, c) != hot.end();
        if (c == chosen || isHot || rowNames.size() >= kMostRowNames) continue;
        rowNames.push_back(c);
        out.rowNames.push_back({names[c], {}});
    }
    const auto take = [&](std::span<const std::string_view> cells,
                          std::size_t) -> std::optional<Error> {
        if (chosen) {
            out.labels.add(cells[*chosen]);
        } else {
            const auto place = hotPlace(hot, cells);
            if (!place) {
                out.labels.addMissing();
            } else if (out.arePositions) {
                out.labels.addInteger(static_cast<std::int64_t>(*place));
            } else {
                out.labels.add(head.columns[hot[*place]].name);
            }
        }
        for (std::size_t i = 0; i < rowNames.size(); ++i)
            out.rowNames[i].labels.add(cells[rowNames[i]]);
        return std::nullopt;
    };
    if (auto error = forEachRow(source, head, observer.progress, take)) return *error;
    return out;
}

}  // namespace diagonal
