// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/deciding/rows_needed.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "core/base/compensated_sum.h"
#include "core/numerics/class_probabilities.h"

namespace diagonal {

SlopeInformation slopeInformation(const SortedOutcomes& outcomes) {
    CompensatedSum intercept;
    CompensatedSum slope;
    CompensatedSum both;
    double total = 0;
    for (std::size_t rank = 0; rank < outcomes.size(); ++rank) {
        const double weight = outcomes.weight(rank);
        const double c = outcomes.confidence(rank);
        total += weight;
        const double variance = weight * c * (1 - c);
        if (variance == 0) continue;  // L^2 p (1 - p) vanishes with p (1 - p)
        const double margin = logit(c);
        intercept.add(variance);
        slope.add(margin * margin * variance);
        both.add(margin * variance);
    }
    return {intercept.value() / total, slope.value() / total, both.value() / total};
}

double rowsForRatio(double frequency, double standardError) {
    return (1 - frequency) / (frequency * standardError * standardError);
}

std::optional<double> rowsForSlope(const SlopeInformation& information, double standardError) {
    constexpr double leastShare = 1e-12;  // of the product: no more than rounding
    const double product = information.intercept * information.slope;
    const double determinant = product - information.both * information.both;
    if (!(determinant > leastShare * product)) return std::nullopt;
    return information.intercept / (standardError * standardError * determinant);
}

double aurocError(double auroc, double frequency, double rows) {
    const double others = rows / 2 - 1;
    const double variance =
        auroc * (1 - auroc) *
        (1 + others * (1 - auroc) / (2 - auroc) + others * auroc / (1 + auroc)) /
        (rows * rows * frequency * (1 - frequency));
    return std::sqrt(variance);
}

std::optional<double> rowsForAuroc(double auroc, double frequency, double standardError) {
    if (!(auroc > 0 && auroc < 1)) return std::nullopt;
    double few = 2;
    double many = 4;
    while (aurocError(auroc, frequency, many) > standardError)
        many *= 2;
    constexpr int halvings = 100;
    for (int i = 0; i < halvings; ++i) {
        const double middle = (few + many) / 2;
        (aurocError(auroc, frequency, middle) > standardError ? few : many) = middle;
    }
    return many;
}

double eceFloor(std::span<const OutcomeSums> bins, double rows) {
    double total = 0;
    for (const OutcomeSums& bin : bins)
        total += bin.weight;
    double sum = 0;
    for (const OutcomeSums& bin : bins) {
        if (!(bin.weight > 0)) continue;
        const double variance = std::max(0.0, bin.confidence - bin.confidenceSquares) / bin.weight;
        sum += std::sqrt(bin.weight / total * variance / rows);
    }
    return std::sqrt(2 / std::numbers::pi) * sum;
}

std::vector<PlannedRows> plannedRows(const SortedOutcomes& outcomes, std::optional<double> auroc,
                                     std::span<const OutcomeSums> bins, double level) {
    const OutcomeSums all = outcomes.sums();
    const double frequency = all.correct / all.weight;
    if (!(frequency > 0 && frequency < 1)) return {};
    const SlopeInformation information = slopeInformation(outcomes);
    const auto slopeRows = rowsForSlope(information, 1);
    const double z = twoSidedNormalQuantile(level);
    std::vector<PlannedRows> plans;
    const auto add = [&](double rows, std::string remark) {
        constexpr double rounding = 1e-9;
        const double n = std::ceil(rows - rounding);
        PlannedRows plan{n, n * frequency};
        const double ratio = std::exp(z * std::sqrt(rowsForRatio(frequency, 1) / n));
        plan.oe = {1 / ratio, ratio};
        if (slopeRows) {
            const double arm = z * std::sqrt(*slopeRows / n);
            plan.slope = Interval{1 - arm, 1 + arm};
        }
        if (auroc && *auroc > 0 && *auroc < 1) {
            const double arm = z * aurocError(*auroc, frequency, n);
            plan.auroc = Interval{std::max(0.0, *auroc - arm), std::min(1.0, *auroc + arm)};
        }
        const double floor = eceFloor(bins, n);
        plan.eceFloor = std::min(1.0, floor);
        plan.remark = std::move(remark);
        if (floor > 1)
            plan.remark += std::string(plan.remark.empty() ? "" : "; ") +
                           "ECE by chance: too few rows for its formula, cut at 1";
        plans.push_back(std::move(plan));
    };
    constexpr double leastOfOutcome = 100;
    const double present = all.effectiveCount();
    add(present, "this file");
    for (const double times : {0.5, 2.0, 5.0, 10.0})
        add(std::max(2.0, times * present), "");
    add(leastOfOutcome / std::min(frequency, 1 - frequency),
        "100 rows of either outcome (Vergouwe 2005)");
    add(rowsForRatio(frequency, kRatioError), "O:E within 10 % (standard error 0.051)");
    if (const auto rows = rowsForSlope(information, kSlopeError))
        add(*rows, "slope within 0.1 (standard error 0.051)");
    if (auroc) {
        if (const auto rows = rowsForAuroc(*auroc, frequency, kAurocError))
            add(*rows, "AUROC within 0.05 (standard error 0.0255)");
    }
    std::ranges::stable_sort(plans, {}, &PlannedRows::rows);
    return plans;
}

}  // namespace diagonal
