// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace diagonal {

/// A file of predictions, and the file that keeps its labels where that is another one.
struct PredictionFiles {
    std::string predictions;
    std::optional<std::string> labels;

    bool operator==(const PredictionFiles&) const = default;
};

/// Whether a file cannot be predictions but can be their labels. Unreadable files are neither.
bool holdsLabelsOnly(const std::string& file);

/// Pairs files in the order they were named, those of a folder that holds one pair in its place:
/// one that holds labels only belongs to the file before it, or, where it comes first, to the one
/// after it. A pipe cannot be looked at; it brings the labels where the file before it has none.
std::vector<PredictionFiles> paired(const std::vector<std::string>& files);

/// A file beside `path` whose name says that it keeps the labels: for val_logits.npy
/// val_labels.npy and its like, then labels.npy, y_true.npy, targets.npy and their like.
std::optional<std::string> labelsBeside(const std::string& path);

}  // namespace diagonal
