// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

#include "core/measuring/outcomes.h"

namespace diagonal {

/// A run of sorted rows with one probability recalibrated by isotonic regression.
struct IsotonicBlock {
    std::size_t begin = 0;  ///< first rank
    std::size_t end = 0;    ///< one past the last rank
    double weight = 0;      ///< of its rows; their number if they have no weights
    double correct = 0;     ///< weight of the correct rows

    double frequency() const { return correct / weight; }
    /// Absorbs the preceding block.
    void merge(const IsotonicBlock& before) {
        begin = before.begin;
        weight += before.weight;
        correct += before.correct;
    }
};

/// Appends a block and pools it with preceding ones while their frequency (correct / weight) is not
/// below its own. Products of counts are exact below 2^32 in long double, below 2^26 in double.
template <typename Number = long double, typename Block>
void appendPooled(std::vector<Block>& blocks, Block next) {
    const auto product = [](Number a, Number b) { return a * b; };
    while (!blocks.empty() && product(blocks.back().correct, next.weight) >=
                                  product(next.correct, blocks.back().weight)) {
        next.merge(blocks.back());
        blocks.pop_back();
    }
    blocks.push_back(next);
}

/// Fits isotonic regression of correctness on confidence by pooling adjacent violators, rows of
/// equal confidence pooled first (Ayer 1955; CORP, Dimitriadis 2021). Frequencies rise strictly
/// from block to block. O(rows), exact: frequencies are compared as fractions.
std::vector<IsotonicBlock> isotonicBlocks(const SortedOutcomes& outcomes,
                                          const ParallelFor& parallelFor = defaultFor);

/// CORP decomposition of the Brier score of a view (Dimitriadis 2021):
/// brier = miscalibration - discrimination + uncertainty.
/// p is the recalibrated probability of a row, m the mean of a.
struct BrierParts {
    double miscalibration = 0;  ///< brier - mean (p - a)^2
    double discrimination = 0;  ///< uncertainty - mean (p - a)^2
    double uncertainty = 0;     ///< m (1 - m)
};
BrierParts brierParts(double brier, const std::vector<IsotonicBlock>& blocks);

}  // namespace diagonal
