// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/comparing/row_influence.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/measuring/isotonic.h"
#include "core/numerics/mean_estimate.h"

namespace diagonal {
namespace {

/// Calls set(row) for all rows, in parts that may run at once.
template <typename Set>
void eachRow(std::size_t rows, const ParallelFor& parallelFor, const Set& set) {
    const Partition parts{rows};
    parallelFor(parts.parts(), [&](std::size_t part) {
        for (std::size_t row = parts.begin(part); row < parts.end(part); ++row)
            set(row);
    });
}

/// Returns the share of pairs with rows of the other kind that a row is ordered rightly in, ties
/// counted half.
double placement(const SortedOutcomes& outcomes, double confidence, bool isCorrect, double correct,
                 double wrong) {
    const std::size_t below = outcomes.countBelow(confidence);
    const std::size_t upTo = outcomes.countUpTo(confidence);
    const double correctBelow = outcomes.sums(0, below).correct;
    const double correctUpTo = outcomes.sums(0, upTo).correct;
    if (isCorrect) {
        const double wrongBelow = static_cast<double>(below) - correctBelow;
        const double wrongUpTo = static_cast<double>(upTo) - correctUpTo;
        return (wrongBelow + wrongUpTo) / 2 / wrong;
    }
    return (correct - (correctBelow + correctUpTo) / 2) / correct;
}

}  // namespace

RowInfluences rowInfluences(std::span<const std::uint64_t> inRowOrder,
                            const ParallelFor& parallelFor) {
    const std::size_t rows = inRowOrder.size();
    const SortedOutcomes outcomes({inRowOrder.begin(), inRowOrder.end()}, {}, parallelFor);
    const auto blocks = isotonicBlocks(outcomes, parallelFor);
    std::vector<double> lowest;  // confidence of each block
    lowest.reserve(blocks.size());
    for (const IsotonicBlock& block : blocks)
        lowest.push_back(outcomes.confidence(block.begin));
    const double correct = outcomes.sums().correct;
    const double wrong = static_cast<double>(rows) - correct;
    const double mean = correct / static_cast<double>(rows);
    RowInfluences out;
    out.miscalibration.resize(rows);
    out.discrimination.resize(rows);
    out.uncertainty.resize(rows);
    eachRow(rows, parallelFor, [&](std::size_t row) {
        const double c = SortedOutcomes::confidenceOf(inRowOrder[row]);
        const double a = SortedOutcomes::correctOf(inRowOrder[row]) ? 1 : 0;
        const auto block = std::ranges::upper_bound(lowest, c) - lowest.begin() - 1;
        const double p = blocks[static_cast<std::size_t>(block)].frequency();
        const double left = (p - a) * (p - a);
        out.uncertainty[row] = (mean - a) * (mean - a);
        out.miscalibration[row] = (c - a) * (c - a) - left;
        out.discrimination[row] = out.uncertainty[row] - left;
    });
    if (correct == 0 || wrong == 0) return out;
    const double area = *auroc(outcomes, parallelFor);
    out.auroc.resize(rows);
    eachRow(rows, parallelFor, [&](std::size_t row) {
        const double c = SortedOutcomes::confidenceOf(inRowOrder[row]);
        const bool isCorrect = SortedOutcomes::correctOf(inRowOrder[row]);
        const double own = placement(outcomes, c, isCorrect, correct, wrong) - area;
        const double share = (isCorrect ? correct : wrong) / static_cast<double>(rows);
        out.auroc[row] = area + own / share;
    });
    return out;
}

double deLongStandardError(std::span<const double> first, std::span<const double> second,
                           std::span<const std::uint64_t> inRowOrder) {
    std::array<std::vector<double>, 2> differences;  // of incorrect rows, and of correct ones
    for (std::size_t row = 0; row < inRowOrder.size(); ++row) {
        const bool isCorrect = SortedOutcomes::correctOf(inRowOrder[row]);
        differences[isCorrect ? 1 : 0].push_back(second[row] - first[row]);
    }
    double variance = 0;
    for (const std::vector<double>& kind : differences) {
        const double share =
            static_cast<double>(kind.size()) / static_cast<double>(inRowOrder.size());
        const double error = share * meanEstimate(kind).standardError;
        variance += error * error;
    }
    return std::sqrt(variance);
}

}  // namespace diagonal
