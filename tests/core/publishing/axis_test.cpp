// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/publishing/plots/axis.h"

#include <cmath>

#include <gtest/gtest.h>

namespace diagonal {
namespace {

TEST(Axis, goInNiceStepsAroundZeroAndAllValues) {
    for (const auto& [least, most] :
         {std::pair{-.083, .004}, {0.0, .2}, {-.31, .72}, {0.0, 0.0}, {-1e-5, 1e-5}, {.1, .2}}) {
        const Axis axis = axisThroughZero(least, most);
        EXPECT_LE(axis.low, least + 1e-12);
        EXPECT_GE(axis.high, most - 1e-12);
        EXPECT_LE(axis.low, 0);
        EXPECT_GE(axis.high, 0);
        EXPECT_GT(axis.high, axis.low);
        const std::size_t ticks = axis.ticks().size();
        EXPECT_GE(ticks, 2U);
        EXPECT_LE(ticks, 13U);
        EXPECT_NEAR(axis.low / axis.step, std::round(axis.low / axis.step), 1e-6);
    }
}

TEST(ZoomedAxis, hasRoundEndsAndHoldsTheRange) {
    for (const auto& [from, to] :
         {std::pair(.9, 1.0), std::pair(.3333, .71), std::pair(.99991, 1.0), std::pair(0.0, .013),
          std::pair(.5, .5), std::pair(-.2, 1.3)}) {
        const Axis axis = zoomedAxis(from, to);
        EXPECT_LE(axis.low, std::max(from, 0.0) + 1e-12);
        EXPECT_GE(axis.high, std::min(to, 1.0) - 1e-12);
        EXPECT_GE(axis.low, 0);
        EXPECT_LE(axis.high, 1);
        EXPECT_GE(axis.high - axis.low, kLeastZoom * (1 - 1e-9));
        const std::size_t ticks = axis.ticks().size();
        EXPECT_GE(ticks, 3U);
        EXPECT_LE(ticks, 9U);
        EXPECT_NEAR(axis.low / axis.step, std::round(axis.low / axis.step), 1e-6);
    }
    EXPECT_EQ(zoomedAxis(0, 1), kWholeAxis);
    // Zooming to an axis gives that axis: a copied command draws the same part.
    for (double from = 0; from < 1; from += .0137) {
        for (double to = from + kLeastZoom; to <= 1; to += .0171) {
            const Axis axis = zoomedAxis(from, to);
            const Axis again = zoomedAxis(axis.low, axis.high);
            EXPECT_EQ(again.ticks().size(), axis.ticks().size()) << from << " to " << to;
            EXPECT_NEAR(again.low, axis.low, 1e-12);
            EXPECT_NEAR(again.high, axis.high, 1e-12);
        }
    }
    const Axis near = zoomedAxis(.9, 1);
    EXPECT_NEAR(near.low, .9, 1e-12);
    EXPECT_EQ(near.high, 1);
    EXPECT_EQ(near.ticks().size(), 6U);
}

TEST(Axis, callsTicksByNamesOrNumbers) {
    EXPECT_EQ((Axis{.low = -0.2, .high = 0.2, .step = 0.1}).labelOf(1), "−0.1");
    EXPECT_EQ((Axis{.low = -0.2, .high = 0.2, .step = 0.1}).labelOf(2), "0.0");
    EXPECT_EQ((Axis{.low = -0.2, .high = 0.2, .step = 0.1, .areShares = true}).labelOf(0), "0.2");
    EXPECT_EQ((Axis{.high = 40000, .step = 20000}).labelOf(1), "20,000");
    EXPECT_EQ((Axis{.low = 0.1, .high = 100, .scale = AxisScale::Logarithmic}).labelOf(0), "0.1");
    EXPECT_EQ((Axis{.high = 1, .step = 1, .names = {"a", "b"}}).labelOf(1), "b");
}

}  // namespace
}  // namespace diagonal
