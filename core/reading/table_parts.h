// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace diagonal {

/// Returns the Parquet files that together are one table, in order: those in the folder `path` if
/// their names say that they are parts ("part-0.parquet", "data_1.parquet",
/// "train-00000-of-00002.parquet") or the name of the folder ends with ".parquet", as Spark and
/// DuckDB write them. Empty if `path` is no such folder.
std::vector<std::string> tablePartsIn(const std::string& path);

/// Returns true for the name of a Parquet file that is a part of a table.
bool namesTablePart(const std::string& path);

}  // namespace diagonal
