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

/// A request to read one file in the background.
struct ReadingRequest {
    /// Returns the open files. Called in the background, because pairing looks into them.
    std::function<std::vector<PredictionFiles>()> filesOf;
    std::size_t index = 0;  ///< of the file to read
    std::string shows;      ///< its name, if its place among filesOf() is not known before
    /// How many files could not be read after another was closed; none for other requests.
    std::optional<std::size_t> closingTries = {};
    ReadOptions options;
    std::optional<AnalysisSettings> settings;  ///< the file starts with these, if given
    bool fresh = false;     ///< opened without options: those remembered for its columns may apply
    bool adds = false;      ///< filesOf() are added to the open files instead of replacing them
    bool isReload = false;  ///< of the displayed file, which has changed
    bool growing = false;   ///< still being written: its unfinished last line is left out
};

/// The outcome of a ReadingRequest.
struct FinishedReading {
    ReadingRequest request;  ///< with the options actually used
    std::vector<PredictionFiles> files;
    std::vector<std::string> paths;  ///< of the files read, spool files for pipes
    FileStates states;               ///< of the files before reading
    std::shared_ptr<const FilePreview> preview;
    std::string signature;  ///< headerSignature() as detected; empty if options were given
    std::vector<ModelChoice> models;
    std::vector<std::string> labelColumns;  ///< columns of the labels file
    std::vector<SuggestedFix> fixes;
    Result<std::shared_ptr<const Dataset>> dataset = Error{};
};

/// Paths of the spool files, keyed by the name of the pipe ("-" is standard input).
using Spooled = std::map<std::string, std::string>;

/// Reads the requested file, a pipe from its spool file. A fresh file whose columns are in `memory`
/// is read with the remembered options; if that fails, it is read as detected.
FinishedReading readFiles(const ReadingRequest& request, const Spooled& spooled,
                          const std::shared_ptr<const MappingMemory::Mappings>& memory,
                          const ProgressCallback& progress);

}  // namespace diagonal
