// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/tables/csv_labels.h"

#include <algorithm>
#include <optional>

#include "core/base/text.h"
#include "core/reading/bytes/text_blocks.h"
#include "core/reading/numbers/number_text.h"
#include "core/reading/roles/column_names.h"
#include "core/reading/roles/column_table.h"
#include "core/reading/tables/table_rows.h"

namespace diagonal {
namespace {

constexpr std::size_t kLabelsBetween = 512;
constexpr std::size_t kMostLabelKeys = 4;

/// Returns the only column that does not name rows.
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

/// Returns the columns of zeros and ones, named after classes, if exactly one holds 1 in each
/// sampled row.
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

/// Returns the index in `columns` of the only column that holds 1.
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

/// Label columns of a file of labels.
struct LabelChoice {
    std::vector<std::size_t> columns;  ///< one column of labels, or several of zeros and ones
    bool arePositions = false;         ///< the user named several: a label is an index into them
};

Result<LabelChoice> labelChoice(const TableHead& head, const std::vector<std::string>& names,
                                const std::vector<RoleChoice>& asked) {
    LabelChoice choice;
    const ColumnIndex index(names);
    for (const RoleChoice& role : asked) {
        const auto column = index.find(role.column);
        if (role.role == ColumnRole::Label && column) choice.columns.push_back(*column);
    }
    choice.arePositions = choice.columns.size() > 1;
    if (!choice.columns.empty()) return choice;
    const auto named = std::ranges::find_if(
        names, [&](const auto& name) { return head.dialect.hasHeader && namesLabel(name); });
    if (named != names.end()) {
        choice.columns = {static_cast<std::size_t>(named - names.begin())};
    } else if (const auto only = onlyOtherColumn(head)) {
        choice.columns = {*only};
    } else {
        choice.columns = oneHotColumns(head);
    }
    if (!choice.columns.empty()) return choice;
    return unclear("none of the columns is called label: " + quotedChoices(names),
                   {nameColumn("label")});
}

/// Adds the label given by several columns of zeros and ones.
void addHotLabel(const LabelChoice& choice, const TableHead& head,
                 std::span<const std::string_view> cells, LabelColumn& labels) {
    const auto place = hotPlace(choice.columns, cells);
    if (!place) return labels.addMissing();
    if (choice.arePositions) return labels.add(std::to_string(*place));
    labels.add(head.columns[choice.columns[*place]].name);
}

}  // namespace

Result<LabelsOfRows> readCsvLabels(ByteSource& source, const ReadOptions& options,
                                   const ReadObserver& observer) {
    const auto read = tableHead(source, options.dialect);
    if (!read) return read.error();
    const TableHead& head = read.value();
    const std::vector<std::string> names = columnNames(head.columns);
    if (observer.labelColumns) observer.labelColumns(names);
    const auto made = labelChoice(head, names, options.columns);
    if (!made) return made.error();
    const LabelChoice& choice = made.value();
    LabelsOfRows out;
    out.labels.keepNone();
    out.labels.setDecimalComma(head.dialect.decimalComma);
    out.arePositions = choice.arePositions;
    std::vector<std::size_t> rowNames;
    for (std::size_t c = 0; c < names.size() && rowNames.size() < kMostLabelKeys; ++c) {
        if (std::ranges::find(choice.columns, c) != choice.columns.end()) continue;
        rowNames.push_back(c);
        out.rowNames.push_back({names[c], {}});
    }
    CsvRecords records(source, head.dialect);
    TableRows rows(records, head);
    if (auto done = rows.skipHeader(); !done) return done.error();
    for (std::size_t row = 0;; ++row) {
        const auto more = rows.next();
        if (!more) return more.error();
        if (!more.value()) return out;
        const auto cells = rows.cells();
        if (row == 0 && names.size() == 1 && !head.dialect.hasHeader)
            out.mayBeginWithHeader = cells.front() == "0";
        if (choice.columns.size() == 1) {
            out.labels.add(cells[choice.columns.front()]);
        } else {
            addHotLabel(choice, head, cells, out.labels);
        }
        for (std::size_t i = 0; i < rowNames.size(); ++i)
            out.rowNames[i].labels.add(cells[rowNames[i]]);
        if (row % kLabelsBetween != 0) continue;
        if (auto done = reportProgress(source, observer.progress); !done) return done.error();
    }
}

}  // namespace diagonal
