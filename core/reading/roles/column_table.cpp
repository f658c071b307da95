// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/roles/column_table.h"

#include "core/base/text.h"
#include "core/reading/roles/column_names.h"

namespace diagonal {

ColumnIndex::ColumnIndex(const std::vector<std::string>& names) {
    for (const std::string& name : names)
        m_places.emplace(name, m_count++);
}

std::optional<std::size_t> ColumnIndex::named(const std::string& name) const {
    const auto found = m_places.find(name);
    return found == m_places.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::size_t> ColumnIndex::find(const std::string& text) const {
    if (const auto exact = named(text)) return exact;
    const auto number = parsedInteger(text);
    if (!number || *number < 1 || static_cast<std::size_t>(*number) > m_count) return std::nullopt;
    return static_cast<std::size_t>(*number - 1);
}

ColumnTable::ColumnTable(const std::vector<ColumnSample>& columns, bool hasHeader_,
                         bool decimalComma)
    : samples(columns),
      names(columnNames(columns)),
      index(names),
      taken(columns.size()),
      hasHeader(hasHeader_) {
    for (std::size_t c = 0; c < columns.size(); ++c) {
        contents.push_back(contentOf(columns[c], decimalComma));
        words.push_back(snakeName(names[c]));
        if (contents[c].isFractions() && namesPredictionOf(names[c])) predictions.push_back(c);
    }
}

}  // namespace diagonal
