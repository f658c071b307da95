// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/curves/cumulative_gap.h"

#include "tests/core/measuring/two_hundred_rows.h"

namespace diagonal {
namespace {

TEST(CumulativeGap, agreesWithNumPy) {
    const auto gap = cumulativeGap(testing::twoHundredOutcomes().sorted);
    EXPECT_NEAR(gap.ks, 0.06801980198019794, 1e-14);
    EXPECT_NEAR(gap.kuiper, 0.07297029702970288, 1e-14);
    EXPECT_NEAR(*gap.ksP, 0.03658905227742282, 1e-12);
    EXPECT_NEAR(*gap.kuiperP, 0.045448418043660385, 1e-12);
}

TEST(CumulativeGap, ofManyRowsContinuesFromPartToPart) {
    const SortedOutcomes few = testing::twoHundredOutcomes().sorted;
    const auto gap = cumulativeGap(testing::repeated(few, 1000), testing::backwards);
    EXPECT_NEAR(gap.ks, cumulativeGap(few).ks, 1e-14);
    EXPECT_NEAR(gap.kuiper, cumulativeGap(few).kuiper, 1e-14);
    const SortedOutcomes same(std::vector<std::uint64_t>(200'000, SortedOutcomes::pack(.5, true)));
    EXPECT_EQ(cumulativeGap(same).ks, .5);
}

TEST(CumulativeGap, tailsOfBrownianMotionAgreeWithTheirSeries) {
    EXPECT_NEAR(brownianMaximumTail(.5), 0.9908430097102392, 1e-12);
    EXPECT_NEAR(brownianMaximumTail(1), 0.6292225702004761, 1e-12);
    EXPECT_NEAR(brownianMaximumTail(1.5), 0.26721521438306106, 1e-12);
    EXPECT_NEAR(brownianMaximumTail(2.5), 0.02483866130297685, 1e-12);
    EXPECT_NEAR(brownianRangeTail(.6), 0.999974347382998, 1e-12);
    EXPECT_NEAR(brownianRangeTail(1), 0.9366354120795497, 1e-12);
    EXPECT_NEAR(brownianRangeTail(2.5), 0.0496727361818248, 1e-12);
    EXPECT_EQ(brownianMaximumTail(0), 1);
    EXPECT_EQ(brownianRangeTail(0), 1);
    EXPECT_NEAR(brownianMaximumTail(1 - 1e-9), brownianMaximumTail(1 + 1e-9), 1e-8);
}

TEST(CumulativeGap, rowsOfOneConfidenceAreTakenTogether) {
    // Added row by row, the difference would first rise to 0.5 / 2.
    const auto outcomes =
        outcomesAt(testing::positiveScores({.5, .5}, {0, 1}), testing::kPositive, 1);
    EXPECT_EQ(cumulativeGap(outcomes.sorted).ks, 0);
}

TEST(CumulativeGap, certainConfidencesHaveNoPValue) {
    const auto outcomes =
        outcomesAt(testing::positiveScores({0, 1}, {0, 0}), testing::kPositive, 1);
    const auto gap = cumulativeGap(outcomes.sorted);
    EXPECT_EQ(gap.ks, .5);
    EXPECT_FALSE(gap.ksP);
    EXPECT_FALSE(gap.kuiperP);
}

}  // namespace
}  // namespace diagonal
