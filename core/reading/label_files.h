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

/// Pairs files in the given order; a folder that holds one pair stands for it, and a folder of
/// Parquet parts, or several parts, for one table. A file of labels
/// only belongs to the file before it or, if it comes first, to the one after it. A pipe cannot be
/// inspected: it is taken for labels if the file before it has none. `options` are those with which
/// the files will be read.
std::vector<PredictionFiles> paired(const std::vector<std::string>& files,
                                    const ReadOptions& options = {});

/// Returns a file of labels beside `path`, found by its name: for val_logits.npy first
/// val_labels.npy and similar names, then labels.npy, y_true.npy, targets.npy and similar names.
/// Nullopt if there is none.
std::optional<std::string> labelsBeside(const std::string& path);

}  // namespace diagonal
