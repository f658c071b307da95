// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/deciding/rows_needed.h"

#include <cmath>

#include <gtest/gtest.h>

namespace diagonal {
namespace {

SortedOutcomes rowsOf(const std::vector<std::pair<double, bool>>& rows) {
    std::vector<std::uint64_t> packed;
    for (const auto& [confidence, isCorrect] : rows)
        packed.push_back(SortedOutcomes::pack(confidence, isCorrect));
    return SortedOutcomes(packed);
}

TEST(RowsNeeded, ofTheRatioAreThoseOfRiley) {
    EXPECT_NEAR(rowsForRatio(0.4, 0.051), 576.7012687427913, 1e-9);  // data/decide/figures.csv
}

/// Riley et al. 2021: an AUROC of 0.8 with 1.8 % events needs 4,252 rows for an interval of width
/// 0.1, as pmvalsampsize says.
TEST(RowsNeeded, ofTheAurocAreThoseOfRiley) {
    EXPECT_EQ(std::ceil(*rowsForAuroc(0.8, 0.018, 0.1 / 2 / 1.959963984540054)), 4252);
    EXPECT_NEAR(aurocError(0.8, 0.018, *rowsForAuroc(0.8, 0.018, 0.03)), 0.03, 1e-12);
    EXPECT_FALSE(rowsForAuroc(1, 0.5, 0.02));
}

/// Two rows with p = 1/2 and two with p = 1/(1 + e): L = 0 and -1.
TEST(RowsNeeded, ofTheSlopeFollowFromTheInformation) {
    const double p = 1 / (1 + std::exp(1.0));
    const double v = p * (1 - p);
    const SlopeInformation found =
        slopeInformation(rowsOf({{.5, true}, {.5, false}, {p, false}, {p, true}, {0, false}}));
    EXPECT_NEAR(found.intercept, (2 * .25 + 2 * v) / 5, 1e-12);
    EXPECT_NEAR(found.slope, 2 * v / 5, 1e-12);
    EXPECT_NEAR(found.both, -2 * v / 5, 1e-12);
    // The variance of the slope is that of a weighted regression: 1 / (sum of w (L - mean)^2).
    const double w0 = 2 * .25 / 5;
    const double w1 = 2 * v / 5;
    EXPECT_NEAR(*rowsForSlope(found, 0.1), 100 * (w0 + w1) / (w0 * w1), 1e-8);
    EXPECT_FALSE(rowsForSlope(slopeInformation(rowsOf({{.3, true}, {.3, false}})), 0.1));
}

TEST(RowsNeeded, areListedWithThePresentOnes) {
    std::vector<std::pair<double, bool>> rows;
    for (int i = 0; i < 100; ++i)
        rows.emplace_back(i % 2 == 0 ? .25 : .75, i % 4 == 0 || i % 4 == 3);
    const SortedOutcomes outcomes = rowsOf(rows);
    const std::vector<OutcomeSums> bins{outcomes.sums(0, 50), outcomes.sums(50, 100)};
    const auto plans = plannedRows(outcomes, 0.7, bins, 0.95);
    ASSERT_EQ(plans.size(), 9U);
    const auto present = std::ranges::find(plans, "this file", &PlannedRows::remark);
    ASSERT_NE(present, plans.end());
    EXPECT_EQ(present->rows, 100);
    EXPECT_EQ(present->events, 50);
    EXPECT_NEAR(std::log(present->oe.upper), 1.959963984540054 * 0.1, 1e-12);
    EXPECT_NEAR(present->oe.lower * present->oe.upper, 1, 1e-12);
    // Two bins of half the rows with v = 3/16.
    EXPECT_NEAR(present->eceFloor, std::sqrt(2 / 3.14159265358979) * 2 * std::sqrt(3.0 / 3200),
                1e-12);
    for (std::size_t i = 1; i < plans.size(); ++i)
        EXPECT_LE(plans[i - 1].rows, plans[i].rows);
    // The formula for two rows in 40 bins exceeds 1.
    const std::vector<OutcomeSums> thin(40, rowsOf({{.5, false}, {.5, true}}).sums());
    const auto few = plannedRows(rowsOf({{.5, false}, {.5, true}}), {}, thin, 0.95);
    EXPECT_EQ(few.front().eceFloor, 1);
    EXPECT_NE(few.front().remark.find("cut at 1"), std::string::npos);
    EXPECT_TRUE(plannedRows(rowsOf({{.2, false}, {.3, false}}), {}, {}, 0.95).empty());
}

}  // namespace
}  // namespace diagonal
