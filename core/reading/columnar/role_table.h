// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/reading/columnar/columnar_file.h"
#include "core/reading/columnar/table_sample.h"
#include "core/reading/options/column_roles.h"
#include "core/reading/options/file_preview.h"

namespace diagonal {

inline constexpr std::size_t kSliceItems = 1 << 16;  ///< items of lists read at once

/// A columnar file whose columns have roles. Keeps references.
struct RoleTable {
    RoleTable(const ColumnarFile& file_, const TableSample& sample_, const ColumnRoles& roles_,
              const ReadObserver& observer_);

    const ColumnarFile& file;
    const TableSample& sample;
    const ColumnRoles& roles;
    const ReadObserver& observer;
    std::vector<std::size_t> firstRows;  ///< of each group
    std::size_t rows = 0;

    const CellPlace& placeOf(std::size_t c) const { return sample.places[c]; }
    const ColumnarColumn& columnOf(std::size_t c) const {
        return file.columns()[placeOf(c).column];
    }
    const std::string& nameOf(std::size_t c) const { return sample.columns[c].name; }
};

/// Names the column of an error that names none.
Error inColumn(Error error, const std::string& column);

/// Returns the error for a list of another length, in the zero-based `row`.
Error otherLength(std::size_t row, std::int64_t size, std::size_t usual);

/// Runs body(i) for all tasks on several threads and reports progress in between; returns the
/// first error.
Result<void> inParallel(const ReadObserver& observer, std::size_t tasks,
                        const std::function<Result<void>(std::size_t)>& body);

/// Calls use(text) with each cell of a column in one group of rows; a null is nullopt. Errors:
/// those of CellReader; Malformed for a list of another length, with its row.
Result<void> eachCell(const RoleTable& in, std::size_t c, std::size_t group, const TextTaker& use);

}  // namespace diagonal
