// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/prediction_reader.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/base/within_memory.h"
#include "core/reading/bins/bin_reader.h"
#include "core/reading/bytes/complete_lines.h"
#include "core/reading/bytes/opened_file.h"
#include "core/reading/cells/cell_reader.h"
#include "core/reading/file_formats.h"
#include "core/reading/interpreting/interpretation.h"
#include "core/reading/interpreting/label_join.h"
#include "core/reading/interpreting/label_mapping.h"
#include "core/reading/interpreting/pixel_rows.h"
#include "core/reading/interpreting/quantile_rows.h"
#include "core/reading/roles/role_description.h"

namespace diagonal {
namespace {

/// Reads a table that is divided into files. Errors name the part.
Result<RoleColumns> readParts(const std::vector<std::string>& paths, const ReadOptions& options,
                              const ReadObserver& observer) {
    const std::size_t stated = statedParts(paths.front());
    if (stated != 0 && stated != paths.size()) {
        return unclear("its name states " + counted(stated, "part") + ", but there " +
                       (paths.size() == 1 ? "is " : "are ") + groupedDigits(paths.size()) +
                       ". Open the folder that holds all of them");
    }
    std::vector<OpenedFile> files;
    std::vector<ByteSource*> sources;
    for (const std::string& path : paths) {
        auto opened = openedFile(path);
        if (!opened) return inFile(opened.error(), path);
        if (!formatOf(opened.value().container).readParts) {
            return inFile(unsupported("this is not a part of a Parquet table"), path);
        }
        files.push_back(std::move(opened).value());
        sources.push_back(files.back().source.get());
    }
    auto columns = formatOf(files.front().container).readParts(sources, options, observer);
    if (columns && paths.size() > 1) {
        columns.value().assumptions.push_back({"parts", std::to_string(paths.size())});
    }
    return columns;
}

Result<RoleColumns> readColumns(Result<OpenedFile> opened, const ReadOptions& options,
                                const ReadObserver& observer) {
    if (!opened) return opened.error();
    OpenedFile& file = opened.value();
    if (observer.growing && isText(file.container)) {
        file.source = completeLines(std::move(file.source));
    }
    const FileFormat& format = formatOf(file.container);
    auto columns = format.readColumns(format, *file.source, options, observer);
    if (columns && !columns.value().areCells && !columns.value().bins)
        std::ranges::copy(file.assumptions, std::back_inserter(columns.value().assumptions));
    return columns;
}

Result<LabelsOfRows> readLabels(const std::string& path, const ReadOptions& options,
                                const ReadObserver& observer) {
    auto file = openedFile(path);
    if (!file) return file.error();
    const FileFormat& format = formatOf(file.value().container);
    return format.readLabels(format, *file.value().source, options, observer);
}

bool hasTruth(const RoleColumns& columns) {
    return !columns.label.empty() || !columns.correct.empty();
}

Result<void> takeLabels(const std::string& path, const ReadOptions& options,
                        const ReadObserver& observer, RoleColumns& columns) {
    auto labels = readLabels(path, options, observer);
    if (!labels) return inFile(labels.error(), path);
    columns.labelPixels = labels.value().pixels;
    if (columns.pixels && !columns.labelPixels &&
        labels.value().labels.size() != columns.scores.rows()) {
        return malformed("the scores, " + columns.pixelShape + ", were read as " +
                         columns.pixels->description() + ", but there " +
                         (labels.value().labels.size() == 1 ? "is " : "are ") +
                         counted(labels.value().labels.size(), "label") +
                         ". Save one row for each label: scores.reshape(-1, classes)");
    }
    if (auto done = joinLabels(std::move(labels).value(), columns); !done)
        return inFile(done.error(), path);
    columns.labelsFile = path;
    return {};
}

/// Returns the rows to measure: one per level for predicted quantiles, the pixels for images, else
/// the rows of the file.
Result<RoleColumns> derivedRows(RoleColumns columns, const ReadOptions& options) {
    auto pixels = rowsOfImages(std::move(columns), options);
    if (!pixels || pixels.value().levels.empty() || pixels.value().label.empty()) return pixels;
    return rowsOfQuantiles(std::move(pixels).value());
}

Result<ReadPredictions> predictionsFrom(RoleColumns columns, const ReadOptions& options,
                                        const std::string& file, const ParallelFor& parallelFor) {
    if (columns.bins) {
        for (const auto& [isChosen, option] :
             {std::pair(options.scores.has_value(), "--scores"),
              std::pair(options.positive.has_value(), "--positive"),
              std::pair(options.weights.has_value(), "--weights"),
              std::pair(options.sample.has_value(), "--sample-rows"),
              std::pair(options.undoSoftmax, "--undo-softmax")}) {
            if (isChosen)
                return inFile(
                    unsupported(std::string(option) + " needs rows, but this file holds bins"),
                    file);
        }
        auto bins = datasetOfBins(*columns.bins, file);
        if (!bins) return bins.error();
        return ReadPredictions{std::move(bins).value(), {}};
    }
    if (!columns.areCells) {
        dropEmptyWords(columns);
        auto rows = derivedRows(std::move(columns), options);
        if (!rows) return rows.error();
        return interpreted(std::move(rows).value(), options, file, parallelFor);
    }
    if (options.sample)
        return inFile(unsupported("--sample-rows draws pixels of images; this file holds cells"),
                      file);
    auto cells = datasetOfCells(columns, file);
    if (!cells) return cells.error();
    return ReadPredictions{std::move(cells).value(), {}};
}

/// Reads the columns of the scores, from one file or from the parts of a table.
Result<RoleColumns> readScoreColumns(const PredictionFiles& files, ReadOptions options,
                                     const ReadObserver& observer) {
    // With a second file, a chosen label column is one of that file.
    if (files.labels) {
        std::erase_if(options.columns,
                      [](const RoleChoice& c) { return c.role == ColumnRole::Label; });
    }
    std::vector<std::string> parts = tablePartsIn(files.predictions);
    if (!files.moreParts.empty()) parts = {files.predictions};
    parts.insert(parts.end(), files.moreParts.begin(), files.moreParts.end());
    return parts.empty() ? readColumns(openedFile(files.predictions), options, observer)
                         : readParts(parts, options, observer);
}

/// Adds the labels of the second file, or of a file beside the scores if they have none.
Result<void> addLabels(const PredictionFiles& files, const ReadOptions& options,
                       const ReadObserver& observer, RoleColumns& columns) {
    if (columns.scoreRole == ScoreRole::None) return {};
    if (files.labels) return takeLabels(*files.labels, options, observer, columns);
    const auto beside = hasTruth(columns) ? std::nullopt : labelsBeside(files.predictions);
    if (!beside) return {};
    auto done = takeLabels(*beside, options, observer, columns);
    if (done) return done;
    Error error = done.error();
    error.detail += ". It was chosen because it is in the folder of the scores";
    error.advice.push_back(setOption(Setting::LabelsFile, {}, "if another file holds the labels"));
    return error;
}

/// Watches the roles of a file for the error that no column holds the truth, which comes before
/// faults in single rows: no repair of these would help.
class MissingTruth {
public:
    /// `observer` must outlive the object.
    explicit MissingTruth(const ReadObserver& observer) : m_watching(observer) {
        m_watching.preview = [this, &observer](const FilePreview& preview) {
            const ColumnRoles& roles = preview.roles;
            if (!roles.scores.empty() && roles.label.empty() && !roles.correct) {
                RoleColumns columns = emptyRoleColumns(preview.columns, roles, false);
                describeRoles(preview.columns, roles, columns);
                m_error = noLabels(columns);
            }
            if (observer.preview) observer.preview(preview);
        };
    }
    MissingTruth(const MissingTruth&) = delete;
    MissingTruth& operator=(const MissingTruth&) = delete;

    const ReadObserver& observer() const { return m_watching; }
    /// Returns `fault`, or the error that there is no truth if `fault` is Malformed.
    Error firstOf(const Error& fault) const {
        return m_error && fault.kind == ErrorKind::Malformed ? *m_error : fault;
    }

private:
    ReadObserver m_watching;
    std::optional<Error> m_error;
};

/// Finds the columns and their roles, then the labels, then what both mean.
Result<ReadPredictions> readFiles(const PredictionFiles& files, const ReadOptions& options,
                                  const ReadObserver& observer) {
    const MissingTruth missing(observer);
    auto columns = readScoreColumns(files, options, missing.observer());
    if (!columns) {
        const bool needsTruth = !files.labels && !labelsBeside(files.predictions);
        return needsTruth ? missing.firstOf(columns.error()) : columns.error();
    }
    if (auto done = addLabels(files, options, observer, columns.value()); !done)
        return done.error();
    return predictionsFrom(std::move(columns).value(), options, files.predictions,
                           observer.parallelFor);
}

Result<ReadPredictions> readSource(std::unique_ptr<ByteSource> source, const std::string& name,
                                   const ReadOptions& options, const ReadObserver& observer) {
    const MissingTruth missing(observer);
    auto columns = readColumns(openedFile(std::move(source)), options, missing.observer());
    if (!columns) return missing.firstOf(columns.error());
    return predictionsFrom(std::move(columns).value(), options, name, observer.parallelFor);
}

}  // namespace

Result<ReadPredictions> readPredictions(const PredictionFiles& files, const ReadOptions& options,
                                        const ReadObserver& observer) {
    auto read = withinMemory([&] { return readFiles(files, options, observer); });
    if (!read) return inFile(read.error(), files.predictions);
    return read;
}

Result<ReadPredictions> readPredictions(std::unique_ptr<ByteSource> source, const std::string& name,
                                        const ReadOptions& options, const ReadObserver& observer) {
    auto read =
        withinMemory([&] { return readSource(std::move(source), name, options, observer); });
    if (!read) return inFile(read.error(), name);
    return read;
}

}  // namespace diagonal
