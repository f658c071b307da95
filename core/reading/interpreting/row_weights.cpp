// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/interpreting/row_weights.h"

#include <algorithm>
#include <cmath>

#include "core/base/text.h"

namespace diagonal {
namespace {

bool isUsable(double weight) {
    return weight > 0 && std::isfinite(weight);
}

bool isWhole(double value) {
    return value == std::floor(value);
}

/// Returns the sum of the usable weights.
double totalOf(const std::vector<double>& weights) {
    double total = 0;
    for (const double w : weights)
        total += isUsable(w) ? w : 0;
    return total;
}

/// Scales the usable weights to a mean of 1, then sets those below 1e-12 to 0.
void normalise(RowWeights& rowWeights) {
    std::vector<double>& weights = rowWeights.values;
    constexpr double nothing = 1e-12;
    double largest = 0;
    for (const double w : weights)
        largest = std::max(largest, isUsable(w) ? w : 0);
    if (largest == 0) return;
    for (double& w : weights)
        w = isUsable(w) ? w / largest : w;
    const auto usable = static_cast<double>(std::ranges::count_if(weights, isUsable));
    const double mean = totalOf(weights) / usable;
    for (double& w : weights) {
        if (isUsable(w)) w = w / mean < nothing ? 0 : w / mean;
    }
    rowWeights.unit = largest * mean;
}

/// Returns the number of successes in each row's trials; empty if the correct column only holds
/// yes or no.
std::vector<double> successesOf(const RoleColumns& columns) {
    std::vector<double> successes = columns.correctNumbers;
    const auto isNumber = [](double value) { return !std::isnan(value); };
    const auto isYesOrNo = [](double value) {
        return std::isnan(value) || value == 0 || value == 1;
    };
    const bool canBe = columns.label.empty() && columns.scores.columns() == 1;
    if (!canBe) return {};
    if (columns.correctIsCount) return successes;
    if (std::ranges::all_of(successes, isYesOrNo)) return {};
    const bool shares = std::ranges::all_of(
        successes, [&](double value) { return !isNumber(value) || (value >= 0 && value <= 1); });
    if (!shares) return successes;
    constexpr double rounding = 1e-3;  // shares are written with three digits or more
    for (std::size_t row = 0; row < successes.size(); ++row) {
        const double trials = successes[row] * columns.weights[row];
        const double whole = std::round(trials);
        successes[row] =
            std::abs(trials - whole) <= rounding * columns.weights[row] ? whole : trials;
    }
    return successes;
}

}  // namespace

Result<ReadWeights> readWeights(const RoleColumns& columns, const ReadOptions& options) {
    ReadWeights out;
    if (columns.weights.empty()) {
        if (!options.weights) return out;
        return wrongOption("the kind of the weights is given, but no column is called weight",
                           {nameColumn("weight")});
    }
    out.weights.values = columns.weights;
    out.successes = successesOf(columns);
    const bool whole = std::ranges::all_of(out.weights.values,
                                           [](double w) { return !isUsable(w) || isWhole(w); });
    out.weights.kind =
        options.weights.value_or(whole ? WeightKind::Counts : WeightKind::Importance);
    const std::string name = quotedText(columns.weightName);
    if (out.weights.kind == WeightKind::Counts) {
        constexpr double most = 9007199254740992;  // 2^53
        if (!whole) {
            return unclear(
                "the weights in " + name + " are not whole numbers, so they are not counts",
                {setOption(Setting::Weights, "importance")});
        }
        if (const double total = totalOf(out.weights.values); total > most) {
            return unclear("the counts in " + name + " sum to " + shortest(total) +
                               ", more than the largest exact count, 2^53",
                           {setOption(Setting::Weights, "importance", "if they are not counts")});
        }
    } else if (!out.successes.empty()) {
        return unclear(
            "successes need a number of trials, but the weights in " + name +
                " do not count trials",
            {setOption(Setting::Weights, "counts", "if they do"),
             nameColumn("correct", "if another column says whether each row is correct")});
    } else {
        normalise(out.weights);
    }
    return out;
}

void noteWeights(const RoleColumns& columns, const Predictions& predictions,
                 DatasetSummary& summary) {
    if (!columns.unusedWeight.empty()) {
        summary.notes.push_back({"weights_unused",
                                 summary.rows,
                                 "every row counts once: the weights in " +
                                     quotedText(columns.unusedWeight) + " are not used",
                                 {nameColumn("weight", "to use them", columns.unusedWeight)}});
    }
    if (!columns.oddWeight.empty()) {
        summary.notes.push_back({"weights_of_other_length", summary.rows,
                                 "every row counts once: " + quotedText(columns.oddWeight) +
                                     " does not have one value per row (it may hold weights of "
                                     "classes), and is not used"});
    }
    const RowWeights& weights = predictions.weights();
    if (weights.empty()) return;
    const bool counts = weights.kind == WeightKind::Counts;
    summary.weights = weights.kind;
    summary.assumptions.push_back({"weight_column", columns.weightName});
    summary.assumptions.push_back({"weights", counts ? "counts" : "importance"});
    const std::string name = quotedText(columns.weightName);
    if (counts) {
        summary.notes.push_back({"weights",
                                 summary.rows,
                                 "each row counts as often as " + name +
                                     " states: " + counted(summary.rows, "observation") + " in all",
                                 {},
                                 NoteScope::AllRows});
        return;
    }
    const auto effective =
        static_cast<std::uint64_t>(std::llround(weights.effectiveCount(predictions.rows())));
    summary.notes.push_back({"weights",
                             summary.rows,
                             "rows are weighted by " + name + ": their effective sample size is " +
                                 groupedDigits(effective) + " rows of equal weight",
                             {},
                             NoteScope::AllRows});
}

}  // namespace diagonal
