// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/intervals.h"

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

TEST(WilsonInterval, touchesTheEndsAtNoHitsAndAllHits) {
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

TEST(ChiSquare, ofOneDegreeHasItsKnownQuantile) {
    EXPECT_NEAR(chiSquareOneQuantile(.95), 3.841458820694124, 1e-12);
}

}  // namespace
}  // namespace diagonal
