// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/reading/options/file_preview.h"
#include "core/reading/options/read_options.h"

namespace diagonal {

/// The role of each column of a preview; none for columns that play no part.
std::vector<std::optional<ColumnRole>> rolesByColumn(const FilePreview& preview);

/// `options` with another label column of a file of labels, or with the detected one.
ReadOptions withLabelColumn(ReadOptions options, const FilePreview& preview,
                            const std::optional<std::string>& column);
/// The label column of a file of labels that `options` choose.
std::optional<std::string> labelColumnOf(const ReadOptions& options, const FilePreview& preview);

/// `options` with another role for one column and every other role as the preview shows it, so that
/// nothing is detected any more. Roles that exclude each other give way to the new one.
ReadOptions withRole(const ReadOptions& options, const FilePreview& preview, std::size_t column,
                     std::optional<ColumnRole> role);

/// One of several models in a file.
struct ModelChoice {
    std::string name;
    std::vector<RoleChoice> columns;  ///< all roles, with this model's scores

    bool operator==(const ModelChoice&) const = default;
};

/// The models whose scores a file holds, the shown one first; empty where there is only one.
std::vector<ModelChoice> modelsIn(const FilePreview& preview);

/// The same for files of the same format with the same columns: how a user read one is how the
/// next is read. None where columns have no names, or so many that no user named their roles.
std::optional<std::string> headerSignature(const FilePreview& preview);

/// What of `options` says how such files are laid out; what repairs the data of one file (its
/// label base, the order of its classes, a second softmax) is left out.
ReadOptions layoutOf(ReadOptions options);

}  // namespace diagonal
