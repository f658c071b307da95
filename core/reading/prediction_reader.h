// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>

#include "core/reading/bytes/byte_source.h"
#include "core/reading/interpreting/interpretation.h"
#include "core/reading/options/file_preview.h"
#include "core/reading/options/read_options.h"
#include "core/reading/sources.h"

namespace diagonal {

/// Reads predictions from files; there is no other way to do so. Recognises the format by the first
/// bytes, detects what `options` leave open, and validates every row. Scores without labels use
/// those in a file beside them with a usual name (for logits.npy: labels.npy, y_true.npy,
/// targets.npy...). Errors name file, line and column and say what to do; Cancelled if
/// observer.progress returns false.
Result<ReadPredictions> readPredictions(const PredictionFiles& files,
                                        const ReadOptions& options = {},
                                        const ReadObserver& observer = {});

/// Reads predictions from bytes, without a second file; errors and the summary use `name` as the
/// file name.
Result<ReadPredictions> readPredictions(std::unique_ptr<ByteSource> source, const std::string& name,
                                        const ReadOptions& options = {},
                                        const ReadObserver& observer = {});

}  // namespace diagonal
