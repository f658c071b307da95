// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/advice.h"
#include "core/predictions/dataset.h"
#include "core/reading/options/file_preview.h"
#include "core/reading/options/read_options.h"

namespace diagonal {

/// Returns the role of each column of a preview; nullopt for columns without one.
std::vector<std::optional<ColumnRole>> rolesByColumn(const FilePreview& preview);

/// Returns `options` with another label column in a separate file of labels, or, without `column`,
/// with the detected one.
ReadOptions withLabelColumn(ReadOptions options, const FilePreview& preview,
                            const std::optional<std::string>& column);
/// Returns options without the role of clusters, if they may lack its column and do.
ReadOptions withoutAbsentClusters(ReadOptions options, const FilePreview& preview);
/// Returns the label column that `options` choose in a separate file of labels; nullopt if none.
std::optional<std::string> labelColumnOf(const ReadOptions& options, const FilePreview& preview);

/// Returns `options` with a new role for one column and all other roles as in the preview, so that
/// nothing is detected. Roles that the new one excludes are removed. A second probability or
/// confidence is that of another model, which is shown; the others of the file stay.
ReadOptions withRole(const ReadOptions& options, const FilePreview& preview, std::size_t column,
                     std::optional<ColumnRole> role);

/// Returns `options` with a column as the probability or confidence of another model beside the one
/// that is shown; none if that one has the scores of all classes.
std::optional<ReadOptions> withOtherModel(const ReadOptions& options, const FilePreview& preview,
                                          std::size_t column);

/// Returns `options` with what an advice sets; none if only the user knows a value of it, or if a
/// setting is not one of reading.
std::optional<ReadOptions> following(const Advice& advice, ReadOptions options);

/// One of several models in a file.
struct ModelChoice {
    std::string name;
    std::vector<RoleChoice> columns;  ///< all roles, with this model's scores

    bool operator==(const ModelChoice&) const = default;
};

/// Returns the models with scores in a file, the current one first; empty if there is only one.
std::vector<ModelChoice> modelsIn(const FilePreview& preview);

/// Returns `options` that read one of `models` and name the others.
ReadOptions showing(ReadOptions options, const std::vector<ModelChoice>& models, std::size_t index);

/// Returns a hash of the format and the column names, under which the options for one file are
/// reused for the next. Nullopt if columns have no names, or are more (over 2,000) than a user
/// would assign roles to.
std::optional<std::string> headerSignature(const FilePreview& preview);

/// Returns the layout part of `options`, safe to reuse for similar files; fixes of one file (label
/// base, class order, second softmax) are dropped.
ReadOptions layoutOf(ReadOptions options);

/// Returns the index of a dataset's class called `name`, integers in any spelling; nullopt if there
/// is none.
std::optional<std::size_t> classIndex(const DatasetSummary& dataset, const std::string& name);

}  // namespace diagonal
