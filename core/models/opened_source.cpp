// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/opened_source.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/base/within_memory.h"

namespace diagonal {
namespace {

/// Returns the source with the files that hold the data of pipes in place of these.
PredictionFiles withoutPipes(const OpeningRequest& request) {
    const auto pathOf = [&](const std::string& name) {
        const auto kept = request.spooled.find(name);
        return kept == request.spooled.end() ? name : kept->second;
    };
    PredictionFiles files = request.files;
    files.predictions = pathOf(files.predictions);
    if (files.labels) files.labels = pathOf(*files.labels);
    return files;
}

/// Names the pipe in an error that names the file with its data.
Error namedByUser(Error error, const OpeningRequest& request) {
    for (const auto& [name, path] : request.spooled) {
        if (error.file == path) error.file = name;
    }
    return error;
}

bool isAsDetected(ReadOptions options) {
    options.kept = KeptColumns::Roles;
    return options == ReadOptions();
}

/// Reads with the options in `source`; `look` is called with the preview, if one is wanted.
Result<ReadPredictions> read(const OpeningRequest& request, const Execution& execution,
                             const std::function<void(const FilePreview&)>& look,
                             OpenedSource& source) {
    ReadObserver observer{execution.progress, {}, {}, request.growing, execution.parallelFor};
    if (request.hasPreview) observer.preview = look;
    observer.labelColumns = [&](const auto& names) { source.labelColumns = names; };
    return readPredictions(withoutPipes(request), source.options, observer);
}

/// Reads as detected, or with the options remembered for these columns.
Result<ReadPredictions> readAsRemembered(const OpeningRequest& request, const Execution& execution,
                                         OpenedSource& source) {
    const ReadOptions* remembered = nullptr;
    const auto look = [&](const FilePreview& preview) {
        source.preview = std::make_shared<const FilePreview>(preview);
        source.models = modelsIn(preview);
        if (remembered || !isAsDetected(request.options)) return;
        source.signature = headerSignature(preview).value_or("");
        if (!request.remembered) return;
        const auto known = request.remembered->find(source.signature);
        if (known != request.remembered->end()) remembered = &known->second;
    };
    const Execution untilKnown{[&](std::size_t done, std::size_t total) {
                                   return !remembered &&
                                          (!execution.progress || execution.progress(done, total));
                               },
                               execution.parallelFor};
    auto predictions = read(request, untilKnown, look, source);
    if (!remembered) return predictions;
    source.options = *remembered;
    source.options.kept = request.options.kept;
    predictions = read(request, execution, look, source);
    if (predictions) {
        DatasetSummary& summary = predictions.value().summary;
        summary.isReadLikeBefore = true;
        summary.assumptions.push_back({"read_like", "the last file with these columns"});
    } else if (predictions.error().kind != ErrorKind::Cancelled) {
        source.options = request.options;
        OpeningRequest detected = request;
        detected.remembered = nullptr;
        return readAsRemembered(detected, execution, source);
    }
    return predictions;
}

/// Reads a source with the options of the request.
OpenedSource openedOnce(const OpeningRequest& request, const Execution& execution) {
    OpenedSource source{{request.options}};
    auto predictions = readAsRemembered(request, execution, source);
    if (!predictions) {
        source.dataset = namedByUser(predictions.error(), request);
        return source;
    }
    DatasetSummary& summary = predictions.value().summary;
    summary.file = request.files.predictions;
    summary.model = request.model;
    if (source.models.size() > 1) summary.model = source.models.front().name;
    source.fixes = std::move(predictions.value().fixes);
    source.dataset = std::make_shared<const Dataset>(std::move(predictions).value());
    return source;
}

/// Reads the columns that the conditions name, too.
OpenedSource openedWithColumns(const OpeningRequest& asked, const Execution& execution) {
    OpeningRequest request = asked;
    const bool areOnColumns = !asked.where.groups.empty() || !asked.where.cells.empty();
    // What comes through a pipe cannot be read again.
    if (areOnColumns && isPipe(withoutPipes(asked).predictions))
        request.options.kept = KeptColumns::All;
    OpenedSource source = openedOnce(request, execution);
    if (request.options.kept != asked.options.kept) source.options.kept = asked.options.kept;
    const bool lacks = source.dataset && !source.dataset.value()->summary.cells &&
                       lacksColumn(*source.dataset.value(), request.where);
    if (!lacks || request.options.kept == KeptColumns::All) return source;
    OpeningRequest whole = request;
    whole.options.kept = KeptColumns::All;
    source = openedOnce(whole, execution);
    source.options.kept = request.options.kept;
    return source;
}

/// Removes the role of clusters if the file has no such column; returns true if it did.
bool dropAbsentClusters(const OpenedSource& source, ReadOptions& options) {
    const auto isAbsent = [&](const RoleChoice& choice) {
        return choice.role == ColumnRole::Cluster && source.preview &&
               std::ranges::find(source.preview->columns, choice.column, &ColumnSample::name) ==
                   source.preview->columns.end();
    };
    return std::erase_if(options.columns, isAbsent) > 0;
}

}  // namespace

std::vector<std::string> OpeningRequest::paths() const {
    const PredictionFiles read = withoutPipes(*this);
    std::vector<std::string> paths{read.predictions};
    std::ranges::copy(tablePartsIn(read.predictions), std::back_inserter(paths));
    std::ranges::copy(read.moreParts, std::back_inserter(paths));
    if (read.labels) paths.push_back(*read.labels);
    return paths;
}

OpenedSource opened(const OpeningRequest& request, const Execution& execution) {
    auto source = withinMemory([&]() -> Result<OpenedSource> {
        OpenedSource first = openedWithColumns(request, execution);
        OpeningRequest again = request;
        if (first.dataset || !request.isOfOther || !dropAbsentClusters(first, again.options))
            return first;
        return openedWithColumns(again, execution);
    });
    if (source) return std::move(source).value();
    OpenedSource failed{{request.options}};
    failed.dataset = inFile(source.error(), request.files.predictions);
    return failed;
}

}  // namespace diagonal
