// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/selecting/row_list.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "core/base/text.h"
#include "core/measuring/outcomes.h"
#include "core/measuring/scores/scores.h"
#include "core/numerics/parallel_sort.h"
#include "core/reporting/analysis.h"
#include "core/selecting/row_columns.h"

namespace diagonal {
namespace {

/// Returns settings that measure a part of a report's rows as these were measured.
AnalysisSettings measuredLike(const Report& report) {
    AnalysisSettings settings = report.settings;
    settings.where = {};
    settings.view = report.view;
    settings.temperature = report.temperature;
    settings.fitTemperature = false;
    settings.diagram = DiagramKind::Bars;
    return settings;
}

}  // namespace

Result<RowList> listRows(const std::shared_ptr<const Dataset>& dataset, const View& view,
                         double temperature, const RowConditions& conditions,
                         const Execution& execution) {
    const Predictions& predictions = dataset->predictions;
    const bool isOfTwo = view.kind != View::Kind::TopLabel && predictions.classCount() == 2U;
    constexpr std::uint64_t right = std::uint64_t{1} << 63;
    const auto key = [&](std::size_t row, std::uint64_t packed) {
        const double c = SortedOutcomes::confidenceOf(packed);
        // Doubles from 0 to 1 compare like their bits, of which the highest is zero.
        const auto doubt = std::bit_cast<std::uint64_t>(isOfTwo ? std::min(c, 1 - c) : 1 - c);
        return hwy::uint128_t{row, (isRightAs(predictions, row, packed) ? right : 0U) | doubt};
    };
    auto found = ofMatches<hwy::uint128_t>(*dataset, view, temperature, conditions, execution, key);
    if (!found) return found.error();
    std::vector<hwy::uint128_t>& keyed = found.value();
    sortPairs(keyed, execution.parallelFor);
    RowList list{dataset, view, temperature, {}};
    const auto isWrong = [](const hwy::uint128_t& one) { return (one.hi & right) == 0; };
    list.wrong =
        static_cast<std::size_t>(std::ranges::partition_point(keyed, isWrong) - keyed.begin());
    list.rows.reserve(keyed.size());
    for (const hwy::uint128_t& one : keyed)
        list.rows.push_back(static_cast<std::uint32_t>(one.lo));
    return list;
}

RowConditions conditionsOfBin(const Report& report, std::size_t bin) {
    const Bin& rows = report.binned.bins[bin];
    // The confidences of cells are means of theirs.
    if (!rows.confidences || report.dataset.cells)
        return conditionsOfBins(report, rows.lower, rows.upper);
    return {.confidence = rows.confidences};
}

QueriedRows queriedRows(const RowConditions& conditions) {
    QueriedRows rows;
    if (const auto& range = conditions.confidence) {
        rows.lower = range->lower;
        rows.upper = range->upper;
    }
    rows.isLowerOpen = conditions.isLowerOpen;
    rows.isUpperOpen = conditions.isUpperOpen;
    rows.isCorrect = conditions.isCorrect;
    rows.label = conditions.label;
    rows.predicted = conditions.predicted;
    for (const GroupChoice& group : conditions.groups)
        rows.cells.push_back({group.column, "=", group.value});
    for (const CellCondition& cell : conditions.cells) {
        const auto range = rangeOf(cell);
        if (!range) {
            rows.cells.push_back(cell);
            continue;
        }
        rows.cells.push_back(
            {cell.column, range->isLowerOpen ? ">" : ">=", shortest(range->lower)});
        rows.cells.push_back(
            {cell.column, range->isUpperOpen ? "<" : "<=", shortest(range->upper)});
    }
    return rows;
}

RowConditions conditionsOfBins(const Report& report, double lower, double upper) {
    const std::vector<Bin>& bins = report.binned.bins;
    const BinningScheme scheme = report.binning.scheme;
    const bool areFixed = scheme == BinningScheme::EqualWidth || scheme == BinningScheme::Custom ||
                          report.dataset.cells.has_value();
    const auto isTouched = [&](const Bin& bin) {
        const bool isPoint = lower == upper;
        return isPoint ? bin.lower <= lower && lower <= bin.upper
                       : bin.lower < upper && lower < bin.upper;
    };
    const auto first = std::ranges::find_if(bins, isTouched);
    if (first == bins.end()) return {.confidence = Interval{lower, upper}};
    const auto last = std::find_if_not(first, bins.end(), isTouched) - 1;
    RowConditions conditions;
    conditions.confidence = Interval{first->lower, last->upper};
    if (!areFixed) {
        if (first->confidences) conditions.confidence->lower = first->confidences->lower;
        if (last->confidences) conditions.confidence->upper = last->confidences->upper;
        return conditions;
    }
    // The outermost edge is in its bin.
    const bool isRightClosed = report.binning.edgeRule == EdgeRule::RightClosed;
    conditions.isLowerOpen = isRightClosed && first != bins.begin();
    conditions.isUpperOpen = !isRightClosed && last + 1 != bins.end();
    return conditions;
}

std::optional<double> eceWithout(const RowList& list, const Report& report,
                                 const Execution& execution) {
    const Predictions& predictions = list.dataset->predictions;
    const bool isPart = !list.rows.empty() && list.rows.size() < predictions.rows();
    if (!isPart) return std::nullopt;
    auto packed = outcomesInRowOrder(predictions, report.view, report.temperature, execution);
    if (!packed) return std::nullopt;
    std::vector<bool> isListed(packed->size());
    for (const std::uint32_t row : list.rows)
        isListed[row] = true;
    std::vector<std::size_t> left;
    for (std::size_t row = 0; row < isListed.size(); ++row) {
        if (isListed[row]) continue;
        (*packed)[left.size()] = (*packed)[row];  // at `row` or before it
        left.push_back(row);
    }
    packed->resize(left.size());
    const bool isByRow = report.binning.scheme == BinningScheme::Runs;
    const std::vector<std::uint64_t> inRowOrder = isByRow ? *packed : std::vector<std::uint64_t>();
    const SortedOutcomes outcomes(std::move(*packed), predictions.weights().subset(left),
                                  execution.parallelFor);
    return binnedErrors(binned(outcomes, report.binning, {}, inRowOrder)).ece;
}

std::optional<RowConditions> conditionsBeside(const RowConditions& listed, const View& view) {
    RowConditions conditions = forEveryModel(listed);
    conditions.predicted = listed.predicted;
    const bool isOfView =
        view.kind == View::Kind::OneVsRest && (conditions.label || conditions.predicted);
    return conditions.areNone() || isOfView ? std::nullopt : std::optional(conditions);
}

CurveBeside listedBeside(const RowConditions& conditions, const RowConditions& listed,
                         bool isFiltered, const ReliabilityCurve& curve) {
    const bool areListed = conditions == listed && !isFiltered;
    constexpr std::size_t mostOfLegend = 36;
    const std::string text = visibleText(conditionsText(conditions));
    const std::string name = (areListed ? "Listed: " : "All with ") + text;
    const std::string shortName = areListed ? "Listed rows" : "All with the trait";
    std::string meaning = areListed
                              ? "The accuracy of the listed rows (" + text + "), and its interval."
                              : "The accuracy of all rows with " + text +
                                    ", also of those that the list leaves out by their confidence "
                                    "or outcome, and its interval.";
    if (curve.count > 0)
        meaning += " " + counted(curve.count, "row") + ", ECE " +
                   fixedText(expectedCalibrationError(curve), 4) + ".";
    return {name.size() <= mostOfLegend ? name : shortName, std::move(meaning), curve};
}

Result<ReliabilityCurve> curveOfRows(const Dataset& dataset, const RowConditions& conditions,
                                     const Report& report, const Execution& execution) {
    if (report.binning.scheme == BinningScheme::Runs || report.binned.bins.empty())
        return undefined("its bins are no intervals of confidence");
    auto rows = selectedRows(dataset, report.view, report.temperature, conditions, execution);
    if (!rows) return rows.error();
    AnalysisSettings settings = measuredLike(report);
    settings.preset.clear();
    settings.scheme = BinningScheme::Custom;
    settings.edgeRule = report.binning.edgeRule;
    settings.binConfidence = report.binning.confidence;
    settings.edges = {report.binned.bins.front().lower};
    for (const Bin& bin : report.binned.bins)
        settings.edges.push_back(bin.upper);
    const auto measured = analyse(std::make_shared<const Dataset>(std::move(rows).value()),
                                  settings, nullptr, execution);
    if (!measured) return measured.error();
    return measured.value().report->binned;
}

Table rowTable(const RowList& list, std::size_t first, std::size_t count) {
    const std::vector<ListedColumn> columns = columnsOf(list);
    Table table{"rows", {}, {}};
    for (const ListedColumn& column : columns)
        table.columns.push_back(column.head);
    const std::size_t end = std::min(list.rows.size(), first + count);
    for (std::size_t i = first; i < end; ++i) {
        std::vector<TableCell>& cells = table.rows.emplace_back();
        for (const ListedColumn& column : columns)
            cells.push_back(column.cell(list.rows[i]));
    }
    return table;
}

}  // namespace diagonal
