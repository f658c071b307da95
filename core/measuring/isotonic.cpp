// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/isotonic.h"

#include <span>
#include <utility>

#include "core/base/compensated_sum.h"

namespace diagonal {
namespace {

/// Returns the rows from `begin` on that share its confidence as one block.
IsotonicBlock tiedRows(const SortedOutcomes& outcomes, std::size_t begin) {
    IsotonicBlock block{begin, begin, 0, 0};
    const double confidence = outcomes.confidence(begin);
    while (block.end < outcomes.size() && outcomes.confidence(block.end) == confidence) {
        block.weight += outcomes.weight(block.end);
        if (outcomes.isCorrect(block.end)) block.correct += outcomes.weight(block.end);
        ++block.end;
    }
    return block;
}

}  // namespace

std::vector<IsotonicBlock> isotonicBlocks(const SortedOutcomes& outcomes,
                                          const ParallelFor& parallelFor) {
    constexpr std::size_t exactInDouble = std::size_t{1} << 26;
    const bool isDouble = !outcomes.isWeighted() && outcomes.size() < exactInDouble;
    const auto append = [&](std::vector<IsotonicBlock>& blocks, const IsotonicBlock& block) {
        isDouble ? appendPooled<double>(blocks, block) : appendPooled(blocks, block);
    };
    const std::vector<std::size_t> begins = outcomes.partBegins();
    std::vector<std::vector<IsotonicBlock>> parts(begins.size() - 1);
    parallelFor(parts.size(), [&](std::size_t part) {
        for (std::size_t rank = begins[part]; rank < begins[part + 1];) {
            const IsotonicBlock block = tiedRows(outcomes, rank);
            rank = block.end;
            append(parts[part], block);
        }
    });
    // Violators may be pooled in any order.
    std::vector<IsotonicBlock>& blocks = parts.front();
    for (const std::vector<IsotonicBlock>& more : std::span(parts).subspan(1)) {
        for (const IsotonicBlock& block : more)
            append(blocks, block);
    }
    return std::move(blocks);
}

BrierParts brierParts(double brier, const std::vector<IsotonicBlock>& blocks) {
    CompensatedSum squares;
    double correct = 0;
    double weight = 0;
    for (const IsotonicBlock& block : blocks) {
        const double p = block.frequency();
        squares.add(block.weight * p * (1 - p));
        correct += block.correct;
        weight += block.weight;
    }
    const double recalibrated = squares.value() / weight;
    const double mean = correct / weight;
    const double uncertainty = mean * (1 - mean);
    return {brier - recalibrated, uncertainty - recalibrated, uncertainty};
}

}  // namespace diagonal
