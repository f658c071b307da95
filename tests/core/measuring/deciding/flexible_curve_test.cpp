// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/deciding/flexible_curve.h"

#include <gtest/gtest.h>

#include "tests/core/measuring/deciding/deciding_rows.h"

namespace diagonal {
namespace {

TEST(FlexibleCurve, loessIsThatOfR) {
    const SmoothedRows rows = smoothedRows(SortedOutcomes(testing::decidingRows()));
    EXPECT_EQ(rows.size(), 97U);
    const FlexibleErrors errors = flexibleErrors(rows, loessCurve(rows));
    EXPECT_NEAR(errors.mean, 0.0575711808781892, 1e-10);
    EXPECT_NEAR(errors.median, 0.0440123157332374, 1e-10);
    EXPECT_NEAR(errors.quantile90, 0.144287586495351, 1e-10);
    EXPECT_NEAR(errors.largest, 0.234860527145318, 1e-10);
}

TEST(FlexibleCurve, splineIsThatOfR) {
    const SmoothedRows rows = smoothedRows(SortedOutcomes(testing::decidingRows()));
    const auto spline = SplineCurve::fitted(rows);
    ASSERT_TRUE(spline);
    const FlexibleErrors errors = flexibleErrors(rows, splineCurve(rows, *spline));
    EXPECT_NEAR(errors.mean, 0.071043825401002, 1e-9);
    EXPECT_NEAR(errors.largest, 0.156957936961942, 1e-9);
    EXPECT_NEAR(spline->at(.5), 0.435035707982924, 1e-9);
    EXPECT_NEAR(spline->interval(.1, .95)->lower, 0.130438140539553, 1e-7);
    EXPECT_NEAR(spline->interval(.5, .95)->upper, 0.568753710309887, 1e-7);
    EXPECT_EQ(spline->at(0), 0);
    EXPECT_FALSE(spline->interval(1, .95));
}

TEST(FlexibleCurve, countsAreRows) {
    const std::vector<std::uint64_t> rows = testing::decidingRows();
    std::vector<std::uint64_t> twice = rows;
    twice.insert(twice.end(), rows.begin(), rows.end());
    const std::vector<double> weights(rows.size(), 2);
    const SmoothedRows counts = smoothedRows(SortedOutcomes(rows, {WeightKind::Counts, weights}));
    const SmoothedRows single = smoothedRows(SortedOutcomes(twice));
    EXPECT_NEAR(flexibleErrors(counts, loessCurve(counts)).mean,
                flexibleErrors(single, loessCurve(single)).mean, 1e-12);
}

TEST(FlexibleCurve, manyConfidencesAreFittedInRuns) {
    std::vector<std::uint64_t> rows;
    constexpr int count = 50000;
    for (int i = 0; i < count; ++i) {
        const double p = (i + .5) / count;
        rows.push_back(
            SortedOutcomes::pack(p, (i * 7919) % count < static_cast<int>(p * p * count)));
    }
    const SortedOutcomes outcomes(rows);
    const SmoothedRows runs = smoothedRows(outcomes, 1000);
    EXPECT_LE(runs.size(), 1000U);
    const SmoothedRows single = smoothedRows(outcomes, count);
    EXPECT_EQ(single.size(), std::size_t{count});
    EXPECT_NEAR(flexibleErrors(runs, loessCurve(runs)).mean,
                flexibleErrors(single, loessCurve(single)).mean, 1e-4);
}

TEST(FlexibleCurve, fewRowsHaveWhatTheyCan) {
    const SortedOutcomes equal({SortedOutcomes::pack(.5, true), SortedOutcomes::pack(.5, false)});
    const SmoothedRows rows = smoothedRows(equal);
    EXPECT_FALSE(hasLoess(rows));
    EXPECT_FALSE(SplineCurve::fitted(rows));
    const FlexibleCurves curves = flexibleCurves(equal, .95);
    EXPECT_TRUE(curves.loess.empty());
    EXPECT_TRUE(curves.spline.empty());
}

TEST(FlexibleCurve, fewEventsAreDrawnAsALogisticCurve) {
    std::vector<std::uint64_t> rows;
    for (int i = 0; i < 100; ++i)
        rows.push_back(SortedOutcomes::pack((i + .5) / 100, i % 10 == 9));
    const FlexibleCurves curves = flexibleCurves(SortedOutcomes(rows), .95);
    EXPECT_TRUE(curves.isLogistic);
    EXPECT_EQ(curves.spline.size(), curves.band.size());
    EXPECT_FALSE(curves.loess.empty());
}

}  // namespace
}  // namespace diagonal
