// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/outcomes.h"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "tests/core/measuring/two_hundred_rows.h"

namespace diagonal {
namespace {

using testing::classScores;
using testing::kPositive;
using testing::kTopLabel;
using testing::positiveScores;

SortedOutcomes sortedPairs(const std::vector<std::pair<double, bool>>& outcomes) {
    std::vector<std::uint64_t> packed;
    for (const auto& [confidence, isCorrect] : outcomes) {
        packed.push_back(SortedOutcomes::pack(confidence, isCorrect));
    }
    return SortedOutcomes(std::move(packed));
}

TEST(SortedOutcomes, areInOrderOfConfidence) {
    const auto outcomes =
        sortedPairs({{.7, true}, {0, false}, {1, true}, {.2, false}, {1e-310, true}});
    EXPECT_EQ(outcomes.confidence(0), 0);
    EXPECT_EQ(outcomes.confidence(1), 1e-310);
    EXPECT_TRUE(outcomes.isCorrect(1));
    EXPECT_EQ(outcomes.confidence(4), 1);
}

TEST(SortedOutcomes, countsAreExactOnValues) {
    const auto outcomes = sortedPairs({{.2, true}, {.4, false}, {.4, true}, {.6, true}});
    EXPECT_EQ(outcomes.countUpTo(.4), 3U);
    EXPECT_EQ(outcomes.countBelow(.4), 1U);
    EXPECT_EQ(outcomes.countUpTo(std::nextafter(.4, 0)), 1U);
}

TEST(SortedOutcomes, sumsOfAMillionRowsAndOfOneRowAreExact) {
    std::mt19937_64 random(1);
    std::vector<std::pair<double, bool>> rows;
    for (int i = 0; i < 1'000'000; ++i) {
        rows.emplace_back(std::ldexp(static_cast<double>(random() >> 11), -53), i % 3 == 0);
    }
    const auto outcomes = sortedPairs(rows);
    long double exact = 0;
    for (const auto& [confidence, isCorrect] : rows)
        exact += confidence;
    const auto all = outcomes.sums(0, outcomes.size());
    EXPECT_EQ(all.correct, 333'334U);
    EXPECT_NEAR(all.confidence, static_cast<double>(exact), 1e-9);
    for (const std::size_t rank : {0UL, 63UL, 64UL, 777'777UL, 999'999UL}) {
        EXPECT_EQ(outcomes.sums(rank, rank + 1).confidence, outcomes.confidence(rank));
    }
}

TEST(Outcomes, softmaxOfHugeLogitsDoesNotOverflow) {
    const auto predictions = classScores({1e308, -1e308, 1e308, 1e308}, {0, 1}, ScoreKind::Logit);
    for (const double temperature : {0.5, 1.0, 2.0}) {
        const auto outcomes = outcomesAt(predictions, kTopLabel, temperature);
        EXPECT_EQ(outcomes.sorted.confidence(0), .5) << temperature;
        EXPECT_EQ(outcomes.sorted.confidence(1), 1) << temperature;
    }
}

TEST(Outcomes, probabilitiesAreUsedAsGivenAtTemperatureOne) {
    const auto outcomes = outcomesAt(classScores({.3, .6995}, {1}), kTopLabel, 1);
    EXPECT_EQ(outcomes.sorted.confidence(0), .6995);
    EXPECT_EQ(outcomes.nll, -std::log(.6995));
}

TEST(Outcomes, logProbabilitiesGoThroughSoftmax) {
    const auto outcomes = outcomesAt(
        classScores({std::log(.3), std::log(.6)}, {1}, ScoreKind::LogProbability), kTopLabel, 1);
    EXPECT_NEAR(outcomes.sorted.confidence(0), .6 / .9, 1e-15);
}

TEST(Outcomes, aZeroProbabilityStaysZeroAtEveryTemperature) {
    const auto outcomes = outcomesAt(classScores({0, 1}, {1}), {View::Kind::OneVsRest, 0}, 5);
    EXPECT_EQ(outcomes.sorted.confidence(0), 0);
}

TEST(Outcomes, anImpossibleLabelMakesTheNllUndefinedAndIsCounted) {
    const auto outcomes = outcomesAt(classScores({0, 1, .5, .5}, {0, 0}), kTopLabel, 1);
    EXPECT_EQ(outcomes.nll, std::nullopt);
    EXPECT_EQ(outcomes.zeroProbabilityRows, 1U);
    EXPECT_TRUE(outcomes.brierMulticlass);
}

TEST(Outcomes, theTopLabelOfOneProbabilityIsTheLikelierClass) {
    const auto outcomes = outcomesAt(positiveScores({.2}, {0}), kTopLabel, 1);
    EXPECT_EQ(outcomes.sorted.confidence(0), .8);
    EXPECT_TRUE(outcomes.sorted.isCorrect(0));
}

TEST(Outcomes, theBrierScoreOfOneProbabilityIsHalfThatOfTwo) {
    const auto outcomes = outcomesAt(positiveScores({.2, .9}, {0, 0}), kPositive, 1);
    EXPECT_NEAR(outcomes.brier, (.04 + .81) / 2, 1e-15);
    EXPECT_NEAR(*outcomes.brierMulticlass, 2 * outcomes.brier, 1e-15);
}

TEST(Outcomes, temperatureLeavesAccuracyAlone) {
    const auto predictions = classScores({2, 1, 0, 0, 1, 3}, {0, 1}, ScoreKind::Logit);
    for (const double temperature : {.1, 1.0, 10.0}) {
        const auto outcomes = outcomesAt(predictions, kTopLabel, temperature);
        EXPECT_EQ(outcomes.sorted.sums(0, 2).correct, 1U);
    }
}

TEST(Outcomes, areTheSameWhoeverRunsTheLoops) {
    std::mt19937_64 random(1);
    std::normal_distribution<double> logit(0, 2);
    constexpr std::size_t rows = 50'000;
    std::vector<double> logits;
    std::vector<std::int32_t> labels;
    for (std::size_t row = 0; row < rows; ++row) {
        for (int k = 0; k < 3; ++k)
            logits.push_back(logit(random));
        labels.push_back(static_cast<std::int32_t>(random() % 3));
    }
    const auto predictions = classScores(logits, labels, ScoreKind::Logit);
    const auto one = outcomesAt(predictions, kTopLabel, 1.3);
    std::size_t looks = 0;
    const auto others = outcomesAt(predictions, kTopLabel, 1.3,
                                   {[&](std::size_t, std::size_t total) {
                                        EXPECT_TRUE(total == rows || total == 0);
                                        ++looks;
                                        return true;
                                    },
                                    testing::backwards});
    ASSERT_TRUE(others);
    EXPECT_GT(looks, 1U);
    EXPECT_EQ(others->nll, one.nll);
    EXPECT_EQ(others->brier, one.brier);
    EXPECT_EQ(others->brierMulticlass, one.brierMulticlass);
    for (std::size_t rank = 0; rank < rows; ++rank)
        ASSERT_EQ(others->sorted.confidence(rank), one.sorted.confidence(rank));
}

TEST(Outcomes, canBeCancelledOnceTheirRowsAreMeasured) {
    std::vector<double> probabilities;
    std::vector<std::int32_t> labels;
    for (int i = 0; i < 300'000; ++i) {
        probabilities.push_back(i % 1000 / 1000.0);
        labels.push_back(i % 2);
    }
    const auto predictions = positiveScores(probabilities, labels);
    const ProgressCallback refuseSorting = [](std::size_t, std::size_t total) { return total > 0; };
    EXPECT_FALSE(outcomesAt(predictions, kPositive, 1, {refuseSorting, serialFor}));
}

TEST(Auroc, tiesCountHalf) {
    EXPECT_EQ(auroc(sortedPairs({{.5, true}, {.5, false}})), .5);
    EXPECT_EQ(auroc(sortedPairs({{.1, false}, {.9, true}})), 1);
    EXPECT_EQ(auroc(sortedPairs({{.3, true}, {.3, false}, {.2, false}, {.1, true}})), .375);
}

TEST(Auroc, ofManyRowsCountsThePairsAcrossParts) {
    const SortedOutcomes few = testing::twoHundredOutcomes().sorted;
    const auto area = auroc(testing::repeated(few, 1000), testing::backwards);
    EXPECT_NEAR(*area, *auroc(few), 1e-15);
}

TEST(Auroc, isUndefinedWithOneKindOfRow) {
    EXPECT_EQ(auroc(sortedPairs({{.5, true}})), std::nullopt);
}

TEST(View, thatTheDataCannotGiveHasAReason) {
    const auto three = classScores({.2, .3, .5}, {0});
    EXPECT_FALSE(checkView(three, {View::Kind::PositiveClass, 1}, 1));
    EXPECT_FALSE(checkView(three, {View::Kind::OneVsRest, 3}, 1));
    EXPECT_TRUE(checkView(three, {View::Kind::OneVsRest, 2}, 2));
    auto confidence = Predictions::make({PredictionForm::Confidence,
                                         ScoreKind::Probability,
                                         false,
                                         ScoreMatrix(std::vector<double>{.9}, 1),
                                         {1},
                                         {"a", "b", "c"}});
    EXPECT_FALSE(checkView(confidence.value().predictions, kTopLabel, 2));
    EXPECT_FALSE(checkView(confidence.value().predictions, kPositive, 1));
    EXPECT_TRUE(checkView(confidence.value().predictions, kTopLabel, 1));
}

TEST(SortedOutcomes, runsKeepEqualConfidencesTogether) {
    std::vector<std::uint64_t> packed;
    for (const double c : {.1, .2, .2, .2, .3})
        packed.push_back(SortedOutcomes::pack(c, true));
    const SortedOutcomes sorted(packed);
    EXPECT_EQ(sorted.endOfRun(0, 1), 1U);
    EXPECT_EQ(sorted.endOfRun(0, 2), 4U);
    EXPECT_EQ(sorted.endOfRun(1, 1), 4U);
    EXPECT_EQ(sorted.endOfRun(4, 9), 5U);
}

}  // namespace
}  // namespace diagonal
