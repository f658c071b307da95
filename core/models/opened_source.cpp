// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/opened_source.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/base/within_memory.h"

namespace diagonal {
namespace {

/// Returns the source with each pipe replaced by the file that holds its data.
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

/// How a source is read.
struct Attempt {
    ReadOptions options;
    const RememberedOptions* remembered = nullptr;  ///< those that may apply; null for none
    bool isReadLikeBefore = false;                  ///< the options are remembered ones
};

/// What comes through a pipe cannot be read again.
bool isReadOnce(const OpeningRequest& request) {
    return isPipe(withoutPipes(request).predictions);
}

/// Reads a source, and adds what was detected to `source`. Stops where the preview tells that other
/// options fit better, and returns how to read instead.
std::optional<Attempt> readOnce(const OpeningRequest& request, const Attempt& attempt,
                                const Execution& execution, OpenedSource& source) {
    std::optional<Attempt> better;
    const auto progress = [&](std::size_t done, std::size_t total) {
        return !better && (!execution.progress || execution.progress(done, total));
    };
    ReadObserver observer{progress, {}, {}, request.growing, execution.parallelFor};
    observer.labelColumns = [&](const auto& names) { source.labelColumns = names; };
    const auto look = [&](const FilePreview& preview) {
        source.preview = std::make_shared<const FilePreview>(preview);
        source.models = modelsIn(preview);
        const ReadOptions present = withoutAbsentClusters(attempt.options, preview);
        if (present.columns != attempt.options.columns && !isReadOnce(request)) {
            better = {present, attempt.remembered};
            return;
        }
        if (!isAsDetected(present)) return;
        source.signature = headerSignature(preview).value_or("");
        if (!attempt.remembered) return;
        const auto found = attempt.remembered->find(source.signature);
        if (found == attempt.remembered->end()) return;
        better = {found->second, nullptr, true};
        better->options.kept = attempt.options.kept;
    };
    if (request.hasPreview) observer.preview = look;
    auto read = readPredictions(withoutPipes(request), attempt.options, observer);
    if (better) return better;
    if (!read) {
        source.dataset = namedByUser(read.error(), request);
        source.fixes.clear();
        return std::nullopt;
    }
    DatasetSummary& summary = read.value().summary;
    summary.file = request.files.predictions;
    summary.model = source.models.size() > 1 ? source.models.front().name : request.model;
    summary.isReadLikeBefore = attempt.isReadLikeBefore;
    if (attempt.isReadLikeBefore)
        summary.assumptions.push_back({"read_like", "the last file with these columns"});
    source.fixes = std::move(read.value().fixes);
    source.dataset = std::make_shared<const Dataset>(std::move(read).value());
    return std::nullopt;
}

/// Returns true if rows lack a column that the conditions name.
bool lacksColumns(const Dataset& rows, const RowConditions& where) {
    return !rows.summary.cells && lacksColumn(rows, where);
}

/// Reads until the options fit the file.
OpenedSource openedAsFits(const OpeningRequest& request, const Execution& execution) {
    Attempt attempt{request.options, request.remembered.get()};
    attempt.options.mayLackClusters = request.isOfOther;
    const bool areOnColumns = !request.where.groups.empty() || !request.where.cells.empty();
    if (areOnColumns && isReadOnce(request)) attempt.options.kept = KeptColumns::All;
    const ReadOptions asDetected = attempt.options;
    OpenedSource source;
    for (;;) {
        if (auto better = readOnce(request, attempt, execution, source)) {
            attempt = std::move(*better);
            continue;
        }
        const bool hasFailed = !source.dataset;
        if (hasFailed && attempt.isReadLikeBefore &&
            source.dataset.error().kind != ErrorKind::Cancelled) {
            attempt = {asDetected};
            continue;
        }
        if (hasFailed || attempt.options.kept == KeptColumns::All ||
            !lacksColumns(*source.dataset.value(), request.where))
            break;
        attempt.options.kept = KeptColumns::All;
    }
    source.options = source.preview ? withoutAbsentClusters(attempt.options, *source.preview)
                                    : std::move(attempt.options);
    source.options.kept = request.options.kept;
    source.options.mayLackClusters = false;
    return source;
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
    auto source =
        withinMemory([&]() -> Result<OpenedSource> { return openedAsFits(request, execution); });
    if (source) return std::move(source).value();
    OpenedSource failed{{request.options}};
    failed.dataset = inFile(source.error(), request.files.predictions);
    return failed;
}

}  // namespace diagonal
