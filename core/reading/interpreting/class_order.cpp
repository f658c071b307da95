// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/interpreting/class_order.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "core/reading/interpreting/data_check.h"
#include "core/reading/interpreting/label_mapping.h"

namespace diagonal {
namespace {

constexpr double kShareAgreeing =
    0.98;  ///< of a prediction's rows; the others may have tied scores

/// Returns the class of the largest score in each row; -1 if any score is NaN.
std::vector<std::int32_t> largestScores(const ScoreMatrix& scores) {
    std::vector<std::int32_t> out;
    out.reserve(scores.rows());
    scores.visit([&](auto values) {
        for (std::size_t row = 0; row < scores.rows(); ++row) {
            const auto cells = values.subspan(row * scores.columns(), scores.columns());
            const bool known =
                std::none_of(cells.begin(), cells.end(), [](auto v) { return std::isnan(v); });
            const auto best = std::max_element(cells.begin(), cells.end()) - cells.begin();
            out.push_back(known ? static_cast<std::int32_t>(best) : -1);
        }
    });
    return out;
}

/// Returns the class that at least kShareAgreeing of each predicted value's rows have in `best`.
/// Nullopt if the rows of a value do not agree or two values have the same class.
std::optional<std::vector<std::int32_t>> classOfPrediction(const LabelColumn& predicted,
                                                           const std::vector<std::int32_t>& best) {
    struct Tally {
        std::size_t rows = 0;
        std::unordered_map<std::int32_t, std::size_t> classes;
    };
    std::vector<Tally> tallies(predicted.values().size());
    for (std::size_t row = 0; row < best.size(); ++row) {
        const std::int32_t code = predicted.codes()[row];
        if (code < 0 || best[row] < 0) continue;
        Tally& tally = tallies[static_cast<std::size_t>(code)];
        ++tally.rows;
        ++tally.classes[best[row]];
    }
    std::vector<std::int32_t> out;
    for (const Tally& tally : tallies) {
        const auto most =
            std::max_element(tally.classes.begin(), tally.classes.end(),
                             [](const auto& a, const auto& b) { return a.second < b.second; });
        const bool agreed =
            most != tally.classes.end() &&
            static_cast<double>(most->second) >= kShareAgreeing * static_cast<double>(tally.rows);
        if (!agreed) return std::nullopt;
        out.push_back(most->first);
    }
    std::vector<std::int32_t> sorted = out;
    std::sort(sorted.begin(), sorted.end());
    const bool distinct = std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end();
    return distinct ? std::optional(out) : std::nullopt;
}

}  // namespace

std::optional<std::vector<std::int32_t>> classesByPrediction(const RoleColumns& columns) {
    if (columns.predicted.empty() || columns.scores.rows() < kFewRows) return std::nullopt;
    const auto byPrediction = classOfPrediction(columns.predicted, largestScores(columns.scores));
    if (!byPrediction) return std::nullopt;
    std::vector<bool> used(columns.scores.columns());
    for (const std::int32_t k : *byPrediction)
        used[static_cast<std::size_t>(k)] = true;

    const auto predictionOf = codesAmong(columns.label, columns.predicted);
    std::vector<std::int32_t> out;
    std::size_t open = 0;
    for (const std::int32_t prediction : predictionOf) {
        const bool known = prediction >= 0;
        out.push_back(known ? (*byPrediction)[static_cast<std::size_t>(prediction)]
                            : kUnknownLabel);
        open += !known;
    }
    // A single label that was never predicted is the one remaining class.
    const auto unused = std::count(used.begin(), used.end(), false);
    if (open > 1 || (open == 1 && unused != 1)) return std::nullopt;
    if (open == 1) {
        const auto left = std::find(used.begin(), used.end(), false) - used.begin();
        *std::find(out.begin(), out.end(), kUnknownLabel) = static_cast<std::int32_t>(left);
    }
    return out;
}

}  // namespace diagonal
