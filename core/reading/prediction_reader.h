// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/measuring/analysis.h"
#include "core/reading/read_options.h"

namespace diagonal {

/// A file of predictions, and the file that keeps its labels where that is another one.
struct PredictionFiles {
    std::string predictions;
    std::optional<std::string> labels;

    bool operator==(const PredictionFiles&) const = default;
};

/// Whether a file cannot be predictions but can be their labels. Unreadable files are neither.
bool holdsLabelsOnly(const std::string& file);

/// Pairs files in the order they were named: one that holds labels only belongs to the file
/// before it, or, where it comes first, to the one after it. A pipe cannot be looked at; it brings
/// the labels where the file before it has none.
std::vector<PredictionFiles> paired(const std::vector<std::string>& files);

/// The only way from files to predictions: recognises the format by its first bytes, detects what
/// `options` leave open, and checks every row. Scores without labels take them from a file beside
/// theirs with a usual name (logits.npy: labels.npy, y_true.npy, targets.npy...). Errors name
/// file, line and column and say what to do; Cancelled where `progress` says so.
Result<Dataset> readPredictions(const PredictionFiles& files, const ReadOptions& options = {},
                                const ProgressCallback& progress = {});

}  // namespace diagonal
