// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/bin_tables.h"

#include <utility>

#include "core/base/text.h"
#include "core/reading/bins/bin_lists.h"
#include "core/reading/cells/cell_reader.h"
#include "core/reading/file_formats.h"
#include "core/reading/tables/table_head.h"

namespace diagonal {
namespace {

constexpr std::size_t kMostBytes = std::size_t{1} << 20;

/// Returns the texts of columns that were read as groups; numbers with a decimal point.
BinTexts tableOfTexts(const RoleColumns& columns) {
    BinTexts table;
    const std::size_t rows = columns.groups.empty() ? 0 : columns.groups.front().labels.size();
    table.rows.resize(rows);
    for (const NamedLabels& column : columns.groups) {
        table.names.push_back(column.name);
        for (std::size_t row = 0; row < rows; ++row) {
            const std::int32_t code = column.labels.codes()[row];
            if (code < 0) {
                table.rows[row].emplace_back();
                continue;
            }
            const auto place = static_cast<std::size_t>(code);
            const std::string& text = column.labels.values()[place];
            const auto number = column.labels.number(place);
            const bool isPlain = !number || text.find(',') == std::string::npos;
            table.rows[row].push_back(isPlain ? text : shortest(*number));
        }
    }
    for (std::size_t row = 0; row < rows; ++row)
        table.lines.push_back(columns.places.of(row));
    return table;
}

/// Returns the first rows of a text table.
BinTexts sampleOf(const TableHead& head) {
    BinTexts table;
    table.names = columnNames(head.columns);
    for (const ColumnSample& column : head.columns) {
        table.rows.resize(std::max(table.rows.size(), column.cells.size()));
        for (std::size_t row = 0; row < column.cells.size(); ++row)
            table.rows[row].push_back(column.cells[row]);
    }
    for (auto& row : table.rows)
        row.resize(table.names.size());
    return table;
}

Result<std::optional<BinTexts>> tableInText(OpenedFile& file, const ReadOptions& options,
                                            const ReadObserver& observer) {
    const auto head = tableHead(*file.source, options.dialect);
    if (!head || !isBinTable(sampleOf(head.value()))) return std::optional<BinTexts>();
    const FileFormat& format = formatOf(file.container);
    auto columns = format.readColumns(
        format, *file.source, asTextColumns(columnNames(head.value().columns), options),
        {.progress = observer.progress, .parallelFor = observer.parallelFor});
    if (!columns) return columns.error();
    return std::optional(tableOfTexts(columns.value()));
}

std::optional<BinTexts> tableInArrays(OpenedFile& file) {
    const FileFormat& format = formatOf(file.container);
    const auto bytes = file.source->peek(kMostBytes);
    if (!bytes) return std::nullopt;
    const std::string copy(bytes.value());
    MemorySource source(copy);
    const auto arrays = format.readArrays(source, {}, {});
    if (!arrays) return std::nullopt;
    std::vector<std::pair<std::string, std::vector<std::string>>> lists;
    for (const NamedArray& named : arrays.value()) {
        if (named.array.dimensions() > 1 || isOfRows(named.key)) return std::nullopt;
        if (named.array.dimensions() != 1) continue;
        auto& [name, texts] = lists.emplace_back(named.key, std::vector<std::string>());
        for (std::size_t i = 0; i < named.array.rows(); ++i)
            texts.push_back(named.array.textAt(i));
    }
    return tableOfColumns(std::move(lists));
}

}  // namespace

Result<std::optional<BinTexts>> binTableIn(OpenedFile& file, const ReadOptions& options,
                                           const ReadObserver& observer) {
    const auto none = std::optional<BinTexts>();
    const bool isLarge = file.source->size() && *file.source->size() > kMostBytes;
    if (isLarge || !options.columns.empty()) return none;
    if (file.container == Container::Zip || file.container == Container::Safetensors)
        return tableInArrays(file);
    if (!isText(file.container)) return none;
    const auto text = file.source->peek(kMostBytes + 1);
    if (!text || text.value().size() > kMostBytes) return none;
    if (file.container == Container::Json) return binTableInJson(text.value());
    return tableInText(file, options, observer);
}

}  // namespace diagonal
