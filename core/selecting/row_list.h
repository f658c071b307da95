// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/aggregates/cell_query.h"
#include "core/measuring/row_conditions.h"
#include "core/reporting/report.h"
#include "core/reporting/writing/table.h"

namespace diagonal {

/// Rows in the order in which a user looks at them: those with a wrong prediction before others,
/// the most confident first. Of two classes, a probability near 0 is as confident as one near 1.
/// Rows that may belong to several classes are wrong if they are not of the class in view. What a
/// row is and says is looked up when it is shown.
struct RowList {
    std::shared_ptr<const Dataset> dataset;
    View view;
    double temperature = 1;
    std::vector<std::uint32_t> rows;
    std::size_t wrong = 0;  ///< so many rows are wrong: the first ones, unless they were sorted
    std::optional<std::size_t> ofAll = {};  ///< so many there are, if `rows` are the first of them
};

/// Returns the rows that fulfil conditions. Errors: those of matchingRows().
Result<RowList> listRows(const std::shared_ptr<const Dataset>& dataset, const View& view,
                         double temperature, const RowConditions& conditions,
                         const Execution& execution = {});

/// Returns the first rows of that list, at most `most`, and counts the others, which it neither
/// keeps nor sorts. Requires most > 0. Errors: as above.
Result<RowList> firstRows(const std::shared_ptr<const Dataset>& dataset, const View& view,
                          double temperature, const RowConditions& conditions, std::size_t most,
                          const Execution& execution = {});

/// Returns the conditions that the rows of a bin of the report fulfil: the confidences of its rows
/// where they are known, else its edges. Requires a bin with rows.
RowConditions conditionsOfBin(const Report& report, std::size_t bin);

/// Returns conditions as a database checks them.
QueriedRows queriedRows(const RowConditions& conditions);

/// Returns the confidences between the outer edges of the bins that hold rows between `lower` and
/// `upper`; where edges depend on the rows, the confidences of these rows. No such bin: `lower` to
/// `upper`.
RowConditions conditionsOfBins(const Report& report, double lower, double upper);

/// Returns the ECE of the rows that are not in the list, in bins like those of a report of all
/// rows; none if no row is left, if none is listed, or if progress cancels.
std::optional<double> eceWithout(const RowList& list, const Report& report,
                                 const Execution& execution = {});

/// Returns the conditions by which rows are drawn beside all when these are listed: without those
/// on confidence and outcome, which the bars show; none if no other is left, or if they follow from
/// the view.
std::optional<RowConditions> conditionsBeside(const RowConditions& listed, const View& view);

/// Returns how the curve of rows with these conditions is called beside that of all rows, which
/// depends on whether the list leaves some of them out, also by a filter.
CurveBeside listedBeside(const RowConditions& conditions, const RowConditions& listed,
                         bool isFiltered, const ReliabilityCurve& curve = {});

/// Returns the curve of the rows of a dataset that fulfil conditions, in the bins of a report of
/// all its rows. Errors: those of selectedRows() and analyse(); Undefined where bins divide rows of
/// one confidence.
Result<ReliabilityCurve> curveOfRows(const Dataset& dataset, const RowConditions& conditions,
                                     const Report& report, const Execution& execution = {});

/// Returns rows `first` and those after it, at most `count`, as a table with the columns of
/// columnsOf().
Table rowTable(const RowList& list, std::size_t first, std::size_t count);

}  // namespace diagonal
