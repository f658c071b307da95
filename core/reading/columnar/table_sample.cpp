// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/columnar/table_sample.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "core/reading/roles/column_names.h"

namespace diagonal {
namespace {

constexpr std::size_t kSampledRows = 200;
constexpr std::size_t kFewestRows = 20;  ///< of lists, if they hold kEnoughItems
constexpr std::size_t kEnoughItems = 50'000;
constexpr std::size_t kLongTexts = std::size_t{1} << 22;  ///< bytes to decompress for a first look

/// First rows of one column of the file.
struct ColumnHead {
    std::vector<std::string> cells = {};
    ColumnValues lists = {};  ///< of a column of lists
    std::optional<Error> error = {};
};

/// Reads up to kSampledRows rows; fewer of long lists.
ColumnHead headOf(const ColumnarFile& file, std::size_t c) {
    const ColumnarColumn& column = file.columns()[c];
    ColumnHead head;
    if (!column.unreadable.empty()) {
        head.error = unsupported("this column " + column.unreadable +
                                     ", which cannot be read. Save it as plain numbers or text",
                                 column.name);
    }
    if (head.error || (column.isList && column.isText)) return head;
    std::size_t rows = 0;
    const auto stop = [&](const Error& error) {
        ColumnHead none;
        none.error = error;
        none.error->key = column.name;
        return none;
    };
    for (std::size_t g = 0; g < file.groups().size() && rows < kSampledRows; ++g) {
        const std::size_t count = std::min(file.groups()[g], kSampledRows - rows);
        if (count == 0) continue;
        const auto cells = file.cells(c, g);
        if (!cells) return stop(cells.error());
        if (column.isText) {
            const auto bytes = cells.value()->bytesAhead();
            if (!bytes) return stop(bytes.error());
            if (bytes.value() > kLongTexts) return {};
            const auto done =
                cells.value()->readTexts(count, [&](std::optional<std::string_view> text) {
                    head.cells.emplace_back(text.value_or(""));
                });
            if (!done) return stop(done.error());
            rows += count;
            continue;
        }
        ColumnValues values;
        for (std::size_t row = 0; row < count; row += kFewestRows) {
            ColumnValues& to = column.isList ? head.lists : values;
            const auto done = cells.value()->read(std::min(kFewestRows, count - row), to);
            if (!done) return stop(done.error());
            if (column.isList && to.size() >= kEnoughItems) return head;
        }
        for (std::size_t i = 0; i < values.size(); ++i)
            head.cells.push_back(textAt(values, column.format, i));
        rows += count;
    }
    return head;
}

/// Returns the most frequent length of the lists that are neither null nor empty; 0 without any.
std::size_t usualSize(const std::vector<std::int64_t>& sizes) {
    std::map<std::int64_t, std::size_t> counts;
    for (const std::int64_t size : sizes) {
        if (size > 0) ++counts[size];
    }
    const auto most = std::ranges::max_element(counts, {}, [](const auto& c) { return c.second; });
    return most == counts.end() ? 0 : static_cast<std::size_t>(most->first);
}

bool holdsFractions(const ColumnarColumn& column, const ColumnHead& head) {
    return column.isList && !std::holds_alternative<std::vector<std::int64_t>>(head.lists.values) &&
           !column.isText;
}

/// Appends a column for each item of a list.
void addItems(const ColumnarColumn& column, std::size_t c, const std::string& stem,
              const ColumnHead& head, TableSample& sample) {
    const std::size_t size = usualSize(head.lists.sizes);
    const std::size_t first = sample.columns.size();
    for (std::size_t k = 0; k < size; ++k) {
        sample.columns.push_back({size == 1 ? column.name : stem + "_" + std::to_string(k), {}});
        sample.places.push_back({c, k, size});
    }
    std::size_t begin = 0;
    for (const std::int64_t length : head.lists.sizes) {
        const std::size_t items = length < 0 ? 0 : static_cast<std::size_t>(length);
        for (std::size_t k = 0; k < size; ++k) {
            sample.columns[first + k].cells.push_back(
                k < items ? textAt(head.lists, column.format, begin + k) : std::string());
        }
        begin += items;
    }
}

}  // namespace

TableSample sampled(const ColumnarFile& file, const ParallelFor& parallelFor) {
    const auto& columns = file.columns();
    std::vector<ColumnHead> heads(columns.size());
    parallelFor(columns.size(), [&](std::size_t c) { heads[c] = headOf(file, c); });
    TableSample sample;
    std::size_t fractions = 0;  // lists of numbers that are not all whole
    for (std::size_t c = 0; c < columns.size(); ++c) {
        sample.fileColumns.push_back(columns[c].name);
        sample.errors.push_back(std::move(heads[c].error));
        fractions += holdsFractions(columns[c], heads[c]) && !heads[c].lists.sizes.empty();
    }
    for (std::size_t c = 0; c < columns.size(); ++c) {
        if (!columns[c].isList) {
            sample.columns.push_back({columns[c].name, std::move(heads[c].cells)});
            sample.places.push_back({c, 0, 0});
            continue;
        }
        // The only list of fractions holds scores, whatever it is called.
        const std::string leaf = leafName(columns[c].name);
        const bool isFamily = familyName(leaf + "_0").has_value();
        const bool only = fractions == 1 && holdsFractions(columns[c], heads[c]);
        addItems(columns[c], c,
                 isFamily ? leaf
                 : only   ? scoreFamily(leaf)
                          : columns[c].name,
                 heads[c], sample);
    }
    return sample;
}

ReadOptions withItemsOfLists(ReadOptions options, const TableSample& sample) {
    std::vector<RoleChoice> choices;
    for (const RoleChoice& choice : options.columns) {
        const auto found = std::ranges::find(sample.fileColumns, choice.column);
        const auto column = static_cast<std::size_t>(found - sample.fileColumns.begin());
        const std::size_t before = choices.size();
        for (std::size_t c = 0; c < sample.columns.size(); ++c) {
            const CellPlace& place = sample.places[c];
            if (found == sample.fileColumns.end() || place.column != column || place.listSize < 2)
                continue;
            choices.push_back({choice.role, sample.columns[c].name});
        }
        if (choices.size() == before) choices.push_back(choice);
    }
    options.columns = std::move(choices);
    return options;
}

}  // namespace diagonal
