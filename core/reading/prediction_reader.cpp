// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/prediction_reader.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/base/within_memory.h"
#include "core/reading/arrays/array_columns.h"
#include "core/reading/arrays/npy_reader.h"
#include "core/reading/arrays/npz_reader.h"
#include "core/reading/arrays/safetensors_reader.h"
#include "core/reading/bytes/complete_lines.h"
#include "core/reading/bytes/opened_file.h"
#include "core/reading/interpreting/interpretation.h"
#include "core/reading/interpreting/label_join.h"
#include "core/reading/json/json_reader.h"
#include "core/reading/tables/csv_labels.h"
#include "core/reading/tables/csv_reader.h"

namespace diagonal {
namespace {

Result<std::vector<NamedArray>> readArrays(OpenedFile& file, const ProgressCallback& progress) {
    if (file.container == Container::Zip) return readNpz(*file.source, progress);
    if (file.container == Container::Safetensors) return readSafetensors(*file.source, progress);
    auto array = readNpy(*file.source, progress);
    if (!array) return array.error();
    std::vector<NamedArray> arrays;  // an initialiser list would copy
    arrays.push_back({"", std::move(array).value()});
    return arrays;
}

std::string arrayFormat(Container container) {
    return container == Container::Zip           ? "NumPy archive"
           : container == Container::Safetensors ? "safetensors"
                                                 : "NumPy array";
}

Result<RoleColumns> readColumns(OpenedFile& file, const ReadOptions& options,
                                const ReadObserver& observer) {
    if (file.container == Container::Text) return readCsv(*file.source, options, observer);
    if (file.container == Container::Json) return readJson(*file.source, options, observer);
    auto arrays = readArrays(file, observer.progress);
    if (!arrays) return arrays.error();
    return columnsFromArrays(std::move(arrays).value(), arrayFormat(file.container), options,
                             observer);
}

Result<RoleColumns> readColumns(Result<OpenedFile> opened, const ReadOptions& options,
                                const ReadObserver& observer) {
    if (!opened) return opened.error();
    OpenedFile& file = opened.value();
    if (observer.growing && isText(file.container)) {
        file.source = completeLines(std::move(file.source));
    }
    auto columns = readColumns(file, options, observer);
    if (columns)
        std::ranges::copy(file.assumptions, std::back_inserter(columns.value().assumptions));
    return columns;
}

Result<LabelsOfRows> readLabels(const std::string& path, const ReadOptions& options,
                                const ReadObserver& observer) {
    auto file = openedFile(path);
    if (!file) return file.error();
    if (file.value().container == Container::Text) {
        return readCsvLabels(*file.value().source, options, observer);
    }
    if (file.value().container == Container::Json) {
        ReadOptions labelOptions;
        std::ranges::copy_if(options.columns, std::back_inserter(labelOptions.columns),
                             [](const RoleChoice& c) { return c.role == ColumnRole::Label; });
        auto columns = readJson(*file.value().source, labelOptions, {observer.progress});
        if (!columns) return columns.error();
        if (!columns.value().label.empty()) {
            return LabelsOfRows{std::move(columns.value().label),
                                std::move(columns.value().rowNames)};
        }
        return Error{ErrorKind::Unclear,
                     "no field is called label: " + quotedChoices(columns.value().allNames),
                     {},
                     0,
                     {},
                     {nameColumn("label")}};
    }
    auto arrays = readArrays(file.value(), observer.progress);
    if (!arrays) return arrays.error();
    auto labels = labelsFromArrays(arrays.value(), options);
    if (!labels) return labels.error();
    return LabelsOfRows{std::move(labels).value(), {}};
}

bool hasTruth(const RoleColumns& columns) {
    return !columns.label.empty() || !columns.correct.empty();
}

Result<void> takeLabels(const std::string& path, const ReadOptions& options,
                        const ReadObserver& observer, RoleColumns& columns) {
    auto labels = readLabels(path, options, observer);
    if (!labels) return inFile(labels.error(), path);
    if (auto done = joinLabels(std::move(labels).value(), columns); !done)
        return inFile(done.error(), path);
    columns.labelsFile = path;
    return {};
}

Result<ReadPredictions> readFiles(const PredictionFiles& files, const ReadOptions& options,
                                  const ReadObserver& observer) {
    ReadOptions ownOptions = options;
    if (files.labels) {
        // A chosen label column is then one of the labels file.
        std::erase_if(ownOptions.columns,
                      [](const RoleChoice& c) { return c.role == ColumnRole::Label; });
    }
    auto read = readColumns(openedFile(files.predictions), ownOptions, observer);
    if (!read) return read.error();
    RoleColumns columns = std::move(read).value();
    if (columns.scoreRole != ScoreRole::None) {
        const bool beside = !files.labels && !hasTruth(columns);
        const auto labels = beside ? labelsBeside(files.predictions) : files.labels;
        if (labels) {
            if (auto done = takeLabels(*labels, options, observer, columns); !done) {
                Error error = done.error();
                if (beside) {
                    error.detail += ". It was taken because it lies beside the scores";
                    error.advice.push_back(
                        setOption(Setting::LabelsFile, {}, "if another file holds the labels"));
                }
                return error;
            }
        }
    }
    return interpreted(std::move(columns), options, files.predictions, observer.parallelFor);
}

Result<ReadPredictions> readSource(std::unique_ptr<ByteSource> source, const std::string& name,
                                   const ReadOptions& options, const ReadObserver& observer) {
    auto columns = readColumns(openedFile(std::move(source)), options, observer);
    if (!columns) return columns.error();
    return interpreted(std::move(columns).value(), options, name, observer.parallelFor);
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
