// SPDX-License-Identifier: GPL-3.0-or-later
// The fitted temperatures of real files are in reference/reference_numbers_test.cpp.
#include "core/recalibrating/temperature/temperature.h"

#include <cmath>

#include <gtest/gtest.h>

#include "core/measuring/outcomes.h"
#include "core/numerics/intervals.h"
#include "core/recalibrating/temperature/temperature_sandwich.h"
#include "tests/core/support.h"

namespace diagonal {
namespace {

using testing::classScores;
using testing::kTopLabel;
using testing::positiveScores;

/// Returns four rows with equal margins, three of them correct: the optimum is margin / logit(3/4).
Predictions threeOfFour(double margin) {
    return classScores({margin, 0, margin, 0, margin, 0, margin, 0}, {0, 0, 0, 1},
                       ScoreKind::Logit);
}

TEST(TemperatureFit, findsTheClosedFormOptimum) {
    for (const double margin : {0.2, 1.0, 3.0, 20.0}) {
        const auto fit = fitTemperature(threeOfFour(margin), .95);
        EXPECT_NEAR(fit.value().value / (margin / std::log(3)), 1, 1e-12) << margin;
        EXPECT_NEAR(fit.value().nllAfter, -(.75 * std::log(.75) + .25 * std::log(.25)), 1e-14);
        EXPECT_FALSE(fit.value().clamped);
    }
}

TEST(TemperatureFit, oneProbabilityIsFittedLikeTwo) {
    const double p = 1 / (1 + std::exp(-3.0));
    const auto fit = fitTemperature(positiveScores({p, p, p, p}, {1, 1, 1, 0}), .95);
    EXPECT_NEAR(fit.value().value / (3 / std::log(3)), 1, 1e-12);
}

TEST(TemperatureFit, theIntervalEndsWhereTheLikelihoodRatioDoes) {
    const auto predictions = threeOfFour(3);
    const auto fit = fitTemperature(predictions, .5);
    ASSERT_TRUE(fit.value().lower && fit.value().upper);
    for (const double end : {*fit.value().lower, *fit.value().upper}) {
        const double rise = *outcomesAt(predictions, kTopLabel, end).nll - fit.value().nllAfter;
        EXPECT_NEAR(2 * 4 * rise, chiSquareOneQuantile(.5), 1e-9) << end;
    }
    EXPECT_LT(*fit.value().lower, fit.value().value);
    EXPECT_GT(*fit.value().upper, fit.value().value);
}

/// 102 margins of which the largest are wrong too often: no temperature is right. By NumPy and
/// scipy.optimize.brentq.
TEST(TemperatureFit, theSandwichWidensWhereTheModelIsWrong) {
    std::vector<double> z;
    std::vector<std::int32_t> labels;
    const auto add = [&](double margin, int rows, int right) {
        for (int i = 0; i < rows; ++i) {
            z.insert(z.end(), {margin, 0});
            labels.push_back(i < right ? 0 : 1);
        }
    };
    add(6, 36, 30);
    add(.5, 44, 40);
    add(2, 20, 18);
    const auto predictions = classScores(std::move(z), std::move(labels), ScoreKind::Logit);
    TemperatureFit fit = fitTemperature(predictions, .95).value();
    EXPECT_NEAR(fit.value, 2.5916408206258454, 1e-10);
    EXPECT_NEAR(*fit.lower, 1.708436719806126, 1e-6);
    EXPECT_NEAR(*fit.upper, 4.353010585840255, 1e-6);
    widenBySandwich(nullptr, predictions, .95, {}, fit);
    EXPECT_NEAR(*fit.lower, 1.53133589357857, 1e-5);
    EXPECT_NEAR(*fit.upper, 4.988113601416497, 1e-5);
}

TEST(TemperatureFit, aSideThatIsNotReachedIsAbsent) {
    const auto fit = fitTemperature(threeOfFour(3), .95);
    EXPECT_FALSE(fit.value().upper);  // four rows cannot exclude a uniform prediction
}

TEST(TemperatureFit, confidentRowsThatAreAllRightClampToo) {
    const auto fit = fitTemperature(classScores({9.2, 0, 9.2, 0}, {0, 0}, ScoreKind::Logit), .95);
    EXPECT_TRUE(fit.value().clamped);
    EXPECT_EQ(fit.value().value, kLowestFittedTemperature);
}

TEST(TemperatureFit, allRowsRightClampsToTheLowestTemperature) {
    const auto fit = fitTemperature(classScores({2, 0, 3, 0}, {0, 0}, ScoreKind::Logit), .95);
    EXPECT_TRUE(fit.value().clamped);
    EXPECT_EQ(fit.value().value, kLowestFittedTemperature);
    EXPECT_FALSE(fit.value().lower);
}

TEST(TemperatureFit, worseThanChanceClampsToTheHighestTemperature) {
    const auto fit =
        fitTemperature(classScores({2, 0, 3, 0, 1, 0}, {1, 1, 0}, ScoreKind::Logit), .95);
    EXPECT_TRUE(fit.value().clamped);
    EXPECT_EQ(fit.value().value, kHighestFittedTemperature);
}

TEST(TemperatureFit, isRefusedWhereTheNllIsInfiniteOrFlat) {
    EXPECT_FALSE(fitTemperature(classScores({0, 1, .5, .5}, {0, 0}), .95));
    EXPECT_FALSE(fitTemperature(positiveScores({1, .5}, {0, 0}), .95));
    EXPECT_FALSE(fitTemperature(classScores({1, 1, 2, 2}, {0, 1}, ScoreKind::Logit), .95));
}

/// A row whose true class has p = 0 can be left out; the fit equals that of the other rows.
TEST(TemperatureFit, rowsOfProbabilityZeroCanBeLeftOut) {
    const std::vector<double> p{.9, .1, .8, .2, .7, .3, .6, .4, .3, .7};
    const std::vector<std::int32_t> labels{0, 0, 1, 0, 1};
    auto withZero = p;
    withZero.insert(withZero.end(), {1, 0});
    auto withItsLabel = labels;
    withItsLabel.push_back(1);
    const auto expected = fitTemperature(classScores(p, labels), .95).value();
    const Predictions rows = classScores(withZero, withItsLabel);
    const auto refused = fitTemperature(rows, .95);
    ASSERT_FALSE(refused);
    EXPECT_NE(describe(refused.error()).find("--fit-without-zeros"), std::string::npos);
    const auto fit = fitTemperature(rows, .95, {}, ZeroRows::LeaveOut).value();
    EXPECT_EQ(fit.leftOut, 1U);
    EXPECT_NEAR(fit.value, expected.value, 1e-12);
    EXPECT_NEAR(fit.nllAfter, expected.nllAfter, 1e-12);
    EXPECT_NEAR(*fit.lower, *expected.lower, 1e-9);
}

TEST(TemperatureFit, certainAndRightRowsChangeNothing) {
    const double p = 1 / (1 + std::exp(-3.0));
    const auto fit = fitTemperature(positiveScores({p, p, p, p, 1, 0}, {1, 1, 1, 0, 1, 0}), .95);
    EXPECT_NEAR(fit.value().value / (3 / std::log(3)), 1, 1e-12);
}

}  // namespace
}  // namespace diagonal
