// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/interpreting/tied_scores.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/predictions/row_range.h"

namespace diagonal {
namespace {

/// Returns the place of the tied class that was predicted: the label if the prediction is correct,
/// else the first other one; the size of the row if none of the tied is.
template <typename T>
std::size_t predictedOfTied(std::span<const T> row, std::size_t label, bool isCorrect) {
    const T largest = row[largestOf(row).place];
    for (std::size_t k = 0; k < row.size(); ++k) {
        if (row[k] == largest && (k == label) == isCorrect) return k;
    }
    return row.size();
}

/// Lowers the scores that equal that at `winner`.
template <typename T>
void lowerOthers(std::span<T> row, std::size_t winner) {
    constexpr T units = 4 * std::numeric_limits<T>::epsilon();
    const T largest = row[winner];
    for (std::size_t k = 0; k < row.size(); ++k) {
        if (k != winner && row[k] == largest) row[k] -= units * std::max(std::abs(largest), T{1});
    }
}

}  // namespace

std::size_t decideTies(RoleColumns& columns, std::span<const std::int32_t> labels) {
    const std::size_t width = columns.scores.columns();
    if (columns.correct.empty() || width < 2) return 0;
    std::vector<int> truths;
    for (const std::string& value : columns.correct.values())
        truths.push_back(truthValue(value));
    std::size_t decided = 0;
    ScoreMatrix::Values values = std::move(columns.scores).takeValues();
    std::visit(
        [&]<typename T>(std::vector<T>& scores) {
            for (std::size_t i = 0; i < labels.size(); ++i) {
                const std::int32_t code = columns.correct.codes()[i];
                const int truth = code < 0 ? -1 : truths[static_cast<std::size_t>(code)];
                const std::span<T> row = std::span(scores).subspan(i * width, width);
                if (truth < 0 || labels[i] < 0) continue;
                if (!largestOf(std::span<const T>(row)).isShared) continue;
                const std::size_t winner = predictedOfTied(
                    std::span<const T>(row), static_cast<std::size_t>(labels[i]), truth == 1);
                if (winner == width) continue;
                lowerOthers(row, winner);
                ++decided;
            }
        },
        values);
    columns.scores = ScoreMatrix(std::move(values), width);
    return decided;
}

}  // namespace diagonal
