// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/platform/file_watch.h"
#include "core/models/opened_source.h"
#include "core/reporting/analysis.h"

namespace diagonal {

/// A request to read one file in the background; `files` are taken from filesOf().
struct ReadingRequest : OpeningRequest {
    /// Returns the open files. Called in the background, because pairing looks into them.
    std::function<std::vector<PredictionFiles>()> filesOf;
    std::size_t index = 0;  ///< of the file to read
    std::string shows;      ///< its name, if its place among filesOf() is not known before
    /// After a file was closed: the number of files tried in vain. None for other requests.
    std::optional<std::size_t> closingTries = {};
    std::optional<AnalysisSettings> settings;  ///< the file starts with these, if given
    bool fresh = false;     ///< opened without options: those remembered for its columns may apply
    bool adds = false;      ///< filesOf() are added to the open files instead of replacing them
    bool isReload = false;  ///< of the displayed file, which has changed
};

/// The outcome of a ReadingRequest.
struct FinishedReading : OpenedSource {
    ReadingRequest request;
    std::vector<PredictionFiles> files;
    std::vector<std::string> paths;  ///< of the files that were read
    FileStates states;               ///< of `paths` before reading
};

/// Reads the requested file.
FinishedReading finishedReading(ReadingRequest request, const Execution& execution);

}  // namespace diagonal
