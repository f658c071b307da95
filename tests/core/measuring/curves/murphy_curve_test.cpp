// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/curves/murphy_curve.h"

#include <gtest/gtest.h>

#include "tests/core/measuring/two_hundred_rows.h"

namespace diagonal {
namespace {

Outcomes twoHundredOutcomes() {
    const Predictions predictions = testing::twoHundredRows();
    return outcomesAt(predictions, {View::Kind::TopLabel}, 1);
}

TEST(MurphyCurve, isTwiceTheMeanElementaryScore) {
    const Outcomes outcomes = twoHundredOutcomes();
    const SortedOutcomes& rows = outcomes.sorted;
    const std::vector<CurvePoint> curve = murphyCurve(rows);
    ASSERT_EQ(curve.size(), kMurphySteps + 1);
    for (const CurvePoint& point : curve) {
        double sum = 0;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const bool acts = rows.confidence(i) > point.x;
            if (acts && !rows.isCorrect(i)) sum += point.x;
            if (!acts && rows.isCorrect(i)) sum += 1 - point.x;
        }
        EXPECT_NEAR(point.y, 2 * sum / static_cast<double>(rows.size()), 1e-12);
    }
}

TEST(MurphyCurve, hasTheBrierScoreAsItsArea) {
    const Outcomes outcomes = twoHundredOutcomes();
    const std::vector<CurvePoint> curve = murphyCurve(outcomes.sorted);
    double area = 0;
    for (std::size_t i = 1; i < curve.size(); ++i)
        area += (curve[i].x - curve[i - 1].x) * (curve[i].y + curve[i - 1].y) / 2;
    EXPECT_NEAR(area, outcomes.brier, 1e-3);
}

TEST(MurphyCurve, countsWeightsAsRows) {
    const std::vector<std::uint64_t> repeated = {
        SortedOutcomes::pack(.3, true), SortedOutcomes::pack(.3, true),
        SortedOutcomes::pack(.3, true), SortedOutcomes::pack(.8, false)};
    const std::vector<std::uint64_t> once = {SortedOutcomes::pack(.3, true),
                                             SortedOutcomes::pack(.8, false)};
    const auto expected = murphyCurve(SortedOutcomes(repeated));
    const auto weighted = murphyCurve(SortedOutcomes(once, {WeightKind::Counts, {3, 1}}));
    for (std::size_t i = 0; i < expected.size(); ++i)
        EXPECT_DOUBLE_EQ(weighted[i].y, expected[i].y);
}

}  // namespace
}  // namespace diagonal
