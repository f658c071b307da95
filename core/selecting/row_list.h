// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/measuring/row_conditions.h"
#include "core/reporting/report.h"
#include "core/reporting/writing/table.h"

namespace diagonal {

/// Rows in the order in which a user looks at them: wrong ones before right ones, the most
/// confident first. What a row is and says is looked up when it is shown.
struct RowList {
    std::shared_ptr<const Dataset> dataset;
    View view;
    double temperature = 1;
    std::vector<std::uint32_t> rows;
    std::size_t wrong = 0;  ///< the first so many rows are wrong
};

/// Returns the rows that fulfil conditions. Errors: those of matchingRows().
Result<RowList> listRows(const std::shared_ptr<const Dataset>& dataset, const View& view,
                         double temperature, const RowConditions& conditions,
                         const Execution& execution = {});

/// Returns the conditions that the rows of a bin of the report fulfil: the confidences of its rows
/// where they are known, else its edges. Requires a bin with rows.
RowConditions conditionsOfBin(const Report& report, std::size_t bin);

/// Returns the confidences between the edges of a bin: those of its rows, where edges do not depend
/// on the rows.
RowConditions conditionsOfEdges(const Report& report, std::size_t bin);

/// Returns the ECE of the rows that are not in the list, measured with `settings`; none if no row
/// is left, if none is listed, or if they hold more than kMostLeft scores, which would take long.
std::optional<double> eceWithout(const RowList& list, AnalysisSettings settings,
                                 const Execution& execution = {});
inline constexpr std::size_t kMostLeft = 20'000'000;

/// Returns the rows whose predicted class is wrong, ascending; none if rows may belong to several
/// classes.
std::vector<std::size_t> wrongRows(const Dataset& dataset);

/// Returns rows `first` and those after it, at most `count`, as a table: line in the file, or row
/// of an array, counted from 1; names of the row, true and predicted class, confidence, outcome,
/// the class with the second largest probability and that probability, weight, and groups. Columns
/// that these rows do not have are left out.
Table rowTable(const RowList& list, std::size_t first, std::size_t count);

}  // namespace diagonal
