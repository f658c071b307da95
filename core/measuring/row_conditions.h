// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/parallel.h"
#include "core/base/result.h"
#include "core/measuring/raw_confidences.h"
#include "core/measuring/row_outcomes.h"
#include "core/measuring/view.h"
#include "core/numerics/intervals.h"
#include "core/predictions/cell_condition.h"
#include "core/predictions/dataset.h"

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
    GroupChoices groups = {};  ///< one value of each of these columns, of groups or other kept ones
    std::vector<CellCondition> cells = {};  ///< on such columns, all but those with "="

    bool areNone() const { return *this == RowConditions(); }
    /// True if they depend on what the model predicts: other rows fulfil them for another model.
    bool judgePredictions() const { return confidence || isCorrect || predicted; }
    /// True if they depend on what rows turned out to be.
    bool judgeOutcomes() const { return isCorrect || label; }
    bool operator==(const RowConditions&) const = default;
};

/// Leaves out the conditions that judge predictions: models are compared on the same rows.
RowConditions forEveryModel(RowConditions conditions);

/// Returns the conditions with a value of a column in place of others of this column.
RowConditions withGroup(RowConditions conditions, const GroupChoice& group);

/// Adds a condition as a user writes it (parsedCondition()): confidence=0.9..1, outcome=wrong or
/// outcome=right, true=CLASS, predicted=CLASS, or COLUMN=VALUE of any column, with != < <= > >= or
/// ~ (holds the text) in place of =; COLUMN= chooses the rows without a value, COLUMN=70..80 a
/// range. confidence=0.8<..0.9 leaves out 0.8, confidence=0.8..<0.9 leaves out 0.9. A column called
/// "outcome" is written with the quotation marks.
/// Errors (WrongOption): what cannot be read, and a condition that no row fulfils together with
/// those that are there.
Result<void> addCondition(RowConditions& conditions, std::string_view written);

/// Adds a condition on a column of the file, whatever its name. Errors: as above.
Result<void> addCell(RowConditions& conditions, const CellCondition& cell);

/// Returns the conditions one by one, two bounds of one column together, and adds some to others;
/// of two on the same thing the later one holds.
std::vector<RowConditions> partsOf(const RowConditions& conditions);
void addAll(RowConditions& conditions, const RowConditions& more);

/// Returns the conditions that are not among others.
RowConditions without(const RowConditions& all, const RowConditions& others);

/// Adds conditions that hold, too: of two ranges of confidence, what they have in common is left,
/// which may be nothing.
void narrow(RowConditions& conditions, const RowConditions& more);

/// Returns the conditions that are not of groups as addCondition() reads them, an entry each.
std::vector<std::string> writtenConditions(const RowConditions& conditions);

/// Returns conditions in words: "confidence 0.9 to 1, wrong, site = B"; empty if there are none.
std::string conditionsText(const RowConditions& conditions);

/// Returns the parts in which all rows are searched for matches.
inline Partition partsToSearch(const Dataset& dataset) {
    constexpr std::size_t leastRows = 4096;
    return {dataset.predictions.rows(), leastRows};
}

/// Visits runs of rows at a temperature: the `outcomes` of the rows from `begin` on, and the places
/// among these of the rows that fulfil the conditions, perhaps none. Both last until visit()
/// returns. The runs of a part come in ascending order, several parts possibly at
/// once.
/// Errors: Undefined if a class or a column is not there, if the rows have no classes or no
/// outcomes in the view, or if a database counted them; Cancelled.
Result<void> forEachRunOfMatches(
    const Dataset& dataset, const View& view, double temperature, const RowConditions& conditions,
    const Partition& parts, const Execution& execution,
    const std::function<void(std::size_t part, std::size_t begin, const RowOutcomes& outcomes,
                             std::span<const std::uint32_t> matches)>& visit);

/// A run of rows that are measured one by one, where it is needed.
struct SkimmedRun {
    std::size_t begin = 0;
    std::span<const double> raw;             ///< of all of its rows: RawConfidences
    std::span<const std::uint32_t> matches;  ///< places of those that fulfil the conditions
    RowMeasurer& measurer;
};

/// As forEachRunOfMatches(), but for rows whose raw confidences are known, and several times as
/// fast: only those are measured whose raw confidences do not tell whether they match.
Result<void> skimMatches(const Dataset& dataset, const View& view, double temperature,
                         const RowConditions& conditions, const Partition& parts,
                         const Execution& execution, const RawConfidences& confidences,
                         const std::function<void(std::size_t part, const SkimmedRun& run)>& visit);

/// Returns these rows. Errors: as above.
Result<RowSet> matchingRows(const Dataset& dataset, const View& view, double temperature,
                            const RowConditions& conditions, const Execution& execution = {});

/// Returns the rows that fulfil the conditions as a dataset of their own, called by the conditions.
/// Errors: those of matchingRows(), and Undefined if there are none.
Result<Dataset> selectedRows(const Dataset& dataset, const View& view, double temperature,
                             const RowConditions& conditions, const Execution& execution = {});

/// Returns the rows that belong to all of the groups, as a dataset, also of cells. Errors:
/// Undefined if there is no such column, group or row; the message names the existing columns and
/// groups.
Result<Dataset> groupDataset(const Dataset& dataset, const GroupChoices& groups);

/// As groupDataset(); the dataset itself if no groups are chosen.
Result<std::shared_ptr<const Dataset>> rowsOfGroups(const std::shared_ptr<const Dataset>& dataset,
                                                    const GroupChoices& groups);

/// True if a condition is on a column that the dataset does not hold: it may be one without a role,
/// which ReadOptions::kept would keep.
bool lacksColumn(const Dataset& dataset, const RowConditions& where);

/// Errors: Undefined if the rows of a dataset do not have what the conditions are on, or none has
/// all values; the message says what they have.
Result<void> checkConditions(const Dataset& dataset, const RowConditions& where);

}  // namespace diagonal
