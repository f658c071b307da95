// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/columnar/role_table.h"

#include <algorithm>

#include "core/base/text.h"

namespace diagonal {
namespace {

constexpr std::size_t kTasksBetween = 8;  ///< between two reports of progress

/// Calls use(text) with the text of each of the next `rows` cells of a place; a null is nullopt.
/// Errors: those of CellReader; Malformed for a list of another length, with its row.
Result<void> eachText(CellReader& cells, const ColumnarColumn& column, const CellPlace& place,
                      std::size_t firstRow, std::size_t rows, const TextTaker& use) {
    if (column.isText) return cells.readTexts(rows, use);
    ColumnValues values;
    if (auto done = cells.read(rows, values); !done) return done;
    auto null = values.nulls.begin();
    const auto useAt = [&](std::size_t index) {
        while (null != values.nulls.end() && *null < index)
            ++null;
        if (null != values.nulls.end() && *null == index) return use(std::nullopt);
        const std::string text = valueText(values, column.format, index);
        use(std::string_view(text));
    };
    if (!column.isList) {
        for (std::size_t i = 0; i < rows; ++i)
            useAt(i);
        return {};
    }
    std::size_t begin = 0;
    for (std::size_t row = 0; row < rows; ++row) {
        const std::int64_t size = values.sizes[row];
        if (size > 0 && static_cast<std::size_t>(size) != place.listSize) {
            return otherLength(firstRow + row, size, place.listSize);
        }
        if (size <= 0) {
            use(std::nullopt);
            continue;
        }
        useAt(begin + place.item);
        begin += place.listSize;
    }
    return {};
}

}  // namespace

RoleTable::RoleTable(const ColumnarFile& file_, const TableSample& sample_,
                     const ColumnRoles& roles_, const ReadObserver& observer_)
    : file(file_), sample(sample_), roles(roles_), observer(observer_) {
    for (const std::size_t ofGroup : file.groups()) {
        firstRows.push_back(rows);
        rows += ofGroup;
    }
}

Error inColumn(Error error, const std::string& column) {
    if (error.key.empty()) error.key = column;
    return error;
}

Error otherLength(std::size_t row, std::int64_t size, std::size_t usual) {
    return malformed("row " + groupedDigits(row + 1) + " holds " +
                     counted(static_cast<std::size_t>(size), "value") + ", not " +
                     groupedDigits(usual) + " like the others");
}

Result<void> inParallel(const ReadObserver& observer, std::size_t tasks,
                        const std::function<Result<void>(std::size_t)>& body) {
    std::vector<Result<void>> outcomes(tasks);
    for (std::size_t begin = 0; begin < tasks; begin += kTasksBetween) {
        const std::size_t count = std::min(kTasksBetween, tasks - begin);
        observer.parallelFor(count, [&](std::size_t i) { outcomes[begin + i] = body(begin + i); });
        for (std::size_t i = begin; i < begin + count; ++i) {
            if (!outcomes[i]) return outcomes[i];
        }
        if (observer.progress && !observer.progress(begin + count, tasks)) {
            return cancelled();
        }
    }
    return {};
}

Result<void> eachCell(const RoleTable& in, std::size_t c, std::size_t group, const TextTaker& use) {
    const std::string& name = in.nameOf(c);
    auto cells = in.file.cells(in.placeOf(c).column, group);
    if (!cells) return inColumn(cells.error(), name);
    const std::size_t rows = in.file.groups()[group];
    const std::size_t listSize = std::max<std::size_t>(in.placeOf(c).listSize, 1);
    const std::size_t slice = std::max<std::size_t>(kSliceItems / listSize, 1);
    for (std::size_t row = 0; row < rows; row += slice) {
        const std::size_t count = std::min(slice, rows - row);
        auto done = eachText(*cells.value(), in.columnOf(c), in.placeOf(c),
                             in.firstRows[group] + row, count, use);
        if (!done) return inColumn(done.error(), name);
    }
    if (auto done = cells.value()->finish(); !done) return inColumn(done.error(), name);
    return {};
}

}  // namespace diagonal
