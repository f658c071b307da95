// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/isotonic.h"

#include <algorithm>

#include "tests/core/measuring/two_hundred_rows.h"

namespace diagonal {
namespace {

TEST(Isotonic, poolsRowsWhoseFrequencyFalls) {
    const auto outcomes =
        outcomesAt(testing::positiveScores({.1, .2, .3, .4, .4, .9}, {0, 1, 0, 1, 0, 1}),
                   testing::kPositive, 1);
    const auto blocks = isotonicBlocks(outcomes.sorted);
    ASSERT_EQ(blocks.size(), 3U);
    EXPECT_EQ(blocks[0].weight, 1);
    EXPECT_EQ(blocks[1].weight, 4);
    EXPECT_EQ(blocks[1].frequency(), .5);
    EXPECT_EQ(blocks[2].frequency(), 1);
}

TEST(Isotonic, partsOfTheBrierScoreAddUp) {
    const auto outcomes = testing::twoHundredOutcomes();
    const auto blocks = isotonicBlocks(outcomes.sorted);
    const auto parts = brierParts(outcomes.brier, blocks);
    EXPECT_NEAR(parts.miscalibration - parts.discrimination + parts.uncertainty, outcomes.brier,
                1e-15);
    EXPECT_GE(parts.miscalibration, 0);
    EXPECT_GE(parts.discrimination, 0);
    for (std::size_t i = 1; i < blocks.size(); ++i) {
        EXPECT_EQ(blocks[i].begin, blocks[i - 1].end);
        EXPECT_GT(blocks[i].frequency(), blocks[i - 1].frequency());
    }
}

TEST(Isotonic, poolsAcrossTheEdgesOfItsParts) {
    constexpr std::size_t rows = 300'000;
    std::vector<std::uint64_t> packed;
    for (std::size_t i = 0; i < rows; ++i) {
        // Frequencies fall in the middle, where one block spans several parts.
        const double x = static_cast<double>(i) / rows;
        const double frequency = x < .2 ? x : x < .8 ? .6 - x / 2 : x;
        const auto random = static_cast<double>(i * 7919 % 10007) / 10007;
        packed.push_back(SortedOutcomes::pack(x, random < frequency));
    }
    const SortedOutcomes outcomes(std::move(packed));
    std::vector<IsotonicBlock> expected;
    for (std::size_t rank = 0; rank < rows; ++rank)
        appendPooled(expected, IsotonicBlock{rank, rank + 1, 1, outcomes.isCorrect(rank) ? 1. : 0});
    const auto blocks = isotonicBlocks(outcomes, testing::backwards);
    ASSERT_EQ(blocks.size(), expected.size());
    std::size_t longest = 0;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        EXPECT_EQ(blocks[i].begin, expected[i].begin);
        EXPECT_EQ(blocks[i].end, expected[i].end);
        EXPECT_EQ(blocks[i].correct, expected[i].correct);
        longest = std::max(longest, blocks[i].end - blocks[i].begin);
    }
    EXPECT_GT(longest, rows / 4);
    EXPECT_EQ(isotonicBlocks(SortedOutcomes(std::vector<std::uint64_t>(rows, 42))).size(), 1U);
}

}  // namespace
}  // namespace diagonal
