// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/scores/logistic_calibration.h"

#include "tests/core/measuring/two_hundred_rows.h"

namespace diagonal {
namespace {

LogisticCalibration calibrationOf(std::vector<double> p, std::vector<std::int32_t> labels) {
    return logisticCalibration(
        outcomesAt(testing::positiveScores(std::move(p), std::move(labels)), testing::kPositive, 1)
            .sorted);
}

TEST(LogisticCalibration, agreesWithSciPy) {
    const auto fit = logisticCalibration(testing::twoHundredOutcomes().sorted);
    EXPECT_NEAR(fit.slope.value(), 1.20592813, 1e-7);
    EXPECT_NEAR(fit.slopeIntercept, -0.40457332, 1e-7);
    EXPECT_NEAR(fit.intercept.value(), -0.3652520528458654, 1e-12);
    EXPECT_NEAR(*fit.jointP, 0.0524927755251911, 1e-12);
    EXPECT_EQ(fit.leftOut, 0U);
}

TEST(LogisticCalibration, calibratedRowsHaveSlopeOneAndInterceptZero) {
    const auto fit =
        calibrationOf({.25, .25, .25, .25, .75, .75, .75, .75}, {1, 0, 0, 0, 1, 1, 1, 0});
    EXPECT_NEAR(fit.slope.value(), 1, 1e-12);
    EXPECT_NEAR(fit.intercept.value(), 0, 1e-12);
}

TEST(LogisticCalibration, rowsAtZeroAndOneAreLeftOut) {
    const auto fit = calibrationOf({0, .25, .25, .25, .25, .75, .75, .75, .75, 1, 1},
                                   {0, 1, 0, 0, 0, 1, 1, 1, 0, 1, 0});
    EXPECT_NEAR(fit.slope.value(), 1, 1e-12);
    EXPECT_EQ(fit.leftOut, 3U);
}

TEST(LogisticCalibration, whatCannotBeFittedIsReported) {
    EXPECT_EQ(calibrationOf({.2, .3, .8}, {0, 0, 1}).slope.error().detail,
              "confidence separates the correct rows from the wrong ones");
    EXPECT_TRUE(calibrationOf({.2, .3, .8}, {0, 0, 1}).intercept);
    EXPECT_FALSE(calibrationOf({.2, .3, .8}, {1, 1, 0}).slope);
    EXPECT_FALSE(calibrationOf({.2, .3, .3, .8}, {0, 0, 1, 1}).slope);
    EXPECT_EQ(calibrationOf({.4, .4}, {0, 1}).slope.error().detail, "all confidences are equal");
    EXPECT_EQ(calibrationOf({.2, .8}, {1, 1}).intercept.error().detail,
              "all rows are correct, or all are wrong");
    EXPECT_EQ(calibrationOf({0, 1}, {0, 1}).slope.error().detail, "every confidence is 0 or 1");
}

TEST(LogisticCalibration, extremeConfidencesConverge) {
    const auto fit = calibrationOf({1e-300, 1e-12, .5, 1 - 1e-12, 1e-9, .999}, {1, 0, 1, 0, 0, 1});
    ASSERT_TRUE(fit.slope);
    EXPECT_TRUE(std::isfinite(fit.slope.value()));
    EXPECT_TRUE(std::isfinite(fit.intercept.value()));
}

/// Rows fitted in groups first have the same coefficients as the same rows fitted at once: those of
/// 200 rows do not change if each is repeated 500 times, as rows of their own or as a weight.
TEST(LogisticCalibration, manyRowsHaveTheFitOfFew) {
    const auto few = testing::twoHundredOutcomes().sorted;
    std::vector<std::uint64_t> packed;
    RowWeights weights{WeightKind::Importance, {}};
    for (std::size_t rank = 0; rank < few.size(); ++rank) {
        for (int i = 0; i < 500; ++i) {
            packed.push_back(SortedOutcomes::pack(few.confidence(rank), few.isCorrect(rank)));
            weights.values.push_back(i % 2 == 0 ? .5 : 1.5);
        }
    }
    const auto expected = logisticCalibration(few);
    for (const auto& many : {SortedOutcomes(packed), SortedOutcomes(packed, weights)}) {
        const auto fit = logisticCalibration(many);
        EXPECT_NEAR(fit.intercept.value(), expected.intercept.value(), 1e-13);
        EXPECT_NEAR(fit.slope.value(), expected.slope.value(), 1e-13);
        EXPECT_NEAR(fit.slopeIntercept, expected.slopeIntercept, 1e-13);
    }
}

/// Many rows are tested by an integral along the way from the fit to calibration.
TEST(LogisticCalibration, jointTestOfManyRowsIsThatOfTheirCounts) {
    std::vector<std::uint64_t> rows;
    std::vector<std::uint64_t> expanded;
    RowWeights counts{WeightKind::Counts, {}};
    for (int i = 1; i < 10; ++i) {
        for (const bool isCorrect : {false, true}) {
            const int all = 8'000;
            const int correct = i * all / 10 + (i % 2 == 0 ? 60 : -10);
            const std::uint64_t row = SortedOutcomes::pack(i / 10.0, isCorrect);
            const int count = isCorrect ? correct : all - correct;
            rows.push_back(row);
            counts.values.push_back(count);
            expanded.insert(expanded.end(), static_cast<std::size_t>(count), row);
        }
    }
    const auto fit = logisticCalibration(SortedOutcomes(expanded));
    const auto expected = logisticCalibration(SortedOutcomes(rows, counts));
    EXPECT_GT(*expected.jointP, 1e-4);
    EXPECT_LT(*expected.jointP, .5);
    EXPECT_NEAR(*fit.jointP, *expected.jointP, 1e-11);
}

TEST(LogisticCalibration, manyExtremeRowsAreFitted) {
    std::vector<std::uint64_t> packed;
    for (int i = 0; i < 70'000; ++i) {
        const double c = i % 3 == 0 ? 1e-300 : i % 3 == 1 ? .5 : 1 - 1e-16;
        packed.push_back(SortedOutcomes::pack(c, i % 7 < 3));
    }
    const auto fit = logisticCalibration(SortedOutcomes(packed));
    ASSERT_TRUE(fit.slope);
    EXPECT_TRUE(std::isfinite(fit.slope.value()));
    EXPECT_TRUE(std::isfinite(fit.intercept.value()));
}

/// Roots of the profile likelihoods by scipy.optimize.brentq.
TEST(LogisticCalibration, profileIntervalsAgreeWithSciPy) {
    const auto outcomes =
        outcomesAt(testing::positiveScores(
                       {.02, .05, .07, .1, .12, .2, .22, .3, .35, .4, .03, .06, .15, .25, .5},
                       {0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 1}),
                   testing::kPositive, 1);
    const auto fit = logisticCalibration(outcomes.sorted);
    const auto intervals = profileIntervals(outcomes.sorted, fit, .95);
    EXPECT_NEAR(fit.slope.value(), 1.0337137167950925, 1e-9);
    EXPECT_NEAR(intervals.slope->lower, -.16321173409323833, 1e-8);
    EXPECT_NEAR(intervals.slope->upper, 2.852352588043207, 1e-8);
    EXPECT_NEAR(intervals.intercept->lower, -.8384008565152831, 1e-8);
    EXPECT_NEAR(intervals.intercept->upper, 1.7278519568384159, 1e-8);
}

}  // namespace
}  // namespace diagonal
