// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/tables/layouts/libsvm_layout.h"

#include <algorithm>

#include "core/base/text.h"

namespace diagonal {

std::optional<TableLayout> libsvmLayout(const std::vector<TextRecord>& records,
                                        const CsvDialect& dialect) {
    const TextRecord& header = records.front();
    if (dialect.delimiter != ' ' || header.front() != "labels" || header.size() < 3 ||
        records.size() < 2 || records[1].size() != header.size()) {
        return std::nullopt;
    }
    TableLayout layout;
    layout.format = "libsvm's predictions";
    layout.names.push_back("predicted");
    for (std::size_t f = 1; f < header.size(); ++f)
        layout.names.push_back("prob_" + header[f]);
    layout.names = distinctNames(layout.names);
    layout.shape = RecordShape(std::vector<FieldShape>(header.size()));
    return layout;
}

std::optional<TableLayout> libsvmData(const std::vector<TextRecord>& records,
                                      const CsvDialect& dialect) {
    const TextRecord& first = records.front();
    if (dialect.delimiter != ' ' || first.size() < 2 || !parsedDouble(first.front())) {
        return std::nullopt;
    }
    const bool pairs = std::all_of(first.begin() + 1, first.end(), [](const std::string& field) {
        const auto pair = numberedClass(field);
        return pair && parsedDouble(pair->name);
    });
    if (!pairs) return std::nullopt;
    TableLayout layout;
    layout.format = "libsvm data";
    layout.names = {"label"};
    layout.headerRecords = 0;
    layout.shape = RecordShape::firstOf(1);
    return layout;
}

}  // namespace diagonal
