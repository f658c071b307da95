// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/resampling/calibrated_worlds.h"

#include <gtest/gtest.h>

#include "core/measuring/scores/null_distribution.h"
#include "core/measuring/scores/scores.h"

namespace diagonal {
namespace {

/// 600 rows whose confidences are spread over (0, 1), all wrong.
SortedOutcomes spreadRows() {
    std::vector<std::uint64_t> packed;
    for (int i = 0; i < 600; ++i)
        packed.push_back(SortedOutcomes::pack((i + .5) / 600, false));
    return SortedOutcomes(std::move(packed));
}

TEST(CalibratedWorlds, varyAsTheNullDistributionSays) {
    const SortedOutcomes outcomes = spreadRows();
    const Binning binning{.count = 10};
    const ReliabilityCurve curve = binned(outcomes, binning, IntervalChoice{});
    const auto null = nullDistribution(outcomes, curve, binning, .95, 1);
    CalibratedWorlds worlds(outcomes, curve, 1);
    constexpr int draws = 2000;
    double errors = 0;
    double accuracy = 0;
    for (int draw = 0; draw < draws; ++draw) {
        const ReliabilityCurve& world = worlds.next();
        errors += expectedCalibrationError(world);
        accuracy += *world.bins[7].accuracy;
    }
    EXPECT_NEAR(errors / draws, null->meanError, .02 * null->meanError);
    EXPECT_NEAR(accuracy / draws, .75, .005);
}

TEST(CalibratedWorlds, moreRowsVaryLess) {
    const SortedOutcomes outcomes = spreadRows();
    const ReliabilityCurve curve = binned(outcomes, {.count = 5}, std::nullopt);
    const auto widthOf = [&](std::size_t times) {
        CalibratedWorlds worlds(outcomes, curve, 1, times);
        ReliabilityCurve world = worlds.next();
        setBinIntervals({}, world);
        const Bin& bin = world.bins[2];
        EXPECT_EQ(bin.count, times * curve.bins[2].count);
        EXPECT_LE(bin.correct, bin.weight);
        return bin.interval->upper - bin.interval->lower;
    };
    EXPECT_NEAR(widthOf(1) / widthOf(4), 2, .1) << "the square root of four";
}

TEST(CalibratedWorlds, fourTimesTheRowsHalveTheErrorsOfChance) {
    const SortedOutcomes outcomes = spreadRows();
    const ReliabilityCurve curve = binned(outcomes, {.count = 10}, std::nullopt);
    const auto meanOf = [&](std::size_t times) {
        CalibratedWorlds worlds(outcomes, curve, 1, times);
        constexpr int draws = 1000;
        double errors = 0;
        for (int draw = 0; draw < draws; ++draw)
            errors += expectedCalibrationError(worlds.next());
        return errors / draws;
    };
    EXPECT_NEAR(meanOf(1) / meanOf(4), 2, .1);
}

TEST(CalibratedWorlds, leaveEmptyBinsEmpty) {
    const SortedOutcomes outcomes({SortedOutcomes::pack(.1, true), SortedOutcomes::pack(1, false)});
    CalibratedWorlds worlds(outcomes, binned(outcomes, {.count = 3}, std::nullopt), 1);
    const ReliabilityCurve& world = worlds.next();
    EXPECT_FALSE(world.bins[1].accuracy);
    EXPECT_EQ(world.bins[2].accuracy, 1) << "a confidence of 1 is always right";
}

}  // namespace
}  // namespace diagonal
