// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/selecting/row_detail.h"

#include <algorithm>
#include <functional>
#include <numeric>

#include "core/measuring/outcomes.h"
#include "core/selecting/row_columns.h"

namespace diagonal {
namespace {

constexpr std::size_t kMostClasses = 10;
constexpr double kLeastShown = 0.00005;  ///< smaller probabilities read 0.0000

/// Returns the classes of a row to show: those with the largest scores, then the true ones. `next`
/// is the class with the largest score among the others.
std::vector<std::size_t> shownClasses(const Predictions& predictions, std::size_t row,
                                      std::optional<std::size_t>& next) {
    const std::size_t count = predictions.classNames().size();
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), 0);
    const auto score = [&](std::size_t k) {
        const bool isOne = hasOneColumn(predictions.form());
        return isOne ? (k == 1 ? 1.0 : 0.0) : predictions.scores().at(row, k);
    };
    std::ranges::stable_sort(order, std::greater(), score);
    std::vector<std::size_t> shown;
    for (std::size_t i = 0; i < count; ++i) {
        if (i < kMostClasses || predictions.isOfClass(row, order[i])) {
            shown.push_back(order[i]);
        } else if (!next) {
            next = order[i];
        }
    }
    return shown;
}

void addClasses(const RowList& list, std::size_t row, RowDetail& detail) {
    const Predictions& predictions = list.dataset->predictions;
    if (predictions.form() == PredictionForm::Confidence) return;
    const bool isMultiLabel = predictions.form() == PredictionForm::MultiLabel;
    std::optional<std::size_t> next;
    for (const std::size_t k : shownClasses(predictions, row, next)) {
        const double p = classProbability(predictions, row, k, list.temperature);
        detail.classes.push_back({predictions.classNames()[k], p, predictions.isOfClass(row, k),
                                  !isMultiLabel && predictions.predicted(row) == k});
    }
    if (next) detail.mostOfOthers = classProbability(predictions, row, *next, list.temperature);
    // Scores of one column have no order of classes.
    std::ranges::stable_sort(detail.classes, std::greater(), &RowDetail::ClassShare::probability);
    const auto isLeftOut = [](const RowDetail::ClassShare& one) {
        return one.probability < kLeastShown && !one.isTrue && !one.isPredicted;
    };
    for (const RowDetail::ClassShare& one : detail.classes)
        detail.mostOfOthers = std::max(detail.mostOfOthers, isLeftOut(one) ? one.probability : 0);
    std::erase_if(detail.classes, isLeftOut);
    detail.otherClasses = predictions.classNames().size() - detail.classes.size();
    if (isMultiLabel) return;
    const std::size_t one[] = {row};
    const Outcomes outcomes = outcomesAt(predictions.subset(one), list.view, list.temperature);
    detail.nll = outcomes.nll;
    detail.brier = outcomes.brier;
}

}  // namespace

RowDetail rowDetail(const RowList& list, std::size_t index) {
    const std::size_t row = list.rows[index];
    RowDetail detail;
    for (const ListedColumn& column : columnsOf(list))
        detail.fields.push_back({column.head.name, column.cell(row)});
    addClasses(list, row, detail);
    return detail;
}

}  // namespace diagonal
