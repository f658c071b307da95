// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/curves/smooth_calibration.h"

#include "tests/core/measuring/two_hundred_rows.h"

namespace diagonal {
namespace {

SmoothError smoothErrorOf(std::vector<double> p, std::vector<std::int32_t> labels) {
    return smoothError(
        outcomesAt(testing::positiveScores(std::move(p), std::move(labels)), testing::kPositive, 1)
            .sorted);
}

TEST(SmoothCalibration, agreesWithTheSumOfReflectedGaussians) {
    // Computed with SciPy: the integral over 20,000 midpoints, images up to three periods away, and
    // brentq.
    const auto smooth = smoothError(testing::twoHundredOutcomes().sorted);
    EXPECT_NEAR(smooth.error, 0.06622741738532748, 1e-7);
    EXPECT_EQ(smooth.error, smooth.bandwidth);
}

TEST(SmoothCalibration, isTheMeanGapWhereAllErrToOneSide) {
    // Reflection keeps the mass of the residuals inside [0, 1].
    EXPECT_NEAR(smoothErrorOf({.9, .95, 1, 1}, {0, 0, 1, 0}).error, (3.85 - 1) / 4, 1e-9);
}

TEST(SmoothCalibration, isZeroForCalibratedRows) {
    const auto smooth = smoothErrorOf({.5, .5, 0, 1}, {1, 0, 0, 1});
    EXPECT_TRUE(smooth.belowLeast);
    EXPECT_NEAR(smooth.error, 0, 1e-12);
}

TEST(SmoothCalibration, manyRowsInCellsAgreeWithFewRowsOfTheSameConfidences) {
    // 70,000 rows are gathered in cells; repeating the same 200 rows does not change the error.
    const Predictions few = testing::twoHundredRows();
    std::vector<double> scores;
    std::vector<std::int32_t> labels;
    for (std::size_t i = 0; i < 70000; ++i) {
        scores.push_back(few.scores().at(i % 200, 0));
        labels.push_back(static_cast<std::int32_t>(few.label(i % 200)));
    }
    EXPECT_NEAR(smoothErrorOf(scores, labels).error,
                smoothError(testing::twoHundredOutcomes().sorted).error, 1e-9);
}

}  // namespace
}  // namespace diagonal
