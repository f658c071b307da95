// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/tables/layouts/plain_layout.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/reading/numbers/number_text.h"
#include "core/reading/roles/column_names.h"
#include "core/reading/tables/layouts/orange_layout.h"

namespace diagonal {
namespace {

/// Returns the shape of a field: a list with its number of items, or plain.
FieldShape fieldShape(const std::vector<TextRecord>& records, std::size_t first,
                      std::size_t field) {
    std::optional<std::size_t> width;
    bool equal = true;
    bool numbers = true;
    for (std::size_t r = first; r < records.size(); ++r) {
        if (field >= records[r].size() || isMissing(records[r][field])) continue;
        const auto items = listItems(records[r][field]);
        if (!items) return {};
        if (!width) width = items->size();
        equal = equal && items->size() == *width;
        numbers = numbers && std::ranges::all_of(*items, [](std::string_view item) {
                      return item == "..." || parsedDouble(item).has_value();
                  });
    }
    // Words in brackets may be a sentence. Numbers are a list; one of another length is an error.
    if (!width || *width < 2 || (!equal && !numbers)) return {};
    return {FieldShape::Kind::List, *width};
}

}  // namespace

TableLayout plainLayout(const std::vector<TextRecord>& records, const CsvDialect& dialect) {
    TableLayout layout;
    layout.headerRecords = dialect.hasHeader ? 1 : 0;
    TextRecord header = records.front();
    // R's write.table gives the column of row names no name.
    const bool rowNames = dialect.hasHeader && records.size() > 1 &&
                          records[1].size() == header.size() + 1 && !records[1].back().empty();
    if (rowNames) header.insert(header.begin(), "");
    const std::size_t count = header.size();
    std::vector<FieldShape> fields(count);
    const auto nameOf = [&](std::size_t f) {
        return dialect.hasHeader ? header[f] : std::to_string(f + 1);
    };
    std::size_t unnamedLists = 0;
    for (std::size_t f = 0; f < count; ++f) {
        fields[f] = fieldShape(records, layout.headerRecords, f);
        const bool isList = fields[f].kind == FieldShape::Kind::List;
        unnamedLists += isList && scoreFamily(nameOf(f)) == "score" ? 1U : 0U;
    }
    for (std::size_t f = 0; f < count; ++f) {
        const std::string name = nameOf(f);
        if (fields[f].kind != FieldShape::Kind::List) {
            layout.names.push_back(name);
            continue;
        }
        for (std::size_t k = 0; k < fields[f].width; ++k)
            layout.names.push_back(scoreFamily(name, unnamedLists > 1) + "_" + std::to_string(k));
    }
    layout.names = distinctNames(std::move(layout.names));
    layout.shape = RecordShape(std::move(fields));
    if (dialect.hasHeader) dropOrangePrefixes(layout);
    return layout;
}

}  // namespace diagonal
