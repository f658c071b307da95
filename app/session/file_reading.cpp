// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/file_reading.h"

#include <algorithm>
#include <iterator>

#include "app/platform/free_memory.h"
#include "app/platform/parallel.h"
#include "core/reading/table_parts.h"

namespace diagonal {
namespace {

std::string pathOf(const std::string& name, const Spooled& spooled) {
    const auto kept = spooled.find(name);
    return kept == spooled.end() ? name : kept->second;
}

/// Replaces the spool file in an error by the pipe that the user named.
Error namedByUser(Error error, const Spooled& spooled) {
    for (const auto& [name, path] : spooled) {
        if (error.file == path) error.file = name;
    }
    return error;
}

}  // namespace

FinishedReading readFiles(const ReadingRequest& request, const Spooled& spooled,
                          const std::shared_ptr<const MappingMemory::Mappings>& memory,
                          const ProgressCallback& progress) {
    FinishedReading opened{request, request.filesOf(), {}, {}, {}, {}, {}, {}, {}, Error{}};
    const auto named =
        std::ranges::find(opened.files, request.shows, &PredictionFiles::predictions);
    if (named != opened.files.end())
        opened.request.index = static_cast<std::size_t>(named - opened.files.begin());
    const PredictionFiles& asked = opened.files[opened.request.index];
    PredictionFiles files = asked;
    files.predictions = pathOf(asked.predictions, spooled);
    if (files.labels) files.labels = pathOf(*asked.labels, spooled);
    opened.paths.push_back(files.predictions);
    std::ranges::copy(tablePartsIn(files.predictions), std::back_inserter(opened.paths));
    std::ranges::copy(files.moreParts, std::back_inserter(opened.paths));
    if (files.labels) opened.paths.push_back(*files.labels);
    opened.states = statesOf(opened.paths);
    const ReadOptions* remembered = nullptr;
    ReadObserver observer;
    observer.growing = request.growing;
    observer.parallelFor = parallelFor;
    observer.progress = [&](std::size_t done, std::size_t total) {
        return !remembered && progress(done, total);
    };
    observer.preview = [&](const FilePreview& preview) {
        opened.preview = std::make_shared<const FilePreview>(preview);
        opened.models = modelsIn(preview);
        ReadOptions asDetected;
        asDetected.kept = opened.request.options.kept;
        if (opened.request.options != asDetected) return;
        opened.signature = headerSignature(preview).value_or("");
        const auto known = memory->find(opened.signature);
        if (request.fresh && known != memory->end()) remembered = &known->second;
    };
    observer.labelColumns = [&](const std::vector<std::string>& names) {
        opened.labelColumns = names;
    };
    auto predictions = readPredictions(files, request.options, observer);
    if (remembered) {
        opened.request.options = *remembered;
        opened.request.options.kept = request.options.kept;
        remembered = nullptr;
        predictions = readPredictions(files, opened.request.options, observer);
        if (!predictions && predictions.error().kind != ErrorKind::Cancelled) {
            ReadingRequest detected = request;
            detected.fresh = false;
            return readFiles(detected, spooled, memory, progress);
        }
        if (predictions) {
            DatasetSummary& summary = predictions.value().summary;
            summary.isReadLikeBefore = true;
            summary.assumptions.push_back({"read_like", "the last file with these columns"});
        }
    }
    if (!predictions) {
        opened.dataset = namedByUser(predictions.error(), spooled);
        return opened;
    }
    predictions.value().summary.file = asked.predictions;
    const std::string beside = predictions.value().summary.labelsFile;
    if (!files.labels && !beside.empty()) {
        opened.paths.push_back(beside);
        opened.states.push_back(statesOf({beside}).front());
    }
    opened.fixes = std::move(predictions.value().fixes);
    opened.dataset = std::make_shared<const Dataset>(std::move(predictions).value());
    returnFreeMemory();
    return opened;
}

}  // namespace diagonal
