// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/file_reading.h"

namespace diagonal {
namespace {

/// The same files with standard input where it was put.
PredictionFiles withSpool(PredictionFiles files, const std::string& spool) {
    if (files.predictions == "-") files.predictions = spool;
    if (files.labels == "-") files.labels = spool;
    return files;
}

}  // namespace

FinishedReading readFiles(const ReadingRequest& request, const std::string& spool,
                          const std::shared_ptr<const MappingMemory::Mappings>& memory,
                          const ProgressCallback& progress) {
    FinishedReading opened{request, request.filesOf(), {}, {}, {}, {}, {}, {}, Error{}};
    const PredictionFiles& named = opened.files[request.index];
    const PredictionFiles files = withSpool(named, spool);
    opened.paths.push_back(files.predictions);
    if (files.labels) opened.paths.push_back(*files.labels);
    opened.states = statesOf(opened.paths);
    const ReadOptions* remembered = nullptr;
    ReadObserver observer;
    observer.growing = request.growing;
    observer.progress = [&](std::size_t done, std::size_t total) {
        return !remembered && progress(done, total);
    };
    observer.preview = [&](const FilePreview& preview) {
        opened.preview = std::make_shared<const FilePreview>(preview);
        if (opened.request.options != ReadOptions{}) return;
        opened.signature = headerSignature(preview);
        opened.models = modelsIn(preview);
        const auto known = memory->find(opened.signature);
        if (request.fresh && known != memory->end()) remembered = &known->second;
    };
    auto predictions = readPredictions(files, request.options, observer);
    if (remembered) {
        opened.request.options = *remembered;
        remembered = nullptr;
        predictions = readPredictions(files, opened.request.options, observer);
        if (!predictions && predictions.error().kind != ErrorKind::Cancelled) {
            ReadingRequest detected = request;
            detected.fresh = false;
            return readFiles(detected, spool, memory, progress);
        }
        if (predictions) {
            predictions.value().summary.assumptions.push_back(
                {"read_like", "the last file with these columns"});
        }
    }
    if (!predictions) {
        Error error = predictions.error();
        if (error.file == spool && !spool.empty()) error.file = "-";
        opened.dataset = std::move(error);
        return opened;
    }
    predictions.value().summary.file = named.predictions;
    opened.remedies = std::move(predictions.value().remedies);
    opened.dataset = std::make_shared<const Dataset>(std::move(predictions).value());
    return opened;
}

}  // namespace diagonal
