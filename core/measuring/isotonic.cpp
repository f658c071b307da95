// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/isotonic.h"

#include "core/measuring/compensated_sum.h"

namespace diagonal {
namespace {

/// Whether the earlier block's frequency is not below the later one's. Products of counts below
/// 2^32 are exact.
bool violates(const IsotonicBlock& earlier, const IsotonicBlock& later) {
    return earlier.hits * later.count() >= later.hits * earlier.count();
}

/// The rows from `begin` on that share its confidence.
IsotonicBlock tiedRows(const SortedOutcomes& outcomes, std::size_t begin) {
    IsotonicBlock block{begin, begin, 0};
    const double confidence = outcomes.confidence(begin);
    while (block.end < outcomes.size() && outcomes.confidence(block.end) == confidence) {
        block.hits += outcomes.hit(block.end) ? 1U : 0U;
        ++block.end;
    }
    return block;
}

}  // namespace

std::vector<IsotonicBlock> isotonicBlocks(const SortedOutcomes& outcomes) {
    std::vector<IsotonicBlock> blocks;
    for (std::size_t rank = 0; rank < outcomes.size();) {
        IsotonicBlock block = tiedRows(outcomes, rank);
        rank = block.end;
        while (!blocks.empty() && violates(blocks.back(), block)) {
            block.begin = blocks.back().begin;
            block.hits += blocks.back().hits;
            blocks.pop_back();
        }
        blocks.push_back(block);
    }
    return blocks;
}

BrierParts brierParts(double brier, const std::vector<IsotonicBlock>& blocks) {
    CompensatedSum squares;
    std::size_t hits = 0;
    for (const IsotonicBlock& block : blocks) {
        const double p = block.frequency();
        squares.add(static_cast<double>(block.count()) * p * (1 - p));
        hits += block.hits;
    }
    const auto rows = static_cast<double>(blocks.back().end);
    const double recalibrated = squares.value() / rows;
    const double mean = static_cast<double>(hits) / rows;
    const double uncertainty = mean * (1 - mean);
    return {brier - recalibrated, uncertainty - recalibrated, uncertainty};
}

}  // namespace diagonal
