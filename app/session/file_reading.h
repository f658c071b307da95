// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/platform/file_watch.h"
#include "app/platform/mapping_memory.h"
#include "core/reading/import_choices.h"
#include "core/reading/prediction_reader.h"
#include "core/reporting/analysis.h"

namespace diagonal {

/// What a reading in the background is asked for.
struct ReadingRequest {
    /// Which files; pairing them looks into them.
    std::function<std::vector<PredictionFiles>()> filesOf;
    std::size_t index = 0;  ///< of the one to read
    ReadOptions options;
    std::optional<AnalysisSettings> settings;  ///< to begin with
    bool fresh = false;    ///< a file that was not asked about: earlier explanations count
    bool growing = false;  ///< more is to come
};

/// What it gave.
struct FinishedReading {
    ReadingRequest request;  ///< with the options that were used
    std::vector<PredictionFiles> files;
    std::vector<std::string> paths;  ///< that were read
    FileStates states;               ///< before they were read
    std::shared_ptr<const FilePreview> preview;
    std::string signature;  ///< of the file as detected; empty where it was not
    std::vector<ModelChoice> models;
    std::vector<std::string> labelColumns;  ///< of a file of labels
    std::vector<SuggestedFix> fixes;
    Result<std::shared_ptr<const Dataset>> dataset;
};

/// Where what pipes bring is kept, by the name of the pipe ("-" is standard input).
using Spooled = std::map<std::string, std::string>;

/// Reads files, pipes from where they are kept. A fresh file with the columns of one
/// in `memory` is read like it, where that works.
FinishedReading readFiles(const ReadingRequest& request, const Spooled& spooled,
                          const std::shared_ptr<const MappingMemory::Mappings>& memory,
                          const ProgressCallback& progress);

}  // namespace diagonal
