// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/curves/calibration_curve.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/measuring/curves/smooth_calibration.h"
#include "core/reporting/detailed_report.h"
#include "tests/core/measuring/two_hundred_rows.h"
#include "tests/core/support.h"

namespace diagonal {
namespace {

const CurvePoint& pointAt(const std::vector<CurvePoint>& stroke, double x) {
    return *std::ranges::min_element(
        stroke, {}, [&](const CurvePoint& point) { return std::abs(point.x - x); });
}

const BandPoint& bandAt(const CalibrationCurve& curve, double x) {
    return *std::ranges::min_element(curve.band.front(), {},
                                     [&](const BandPoint& point) { return std::abs(point.x - x); });
}

TEST(CalibrationCurve, theIsotonicOneHasABlocksFrequencyAtBothItsEnds) {
    const auto curve =
        isotonicCurve(outcomesAt(testing::positiveScores({.1, .2, .3, .6, .9}, {0, 1, 0, 1, 1}),
                                 testing::kPositive, 1),
                      .95, 1);
    ASSERT_EQ(curve.strokes.size(), 1U);
    const std::vector<CurvePoint>& points = curve.strokes[0];
    ASSERT_EQ(points.size(), 5U);
    EXPECT_EQ(points[0].y, 0);
    EXPECT_EQ(points[1].x, .2);
    EXPECT_EQ(points[1].y, .5);
    EXPECT_EQ(points[2].x, .3);
    EXPECT_EQ(points[2].y, .5);
    EXPECT_EQ(points[4].x, .9);
}

TEST(CalibrationCurve, theIsotonicBandHoldsTheDiagonalAndNarrowsWithRows) {
    const auto few = isotonicCurve(testing::twoHundredOutcomes(), .95, 1);
    std::vector<double> scores;
    std::vector<std::int32_t> labels;
    for (int i = 0; i < 20000; ++i) {
        scores.push_back((i % 1000 + .5) / 1000);
        labels.push_back(i * 7919 % 20011 / 20011.0 < scores.back() ? 1 : 0);
    }
    const auto many = isotonicCurve(
        outcomesAt(testing::positiveScores(scores, labels), testing::kPositive, 1), .95, 1);
    const BandPoint& wide = bandAt(few, .5);
    const BandPoint& narrow = bandAt(many, .5);
    EXPECT_LE(wide.lower, wide.x);
    EXPECT_GE(wide.upper, wide.x);
    // The error of isotonic regression falls with the cube root of the number of rows.
    const double ratio = (wide.upper - wide.lower) / (narrow.upper - narrow.lower);
    EXPECT_NEAR(ratio, std::cbrt(100.0), 2);
}

/// Expected values are kernel sums of NumPy with the same width.
TEST(CalibrationCurve, theSmoothOneAgreesWithDirectSums) {
    const auto curve = smoothCurve(testing::twoHundredOutcomes().sorted, .95);
    ASSERT_EQ(curve.strokes.size(), 1U);
    EXPECT_NEAR(curve.scores[0].second, 0.06622741764573854, 1e-6);
    const std::vector<std::array<double, 3>> expected = {
        {.1, 0.048119191807834555, 0.08639454070434129},
        {.5, 0.36315584770766907, 0.1421305810711685},
        {.9, 0.9082686448788145, 0.08631269830343156}};
    for (const auto& [x, y, half] : expected) {
        EXPECT_NEAR(pointAt(curve.strokes[0], x).y, y, 1e-5) << x;
        EXPECT_NEAR(bandAt(curve, x).upper - x, half, 1e-5) << x;
    }
}

/// Returns the Gaussian of width s about c, with its images beyond 0 and 1, at t.
double reflected(double t, double c, double s) {
    double sum = 0;
    for (int i = -4; i <= 4; ++i) {
        for (const double image : {c + 2 * i, 2 * i - c})
            sum += std::exp(-(t - image) * (t - image) / (2 * s * s)) / s / std::sqrt(2 * M_PI);
    }
    return sum;
}

/// Covers widths from that of a good model to that of a useless one.
TEST(CalibrationCurve, theSmoothBandIsThatOfTheReflectedKernelAtTheEndsToo) {
    const auto rows = testing::twoHundredOutcomes();
    std::vector<double> turned;
    std::vector<std::int32_t> labels;
    for (std::size_t i = 0; i < rows.sorted.size(); ++i) {
        turned.push_back(rows.sorted.confidence(i));
        labels.push_back(rows.sorted.confidence(i) < .5 ? 1 : 0);
    }
    const auto wrong = outcomesAt(testing::positiveScores(turned, labels), testing::kPositive, 1);
    for (const SortedOutcomes* outcomes : {&rows.sorted, &wrong.sorted}) {
        const auto curve = smoothCurve(*outcomes, .95);
        const double width = curve.scores[0].second;
        for (const double t : {0.0, .01, .1, .5, .9, .99, 1.0}) {
            double sum = 0;
            double variance = 0;
            for (std::size_t i = 0; i < outcomes->size(); ++i) {
                const double c = outcomes->confidence(i);
                const double k = reflected(t, c, width);
                sum += k;
                variance += k * k * c * (1 - c);
            }
            const double half = 1.959963984540054 * std::sqrt(variance) / sum;
            const BandPoint& band = bandAt(curve, t);
            EXPECT_NEAR(t < .5 ? band.upper - t : t - band.lower,
                        std::min(half, std::max(t, 1 - t)), 1e-9)
                << t << " " << width;
        }
    }
}

TEST(CalibrationCurve, theSmoothOneBreaksWhereNoRowsAre) {
    std::vector<double> scores;
    std::vector<std::int32_t> labels;
    for (int i = 0; i < 2000; ++i) {
        scores.push_back((i % 2 == 0 ? .1 : .9) + (i % 50 - 25) / 2000.0);
        labels.push_back(i * 7919 % 2003 / 2003.0 < scores.back() ? 1 : 0);
    }
    const auto curve = smoothCurve(
        outcomesAt(testing::positiveScores(scores, labels), testing::kPositive, 1).sorted, .95);
    ASSERT_EQ(curve.strokes.size(), 2U);
    EXPECT_LT(curve.strokes[0].back().x, .4);
    EXPECT_GT(curve.strokes[1].front().x, .6);
}

TEST(CalibrationCurve, theCumulativeOneEndsAtTheSignedGapAndKeepsItsExtremes) {
    const Outcomes outcomes = testing::twoHundredOutcomes();
    const auto curve = cumulativeCurve(outcomes.sorted, .95);
    const std::vector<CurvePoint>& points = curve.strokes[0];
    EXPECT_EQ(points.front().x, 0);
    EXPECT_EQ(points.back().x, 1);
    const OutcomeSums all = outcomes.sorted.sums();
    EXPECT_NEAR(points.back().y, (all.correct - all.confidence) / 200, 1e-14);
    double highest = 0;
    double lowest = 0;
    for (const CurvePoint& point : points) {
        highest = std::max(highest, point.y);
        lowest = std::min(lowest, point.y);
    }
    EXPECT_NEAR(curve.scores[0].second, std::max(highest, -lowest), 1e-14);
    EXPECT_NEAR(curve.scores[1].second, highest - lowest, 1e-14);
    // 2.2414 is the 95 % quantile of max |B| of Brownian motion B.
    double variance = 0;
    for (std::size_t rank = 0; rank < 200; ++rank) {
        const double c = outcomes.sorted.confidence(rank);
        variance += c * (1 - c);
    }
    EXPECT_NEAR(curve.band[0][0].upper, 2.2414 * std::sqrt(variance) / 200, 1e-5);
}

TEST(CalibrationCurve, manyRowsAreThinnedWithoutLosingKs) {
    std::vector<double> scores;
    std::vector<std::int32_t> labels;
    for (int i = 0; i < 50000; ++i) {
        scores.push_back((i + .5) / 50000);
        labels.push_back(
            static_cast<double>(i * 7919LL % 50021) / 50021 < scores.back() * scores.back() ? 1
                                                                                            : 0);
    }
    const Outcomes outcomes =
        outcomesAt(testing::positiveScores(scores, labels), testing::kPositive, 1);
    const auto curve = cumulativeCurve(outcomes.sorted, .95);
    EXPECT_LT(curve.strokes[0].size(), 3100U);
    double lowest = 0;
    for (const CurvePoint& point : curve.strokes[0])
        lowest = std::min(lowest, point.y);
    EXPECT_NEAR(-lowest, curve.scores[0].second, 1e-14);
    EXPECT_EQ(curve.confidences.size() + 1, curve.strokes[0].size());
}

TEST(CalibrationCurve, aReportHoldsTheCurveThatIsShownAndKeepsItWhileBinsMove) {
    const Dataset dataset{testing::twoHundredRows(), {}};
    AnalysisSettings settings;
    EXPECT_FALSE(analyse(dataset, settings).value().report->curve);
    settings.diagram = DiagramKind::Smooth;
    const auto first = analyse(dataset, settings).value();
    ASSERT_TRUE(first.report->curve);
    settings.binCount = 20;
    const auto bins = analyse(dataset, settings, &first).value();
    EXPECT_EQ(bins.report->curve, first.report->curve);
    settings.temperature = 2;
    const auto scaled = analyse(dataset, settings, &bins).value();
    EXPECT_NE(scaled.report->curve, first.report->curve);
    settings.diagram = DiagramKind::Gaps;
    EXPECT_FALSE(analyse(dataset, settings, &scaled).value().report->curve);
}

}  // namespace
}  // namespace diagonal
