// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/predictions/dataset.h"

namespace diagonal {

/// Rows that two models have in common.
struct SharedRows {
    std::vector<std::size_t> first;   ///< index of each shared row in the first model's predictions
    std::vector<std::size_t> second;  ///< as above, in the second's
    std::size_t onlyFirst = 0;        ///< rows without a partner
    std::size_t onlySecond = 0;
    std::string joinedBy;            ///< "column id", "order of rows"
    std::vector<std::string> notes;  ///< what a reader must mind

    bool areAllInOrder() const;
};

/// Finds the rows that two models share: of one file, by their place in it; else by a column that
/// names the rows of both (an id, a file name) and finds at least half of the rows of the smaller
/// model, columns of one name first; else by the order of the records in their files, if both have
/// equally many. Columns that only number the rows are no names. Classes are matched by name, in
/// any order. Errors: Unclear if neither way fits, if columns called like row names do not match or
/// two columns join different rows, if no row is shared, or if the true labels of shared rows
/// differ (with the first rows that do); Undefined if the classes or forms of the predictions
/// differ, or if rows have weights.
Result<SharedRows> sharedRows(const Dataset& first, const Dataset& second);

/// Returns the class of `to` called like class k of `from`. Requires one.
std::size_t sameClass(const Predictions& from, std::size_t k, const Predictions& to);

}  // namespace diagonal
