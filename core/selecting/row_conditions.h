// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/parallel.h"
#include "core/base/result.h"
#include "core/measuring/view.h"
#include "core/predictions/dataset.h"
#include "core/reporting/report.h"

namespace diagonal {

/// Which rows: conditions that all hold. They name classes and values, not rows, so that they mean
/// the same after a reread, at another temperature and for another model.
struct RowConditions {
    /// Of the confidence in the view: from `lower` to `upper`, both included unless open.
    std::optional<Interval> confidence = {};
    bool isLowerOpen = false;
    bool isUpperOpen = false;
    std::optional<bool> isCorrect = {};         ///< whether the predicted class is right
    std::optional<std::string> label = {};      ///< name of the true class
    std::optional<std::string> predicted = {};  ///< name of the predicted class
    std::vector<GroupChoice> groups = {};       ///< one value of each of these columns

    bool operator==(const RowConditions&) const = default;
};

/// Adds a condition as a user writes it: confidence=0.9..1, outcome=wrong or outcome=right,
/// true=CLASS, predicted=CLASS, or COLUMN=VALUE of a column of groups. Errors (WrongOption): what
/// cannot be read, and a second condition on the same thing.
Result<void> addCondition(RowConditions& conditions, std::string_view written);

/// Returns the conditions one by one, and adds some to others; of two on the same thing the later
/// one holds.
std::vector<RowConditions> partsOf(const RowConditions& conditions);
void addAll(RowConditions& conditions, const RowConditions& more);

/// Returns conditions in words: "confidence 0.9 to 1, wrong, site = B"; empty if there are none.
std::string conditionsText(const RowConditions& conditions);

/// Returns the conditions that the rows of a bin of the report fulfil: the confidences of its rows
/// where they are known, else its edges. Requires a bin with rows.
RowConditions conditionsOfBin(const Report& report, std::size_t bin);

/// Rows that fulfil conditions, with what a list of them is ordered by.
struct MatchingRows {
    std::vector<std::size_t> rows;      ///< ascending
    std::vector<std::uint64_t> packed;  ///< SortedOutcomes::pack() of each
};

/// Returns the rows that fulfil the conditions at a temperature. Errors: Undefined if a class or a
/// column is not there, if the rows have no classes or no outcomes in the view, or if a database
/// counted them; Cancelled.
Result<MatchingRows> matchingRows(const Dataset& dataset, const View& view, double temperature,
                                  const RowConditions& conditions, const Execution& execution = {});

/// Returns the rows that fulfil the conditions as a dataset of their own, called by the conditions.
/// Errors: those of matchingRows(), and Undefined if there are none.
Result<Dataset> selectedRows(const Dataset& dataset, const View& view, double temperature,
                             const RowConditions& conditions, const Execution& execution = {});

}  // namespace diagonal
