// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/deciding/net_benefit.h"

#include <array>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "core/numerics/mean_estimate.h"
#include "tests/core/measuring/deciding/deciding_rows.h"

namespace diagonal {
namespace {

constexpr std::array kTwoThresholds{.2, .4};

TEST(NetBenefit, isAsInR) {
    const auto points =
        decisionCurve(SortedOutcomes(testing::decidingRows()), kTwoThresholds, {.95});
    ASSERT_EQ(points.size(), 2U);
    EXPECT_NEAR(points[0].netBenefit, 0.3625, 1e-12);
    EXPECT_NEAR(points[0].interval->lower, 0.256586274607582, 1e-9);
    EXPECT_NEAR(points[0].interval->upper, 0.468413725392418, 1e-9);
    EXPECT_NEAR(points[0].ofAll, 0.385416666666667, 1e-12);
    EXPECT_NEAR(points[0].minusBest, -0.0229166666666667, 1e-12);
    EXPECT_NEAR(points[0].minusBestInterval->lower, -0.0697822307664016, 1e-9);
    EXPECT_NEAR(points[0].minusBestInterval->upper, 0.0239488974330683, 1e-9);
    EXPECT_NEAR(*points[0].avoided, -0.0916666666666668, 1e-12);
    EXPECT_NEAR(*points[0].standardised, 0.3625 / (61.0 / 120), 1e-12);
    EXPECT_NEAR(points[1].netBenefit, 0.211111111111111, 1e-12);
    EXPECT_NEAR(points[1].minusBest, 0.0305555555555556, 1e-12);
    EXPECT_NEAR(points[1].minusBestInterval->upper, 0.122314777585246, 1e-9);
}

TEST(NetBenefit, aProbabilityAtTheThresholdActs) {
    const SortedOutcomes rows({SortedOutcomes::pack(.1, true), SortedOutcomes::pack(.3, false)});
    const auto points = decisionCurve(rows, std::array{.1, .3, .31}, {.95});
    EXPECT_EQ(points[0].counts.acted(), 2);
    EXPECT_EQ(points[1].counts.acted(), 1);
    EXPECT_EQ(points[1].counts.falsePositives, 1);
    EXPECT_EQ(points[2].counts.acted(), 0);
    EXPECT_EQ(points[2].netBenefit, 0);
}

TEST(NetBenefit, atThresholdZeroActingOnAllIsBest) {
    const SortedOutcomes rows(testing::decidingRows());
    const DecisionPoint point = decisionCurve(rows, std::array{0.0}, {.95}).front();
    EXPECT_EQ(point.netBenefit, point.ofAll);
    EXPECT_EQ(point.minusBest, 0);
    EXPECT_FALSE(point.avoided);
}

TEST(NetBenefit, recalibrationNeverCostsOnTheSameRows) {
    const SortedOutcomes rows(testing::decidingRows());
    for (const DecisionPoint& point : decisionCurve(rows, usualThresholds(), {.95}))
        EXPECT_GE(point.miscalibrationCost, -1e-12) << point.threshold;
}

/// Returns the interval of Welch (1947) of pi mean(first) + (1 - pi) mean(second), by hand.
Interval welch(double pi, const std::vector<double>& events, const std::vector<double>& others) {
    const MeanEstimate first = meanEstimate(events);
    const MeanEstimate second = meanEstimate(others);
    MeanEstimate both{pi * first.value + (1 - pi) * second.value};
    const double a = std::pow(pi * first.standardError, 2);
    const double b = std::pow((1 - pi) * second.standardError, 2);
    both.standardError = std::sqrt(a + b);
    both.degreesOfFreedom =
        (a + b) * (a + b) / (a * a / first.degreesOfFreedom + b * b / second.degreesOfFreedom);
    return *both.interval(.95);
}

TEST(NetBenefit, aStatedPrevalenceWeightsTheOutcomes) {
    constexpr double pi = .1;
    constexpr double t = .2;
    std::vector<double> events;
    std::vector<double> others;
    for (const std::uint64_t row : testing::decidingRows()) {
        const bool acts = SortedOutcomes::confidenceOf(row) >= t;
        if (SortedOutcomes::correctOf(row)) {
            events.push_back(acts ? 1 : 0);
        } else {
            others.push_back(acts ? -t / (1 - t) : 0);
        }
    }
    const SortedOutcomes rows(testing::decidingRows());
    const DecisionPoint point = decisionCurve(rows, std::array{t}, {.95, pi}).front();
    EXPECT_NEAR(point.netBenefit, pi * meanOf(events) + (1 - pi) * meanOf(others), 1e-12);
    EXPECT_NEAR(point.ofAll, pi - (1 - pi) * t / (1 - t), 1e-12);
    const Interval expected = welch(pi, events, others);
    EXPECT_NEAR(point.interval->lower, expected.lower, 1e-12);
    EXPECT_NEAR(point.interval->upper, expected.upper, 1e-12);
    EXPECT_GE(point.miscalibrationCost, 0);
    const DecisionCounts stated = atPrevalence(point.counts, pi);
    EXPECT_NEAR(stated.events() / stated.all(), pi, 1e-12);
    EXPECT_NEAR(stated.truePositives / stated.events(),
                point.counts.truePositives / point.counts.events(), 1e-12);
}

TEST(NetBenefit, theirOwnPrevalenceChangesOnlyTheUncertainty) {
    const SortedOutcomes rows(testing::decidingRows());
    const double own = rows.sums().correct / rows.sums().weight;
    const auto stated = decisionCurve(rows, usualThresholds(), {.95, own});
    const auto plain = decisionCurve(rows, usualThresholds(), {.95});
    for (std::size_t i = 0; i < plain.size(); ++i) {
        EXPECT_NEAR(stated[i].netBenefit, plain[i].netBenefit, 1e-12);
        EXPECT_NEAR(stated[i].minusBest, plain[i].minusBest, 1e-12);
        EXPECT_NEAR(stated[i].miscalibrationCost, plain[i].miscalibrationCost, 1e-9);
    }
}

TEST(NetBenefit, aPrevalenceNeedsBothOutcomes) {
    const SortedOutcomes rows({SortedOutcomes::pack(.1, true), SortedOutcomes::pack(.3, true)});
    EXPECT_TRUE(decisionCurve(rows, kTwoThresholds, {.95, .1}).empty());
}

/// Each row as a cluster of its own is nearly the same as independent rows.
TEST(NetBenefit, aStatedPrevalenceHoldsForClusters) {
    const std::vector<std::uint64_t> rows = testing::decidingRows();
    RowClusters codes{"row", {}, rows.size()};
    for (std::size_t row = 0; row < rows.size(); ++row)
        codes.codes.push_back(static_cast<std::uint32_t>(row));
    const ClusterRows clusters(codes);
    const auto clustered = decisionCurve(SortedOutcomes(rows), kTwoThresholds, {.95, .1},
                                         ClusteredOutcomes{rows, {}, &clusters});
    const auto single = decisionCurve(SortedOutcomes(rows), kTwoThresholds, {.95, .1});
    for (std::size_t i = 0; i < single.size(); ++i) {
        EXPECT_NEAR(clustered[i].netBenefit, single[i].netBenefit, 1e-12);
        const double width = single[i].interval->upper - single[i].interval->lower;
        EXPECT_NEAR(clustered[i].interval->lower, single[i].interval->lower, .02 * width);
        EXPECT_NEAR(clustered[i].interval->upper, single[i].interval->upper, .02 * width);
    }
}

/// A count weight is that many rows; importance weights widen intervals.
TEST(NetBenefit, countsAreRowsAndImportanceIsNot) {
    std::vector<std::uint64_t> twice;
    for (const std::uint64_t row : testing::decidingRows())
        twice.insert(twice.end(), {row, row});
    const std::vector<double> weights(testing::decidingRows().size(), 2);
    const auto rows = decisionCurve(SortedOutcomes(twice), kTwoThresholds, {.95});
    const auto counts =
        decisionCurve(SortedOutcomes(testing::decidingRows(), {WeightKind::Counts, weights}),
                      kTwoThresholds, {.95});
    EXPECT_NEAR(counts[0].interval->lower, rows[0].interval->lower, 1e-12);
    EXPECT_NEAR(counts[1].minusBestInterval->upper, rows[1].minusBestInterval->upper, 1e-12);
    const auto importance =
        decisionCurve(SortedOutcomes(testing::decidingRows(), {WeightKind::Importance, weights}),
                      kTwoThresholds, {.95});
    const auto once = decisionCurve(SortedOutcomes(testing::decidingRows()), kTwoThresholds, {.95});
    EXPECT_NEAR(importance[0].interval->lower, once[0].interval->lower, 1e-12);
}

TEST(NetBenefit, clustersTakeTheVarianceOfTheirSums) {
    const std::vector<std::uint64_t> rows = testing::decidingRows();
    RowClusters codes{"site", {}, 30};
    for (std::size_t row = 0; row < rows.size(); ++row)
        codes.codes.push_back(static_cast<std::uint32_t>(row % 30));
    std::vector<double> values;
    constexpr double t = .4;
    for (const std::uint64_t row : rows) {
        const bool acts = SortedOutcomes::confidenceOf(row) >= t;
        values.push_back(!acts ? 0 : SortedOutcomes::correctOf(row) ? 1 : -t / (1 - t));
    }
    const auto expected = meanEstimate(values, codes).interval(.95);
    const ClusterRows clusters(codes);
    const DecisionPoint point = decisionCurve(SortedOutcomes(rows), std::array{t}, {.95},
                                              ClusteredOutcomes{rows, {}, &clusters})
                                    .front();
    EXPECT_NEAR(point.interval->lower, expected->lower, 1e-12);
    EXPECT_NEAR(point.interval->upper, expected->upper, 1e-12);
}

}  // namespace
}  // namespace diagonal
