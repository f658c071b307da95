// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/isotonic.h"

#include <algorithm>

#include "tests/core/measuring/two_hundred_rows.h"

namespace diagonal {
namespace {

/// Returns the days on which it rained in Niamey from July to September 2016, and the probability
/// that EMOS gave them, to 6 decimals: precip_Niamey_2016 of the R package reliabilitydiag (data of
/// the ECMWF, CC BY 4.0; Vogel et al. 2021, doi:10.1029/2020GL091022).
Outcomes rainInNiamey() {
    return outcomesAt(
        testing::positiveScores(
            {.470928, .447237, .428769, .506429, .489267, .507685, .428683, .451318, .444081,
             .460119, .576877, .733408, .496902, .48475,  .440986, .327749, .485977, .712037,
             .615842, .880166, .542219, .447185, .524927, .603247, .631914, .466454, .426926,
             .507547, .592864, .428305, .573998, .534583, .463515, .654386, .591882, .458116,
             .478734, .517635, .656439, .776044, .742817, .588376, .481443, .457153, .430642,
             .567278, .734643, .682966, .556675, .625345, .445614, .458296, .328248, .473759,
             .784154, .626384, .51802,  .57749,  .922643, .51083,  .467208, .458181, .229376,
             .450559, .461198, .512287, .56971,  .477653, .484378, .499089, .562134, .481196,
             .582063, .445203, .452816, .566899, .558345, .444143, .458223, .455697, .490299,
             .483599, .493804, .485237, .479919, .315523, .46187,  .478518, .485983, .44805,
             .315084, .196234},
            {0, 1, 1, 0, 1, 1, 0, 0, 1, 0, 1, 0, 1, 0, 0, 1, 1, 1, 1, 1, 1, 0, 1,
             1, 0, 1, 0, 1, 0, 1, 1, 0, 0, 1, 0, 0, 1, 0, 1, 1, 1, 0, 1, 1, 1, 1,
             1, 1, 1, 1, 0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1, 0,
             1, 0, 1, 1, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 1, 1, 0, 1, 1, 0, 0, 0, 0}),
        testing::kPositive, 1);
}

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

// The README of the R package reliabilitydiag prints 0.232, 0.0183, 0.0305 and 0.244.
TEST(Isotonic, partsOfTheBrierScoreOfThePublishedForecastsOfRain) {
    const auto outcomes = rainInNiamey();
    const auto parts = brierParts(outcomes.brier, isotonicBlocks(outcomes.sorted));
    EXPECT_NEAR(outcomes.brier, .232, .0005);
    EXPECT_NEAR(parts.miscalibration, .0183, .00005);
    EXPECT_NEAR(parts.discrimination, .0305, .00005);
    EXPECT_NEAR(parts.uncertainty, .244, .0005);
}

// The tests of the Python package model-diagnostics give what reliabilitydiag computes from these
// rows: 0.227, 0.102, 0.125 and 0.25.
TEST(Isotonic, partsOfTheBrierScoreOfSixPublishedRows) {
    const auto outcomes =
        outcomesAt(testing::positiveScores({.4, .3, .2, .1, .5, .9}, {0, 0, 0, 1, 1, 1}),
                   testing::kPositive, 1);
    const auto parts = brierParts(outcomes.brier, isotonicBlocks(outcomes.sorted));
    EXPECT_NEAR(outcomes.brier, .227, .0005);
    EXPECT_NEAR(parts.miscalibration, .102, .0005);
    EXPECT_NEAR(parts.discrimination, .125, .0005);
    EXPECT_NEAR(parts.uncertainty, .25, 1e-15);
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
