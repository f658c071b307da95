// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/null_distribution.h"

#include "core/measuring/scores.h"
#include "tests/core/measuring/two_hundred_rows.h"

namespace diagonal {
namespace {

const Binning kTenBins{BinningScheme::EqualWidth, 10};

TEST(NullDistribution, agreesWithFortyThousandDrawsOfNumPy) {
    const auto outcomes = testing::twoHundredOutcomes();
    const auto curve = binned(outcomes.sorted, kTenBins, .95);
    const auto null = nullDistribution(outcomes.sorted, curve, .95, 1);
    EXPECT_NEAR(expectedCalibrationError(curve), 0.07995049504950495, 1e-14);
    // Standard errors of 1,000 draws: 0.0006, 0.0012 and 0.014.
    EXPECT_NEAR(null.meanError, 0.06945, 0.002);
    EXPECT_NEAR(null.error95, 0.09985, 0.004);
    EXPECT_NEAR(null.pValue, 0.2695, 0.05);
}

TEST(NullDistribution, theSeedDecides) {
    const auto outcomes = testing::twoHundredOutcomes();
    const auto curve = binned(outcomes.sorted, kTenBins, .95);
    const auto first = nullDistribution(outcomes.sorted, curve, .95, 1);
    EXPECT_EQ(first.meanError, nullDistribution(outcomes.sorted, curve, .95, 1).meanError);
    EXPECT_NE(first.meanError, nullDistribution(outcomes.sorted, curve, .95, 2).meanError);
}

TEST(NullDistribution, largeBinsHaveTheVarianceOfTheirRows) {
    // 20,000 rows in one bin: sum c (1 - c) is far above the bound of the normal distribution.
    std::vector<double> scores;
    for (int i = 0; i < 20000; ++i)
        scores.push_back((i % 100 + .5) / 100);
    const auto outcomes =
        outcomesAt(testing::positiveScores(scores, std::vector<std::int32_t>(20000, 1)),
                   testing::kPositive, 1);
    const auto curve = binned(outcomes.sorted, {BinningScheme::EqualWidth, 1}, .95);
    const auto null = nullDistribution(outcomes.sorted, curve, .95, 1);
    const double deviation = std::sqrt(20000 / 6.0) / 20000;  // mean of c (1 - c) is 1/6
    EXPECT_NEAR(null.bins[0].upper - null.bins[0].lower, 2 * 1.96 * deviation, 0.15 * deviation);
    EXPECT_NEAR((null.bins[0].upper + null.bins[0].lower) / 2, .5, 0.1 * deviation);
}

TEST(NullDistribution, rareOutcomesAreDrawnAsOftenAsTheyAre) {
    // 50,000 rows near 1, with half a miss in a thousand: jumps from candidate to candidate.
    std::vector<double> scores;
    for (int i = 0; i < 50000; ++i)
        scores.push_back(1 - 1e-3 * (i % 100 + .5) / 100);
    const auto outcomes =
        outcomesAt(testing::positiveScores(scores, std::vector<std::int32_t>(50000, 1)),
                   testing::kPositive, 1);
    const auto curve = binned(outcomes.sorted, {BinningScheme::EqualWidth, 1}, .95);
    const auto null = nullDistribution(outcomes.sorted, curve, .95, 1);
    // 25 misses on average, Poisson: the central 95 % is 16 to 35.
    EXPECT_NEAR((1 - null.bins[0].upper) * 50000, 16, 1.01);
    EXPECT_NEAR((1 - null.bins[0].lower) * 50000, 35, 1.01);
}

TEST(NullDistribution, theBandOfASingleRowHoldsTheDiagonal) {
    const auto outcomes = outcomesAt(testing::positiveScores({.999}, {1}), testing::kPositive, 1);
    const auto curve = binned(outcomes.sorted, kTenBins, .95);
    const auto null = nullDistribution(outcomes.sorted, curve, .95, 1);
    EXPECT_LE(null.bins[9].lower, .999);
    EXPECT_EQ(null.bins[9].upper, 1);
    EXPECT_LT(null.bins[9].lower, null.bins[9].upper);
}

}  // namespace
}  // namespace diagonal
