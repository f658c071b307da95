// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/intervals.h"

#include <gtest/gtest.h>

namespace diagonal {
namespace {

TEST(WilsonInterval, agreesWithPublishedValues) {
    // Newcombe 1998, table I: 81 of 263 and 15 of 148 at 95 %, to four decimals.
    const auto large = wilsonInterval(81, 263, .95);
    EXPECT_NEAR(large->lower, .2553, 5e-5);
    EXPECT_NEAR(large->upper, .3662, 5e-5);
    const auto small = wilsonInterval(15, 148, .95);
    EXPECT_NEAR(small->lower, .0624, 5e-5);
    EXPECT_NEAR(small->upper, .1605, 5e-5);
}

TEST(WilsonInterval, boundsAreExactIfNoneOrAllAreCorrect) {
    EXPECT_EQ(wilsonInterval(0, 20, .95)->lower, 0);
    EXPECT_NEAR(wilsonInterval(0, 20, .95)->upper, .1611, 5e-5);
    EXPECT_EQ(wilsonInterval(29, 29, .95)->upper, 1);
}

TEST(WilsonInterval, isWiderAtAHigherLevel) {
    EXPECT_LT(wilsonInterval(5, 10, .99)->lower, wilsonInterval(5, 10, .9)->lower);
}

TEST(WilsonInterval, isAbsentWithoutRows) {
    EXPECT_FALSE(wilsonInterval(0, 0, .95));
}

TEST(JeffreysTail, agreesWithR) {
    // pbeta(0.004, 20.5, 3080.5), of data/decide/figures.csv.
    EXPECT_NEAR(jeffreysTail(20, 3100, 0.004), 0.021259981446131056, 1e-12);
    // Of one row without an event: Beta(1/2, 3/2) is at most 1/2 with probability 1/2 + 1/pi.
    EXPECT_NEAR(jeffreysTail(0, 1, 0.5), 0.5 + 0.3183098861837907, 1e-12);
    EXPECT_EQ(jeffreysTail(3, 3, 1), 1);
    EXPECT_EQ(jeffreysTail(0, 3, 0), 0);
}

TEST(ChiSquare, ofOneDegreeHasItsKnownQuantile) {
    EXPECT_NEAR(chiSquareOneQuantile(.95), 3.841458820694124, 1e-12);
}

/// Expected bounds are computed with scipy.stats.beta.ppf.
TEST(Intervals, clopperPearsonAndJeffreysAgreeWithSciPy) {
    const auto expectNear = [](const std::optional<Interval>& interval, double lower,
                               double upper) {
        EXPECT_NEAR(interval->lower, lower, 1e-12);
        EXPECT_NEAR(interval->upper, upper, 1e-12);
    };
    expectNear(clopperPearsonInterval(0, 5, .95), 0, 0.5218237501049814);
    expectNear(clopperPearsonInterval(3, 5, .95), 0.14663279963467313, 0.9472550494736831);
    expectNear(clopperPearsonInterval(5, 5, .95), 0.4781762498950185, 1);
    expectNear(clopperPearsonInterval(17, 100, .95), 0.10226491003552825, 0.25817541063215865);
    expectNear(jeffreysInterval(0, 5, .95), 0, 0.37937714229903935);
    expectNear(jeffreysInterval(3, 5, .95), 0.20941666407600484, 0.905609672655656);
    expectNear(jeffreysInterval(5, 5, .95), 0.6206228577009606, 1);
    EXPECT_FALSE(clopperPearsonInterval(0, 0, .95));
    EXPECT_FALSE(jeffreysInterval(0, 0, .95));
}

TEST(Intervals, hugeCountsAndLevelsNextToOneAreSurvived) {
    const double most = 9e15;
    for (const auto& interval :
         {clopperPearsonInterval(most / 2, most, .95), jeffreysInterval(most / 2, most, .95)}) {
        EXPECT_NEAR(interval->lower, .5, 1e-7);
        EXPECT_NEAR(interval->upper, .5, 1e-7);
    }
    const IntervalChoice choice(1 - 2e-16, IntervalKind::Wilson, BandKind::Simultaneous);
    EXPECT_LT(choice.levelOfEach(15), 1);
    EXPECT_LT(wilsonInterval(5, 10, 1 - 1e-16)->upper, 1);
}

}  // namespace
}  // namespace diagonal
