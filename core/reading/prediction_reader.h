// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/reading/bytes/byte_source.h"
#include "core/reading/interpreting/interpretation.h"
#include "core/reading/label_files.h"
#include "core/reading/options/file_preview.h"
#include "core/reading/options/read_options.h"

namespace diagonal {

/// The only way from files to predictions: recognises the format by its first bytes, detects what
/// `options` leave open, and checks every row. Scores without labels take them from a file beside
/// theirs with a usual name (logits.npy: labels.npy, y_true.npy, targets.npy...). Errors name
/// file, line and column and say what to do; Cancelled where `observer.progress` says so.
Result<ReadPredictions> readPredictions(const PredictionFiles& files,
                                        const ReadOptions& options = {},
                                        const ReadObserver& observer = {});

/// The same from bytes, without a second file; `name` stands for the file.
Result<ReadPredictions> readPredictions(std::unique_ptr<ByteSource> source, const std::string& name,
                                        const ReadOptions& options = {},
                                        const ReadObserver& observer = {});

}  // namespace diagonal
