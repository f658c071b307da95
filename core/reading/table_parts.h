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

/// Returns what the parts of one table have in common in their names, "part", "data" or
/// "train-*-of-00002"; empty for the name of a file that is no part.
std::string tableOfPart(const std::string& path);

/// Sorts paths by the numbers in their names.
void sortParts(std::vector<std::string>& paths);

/// Returns how many parts there should be, if their names say so: 2 for "train-00000-of-00002";
/// else 0.
std::size_t statedParts(const std::string& path);

}  // namespace diagonal
