// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/selecting/row_list.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

#include "core/measuring/outcomes.h"
#include "core/reporting/analysis.h"

namespace diagonal {
namespace {

/// A column of the list: its head, and its cell of a row.
struct ListedColumn {
    TableColumn head;
    std::function<TableCell(std::size_t row)> cell;
};

/// Returns the probability that the first row of `row` gives to a class.
double probabilityOf(const Predictions& row, std::size_t k, double temperature) {
    const View ofClass{View::Kind::OneVsRest, k};
    return SortedOutcomes::confidenceOf(outcomesInRowOrder(row, ofClass, temperature)->front());
}

/// Returns the class with the second largest score.
std::size_t secondClass(const Predictions& predictions, std::size_t row) {
    const std::size_t first = predictions.predicted(row);
    std::size_t second = first == 0 ? 1 : 0;
    for (std::size_t k = 0; k < predictions.scores().columns(); ++k) {
        if (k != first && predictions.scores().at(row, k) > predictions.scores().at(row, second))
            second = k;
    }
    return second;
}

void addTexts(const Dataset& dataset, std::vector<ListedColumn>& columns) {
    const std::size_t own = columns.size();  // a column of the file may have a name of these
    const auto add = [&](const GroupColumn& column) {
        const auto isSame = [&](const ListedColumn& one) { return one.head.id == column.name; };
        const bool isThere =
            std::any_of(columns.begin() + static_cast<std::ptrdiff_t>(own), columns.end(), isSame);
        if (isThere || column.codes.size() != dataset.predictions.rows()) return;
        columns.push_back({{column.name, column.name, true}, [&column](std::size_t row) {
                               const std::int32_t code = column.codes[row];
                               return code < 0 ? std::string()
                                               : column.values[static_cast<std::size_t>(code)];
                           }});
    };
    for (const RowNames& names : dataset.rowNames)
        add(names);
    if (dataset.clusters) add(*dataset.clusters);
    for (const GroupColumn& group : dataset.groups)
        add(group);
}

void addClasses(const Predictions& predictions, std::vector<ListedColumn>& columns) {
    const bool haveClasses = predictions.form() == PredictionForm::ClassScores ||
                             predictions.form() == PredictionForm::PositiveScore;
    if (!haveClasses) return;
    columns.push_back({{"true", "True", true}, [&](std::size_t row) {
                           return predictions.classNames()[predictions.label(row)];
                       }});
    columns.push_back({{"predicted", "Predicted", true}, [&](std::size_t row) {
                           return predictions.classNames()[predictions.predicted(row)];
                       }});
}

void addSecond(const RowList& list, std::vector<ListedColumn>& columns) {
    const Predictions& predictions = list.dataset->predictions;
    if (predictions.form() != PredictionForm::ClassScores || predictions.scores().columns() < 3)
        return;
    columns.push_back({{"second", "Second", true}, [&](std::size_t row) {
                           return predictions.classNames()[secondClass(predictions, row)];
                       }});
    columns.push_back({{"second_probability", "Its probability"}, [&](std::size_t row) {
                           const std::size_t one[] = {row};
                           return NumberCell{probabilityOf(predictions.subset(one),
                                                           secondClass(predictions, row),
                                                           list.temperature)};
                       }});
}

/// The columns refer to the list, which must outlive them.
std::vector<ListedColumn> columnsOf(const RowList& list) {
    const Dataset& dataset = *list.dataset;
    const Predictions& predictions = dataset.predictions;
    std::vector<ListedColumn> columns;
    const bool areLines = dataset.summary.lineNumbers;
    columns.push_back({{areLines ? "line" : "row", areLines ? "Line" : "Row"},
                       [&](std::size_t row) { return dataset.places.of(row); }});
    addClasses(predictions, columns);
    const bool isTop = list.view.kind == View::Kind::TopLabel;
    const auto outcome = [&](std::size_t row) {
        const std::size_t one[] = {row};
        return outcomesInRowOrder(predictions.subset(one), list.view, list.temperature)->front();
    };
    columns.push_back(
        {{"confidence", isTop ? "Confidence" : "Probability"}, [outcome](std::size_t row) {
             return NumberCell{SortedOutcomes::confidenceOf(outcome(row))};
         }});
    columns.push_back({{"outcome", isTop ? "Prediction" : "Of the class", true},
                       [outcome, isTop](std::size_t row) {
                           const bool is = SortedOutcomes::correctOf(outcome(row));
                           return std::string(isTop ? (is ? "right" : "wrong")
                                                    : (is ? "yes" : "no"));
                       }});
    addSecond(list, columns);
    if (!predictions.weights().empty()) {
        const RowWeights& weights = predictions.weights();
        columns.push_back({{"weight", "Weight"}, [&weights](std::size_t row) {
                               return NumberCell{weights.at(row) * weights.unit};
                           }});
    }
    addTexts(dataset, columns);
    return columns;
}

}  // namespace

Result<RowList> listRows(const std::shared_ptr<const Dataset>& dataset, const View& view,
                         double temperature, const RowConditions& conditions,
                         const Execution& execution) {
    const auto found = matchingRows(*dataset, view, temperature, conditions, execution);
    if (!found) return found.error();
    const std::vector<std::size_t>& rows = found.value().rows;
    const std::vector<std::uint64_t>& packed = found.value().packed;
    std::vector<std::uint32_t> order(rows.size());
    std::iota(order.begin(), order.end(), 0);
    const auto key = [&](std::uint32_t i) {
        const std::uint64_t outcome = packed[i];
        return std::tuple(SortedOutcomes::correctOf(outcome), ~outcome, i);
    };
    std::ranges::sort(order, {}, key);
    RowList list{dataset, view, temperature, std::vector<std::uint32_t>(order.size())};
    for (std::size_t i = 0; i < order.size(); ++i) {
        list.rows[i] = static_cast<std::uint32_t>(rows[order[i]]);
        list.wrong += SortedOutcomes::correctOf(packed[order[i]]) ? 0U : 1U;
    }
    return list;
}

RowConditions conditionsOfBin(const Report& report, std::size_t bin) {
    const auto& confidences = report.binned.bins[bin].confidences;
    if (!confidences) return conditionsOfEdges(report, bin);
    RowConditions conditions;
    conditions.confidence = confidences;
    return conditions;
}

RowConditions conditionsOfEdges(const Report& report, std::size_t bin) {
    const Bin& rows = report.binned.bins[bin];
    RowConditions conditions;
    conditions.confidence = Interval{rows.lower, rows.upper};
    // The outermost edge is in its bin.
    const bool isRightClosed = report.binning.edgeRule == EdgeRule::RightClosed;
    conditions.isLowerOpen = isRightClosed && bin > 0;
    conditions.isUpperOpen = !isRightClosed && bin + 1 < report.binned.bins.size();
    return conditions;
}

std::optional<double> eceWithout(const RowList& list, AnalysisSettings settings,
                                 const Execution& execution) {
    const Predictions& predictions = list.dataset->predictions;
    const std::size_t rows = predictions.rows();
    const bool isPart = !list.rows.empty() && list.rows.size() < rows;
    if (!isPart || rows * predictions.scores().columns() > kMostLeft) return std::nullopt;
    std::vector<bool> isListed(rows);
    for (const std::uint32_t row : list.rows)
        isListed[row] = true;
    std::vector<std::size_t> left;
    left.reserve(rows - list.rows.size());
    for (std::size_t row = 0; row < rows; ++row) {
        if (!isListed[row]) left.push_back(row);
    }
    settings.where = {};
    settings.view = list.view;
    settings.temperature = list.temperature;
    settings.fitTemperature = false;
    settings.diagram = DiagramKind::Bars;
    const auto measured = analyse(std::make_shared<const Dataset>(list.dataset->subset(left)),
                                  settings, nullptr, execution);
    return measured ? measured.value().report->score("ece") : std::nullopt;
}

std::vector<std::size_t> wrongRows(const Dataset& dataset) {
    std::vector<std::size_t> rows;
    if (dataset.predictions.form() == PredictionForm::MultiLabel) return rows;
    for (std::size_t row = 0; row < dataset.predictions.rows(); ++row) {
        if (!dataset.predictions.isCorrect(row)) rows.push_back(row);
    }
    return rows;
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
