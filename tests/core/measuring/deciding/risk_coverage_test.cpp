// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/deciding/risk_coverage.h"

#include <cstdint>
#include <utility>

#include <gtest/gtest.h>

#include "core/base/random_numbers.h"
#include "tests/core/measuring/deciding/deciding_rows.h"

namespace diagonal {
namespace {

/// `right` right and `wrong` wrong rows of each confidence .5, .51, ... .69.
SortedOutcomes stairs(int right, int wrong) {
    std::vector<std::uint64_t> rows;
    for (int step = 0; step < 20; ++step) {
        for (int i = 0; i < right + wrong; ++i)
            rows.push_back(SortedOutcomes::pack(.5 + step / 100.0, i < right));
    }
    return SortedOutcomes(rows);
}

TEST(RiskCoverage, areasAreAsInR) {
    const RiskAreas areas = riskAreas(SortedOutcomes(testing::decidingRows()));
    EXPECT_NEAR(areas.aurc, 0.273833339881045, 1e-12);
    EXPECT_NEAR(areas.excess, 0.124073926035221, 1e-12);
    EXPECT_NEAR(areas.augrc, 0.180833333333333, 1e-12);
}

/// All orders of ties are equally likely: the risk of one confidence is that of all rows.
TEST(RiskCoverage, oneConfidenceHasTheRiskOfAllRows) {
    std::vector<std::uint64_t> rows;
    for (int i = 0; i < 1000; ++i)
        rows.push_back(SortedOutcomes::pack(.8, i % 4 != 0));
    EXPECT_NEAR(riskAreas(SortedOutcomes(rows)).aurc, .25, 1e-9);
}

TEST(RiskCoverage, countsAreRows) {
    const std::vector<std::uint64_t> rows = testing::decidingRows();
    std::vector<std::uint64_t> repeated;
    std::vector<double> weights;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        weights.push_back(static_cast<double>(1 + i % 30));
        for (std::size_t j = 0; j < 1 + i % 30; ++j)
            repeated.push_back(rows[i]);
    }
    const RiskAreas counts = riskAreas(SortedOutcomes(rows, {WeightKind::Counts, weights}));
    const RiskAreas single = riskAreas(SortedOutcomes(repeated));
    EXPECT_NEAR(counts.aurc, single.aurc, 1e-10);
    EXPECT_NEAR(counts.augrc, single.augrc, 1e-12);
    EXPECT_FALSE(riskPoints(SortedOutcomes(rows, {WeightKind::Importance, weights}))[0].upper);
}

TEST(RiskCoverage, limitsAreExactAndOneSided) {
    // The most confident 5 % are 40 rows, 3 of them wrong; binom.test(3, 40) of R.
    const auto points = riskPoints(stairs(37, 3), .95);
    ASSERT_EQ(points.size(), kRiskPoints);
    EXPECT_NEAR(points[0].coverage, .05, 1e-12);
    EXPECT_NEAR(*points[0].upper, 0.265965960484628, 1e-9);
    EXPECT_EQ(points.back().coverage, 1);
}

TEST(RiskCoverage, guaranteeTakesTheLargestCoverage) {
    const RiskGuarantee guarantee = riskGuarantee(riskPoints(stairs(99, 1)), .02, .95);
    ASSERT_TRUE(guarantee.point);
    EXPECT_EQ(guarantee.point->coverage, 1);
    EXPECT_LE(*guarantee.point->upper, .02);
    EXPECT_EQ(guarantee.needed, 149U);  // ceil(ln .05 / ln .98)
    EXPECT_EQ(guarantee.neededOfAll, 297U);
    EXPECT_FALSE(riskGuarantee(riskPoints(stairs(9, 1)), .02, .95).point);
}

/// Confidences are uniform in [.5, 1], and a row is right with probability c - gap.
struct Truth {
    double gap = 0;
    double confidence = 0;
    double asked = 0;
};

/// Returns in how many of 2,000 sets of 400 rows the guaranteed threshold accepts more mistakes
/// than was asked for, (1 - t) / 2 + gap on average from t on, and in how many there is a
/// threshold.
std::pair<int, int> violations(const Truth& truth) {
    constexpr std::uint32_t sets = 2000;
    constexpr int rows = 400;
    std::pair<int, int> count;
    for (std::uint32_t set = 0; set < sets; ++set) {
        RandomNumbers random(7, set);
        std::vector<std::uint64_t> packed;
        for (int row = 0; row < rows; ++row) {
            const double c = .5 + random.uniform() / 2;
            packed.push_back(SortedOutcomes::pack(c, random.uniform() < c - truth.gap));
        }
        const auto points = riskPoints(SortedOutcomes(packed), truth.confidence);
        const auto found = riskGuarantee(points, truth.asked, truth.confidence).point;
        if (!found) continue;
        ++count.second;
        if ((1 - found->threshold) / 2 + truth.gap > truth.asked) ++count.first;
    }
    return count;
}

TEST(RiskCoverage, guaranteeHoldsInSimulations) {
    for (const Truth& truth : {Truth{0, .9, .2}, Truth{.1, .9, .28}, Truth{.02, .95, .2}}) {
        const auto [wrong, made] = violations(truth);
        EXPECT_GT(made, 1000) << truth.gap;
        EXPECT_LE(wrong, 2000 * (1 - truth.confidence)) << truth.gap;
    }
}

TEST(RiskCoverage, equalConfidencesAreAcceptedTogether) {
    std::vector<std::uint64_t> rows;
    for (int i = 0; i < 100; ++i)
        rows.push_back(SortedOutcomes::pack(i < 60 ? .9 : .6, i % 10 != 0));
    const auto points = riskPoints(SortedOutcomes(rows));
    ASSERT_EQ(points.size(), 2U);
    EXPECT_EQ(points[0].coverage, .6);
    EXPECT_EQ(points[1].coverage, 1);
}

TEST(RiskCoverage, curveEndsAtAllRows) {
    const auto curve = riskCurve(SortedOutcomes(testing::decidingRows()), 50);
    EXPECT_EQ(curve.back().x, 1);
    EXPECT_NEAR(curve.back().y, 59.0 / 120, 1e-12);
    EXPECT_LE(curve.size(), 60U);
}

}  // namespace
}  // namespace diagonal
