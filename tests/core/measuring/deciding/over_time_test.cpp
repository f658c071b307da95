// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/deciding/over_time.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <gtest/gtest.h>

#include "core/base/random_numbers.h"
#include "core/measuring/sorted_outcomes.h"
#include "tests/core/measuring/deciding/deciding_rows.h"

namespace diagonal {
namespace {

std::vector<double> timesOf(std::size_t rows, std::size_t apart) {
    std::vector<double> times(rows);
    for (std::size_t row = 0; row < rows; ++row)
        times[row] = static_cast<double>(row / apart);
    return times;
}

TEST(OverTime, lawsAreThoseOfBrownianMotion) {
    // Quantiles of Kolmogorov's distribution, and of the maximum of |Brownian motion|.
    EXPECT_NEAR(BridgeMaximum().limit(0.05), 1.3580986393225507, 1e-12);
    EXPECT_NEAR(bridgeMaximumTail(1.0), 0.26999967167735456, 1e-14);
    EXPECT_NEAR(bridgeMaximumTail(0.5), 0.9639452436648751, 1e-14);
    EXPECT_NEAR(brownianMaximumLimit(0.05), 2.241402727604947, 1e-9);
    EXPECT_NEAR(bridgeMaximumTail(1 - 1e-12), bridgeMaximumTail(1 + 1e-12), 1e-11);
}

TEST(OverTime, betweenTwoTimesTheLawIsNormal) {
    // B(0.3) has the variance 0.3 * 0.7.
    const BridgeMaximum law(std::vector{.3});
    for (const double z : {.5, 1., 1.96, 2.5})
        EXPECT_NEAR(law.tail(z * std::sqrt(.21)), std::erfc(z / std::sqrt(2)), .015) << z;
    EXPECT_NEAR(law.limit(.05), 1.96 * std::sqrt(.21), .03);
    EXPECT_LE(law.tail(5), bridgeMaximumTail(5)) << "never above the law of all times";
    // A hundred times are nearly all.
    std::vector<double> clock(99);
    for (std::size_t i = 0; i < clock.size(); ++i)
        clock[i] = static_cast<double>(i + 1) / 100;
    EXPECT_NEAR(BridgeMaximum(clock).limit(.05), BridgeMaximum().limit(.05) - .058, .03);
}

/// Rows of two months: a change is found that Kolmogorov's law, of all times, is blind to; and
/// sets that did not change keep the level.
TEST(OverTime, twoTimesAreComparedAsTwo) {
    constexpr std::size_t sets = 300, rows = 200;
    std::size_t found = 0, foundOfAllTimes = 0, wrong = 0;
    RandomNumbers random(23);
    for (std::size_t set = 0; set < sets; ++set) {
        std::vector<std::uint64_t> same, changed;
        for (std::size_t row = 0; row < rows; ++row) {
            same.push_back(SortedOutcomes::pack(.8, random.uniform() < .7));
            changed.push_back(
                SortedOutcomes::pack(.8, random.uniform() < (row < rows / 2 ? .8 : .62)));
        }
        const auto times = timesOf(rows, rows / 2);
        wrong += *overTime(same, {}, times, true)->changeP < .05 ? 1 : 0;
        const auto over = overTime(changed, {}, times, true);
        found += *over->changeP < .05 ? 1 : 0;
        foundOfAllTimes +=
            bridgeMaximumTail(std::min(over->observed.statistic, over->constant.statistic)) < .05
                ? 1
                : 0;
    }
    EXPECT_LE(wrong, sets * 7 / 100);
    EXPECT_GE(found, sets * 7 / 10);
    EXPECT_LT(foundOfAllTimes, found * 3 / 4);
}

/// Two months of the same gap, of other confidences: the sum does not follow the clock of the
/// variance, and nothing has changed.
TEST(OverTime, otherConfidencesAreNoChange) {
    std::vector<std::uint64_t> rows;
    for (std::size_t row = 0; row < 2000; ++row)
        rows.push_back(row < 1000 ? SortedOutcomes::pack(.6, row % 10 < 5)
                                  : SortedOutcomes::pack(.9, row % 10 < 8));
    const auto over = overTime(rows, {}, timesOf(rows.size(), 1000), true);
    EXPECT_NEAR(over->gapBefore(), over->gapAfter(), 1e-12);
    EXPECT_LT(*over->observed.p, .05) << "the case does not show why the second clock is needed";
    EXPECT_GT(*over->changeP, .9);
}

TEST(OverTime, theOrderOfRowsDoesNotMatter) {
    const auto rows = testing::decidingRows();
    const auto times = timesOf(rows.size(), 3);
    const auto inOrder = overTime(rows, {}, times, true);
    ASSERT_TRUE(inOrder);
    EXPECT_EQ(inOrder->times, 40U);
    std::vector<std::size_t> places(rows.size());
    std::iota(places.begin(), places.end(), 0U);
    std::ranges::sort(places, {}, [&](std::size_t place) { return 53 * place % 120; });
    std::vector<std::uint64_t> mixedRows;
    std::vector<double> mixedTimes;
    for (const std::size_t place : places) {
        mixedRows.push_back(rows[place]);
        mixedTimes.push_back(times[place]);
    }
    const auto mixed = overTime(mixedRows, {}, mixedTimes, true);
    EXPECT_NEAR(mixed->calibrated.statistic, inOrder->calibrated.statistic, 1e-12);
    EXPECT_NEAR(mixed->constant.statistic, inOrder->constant.statistic, 1e-12);
    EXPECT_EQ(mixed->change.rows, inOrder->change.rows);
}

TEST(OverTime, countsAreRowsAndRowsWithoutTimeAreLeftOut) {
    const auto rows = testing::decidingRows();
    const auto times = timesOf(rows.size(), 1);
    std::vector<std::uint64_t> repeated;
    std::vector<double> repeatedTimes;
    RowWeights weights;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        weights.values.push_back(static_cast<double>(1 + i % 4));
        for (std::size_t k = 0; k <= i % 4; ++k) {
            repeated.push_back(rows[i]);
            repeatedTimes.push_back(times[i]);
        }
    }
    const auto counted = overTime(rows, weights, times, true);
    repeated.push_back(SortedOutcomes::pack(.5, true));
    repeatedTimes.push_back(std::numeric_limits<double>::quiet_NaN());
    const auto each = overTime(repeated, {}, repeatedTimes, true);
    EXPECT_EQ(each->rowsWithout, 1U);
    EXPECT_EQ(counted->rows, each->rows);
    EXPECT_NEAR(counted->constant.statistic, each->constant.statistic, 1e-12);
    EXPECT_NEAR(*counted->calibrated.p, *each->calibrated.p, 1e-12);
    EXPECT_NEAR(counted->gapAfter(), each->gapAfter(), 1e-12);
}

TEST(OverTime, refusesWhatItCannotTest) {
    const auto rows = testing::decidingRows();
    EXPECT_FALSE(overTime(rows, {}, std::vector<double>(rows.size(), 1.0), true));
    const auto clustered = overTime(rows, {}, timesOf(rows.size(), 1), false);
    ASSERT_TRUE(clustered);
    EXPECT_FALSE(clustered->calibrated.p);
    EXPECT_FALSE(clustered->constant.p);
    EXPECT_FALSE(overTime(std::span(rows).first(12), {}, timesOf(12, 1), true)->constant.p);
}

TEST(OverTime, longWalksKeepTheirExtremes) {
    RandomNumbers random(5);
    std::vector<std::uint64_t> rows;
    for (int i = 0; i < 50'000; ++i)
        rows.push_back(SortedOutcomes::pack(.4, random.uniform() < (i < 30'000 ? .4 : .5)));
    const auto over = overTime(rows, {}, timesOf(rows.size(), 1), true);
    EXPECT_LE(over->walk.size(), kMostTimePoints);
    double farthest = 0;
    for (const TimePoint& point : over->walk)
        farthest = std::max(farthest, std::abs(point.sum));
    EXPECT_DOUBLE_EQ(farthest / std::sqrt(over->walk.back().variance), over->calibrated.statistic);
    EXPECT_NEAR(static_cast<double>(over->change.rows), 30'000, 500);
    EXPECT_NEAR(over->gapAfter(), .1, .01);
    EXPECT_TRUE(std::ranges::is_sorted(over->walk, {}, &TimePoint::time));
}

/// Of 2,000 sets that are calibrated, or miscalibrated alike all along, about one in twenty is
/// rejected at 5 %.
TEST(OverTime, testsKeepTheirLevel) {
    RandomNumbers random(3);
    constexpr int sets = 2000;
    int ofCalibrated = 0;
    int ofConstant = 0;
    for (int set = 0; set < sets; ++set) {
        std::vector<std::uint64_t> calibrated, shifted;
        for (int row = 0; row < 400; ++row) {
            const double p = .05 + .9 * random.uniform();
            calibrated.push_back(SortedOutcomes::pack(p, random.uniform() < p));
            shifted.push_back(SortedOutcomes::pack(p, random.uniform() < p * .9));
        }
        const auto times = timesOf(400, 1);
        ofCalibrated += *overTime(calibrated, {}, times, true)->calibrated.p < .05 ? 1 : 0;
        ofConstant += *overTime(shifted, {}, times, true)->constant.p < .05 ? 1 : 0;
    }
    EXPECT_LT(ofCalibrated, sets * .065);
    EXPECT_GT(ofCalibrated, sets * .025);
    EXPECT_LT(ofConstant, sets * .065);
    EXPECT_GT(ofConstant, sets * .025);
}

TEST(OverTime, constantMiscalibrationIsNoChange) {
    // Confidences of 0.94 that are right in 70 %: their variance is four times c (1 - c).
    constexpr std::size_t sets = 400, rows = 400;
    std::size_t byStated = 0, byObserved = 0, outsideBand = 0;
    RandomNumbers random(17);
    for (std::size_t set = 0; set < sets; ++set) {
        std::vector<std::uint64_t> packed;
        for (std::size_t row = 0; row < rows; ++row)
            packed.push_back(SortedOutcomes::pack(.94, random.uniform() < .7));
        const auto over = overTime(packed, {}, timesOf(rows, 1), true);
        ASSERT_TRUE(over && over->observed.p);
        byStated += *over->constant.p < .05 ? 1 : 0;
        byObserved += *over->observed.p < .05 ? 1 : 0;
        const TimePoint& last = over->walk.back();
        const double edge = over->bridge.limit(.05) * over->steadyDeviation;
        outsideBand += std::ranges::any_of(over->walk, [&](const TimePoint& point) {
            return std::abs(point.sum - point.variance / last.variance * last.sum) > edge;
        });
    }
    EXPECT_GT(byStated, sets / 2) << "the case does not show why the observed variance is needed";
    EXPECT_LE(byObserved, sets * 8 / 100);
    EXPECT_LE(outsideBand, sets * 8 / 100);
    // Of changed calibration, the observed variance still tells.
    std::vector<std::uint64_t> changed;
    for (std::size_t row = 0; row < rows; ++row)
        changed.push_back(
            SortedOutcomes::pack(.94, random.uniform() < (row < rows / 2 ? .94 : .6)));
    EXPECT_LT(*overTime(changed, {}, timesOf(rows, 1), true)->changeP, 1e-6);
}

}  // namespace
}  // namespace diagonal
