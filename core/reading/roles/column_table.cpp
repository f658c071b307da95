// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/roles/column_table.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/text.h"
#include "core/reading/numbers/number_text.h"
#include "core/reading/roles/column_names.h"

namespace diagonal {
namespace {

/// Returns true for digits with separators: "2018-11-06", "12:30:05", "10.0.0.7",
/// "2018/11/06T12:30".
bool isDateOrAddress(std::string_view text) {
    constexpr std::string_view signs = "-/:.T ";
    std::size_t between = 0;
    for (std::size_t i = 1; i + 1 < text.size(); ++i)
        between += signs.find(text[i]) != std::string_view::npos;
    const bool isTime = between == 1 && text.find(':') != std::string_view::npos;
    return (between >= 2 || isTime) &&
           text.find_first_not_of("0123456789-/:.TZ ") == std::string_view::npos;
}

/// Parses and summarises the sampled cells; `decimalComma` gives the table's number format.
ColumnContent contentOf(const ColumnSample& column, bool decimalComma) {
    ColumnContent content;
    std::size_t numbers = 0;
    std::size_t broken = 0;
    std::size_t present = 0;
    content.integers = content.unitInterval = true;
    for (const std::string& cell : column.cells) {
        double& number = content.numbers.emplace_back(std::numeric_limits<double>::quiet_NaN());
        if (isMissing(cell)) continue;
        ++present;
        content.values.insert(canonicalLabel(cell, decimalComma));
        const NumberText read = numberIn(cell, decimalComma);
        broken += read.kind == NumberText::Kind::Junk && !isDateOrAddress(cell);
        if (read.kind != NumberText::Kind::Number && read.kind != NumberText::Kind::Percent) {
            continue;
        }
        ++numbers;
        number = read.value;
        content.integers = content.integers && std::trunc(read.value) == read.value;
        const double one = read.kind == NumberText::Kind::Percent ? 100 : 1;
        content.unitInterval = content.unitInterval && read.value >= 0 && read.value <= 1.001 * one;
    }
    // A number followed by junk counts as a number: it may be a damaged one.
    content.numeric = numbers + broken > 0 && (numbers + broken) * 10 >= present * 8;
    content.integers = content.integers && content.numeric;
    content.unitInterval = content.unitInterval && content.numeric;
    return content;
}

}  // namespace

bool ColumnContent::isYesOrNo() const {
    return values.size() == 2 &&
           std::ranges::all_of(values, [](const auto& value) { return truthValue(value) >= 0; });
}

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
