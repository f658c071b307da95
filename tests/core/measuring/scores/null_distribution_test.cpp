// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/scores/null_distribution.h"

#include "core/base/random_numbers.h"
#include "core/measuring/curves/cumulative_gap.h"
#include "core/measuring/scores/scores.h"
#include "tests/core/measuring/two_hundred_rows.h"

namespace diagonal {
namespace {

const Binning kTenBins{BinningScheme::EqualWidth, 10};
const Binning kOneBin{BinningScheme::EqualWidth, 1};
const Binning kIsotonic{BinningScheme::Isotonic};

NullDistribution nullIn(const Binning& binning, const SortedOutcomes& outcomes,
                        std::uint64_t seed = 1, double level = .95) {
    return *nullDistribution(outcomes, binned(outcomes, binning, level), binning, level, seed);
}

TEST(NullDistribution, agreesWithFortyThousandDrawsOfNumPy) {
    const auto outcomes = testing::twoHundredOutcomes();
    const auto curve = binned(outcomes.sorted, kTenBins, .95);
    const auto null = nullIn(kTenBins, outcomes.sorted);
    EXPECT_NEAR(expectedCalibrationError(curve), 0.07995049504950495, 1e-14);
    // The standard errors of 9,999 draws are 0.0002, 0.0004 and 0.0045.
    EXPECT_NEAR(null.meanError, 0.06945, 0.0007);
    EXPECT_NEAR(null.error95, 0.09985, 0.0014);
    EXPECT_NEAR(null.pValues.at("ece"), 0.2695, 0.016);
}

TEST(NullDistribution, theSeedDecides) {
    const auto outcomes = testing::twoHundredOutcomes();
    for (const Binning& binning : {kTenBins, kIsotonic}) {
        const auto first = nullIn(binning, outcomes.sorted);
        EXPECT_EQ(first.meanError, nullIn(binning, outcomes.sorted).meanError);
        EXPECT_NE(first.meanError, nullIn(binning, outcomes.sorted, 2).meanError);
    }
}

TEST(NullDistribution, largeBinsHaveTheVarianceOfTheirRows) {
    // 20,000 rows in one bin: sum c (1 - c) is far above the limit for the normal distribution.
    std::vector<double> scores;
    for (int i = 0; i < 20000; ++i)
        scores.push_back((i % 100 + .5) / 100);
    const auto outcomes =
        outcomesAt(testing::positiveScores(scores, std::vector<std::int32_t>(20000, 1)),
                   testing::kPositive, 1);
    const auto null = nullIn(kOneBin, outcomes.sorted);
    const double deviation = std::sqrt(20000 / 6.0) / 20000;  // mean of c (1 - c) is 1/6
    EXPECT_NEAR(null.bins[0].upper - null.bins[0].lower, 2 * 1.96 * deviation, 0.15 * deviation);
    EXPECT_NEAR((null.bins[0].upper + null.bins[0].lower) / 2, .5, 0.1 * deviation);
}

TEST(NullDistribution, rareOutcomesAreDrawnAsOftenAsTheyAre) {
    // 50,000 rows near 1: on average, half a row in a thousand is incorrect.
    std::vector<double> scores;
    for (int i = 0; i < 50000; ++i)
        scores.push_back(1 - 1e-3 * (i % 100 + .5) / 100);
    const auto outcomes =
        outcomesAt(testing::positiveScores(scores, std::vector<std::int32_t>(50000, 1)),
                   testing::kPositive, 1);
    const auto null = nullIn(kOneBin, outcomes.sorted);
    // On average 25 rows are incorrect (Poisson): the central 95 % is 16 to 35.
    EXPECT_NEAR((1 - null.bins[0].upper) * 50000, 16, 1e-6);
    EXPECT_NEAR((1 - null.bins[0].lower) * 50000, 35, 1e-6);
}

/// Returns 500 calibrated rows: c in [0, 1], correct with probability c.
SortedOutcomes calibrated(std::uint64_t seed) {
    RandomNumbers random(seed);
    std::vector<std::uint64_t> packed;
    for (int i = 0; i < 500; ++i) {
        const double c = random.uniform();
        packed.push_back(SortedOutcomes::pack(c, random.uniform() < c));
    }
    return SortedOutcomes(std::move(packed));
}

/// Bins that depend on which rows are correct show more error by chance than other bins.
TEST(NullDistribution, isotonicBinsArePooledAgainInEveryDraw) {
    double measured = 0;
    double expected = 0;
    std::size_t small = 0;
    std::size_t outside = 0;
    std::size_t bins = 0;
    constexpr int sets = 24;
    for (int set = 0; set < sets; ++set) {
        const SortedOutcomes outcomes = calibrated(100 + static_cast<std::uint64_t>(set));
        const auto curve = binned(outcomes, kIsotonic, .95);
        const auto null = *nullDistribution(outcomes, curve, kIsotonic, .95, 1);
        measured += expectedCalibrationError(curve) / sets;
        expected += null.meanError / sets;
        small += null.pValues.at("ece") < .5 ? 1U : 0U;
        for (std::size_t b = 0; b < curve.bins.size(); ++b) {
            const double accuracy = *curve.bins[b].accuracy;
            outside += accuracy < null.bins[b].lower || accuracy > null.bins[b].upper ? 1U : 0U;
            ++bins;
        }
    }
    // The ECE of one set has a standard deviation of about a quarter of its mean.
    EXPECT_NEAR(expected / measured, 1, .15);
    EXPECT_NEAR(static_cast<double>(small), sets / 2.0, 8);  // binomial (24, 1/2)
    EXPECT_LT(static_cast<double>(outside), .15 * static_cast<double>(bins));
}

/// The bounds have no random error: probabilities of the number of correct rows are exact.
TEST(NullDistribution, bandsThatHoldTogetherAreExactQuantiles) {
    std::vector<std::uint64_t> packed(20, SortedOutcomes::pack(.25, false));
    const SortedOutcomes outcomes(std::move(packed));
    // SciPy: binom(20, .25).ppf([.025, .975, .0025, .9975]) is 2, 9, 0, 11.
    const auto pointwise = nullIn(kOneBin, outcomes).bins[0];
    EXPECT_NEAR(pointwise.lower * 20, 2, 1e-9);
    EXPECT_NEAR(pointwise.upper * 20, 9, 1e-9);
    const auto wide = nullIn(kOneBin, outcomes, 1, .995).bins[0];
    EXPECT_EQ(wide.lower, 0);
    EXPECT_NEAR(wide.upper * 20, 11, 1e-9);
}

TEST(NullDistribution, aFewHeavyWeightsAreDrawnOneByOne) {
    // One row has nearly all the weight, so that its correctness decides.
    std::vector<std::uint64_t> packed;
    std::vector<double> weights;
    for (int i = 0; i < 3000; ++i) {
        packed.push_back(SortedOutcomes::pack(.5, i % 2 == 0));
        weights.push_back(i == 0 ? 3000 : .001);
    }
    const SortedOutcomes outcomes(std::move(packed), {WeightKind::Importance, weights});
    const auto null = nullIn(kOneBin, outcomes);
    EXPECT_NEAR(null.meanError, .5, .001);
    EXPECT_NEAR(null.bins[0].lower, 0, .001);
    EXPECT_NEAR(null.bins[0].upper, 1, .001);
}

/// A cell of a database stands for several rows, of which only the sums of weights are known.
TEST(NullDistribution, ofRowsThatStandForSeveralIsNearThatOfEach) {
    std::vector<std::uint64_t> single;
    std::vector<double> each;
    std::vector<std::uint64_t> cells;
    RowWeights together{WeightKind::Importance, {}};
    for (int cell = 0; cell < 12; ++cell) {
        const double c = .3 + .001 * cell;
        double sum = 0, squares = 0;
        for (int i = 0; i < 5; ++i) {
            const double w = i == 0 ? 6 : .5 + .1 * i;
            single.push_back(SortedOutcomes::pack(c, true));
            each.push_back(w);
            sum += w;
            squares += w * w;
        }
        cells.push_back(SortedOutcomes::pack(c, true));
        together.values.push_back(sum);
        together.counts.push_back(5);
        together.squares.push_back(squares);
    }
    const SortedOutcomes rows(std::move(single), {WeightKind::Importance, each});
    const SortedOutcomes counted(std::move(cells), together);
    EXPECT_EQ(counted.sums().count, 60U);
    EXPECT_NEAR(counted.sums().effectiveCount(), rows.sums().effectiveCount(), 1e-9);
    const auto expected = nullIn(kOneBin, rows);
    const auto null = nullIn(kOneBin, counted);
    EXPECT_NEAR(null.meanError / expected.meanError, 1, .02);
    EXPECT_NEAR(null.error95 / expected.error95, 1, .03);
}

TEST(NullDistribution, canBeStopped) {
    const Execution stop{[](std::size_t, std::size_t) { return false; }};
    const SortedOutcomes outcomes = calibrated(1);
    for (const Binning& binning : {kTenBins, kIsotonic}) {
        EXPECT_FALSE(
            nullDistribution(outcomes, binned(outcomes, binning, .95), binning, .95, 1, stop));
    }
    EXPECT_FALSE(nullMiscalibrations(outcomes, 1, stop));
}

TEST(NullDistribution, theBandOfASingleRowHoldsTheDiagonal) {
    const auto outcomes = outcomesAt(testing::positiveScores({.999}, {1}), testing::kPositive, 1);
    const auto null = nullIn(kTenBins, outcomes.sorted);
    EXPECT_LE(null.bins[9].lower, .999);
    EXPECT_EQ(null.bins[9].upper, 1);
    EXPECT_LT(null.bins[9].lower, null.bins[9].upper);
}

/// Three confidences; the probabilities by enumerating all outcomes. Brownian motion gives .07.
TEST(NullDistribution, tailsOfFewConfidencesAreThoseOfTheirBinomials) {
    std::vector<double> p;
    std::vector<std::int32_t> labels;
    const auto add = [&](double c, int rows, int correct) {
        for (int i = 0; i < rows; ++i) {
            p.push_back(c);
            labels.push_back(i < correct ? 1 : 0);
        }
    };
    add(.5, 8, 4);
    add(.7, 6, 3);
    add(.9, 10, 7);
    const auto outcomes = outcomesAt(testing::positiveScores(p, labels), testing::kPositive, 1);
    const CumulativeGap gap = cumulativeGap(outcomes.sorted);
    const auto tails = drawnCumulativeTails(outcomes.sorted, gap.ks, gap.kuiper, 1);
    ASSERT_TRUE(tails);
    EXPECT_NEAR(tails->ksP, 0.16516, .01);
    EXPECT_NEAR(tails->kuiperP, 0.17861, .01);
    EXPECT_GT(*gap.ksP, 0.16516 + .02) << "too large, because D is seen at three points alone";
    EXPECT_FALSE(drawnCumulativeTails(testing::twoHundredOutcomes().sorted, .1, .1, 1))
        << "confidences do not repeat";
}

}  // namespace
}  // namespace diagonal
