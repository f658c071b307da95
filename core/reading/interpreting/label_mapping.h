// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/reading/options/read_options.h"
#include "core/reading/roles/role_columns.h"

namespace diagonal {

/// Labels as class indices.
struct MappedLabels {
    std::vector<std::int32_t> labels;     ///< per row, or kMissingLabel, kUnknownLabel
    std::vector<std::string> classNames;  ///< in the order of the scores; {negative, positive}
    std::optional<std::size_t> positiveClass;
    std::vector<Assumption> assumptions;
    std::optional<std::int64_t> base =
        {};  ///< the label of the first class, where labels are positions
};

/// Labels of K score columns: by position from `labelBase` where it is given, else by the columns'
/// names, else by position from 0, or from 1 where K occurs and 0 does not; then through
/// `classOrder`. Errors: Unclear where no label fits a class, or the order is none of K classes.
Result<MappedLabels> mappedToClasses(const RoleColumns& columns, const ReadOptions& options);

/// Labels of one probability column: `positive` where it is named, else 1 of 0 and 1 (or of -1
/// and 1), else the affirmative word (yes, true, positive). Errors: Unclear with the labels found.
Result<MappedLabels> mappedToPositive(const RoleColumns& columns,
                                      const std::optional<std::string>& positive);

/// Hits of confidences: from label and prediction, else from the correct column. classNames are
/// the known classes, empty where only hits are known. Errors: Unclear where neither is there.
Result<MappedLabels> mappedToCorrect(const RoleColumns& columns);

/// For each predicted class its code among the true labels, or kUnknownLabel: by name; where none
/// has one and there are two at the most, by meaning (GON+ is 1, GON- is 0).
std::vector<std::int32_t> truthsPredicted(const RoleColumns& columns);

/// For each distinct value of `column` its code in `other`, or kUnknownLabel.
std::vector<std::int32_t> codesAmong(const LabelColumn& column, const LabelColumn& other);

/// Index of the class called `name`; integers in any spelling.
std::optional<std::size_t> classNamed(const std::vector<std::string>& classNames,
                                      const std::string& name);

}  // namespace diagonal
