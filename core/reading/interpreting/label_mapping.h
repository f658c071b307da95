// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/reading/options/read_options.h"
#include "core/reading/roles/role_columns.h"

namespace diagonal {

/// Returns why a table has no truth: what was found in its place, and what to do.
Error noLabels(const RoleColumns& columns);

/// Returns the error that a column called like the truth is empty, or says `word`, in all rows.
Error truthNotKnown(const std::string& column, const std::string& word);

/// Labels as class indices.
struct MappedLabels {
    std::vector<std::int32_t> labels;     ///< per row a class, kMissingLabel or kUnknownLabel
    std::vector<std::string> classNames;  ///< in score order; {negative, positive} for one column
    std::optional<std::size_t> positiveClass;
    std::vector<Assumption> assumptions;
    std::optional<std::int64_t> base = {};  ///< label of the first class, if labels are positions
    /// The class of each distinct label and of each distinct prediction, of confidences whose rows
    /// have both; else empty.
    std::vector<std::size_t> classOfLabel = {};
    std::vector<std::size_t> classOfPrediction = {};
};

/// Maps the labels of K score columns: by position from options.labelBase if it is given, else by
/// the columns' names, else by classesByPrediction(), else by position from 0, or from 1 if K
/// occurs and 0 does not; then through options.classOrder. Errors: Unclear if no label fits a
/// class, or if classOrder is not a permutation of the K classes.
Result<MappedLabels> mappedToClasses(const RoleColumns& columns, const ReadOptions& options);

/// Maps the labels of one probability column to 1 for the positive class and 0 for the other. The
/// positive class is `positive` if given, else the one in the column's name, else 1 of 0 and 1 (or
/// of -1 and 1), else the affirmative word (yes, true, positive). Errors: Unclear with the labels
/// found.
Result<MappedLabels> mappedToPositive(const RoleColumns& columns,
                                      const std::optional<std::string>& positive);

/// Maps the rows of confidences to 1 (correct) or 0: from label and prediction, else from the
/// correct column. classNames are the known classes, empty if there is only a correct column. With
/// `base`, labels are numbers that count from it, and predicted classes numbers that count from 0.
/// Errors: Unclear if there is neither.
Result<MappedLabels> mappedToCorrect(const RoleColumns& columns,
                                     std::optional<std::int64_t> base = std::nullopt);

/// Returns the codes of the predicted classes among the labels, as truthsPredicted(), of numbered
/// labels that count from `base` and predictions that count from 0. Nullopt unless all are numbers.
std::optional<std::vector<std::int32_t>> truthsCountedFrom(const RoleColumns& columns,
                                                           std::int64_t base);

/// Returns the code of each predicted class among the true labels, or kUnknownLabel: by name, or,
/// if no name matches and there are at most two on each side, by meaning (GON+ is 1, GON- is 0).
std::vector<std::int32_t> truthsPredicted(const RoleColumns& columns);

/// Returns the code in `other` of each distinct value of `column`, or kUnknownLabel.
std::vector<std::int32_t> codesAmong(const LabelColumn& column, const LabelColumn& other);

}  // namespace diagonal
