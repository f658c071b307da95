// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/reading/options/read_options.h"

namespace diagonal {

/// A file of predictions and, if they are separate, the file of its labels.
struct PredictionFiles {
    std::string predictions;
    std::optional<std::string> labels;
    std::vector<std::string> moreParts = {};  ///< of the same table, after `predictions`

    bool operator==(const PredictionFiles&) const = default;
};

/// Returns true if a file can hold labels but not predictions; false for pipes, unreadable files,
/// and files with columns that the options choose as predictions.
bool holdsLabelsOnly(const std::string& file, const ReadOptions& options = {});

/// Returns what names stand for, in their order; inspects each file, so it may take long. A folder
/// stands for its data files; Parquet parts, in a folder or named one by one, stand for one table.
/// `labels`, if given, are those of every name. Otherwise a file of labels only belongs to the file
/// before it or, if it comes first, to the one after it. A pipe cannot be inspected: it is taken
/// for labels if the file before it has none. `options` are those with which the files will be
/// read.
std::vector<PredictionFiles> sourcesOf(const std::vector<std::string>& names,
                                       const ReadOptions& options = {},
                                       const std::optional<std::string>& labels = {});

/// Returns true for "-" and for a named pipe, which can be read only once.
bool isPipe(const std::string& name);

/// Returns a file of labels beside `path`, found by its name: for val_logits.npy first
/// val_labels.npy and similar names, then labels.npy, y_true.npy, targets.npy and similar names.
/// Nullopt if there is none.
std::optional<std::string> labelsBeside(const std::string& path);

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
