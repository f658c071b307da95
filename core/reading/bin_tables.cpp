// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/bin_tables.h"

#include <algorithm>
#include <utility>

#include "core/base/text.h"
#include "core/reading/bins/bin_lists.h"

namespace diagonal {
namespace {

constexpr std::size_t kMostBytes = std::size_t{1} << 20;

}  // namespace

bool mayHoldBins(ByteSource& source, const ReadOptions& options) {
    if (!options.columns.empty()) return false;
    if (source.size()) return *source.size() <= kMostBytes;
    const auto bytes = source.peek(kMostBytes + 1);
    return bytes && bytes.value().size() <= kMostBytes;
}

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

std::optional<BinTexts> binTableInJson(ByteSource& source) {
    const auto text = source.peek(kMostBytes);
    return text ? binTableInJson(text.value()) : std::nullopt;
}

std::optional<BinTexts> binTableInArrays(const std::vector<NamedArray>& arrays) {
    std::vector<std::pair<std::string, std::vector<std::string>>> lists;
    for (const NamedArray& named : arrays) {
        if (named.array.dimensions() > 1 || isOfRows(named.key)) return std::nullopt;
        if (named.array.dimensions() != 1) continue;
        auto& [name, texts] = lists.emplace_back(named.key, std::vector<std::string>());
        for (std::size_t i = 0; i < named.array.rows(); ++i)
            texts.push_back(named.array.textAt(i));
    }
    return tableOfColumns(std::move(lists));
}

}  // namespace diagonal
