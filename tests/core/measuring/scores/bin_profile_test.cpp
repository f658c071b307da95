// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/scores/bin_profile.h"

#include <algorithm>

#include "core/measuring/scores/null_distribution.h"
#include "core/measuring/scores/scores.h"
#include "tests/core/measuring/two_hundred_rows.h"

namespace diagonal {
namespace {

Binning binsOfEqualWidth(std::size_t bins) {
    return {BinningScheme::EqualWidth, bins};
}

Binning equalMassBins(std::size_t bins) {
    return {BinningScheme::EqualMass, bins};
}

TEST(BinProfile, countsAreDenseAndThenEvenOnALogarithmicAxis) {
    const auto counts = profiledBinCounts(10000);
    EXPECT_EQ(counts.front(), 1U);
    EXPECT_EQ(counts[99], 100U);
    EXPECT_EQ(counts[100], 110U);
    EXPECT_EQ(counts.back(), 10000U);
    EXPECT_TRUE(std::ranges::is_sorted(counts));
    EXPECT_EQ(std::ranges::adjacent_find(counts), counts.end());
    EXPECT_LT(counts.size(), 190U);
    EXPECT_EQ(profiledBinCounts(7).size(), 7U);
    EXPECT_EQ(profiledBinCounts(100).back(), 100U);
}

TEST(BinProfile, everyErrorIsThatOfTheDiagram) {
    const auto outcomes = testing::twoHundredOutcomes();
    const auto counts = profiledBinCounts(1000);
    for (const auto& binningOf : {binsOfEqualWidth, equalMassBins}) {
        const auto profile = binProfile(outcomes.sorted, counts, binningOf, 1);
        ASSERT_EQ(profile->size(), counts.size());
        for (std::size_t i = 0; i < counts.size(); ++i) {
            EXPECT_EQ((*profile)[i].bins, counts[i]);
            EXPECT_EQ((*profile)[i].ece, expectedCalibrationError(binned(
                                             outcomes.sorted, binningOf(counts[i]), std::nullopt)));
        }
    }
}

/// The null distribution draws every number of bins by itself, 9,999 times.
TEST(BinProfile, chanceIsThatOfTheNullDistribution) {
    const auto outcomes = testing::twoHundredOutcomes();
    for (const std::size_t bins : {1U, 10U, 37U, 100U, 200U}) {
        const auto profile = binProfile(outcomes.sorted, {bins}, binsOfEqualWidth, 1);
        const Binning binning = binsOfEqualWidth(bins);
        const auto null = nullDistribution(
            outcomes.sorted, binned(outcomes.sorted, binning, std::nullopt), binning, .95, 1);
        // Four standard errors of 999 draws of an error that scatters by about 0.016, and of 199.
        const double tolerance = bins > kOftenDrawnBins ? .005 : .0022;
        EXPECT_NEAR(profile->front().chanceMean, null->meanError, tolerance) << bins;
        EXPECT_NEAR(profile->front().chance95, null->error95, 2.5 * tolerance) << bins;
    }
}

/// Cells that several counts share must not change what a single count would be.
TEST(BinProfile, countsThatShareDrawsAgreeWithSingleOnes) {
    const auto outcomes = testing::twoHundredOutcomes();
    const auto together = binProfile(outcomes.sorted, profiledBinCounts(100), binsOfEqualWidth, 1);
    for (const std::size_t bins : {2U, 15U, 64U, 100U}) {
        const auto alone = binProfile(outcomes.sorted, {bins}, binsOfEqualWidth, 2);
        EXPECT_NEAR((*together)[bins - 1].chanceMean, alone->front().chanceMean, .003) << bins;
        EXPECT_NEAR((*together)[bins - 1].chance95, alone->front().chance95, .007) << bins;
    }
}

TEST(BinProfile, doesNotDependOnThreadsButOnTheSeed) {
    const auto outcomes = testing::twoHundredOutcomes();
    const auto first = binProfile(outcomes.sorted, {15, 200}, binsOfEqualWidth, 1);
    const auto again = binProfile(outcomes.sorted, {15, 200}, binsOfEqualWidth, 1,
                                  {.parallelFor = testing::threaded});
    const auto other = binProfile(outcomes.sorted, {15, 200}, binsOfEqualWidth, 2);
    for (std::size_t i = 0; i < 2; ++i) {
        EXPECT_EQ((*first)[i].chanceMean, (*again)[i].chanceMean);
        EXPECT_EQ((*first)[i].chance95, (*again)[i].chance95);
        EXPECT_NE((*first)[i].chanceMean, (*other)[i].chanceMean);
    }
}

TEST(BinProfile, weightsOfObservationsAreDrawnLikeRepeatedRows) {
    std::vector<std::uint64_t> packed;
    for (const double c : {.15, .35, .62, .88})
        packed.push_back(SortedOutcomes::pack(c, c > .5));
    const SortedOutcomes once(packed, {WeightKind::Counts, {30, 30, 30, 30}});
    const auto weighted = binProfile(once, {10}, binsOfEqualWidth, 1);
    const auto rows =
        binProfile(testing::repeated(SortedOutcomes(packed), 30), {10}, binsOfEqualWidth, 1);
    EXPECT_NEAR(weighted->front().ece, rows->front().ece, 1e-12);
    EXPECT_NEAR(weighted->front().chanceMean, rows->front().chanceMean, 1e-12);
}

TEST(BinProfile, stopsWhenItsProgressDoes) {
    const auto outcomes = testing::twoHundredOutcomes();
    const Execution stop{.progress = [](std::size_t, std::size_t) { return false; }};
    EXPECT_FALSE(binProfile(outcomes.sorted, {15}, binsOfEqualWidth, 1, stop));
}

}  // namespace
}  // namespace diagonal
