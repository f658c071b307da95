// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/selecting/row_columns.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "core/base/text.h"
#include "core/measuring/outcomes.h"
#include "core/predictions/predicted_class.h"
#include "core/selecting/row_list.h"

namespace diagonal {
namespace {

constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();

const std::vector<std::string> kRightOrWrong = {"wrong", "right"};
const std::vector<std::string> kOfClass = {"no", "yes"};
constexpr double kBehindNumbers = 0x1p1000;  ///< texts are sorted behind numbers

/// Returns the outcome of a row, packed.
std::uint64_t outcomeOf(const RowList& list, std::size_t row) {
    const std::size_t one[] = {row};
    return outcomesInRowOrder(list.dataset->predictions.subset(one), list.view, list.temperature)
        ->front();
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

ListedColumn numberColumn(std::string id, std::string name,
                          std::function<double(std::size_t)> number) {
    return {{std::move(id), std::move(name)}, std::move(number)};
}

ListedColumn textColumn(std::string id, std::string name, const std::vector<std::string>& values,
                        std::function<std::int32_t(std::size_t)> code) {
    ListedColumn column{{std::move(id), std::move(name), true}};
    column.values = &values;
    column.code = std::move(code);
    return column;
}

/// Adds the texts of the file whose names are not among the columns from `own` on.
void addTexts(const RowList& list, std::vector<ListedColumn>& columns) {
    const Dataset& dataset = *list.dataset;
    const std::size_t own = columns.size();  // a column of the file may have a name of these
    const auto add = [&](const GroupColumn& column) {
        const auto isSame = [&](const ListedColumn& one) { return one.head.id == column.name; };
        const bool isThere =
            std::any_of(columns.begin() + static_cast<std::ptrdiff_t>(own), columns.end(), isSame);
        if (isThere || column.codes.size() != dataset.predictions.rows()) return;
        columns.push_back(textColumn(column.name, column.name, column.values,
                                     [&column](std::size_t row) { return column.codes[row]; }));
        columns.back().isOfFile = true;
    };
    for (const RowNames& names : dataset.rowNames) {
        if (!names.isOther) add(names);
    }
    if (dataset.clusters) add(*dataset.clusters);
    for (const GroupColumn& group : dataset.groups)
        add(group);
    for (const RowNames& names : dataset.rowNames)
        add(names);
}

/// Adds the classes that a row belongs to, and those of a probability above 0.5. They are sorted by
/// their number.
void addSeveralClasses(const RowList& list, std::vector<ListedColumn>& columns) {
    const Predictions& predictions = list.dataset->predictions;
    const auto add = [&](const char* id, const char* name, auto holds) {
        ListedColumn column{{id, name, true}};
        column.text = [&predictions, holds](std::size_t row) {
            std::string names;
            for (std::size_t k = 0; k < predictions.classNames().size(); ++k) {
                if (holds(row, k))
                    names += (names.empty() ? "" : ", ") + predictions.classNames()[k];
            }
            return names;
        };
        column.number = [&predictions, holds](std::size_t row) {
            double count = 0;
            for (std::size_t k = 0; k < predictions.classNames().size(); ++k)
                count += holds(row, k) ? 1 : 0;
            return count;
        };
        columns.push_back(std::move(column));
    };
    add("true", "True",
        [&predictions](std::size_t row, std::size_t k) { return predictions.isOfClass(row, k); });
    add("predicted", "Predicted", [&predictions](std::size_t row, std::size_t k) {
        const double score[] = {predictions.scores().at(row, k)};
        return predictedBy<double>(score, PredictionForm::PositiveScore, predictions.scoreKind())
                   .place == 1;
    });
}

void addClasses(const Dataset& dataset, std::vector<ListedColumn>& columns) {
    const auto classes = rowClasses(dataset);
    if (!classes) return;
    const auto add = [&](const char* id, const char* name, const ClassCodes& codes) {
        columns.push_back(textColumn(id, name, classes->names, [&codes](std::size_t row) {
            return static_cast<std::int32_t>(codes[row]);
        }));
        columns.back().isInOrder = !dataset.classPairs;  // those of scores have an order
    };
    add("true", "True", classes->labels);
    add("predicted", "Predicted", classes->predicted);
}

void addSecond(const RowList& list, std::vector<ListedColumn>& columns) {
    const Predictions& predictions = list.dataset->predictions;
    if (predictions.form() != PredictionForm::ClassScores || predictions.scores().columns() < 3)
        return;
    columns.push_back(textColumn(
        "second", "Second", predictions.classNames(),
        [&](std::size_t row) { return static_cast<std::int32_t>(secondClass(predictions, row)); }));
    columns.back().isInOrder = true;
    columns.push_back(numberColumn("second_probability", "Its probability", [&](std::size_t row) {
        return classProbability(predictions, row, secondClass(predictions, row), list.temperature);
    }));
}

/// Returns the rank of each value: numbers by size, behind them texts by their characters.
std::vector<double> ranksOf(const ListedColumn& column) {
    const std::vector<std::string>& values = *column.values;
    std::vector<double> ranks(values.size());
    if (column.isInOrder) {
        std::iota(ranks.begin(), ranks.end(), 0.0);
        return ranks;
    }
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto number = parsedDouble(values[i]);
        const bool isNumber = number && std::abs(*number) < kBehindNumbers;
        if (isNumber) ranks[i] = *number;
        if (!isNumber) order.push_back(i);
    }
    std::ranges::sort(order, {}, [&](std::size_t i) -> const std::string& { return values[i]; });
    for (std::size_t rank = 0; rank < order.size(); ++rank)
        ranks[order[rank]] = kBehindNumbers * (1 + static_cast<double>(rank) * 0x1p-40);
    return ranks;
}

/// Returns a number that was divided by `unit` as it was before: of those that are equal when
/// divided, to the last bit, the one with the fewest digits.
double unscaled(double scaled, double unit) {
    constexpr double lastBit = std::numeric_limits<double>::epsilon();
    const double product = scaled * unit;
    for (const int precision : {15, 16, 17}) {
        std::array<char, 32> text{};
        const auto written =
            std::to_chars(text.begin(), text.end(), product, std::chars_format::general, precision);
        const double value = *parsedDouble({text.begin(), written.ptr});
        if (std::abs(value / unit - scaled) <= lastBit * scaled) return value;
    }
    return product;
}

}  // namespace

TableCell ListedColumn::cell(std::size_t row) const {
    if (isPlace) return static_cast<std::size_t>(number(row));
    if (text) return text(row);
    if (isNumber()) return NumberCell{number(row)};
    const std::int32_t value = code(row);
    return value < 0 ? std::string() : (*values)[static_cast<std::size_t>(value)];
}

std::function<double(std::size_t row)> ListedColumn::order() const {
    if (number) return number;
    return [ranks = ranksOf(*this), codeOf = code](std::size_t row) {
        const std::int32_t value = codeOf(row);
        return value < 0 ? kNoValue : ranks[static_cast<std::size_t>(value)];
    };
}

std::vector<ListedColumn> columnsOf(const RowList& list) {
    const Dataset& dataset = *list.dataset;
    const Predictions& predictions = dataset.predictions;
    std::vector<ListedColumn> columns;
    const bool areLines = dataset.summary.lineNumbers;
    columns.push_back(
        numberColumn(areLines ? "line" : "row", areLines ? "Line" : "Row",
                     [&](std::size_t row) { return static_cast<double>(dataset.places.of(row)); }));
    columns.back().isPlace = true;
    addClasses(dataset, columns);
    if (predictions.form() == PredictionForm::MultiLabel) addSeveralClasses(list, columns);
    const bool isTop = list.view.isTopLabel();
    columns.push_back(numberColumn(
        "confidence", isTop ? "Confidence" : "Probability",
        [&](std::size_t row) { return SortedOutcomes::confidenceOf(outcomeOf(list, row)); }));
    const bool areSeveral = predictions.form() == PredictionForm::MultiLabel;
    columns.push_back(textColumn("outcome", areSeveral ? "Of the class" : "Prediction",
                                 areSeveral ? kOfClass : kRightOrWrong, [&](std::size_t row) {
                                     const bool isCorrect =
                                         SortedOutcomes::correctOf(outcomeOf(list, row));
                                     return isRightAs(predictions, row, isCorrect) ? 1 : 0;
                                 }));
    columns.back().isInOrder = true;
    addSecond(list, columns);
    if (!predictions.weights().empty()) {
        const RowWeights& weights = predictions.weights();
        columns.push_back(numberColumn("weight", "Weight", [&weights](std::size_t row) {
            return unscaled(weights.at(row), weights.unit);
        }));
    }
    addTexts(list, columns);
    return columns;
}

bool isRightAs(const Predictions& predictions, std::size_t row, bool isCorrect) {
    return predictions.form() == PredictionForm::MultiLabel ? isCorrect
                                                            : predictions.isCorrect(row);
}

double classProbability(const Predictions& predictions, std::size_t row, std::size_t k,
                        double temperature) {
    const std::size_t one[] = {row};
    const View ofClass{View::Kind::OneVsRest, k};
    return SortedOutcomes::confidenceOf(
        outcomesInRowOrder(predictions.subset(one), ofClass, temperature)->front());
}

}  // namespace diagonal
