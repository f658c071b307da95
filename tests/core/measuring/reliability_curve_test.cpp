// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/reliability_curve.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/measuring/scores/scores.h"
#include "tests/core/support.h"

namespace diagonal {
namespace {

using testing::classScores;
using testing::eceOf;
using testing::kPositive;
using testing::kTopLabel;
using testing::positiveScores;

Binning equalWidth(std::size_t count, EdgeRule rule = EdgeRule::RightClosed) {
    return {BinningScheme::EqualWidth, count, rule, BinConfidence::Mean};
}

Binning equalMass(std::size_t count) {
    return {BinningScheme::EqualMass, count, EdgeRule::RightClosed, BinConfidence::Mean};
}

std::vector<std::size_t> counts(const Predictions& predictions, const Binning& binning) {
    std::vector<std::size_t> out;
    for (const Bin& bin : binned(outcomesAt(predictions, kPositive, 1).sorted, binning, .95).bins) {
        out.push_back(bin.count);
    }
    return out;
}

TEST(ReliabilityCurve, nineBinaryRowsGiveTheirKnownEce) {
    const auto predictions = classScores(
        {.78, .22, .36, .64, .08, .92, .58, .42, .49, .51, .85, .15, .30, .70, .63, .37, .17, .83},
        {0, 1, 0, 0, 0, 0, 1, 1, 1});
    EXPECT_NEAR(eceOf(predictions, kTopLabel, equalWidth(5)), 0.10444444444444444, 1e-15);
}

TEST(ReliabilityCurve, tenRowsOfFiveClassesGiveTheirKnownEce) {
    const auto predictions = classScores(
        {.25, .2,  .22, .18, .15, .16, .06, .5,  .07, .21, .06, .03, .8,  .07, .04, .02, .03,
         .01, .04, .9,  .4,  .15, .16, .14, .15, .15, .28, .18, .17, .22, .07, .8,  .03, .06,
         .04, .1,  .05, .03, .75, .07, .25, .22, .05, .3,  .18, .12, .09, .02, .17, .6},
        {0, 2, 3, 4, 2, 0, 1, 3, 3, 2});
    EXPECT_NEAR(eceOf(predictions, kTopLabel, equalWidth(3)), 0.192, 1e-15);
}

TEST(ReliabilityCurve, edgesAreCorrectlyRoundedQuotients) {
    const auto predictions = positiveScores({.2, .4, .6, .8}, {0, 1, 0, 1});
    EXPECT_NEAR(eceOf(predictions, kPositive, equalWidth(5)), .4, 1e-15);
    EXPECT_NEAR(eceOf(predictions, kPositive, equalWidth(5, EdgeRule::LeftClosed)), .4, 1e-15);
}

TEST(ReliabilityCurve, theEdgeRuleDecidesForValuesOnEdges) {
    const auto predictions = positiveScores({.15, .2, .35, .4}, {0, 1, 0, 1});
    EXPECT_NEAR(eceOf(predictions, kPositive, equalWidth(5)), .225, 1e-15);
    EXPECT_NEAR(eceOf(predictions, kPositive, equalWidth(5, EdgeRule::LeftClosed)), .3, 1e-15);
}

TEST(ReliabilityCurve, zeroAndOneAlwaysLandInABin) {
    const auto predictions = positiveScores({0, .95, 1, 1}, {1, 1, 0, 1});
    EXPECT_NEAR(eceOf(predictions, kPositive, equalWidth(10)), .4875, 1e-15);
    for (const EdgeRule rule : {EdgeRule::RightClosed, EdgeRule::LeftClosed}) {
        const auto bins = counts(predictions, equalWidth(10, rule));
        EXPECT_EQ(bins.front(), 1U);
        EXPECT_EQ(bins.back(), 3U);
    }
}

TEST(ReliabilityCurve, emptyBinsHaveNoValues) {
    const auto curve =
        binned(outcomesAt(positiveScores({.05}, {1}), kPositive, 1).sorted, equalWidth(2), .95);
    EXPECT_EQ(curve.bins[1].count, 0U);
    EXPECT_FALSE(curve.bins[1].accuracy);
    EXPECT_FALSE(curve.bins[1].confidence);
    EXPECT_FALSE(curve.bins[1].interval);
}

TEST(ReliabilityCurve, equalMassBinsDifferByAtMostOneLargerFirst) {
    const auto predictions =
        positiveScores({.1, .2, .3, .4, .5, .6, .7, .8}, {0, 0, 0, 0, 1, 1, 1, 1});
    EXPECT_THAT(counts(predictions, equalMass(3)), ::testing::ElementsAre(3, 3, 2));
    const auto curve = binned(outcomesAt(predictions, kPositive, 1).sorted, equalMass(3), .95);
    EXPECT_NEAR(curve.bins[0].upper, .35, 1e-15);
    EXPECT_EQ(curve.bins[0].lower, 0);
    EXPECT_EQ(curve.bins[2].upper, 1);
}

TEST(ReliabilityCurve, equalMassKeepsTiesInTheLowestBinTheyReach) {
    const auto predictions = positiveScores({.1, .5, .5, .5, .5, .9}, {0, 0, 1, 0, 1, 1});
    EXPECT_THAT(counts(predictions, equalMass(3)), ::testing::ElementsAre(5, 1));
    EXPECT_THAT(counts(predictions, equalMass(6)), ::testing::ElementsAre(1, 4, 1));
}

TEST(ReliabilityCurve, moreEqualMassBinsThanRowsGiveOneBinARow) {
    const auto predictions = positiveScores({.1, .5, .9}, {0, 1, 1});
    EXPECT_THAT(counts(predictions, equalMass(10)), ::testing::ElementsAre(1, 1, 1));
}

TEST(ReliabilityCurve, theMidpointVariantUsesTheMiddleOfTheEdges) {
    Binning binning = equalWidth(2);
    binning.confidence = BinConfidence::Midpoint;
    EXPECT_NEAR(eceOf(positiveScores({.6, .9}, {1, 1}), kPositive, binning), .25, 1e-15);
}

TEST(ReliabilityCurve, isotonicBinsAreItsBlocksAndTheirAccuraciesRise) {
    const auto outcomes =
        outcomesAt(testing::positiveScores({.1, .2, .3, .4, .4, .9}, {0, 1, 0, 1, 0, 1}),
                   testing::kPositive, 1);
    const auto curve = binned(outcomes.sorted, {BinningScheme::Isotonic}, .95);
    ASSERT_EQ(curve.bins.size(), 3U);
    EXPECT_NEAR(curve.bins[0].upper, .15, 1e-15);
    EXPECT_NEAR(curve.bins[1].upper, .65, 1e-15);
    EXPECT_EQ(curve.bins[1].count, 4U);
    EXPECT_EQ(*curve.bins[1].accuracy, .5);
    EXPECT_EQ(curve.bins[2].upper, 1);
}

TEST(ReliabilityCurve, givenEdgesAreUsedByTheEdgeRule) {
    const auto outcomes =
        outcomesAt(testing::positiveScores({.5, .5, .7, 1}, {1, 0, 1, 1}), testing::kPositive, 1);
    Binning binning{BinningScheme::Custom};
    binning.edges = {0, .5, .9, 1};
    EXPECT_EQ(binned(outcomes.sorted, binning, .95).bins[0].count, 2U);
    binning.edgeRule = EdgeRule::LeftClosed;
    const auto curve = binned(outcomes.sorted, binning, .95);
    EXPECT_EQ(curve.bins[0].count, 0U);
    EXPECT_EQ(curve.bins[1].count, 3U);
    EXPECT_EQ(curve.bins[2].count, 1U);
}

/// By Bonferroni, each of two intervals has the level 97.5 %; an empty bin needs none.
TEST(ReliabilityCurve, intervalsThatHoldTogetherAreThoseOfAHigherLevel) {
    const auto outcomes = outcomesAt(testing::positiveScores({.1, .2, .3, .8, .9}, {0, 1, 0, 1, 1}),
                                     testing::kPositive, 1);
    const Binning bins{BinningScheme::EqualWidth, 3};
    const auto joint = binned(outcomes.sorted, bins,
                              IntervalChoice(.95, IntervalKind::Wilson, BandKind::Simultaneous));
    EXPECT_EQ(joint.filledBins(), 2U);
    EXPECT_EQ(joint.bins[0].interval, wilsonInterval(1, 3, .975));
    EXPECT_EQ(joint.bins[2].interval, wilsonInterval(2, 2, .975));
    EXPECT_FALSE(joint.bins[1].interval);
}

}  // namespace
}  // namespace diagonal
