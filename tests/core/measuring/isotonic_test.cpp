// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/isotonic.h"

#include <numeric>

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

}  // namespace
}  // namespace diagonal
