// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/scores/classwise.h"

#include <atomic>

#include "core/measuring/resampling/bin_bootstrap.h"
#include "core/measuring/resampling/classwise_bootstrap.h"
#include "core/measuring/scores/scores.h"
#include "core/numerics/class_probabilities.h"
#include "tests/core/measuring/two_hundred_rows.h"

namespace diagonal {
namespace {

const Binning kFiveBins{BinningScheme::EqualWidth, 5};

/// Returns logits of three classes that other programs can easily reproduce.
Predictions threeClasses() {
    std::vector<double> scores;
    std::vector<std::int32_t> labels;
    for (int i = 0; i < 60; ++i) {
        for (int k = 0; k < 3; ++k)
            scores.push_back(((i * 7 + k * 13) % 11) / 3.0);
        labels.push_back((i * 5 + i / 7) % 3);
    }
    return testing::classScores(std::move(scores), std::move(labels), ScoreKind::Logit);
}

Result<std::vector<ClassSummary>> measured(const Predictions& predictions, double temperature,
                                           const ClassObserver& observer = {}) {
    const bool multiLabel = predictions.form() == PredictionForm::MultiLabel;
    const View view{multiLabel ? View::Kind::OneVsRest : View::Kind::TopLabel, 0};
    return classwise(predictions, outcomesAt(predictions, view, temperature), temperature,
                     kFiveBins, observer);
}

TEST(Classwise, eachClassIsAsInItsOwnView) {
    for (const double temperature : {1.0, 2.5}) {
        const auto classes = measured(threeClasses(), temperature).value();
        ASSERT_EQ(classes.size(), 3U);
        for (std::size_t k = 0; k < 3; ++k) {
            const auto outcomes =
                outcomesAt(threeClasses(), {View::Kind::OneVsRest, k}, temperature);
            const auto curve = binned(outcomes.sorted, kFiveBins, std::nullopt);
            EXPECT_EQ(classes[k].ece, expectedCalibrationError(curve));
            EXPECT_EQ(classes[k].count, outcomes.sorted.sums(0, 60).correct);
            EXPECT_EQ(classes[k].meanProbability, outcomes.sorted.sums(0, 60).confidence / 60);
        }
    }
}

TEST(Classwise, eachOfManyClassesIsAsInItsOwnView) {
    constexpr std::size_t rows = 300;
    constexpr std::size_t classes = 21;
    for (const ScoreKind kind : {ScoreKind::Logit, ScoreKind::Probability}) {
        std::vector<double> scores;
        std::vector<std::int32_t> labels;
        for (std::size_t i = 0; i < rows; ++i) {
            std::vector<double> row;
            for (std::size_t k = 0; k < classes; ++k)
                row.push_back(static_cast<double>((i * 7 + k * 13) % 11) / 3);
            if (kind == ScoreKind::Probability) softmaxInPlace(row, 1);
            scores.insert(scores.end(), row.begin(), row.end());
            labels.push_back(static_cast<std::int32_t>((i * 5 + i / 7) % classes));
        }
        const auto predictions = testing::classScores(std::move(scores), std::move(labels), kind);
        for (const double temperature : {1.0, 2.5}) {
            const auto summaries = measured(predictions, temperature).value();
            ASSERT_EQ(summaries.size(), classes);
            for (std::size_t k = 0; k < classes; ++k) {
                const auto own = outcomesAt(predictions, {View::Kind::OneVsRest, k}, temperature);
                const auto curve = binned(own.sorted, kFiveBins, std::nullopt);
                EXPECT_EQ(summaries[k].ece, expectedCalibrationError(curve)) << k;
                EXPECT_EQ(summaries[k].count, own.sorted.correctCount());
            }
        }
    }
}

/// Returns two classes of many rows, with probabilities among `values` ones: 0 and 1, too.
Predictions manyRows(std::size_t values) {
    constexpr std::size_t rows = (std::size_t{1} << 21) + 5;
    std::vector<double> scores;
    std::vector<std::int32_t> labels;
    for (std::size_t i = 0; i < rows; ++i) {
        const auto place = static_cast<double>(i * 7919 % values);
        const double p = place / static_cast<double>(values - 1);
        scores.insert(scores.end(), {1 - p, p});
        labels.push_back(static_cast<double>(i * 31 % 97) / 97 < p ? 1 : 0);
    }
    return testing::classScores(std::move(scores), std::move(labels));
}

/// They are not sorted, but yield what sorted ones do, to the last bit.
void expectSameAsSorted(const Predictions& predictions, double temperature,
                        const Binning& binning) {
    const Outcomes outcomes = outcomesAt(predictions, {View::Kind::TopLabel, 0}, temperature);
    const auto classes =
        classwise(predictions, outcomes, temperature, binning, {}, {{}, testing::backwards})
            .value();
    ASSERT_EQ(classes.size(), 2U);
    for (std::size_t k = 0; k < 2; ++k) {
        const auto own = outcomesAt(predictions, {View::Kind::OneVsRest, k}, temperature);
        const auto curve = binned(own.sorted, binning, std::nullopt);
        EXPECT_EQ(classes[k].ece, expectedCalibrationError(curve));
        EXPECT_EQ(classes[k].count, own.sorted.correctCount());
        const OutcomeSums all = own.sorted.sums();
        EXPECT_EQ(classes[k].meanProbability, all.confidence / all.weight);
        Binning equalMass = binning;
        equalMass.scheme = BinningScheme::EqualMass;
        EXPECT_EQ(classes[k].eceEqualMass,
                  expectedCalibrationError(binned(own.sorted, equalMass, std::nullopt)));
        EXPECT_EQ(classes[k].curve->ranks, curve.ranks);
        for (std::size_t b = 0; b < curve.bins.size(); ++b) {
            const Bin& bin = classes[k].curve->bins[b];
            EXPECT_EQ(bin.correct, curve.bins[b].correct);
            EXPECT_EQ(bin.confidence, curve.bins[b].confidence);
            EXPECT_EQ(bin.confidences, curve.bins[b].confidences);
            EXPECT_EQ(classes[k].curve->sums[b].confidenceSquares, curve.sums[b].confidenceSquares);
            EXPECT_EQ(classes[k].curve->sums[b].correctConfidenceSquares,
                      curve.sums[b].correctConfidenceSquares);
        }
    }
}

TEST(Classwise, aClassOfManyRowsIsMeasuredWithoutSortingAsIfItWereSorted) {
    expectSameAsSorted(manyRows(1000003), 1, kFiveBins);
    expectSameAsSorted(manyRows(1000003), 2.5, {BinningScheme::EqualWidth, 100});
    // On the edges, with bins that many rows of one probability fill.
    for (const EdgeRule rule : {EdgeRule::RightClosed, EdgeRule::LeftClosed})
        expectSameAsSorted(manyRows(11), 1, {BinningScheme::EqualWidth, 10, rule});
}

TEST(Classwise, aClassOfManyRowsCanBeCancelled) {
    const auto predictions = manyRows(1000003);
    const Outcomes outcomes = outcomesAt(predictions, {View::Kind::TopLabel, 0}, 1);
    for (int checks = 0; checks < 200; checks += 20) {
        std::atomic<int> left = checks;  // asked by several threads
        const ProgressCallback refuse = [&](std::size_t, std::size_t) { return left-- > 0; };
        const auto stopped = classwise(predictions, outcomes, 1, kFiveBins, {}, {refuse});
        EXPECT_EQ(stopped.hasValue(), left >= 0) << checks;
    }
}

TEST(Classwise, oneProbabilityHasTwoClasses) {
    const auto classes = measured(testing::twoHundredRows(), 1).value();
    ASSERT_EQ(classes.size(), 2U);
    EXPECT_NEAR(classes[0].gap(), -classes[1].gap(), 1e-15);
    EXPECT_EQ(classes[0].count + classes[1].count, 200U);
}

TEST(Classwise, confidencesOfThePredictedClassHaveNone) {
    const auto made = Predictions::make({PredictionForm::Confidence,
                                         ScoreKind::Probability,
                                         false,
                                         ScoreMatrix(std::vector<double>{.9}, 1),
                                         {1},
                                         {}});
    EXPECT_TRUE(measured(made.value().predictions, 1).value().empty());
}

/// With one probability of two classes, both have the same ECE, whose interval binBootstrap()
/// gives.
TEST(Classwise, intervalsAgreeWithThoseOfTheBins) {
    const Predictions rows = testing::twoHundredRows();
    ClasswiseBootstrap bootstrap(200, 2, false, 3);
    const auto observer = [&](const BinnedClass& binned) { bootstrap.add(binned); };
    ASSERT_TRUE(measured(rows, 1, observer));
    const ResampledScores drawn = bootstrap.drawn();
    const Outcomes outcomes = outcomesAt(rows, testing::kPositive, 1);
    const auto curve = binned(outcomes.sorted, kFiveBins, std::nullopt);
    const Interval expected = percentileInterval(
        binBootstrap(curve, BinConfidence::Mean, kBinResamples, 3).at("ece"), .9);
    const Interval interval = percentileInterval(drawn.at("classwise_ece"), .9);
    const double width = expected.upper - expected.lower;
    EXPECT_NEAR(interval.lower, expected.lower, .15 * width);
    EXPECT_NEAR(interval.upper, expected.upper, .15 * width);
    EXPECT_TRUE(drawn.contains("classwise_ace"));
}

TEST(Classwise, curvesOfTheWorstClassesAreKept) {
    std::vector<double> scores;
    std::vector<std::int32_t> labels;
    for (int row = 0; row < 60; ++row) {
        for (int k = 0; k < 30; ++k)
            scores.push_back(k == row % 30 ? .42 : .02);
        labels.push_back(row % 7);
    }
    const auto classes = measured(testing::classScores(scores, labels), 1).value();
    double leastKept = 1;
    double mostDropped = 0;
    std::size_t kept = 0;
    for (const ClassSummary& summary : classes) {
        kept += summary.curve ? 1U : 0U;
        if (summary.curve) leastKept = std::min(leastKept, summary.ece);
        if (!summary.curve) mostDropped = std::max(mostDropped, summary.ece);
    }
    EXPECT_EQ(kept, 24U);
    EXPECT_GE(leastKept, mostDropped);
}

}  // namespace
}  // namespace diagonal
