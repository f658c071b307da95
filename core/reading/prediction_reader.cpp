// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/prediction_reader.h"

#include <algorithm>

#include "core/reading/array_roles.h"
#include "core/reading/column_names.h"
#include "core/reading/csv_reader.h"
#include "core/reading/interpretation.h"
#include "core/reading/json_reader.h"
#include "core/reading/npy_reader.h"
#include "core/reading/npz_reader.h"
#include "core/reading/opened_file.h"
#include "core/text.h"

namespace diagonal {
namespace {

Result<std::vector<NamedArray>> readArrays(OpenedFile& file, const ProgressCallback& progress) {
    if (file.container == Container::Zip) return readNpz(*file.source, progress);
    auto array = readNpy(*file.source, progress);
    if (!array) return array.error();
    std::vector<NamedArray> arrays;  // an initialiser list would copy
    arrays.push_back({"", std::move(array).value()});
    return arrays;
}

Result<RoleColumns> readColumns(const std::string& path, const ReadOptions& options,
                                const ReadObserver& observer) {
    auto file = openedFile(path);
    if (!file) return file.error();
    const auto said = [&](Result<RoleColumns> columns) {
        if (columns) {
            std::ranges::copy(file.value().assumptions,
                              std::back_inserter(columns.value().assumptions));
        }
        return columns;
    };
    if (file.value().container == Container::Text) {
        return said(readCsv(*file.value().source, options, observer));
    }
    if (file.value().container == Container::Json) {
        return said(readJson(*file.value().source, options, observer));
    }
    auto arrays = readArrays(file.value(), observer.progress);
    if (!arrays) return arrays.error();
    if (arrays.value().size() == 1 && holdsOnlyLabels(arrays.value().front().array)) {
        return Error{ErrorKind::Unclear,
                     "this array holds labels only. Open the scores together with it: diagonal "
                     "scores.npy labels.npy"};
    }
    return said(columnsFromArrays(std::move(arrays).value(), options));
}

Result<LabelColumn> readLabelArray(OpenedFile& file, const ReadOptions& options,
                                   const ProgressCallback& progress) {
    auto arrays = readArrays(file, progress);
    if (!arrays) return arrays.error();
    if (arrays.value().size() == 1) return labelsFromArray(arrays.value().front().array);
    std::vector<std::string> keys;
    std::optional<std::size_t> chosen;
    for (const NamedArray& named : arrays.value()) {
        if (namesLabel(named.key)) chosen = keys.size();
        keys.push_back(named.key);
    }
    for (const RoleChoice& choice : options.columns) {
        if (choice.role != ColumnRole::Label) continue;
        if (const auto index = chosenColumn(keys, choice.column)) chosen = index;
    }
    if (chosen) return labelsFromArray(arrays.value()[*chosen].array);
    return Error{ErrorKind::Unclear, "none of the arrays is called labels: " + quotedList(keys)};
}

Result<LabelColumn> readLabels(const std::string& path, const ReadOptions& options,
                               const ProgressCallback& progress) {
    auto file = openedFile(path);
    if (!file) return file.error();
    if (file.value().container == Container::Text) {
        return readCsvLabels(*file.value().source, options, progress);
    }
    if (file.value().container == Container::Json) {
        return Error{ErrorKind::Unsupported,
                     "labels in a file of their own are read from CSV and arrays, not from JSON"};
    }
    return readLabelArray(file.value(), options, progress);
}

bool hasTruth(const RoleColumns& columns) {
    return !columns.label.empty() || !columns.correct.empty();
}

std::optional<Error> joinLabels(const std::string& path, const ReadOptions& options,
                                const ProgressCallback& progress, RoleColumns& columns) {
    auto labels = readLabels(path, options, progress);
    if (!labels) return inFile(labels.error(), path);
    if (labels.value().size() != columns.scores.rows()) {
        return Error{ErrorKind::Malformed,
                     counted(labels.value().size(), "label") + " for " +
                         counted(columns.scores.rows(), "row") + " of scores",
                     path};
    }
    columns.label = std::move(labels).value();
    std::erase_if(columns.assumptions, [](const Assumption& a) { return a.id == "label_column"; });
    columns.assumptions.push_back({"labels_file", path});
    return std::nullopt;
}

}  // namespace

Result<ReadPredictions> readPredictions(const PredictionFiles& files, const ReadOptions& options,
                                        const ReadObserver& observer) {
    auto read = readColumns(files.predictions, options, observer);
    if (!read) return inFile(read.error(), files.predictions);
    RoleColumns columns = std::move(read).value();
    if (columns.scoreRole != ScoreRole::None) {
        const bool beside = !files.labels && !hasTruth(columns);
        const auto labels = beside ? labelsBeside(files.predictions) : files.labels;
        if (labels) {
            if (auto error = joinLabels(*labels, options, observer.progress, columns)) {
                if (beside) {
                    error->detail +=
                        ". It was taken because it lies beside the scores; name the "
                        "right one with --labels FILE";
                }
                return *error;
            }
        }
    }
    auto dataset = interpreted(std::move(columns), options, files.predictions);
    if (!dataset) return inFile(dataset.error(), files.predictions);
    return dataset;
}

}  // namespace diagonal
