// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include <gmock/gmock.h>

#include "core/reporting/detailed_report.h"
#include "tests/core/measuring/two_hundred_rows.h"
#include "tests/core/support.h"

namespace diagonal {
namespace {

using Doubles = std::vector<double>;

Doubles twoHundredConfidences() {
    const Predictions rows = testing::twoHundredRows();
    Doubles confidences;
    for (std::size_t row = 0; row < rows.rows(); ++row)
        confidences.push_back(rows.scores().at(row, 0));
    return confidences;
}

/// The two hundred rows with weights.
Dataset weighted(WeightKind kind, Doubles weights) {
    const Predictions rows = testing::twoHundredRows();
    PredictionParts parts;
    parts.form = PredictionForm::PositiveScore;
    parts.scores = ScoreMatrix(twoHundredConfidences(), 1);
    for (std::size_t row = 0; row < rows.rows(); ++row)
        parts.labels.push_back(static_cast<std::int32_t>(rows.label(row)));
    parts.classNames = {"0", "1"};
    parts.weights = {kind, std::move(weights)};
    return testing::datasetOf(Predictions::make(std::move(parts)).value().predictions);
}

/// 1, 3, 5, 2, 4, 1...
Doubles counts() {
    Doubles weights;
    for (int i = 0; i < 200; ++i)
        weights.push_back(1 + i * 2 % 5);
    return weights;
}

/// 0.5 + ((17 i) mod 23) / 10.
Doubles importance() {
    Doubles weights;
    for (int i = 0; i < 200; ++i)
        weights.push_back(0.5 + i * 17 % 23 / 10.0);
    return weights;
}

std::shared_ptr<const Report> reportOf(const Dataset& dataset) {
    return detailedReport(analyse(dataset, {}).value()).value();
}

/// Returns the two hundred rows, each repeated as often as its count.
Dataset checkNotRepeated(const Doubles& times) {
    const Predictions rows = testing::twoHundredRows();
    Doubles scores;
    std::vector<std::int32_t> labels;
    for (std::size_t row = 0; row < rows.rows(); ++row) {
        const auto count = static_cast<std::size_t>(times[row]);
        scores.insert(scores.end(), count, rows.scores().at(row, 0));
        labels.insert(labels.end(), count, static_cast<std::int32_t>(rows.label(row)));
    }
    return testing::datasetOf(testing::positiveScores(std::move(scores), std::move(labels)));
}

void expectNear(std::optional<Interval> actual, std::optional<Interval> expected, double tolerance,
                std::string_view what) {
    ASSERT_EQ(actual.has_value(), expected.has_value()) << what;
    if (!actual) return;
    EXPECT_NEAR(actual->lower, expected->lower, tolerance) << what;
    EXPECT_NEAR(actual->upper, expected->upper, tolerance) << what;
}

TEST(Weights, countsAreRowsRepeated) {
    const auto of = reportOf(weighted(WeightKind::Counts, counts()));
    const auto expected = reportOf(checkNotRepeated(counts()));
    ASSERT_EQ(of->scores.size(), expected->scores.size());
    for (std::size_t i = 0; i < of->scores.size(); ++i) {
        const Score& score = of->scores[i];
        const Score& rows = expected->scores[i];
        ASSERT_EQ(score.value.has_value(), rows.value.has_value()) << score.id;
        const bool drawn = score.id.starts_with("null_") || score.id == "ece_p";
        EXPECT_NEAR(*score.value, *rows.value, drawn ? .004 : 1e-12) << score.id;
        const bool madeOfRows =
            score.id == "smece" || score.id == "ece_sweep" || score.id.starts_with("classwise_");
        if (!rows.interval || score.id == "ece" || madeOfRows) continue;
        const double width = rows.interval->upper - rows.interval->lower;
        expectNear(score.interval, rows.interval, .1 * width, score.id);
    }
    ASSERT_EQ(of->binned.bins.size(), expected->binned.bins.size());
    for (std::size_t b = 0; b < of->binned.bins.size(); ++b) {
        const Bin& bin = of->binned.bins[b];
        const Bin& rows = expected->binned.bins[b];
        EXPECT_EQ(bin.count, rows.count);
        EXPECT_EQ(bin.correct, rows.correct);
        EXPECT_EQ(bin.effectiveCount, static_cast<double>(rows.count));
        expectNear(bin.interval, rows.interval, 1e-12, "accuracy");
        expectNear(bin.consistency, rows.consistency, .03, "consistency");
    }
    const std::size_t all = expected->binned.count;
    EXPECT_EQ(of->binned.count, all);
    EXPECT_EQ(of->classes->at(1).count, expected->classes->at(1).count);
}

/// A count of 5 is equivalent to five rows, also when equal-mass bins are cut.
TEST(Weights, countsAreCutIntoEqualMassAsTheRowsRepeated) {
    const Binning sevenBins{BinningScheme::EqualMass, 7};
    const auto curveOf = [&](const Dataset& dataset) {
        return binned(outcomesAt(dataset.predictions, testing::kPositive, 1).sorted, sevenBins,
                      std::nullopt);
    };
    const auto of = curveOf(weighted(WeightKind::Counts, counts()));
    const auto expected = curveOf(checkNotRepeated(counts()));
    ASSERT_EQ(of.bins.size(), expected.bins.size());
    for (std::size_t b = 0; b < of.bins.size(); ++b) {
        EXPECT_EQ(of.bins[b].count, expected.bins[b].count) << b;
        EXPECT_EQ(of.bins[b].upper, expected.bins[b].upper) << b;
    }
}

/// Expected values from NumPy, SciPy and scikit-learn with sample_weight.
TEST(Weights, importanceAgreesWithScikitLearn) {
    const auto report = reportOf(weighted(WeightKind::Importance, importance()));
    const std::map<std::string, double> expected = {{"ece", 0.07779901701510357},
                                                    {"l2_debiased", 0},
                                                    {"mce", 0.16803067589995996},
                                                    {"ace", 0.07685734900196838},
                                                    {"brier", 0.15743837066160427},
                                                    {"nll", 0.47923290714320355},
                                                    {"auroc", 0.8576551071684102},
                                                    {"brier_mcb", 0.014179040961191547},
                                                    {"brier_dsc", 0.1030864847958187},
                                                    {"brier_unc", 0.2463458144962314},
                                                    {"calibration_slope", 1.1610222498937128},
                                                    {"calibration_intercept", -0.3820974158219953},
                                                    {"ks", 0.07104988849400404},
                                                    {"kuiper", 0.07257323670511381},
                                                    {"spiegelhalter_z", -0.722118620770842}};
    for (const auto& [id, value] : expected)
        EXPECT_NEAR(report->score(id).value(), value, 1e-12) << id;
    EXPECT_EQ(report->binned.count, 200U);
}

TEST(Weights, temperatureIsFittedToTheWeightedLoss) {
    const Dataset dataset = weighted(WeightKind::Importance, importance());
    const auto fit = fitTemperature(dataset.predictions, .95).value();
    EXPECT_NEAR(fit.value, 0.891845805665757, 1e-9);
    EXPECT_NEAR(fit.nllAfter, 0.47780876215313267, 1e-12);
    EXPECT_NEAR(*fit.lower, 0.6652647868418693, 1e-8);
    EXPECT_NEAR(*fit.upper, 1.2539787176894124, 1e-8);
    EXPECT_NEAR(dataset.predictions.weights().effectiveCount(200), 170.54311679233038, 1e-9);
}

/// Unequal weights reduce the effective number of rows, so intervals are wider.
TEST(Weights, intervalsFollowTheEffectiveNumberOfRows) {
    const auto plain = reportOf(weighted(WeightKind::Counts, Doubles(200, 1)));
    const auto equal = reportOf(weighted(WeightKind::Importance, Doubles(200, 1)));
    Doubles unequal(200, .1);
    for (std::size_t i = 0; i < unequal.size(); i += 4)
        unequal[i] = 3.7;
    const auto wide = reportOf(weighted(WeightKind::Importance, unequal));
    const auto width = [](const Report& report, std::string_view id) {
        const Interval interval = *report.find(id)->interval;
        return interval.upper - interval.lower;
    };
    for (const std::string_view id : {"accuracy", "brier", "nll", "auroc", "ks"}) {
        EXPECT_NEAR(width(*equal, id), width(*plain, id), .2 * width(*plain, id)) << id;
        EXPECT_GT(width(*wide, id), 1.3 * width(*equal, id)) << id;
    }
    const Bin& bin = wide->binned.bins[5];
    EXPECT_EQ(bin.count, plain->binned.bins[5].count);
    EXPECT_LT(bin.effectiveCount, .5 * static_cast<double>(bin.count));
    EXPECT_GT(*wide->score("null_ece"), 1.3 * *equal->score("null_ece"));
    expectNear(equal->binned.bins[5].interval, plain->binned.bins[5].interval, 1e-12, "interval");
}

TEST(Weights, trialsBecomeSuccessesAndFailures) {
    PredictionParts parts;
    parts.form = PredictionForm::Confidence;
    parts.scores = ScoreMatrix(Doubles{.3, .9, .5, .6, .7}, 1);
    parts.labels = {0, 0, 0, 0, 0};
    parts.weights = {WeightKind::Counts, {10, 4, 0, 5, 2}};
    parts.successes = {3, 4, 0, 7, 0};
    const auto checked = Predictions::make(std::move(parts)).value();
    const Predictions& rows = checked.predictions;
    EXPECT_EQ(rows.rows(), 4U);
    EXPECT_EQ(rows.weights().values, (Doubles{3, 7, 4, 2}));
    EXPECT_EQ(rows.label(0), 1U);
    EXPECT_EQ(rows.label(1), 0U);
    EXPECT_EQ(rows.scores().at(1, 0), .3);
    EXPECT_EQ(checked.split, (std::vector<std::size_t>{0}));
    ASSERT_EQ(checked.unusable.size(), 2U);
    EXPECT_EQ(checked.unusable[0].kind, RowIssueKind::NoWeight);
    EXPECT_EQ(checked.unusable[1].kind, RowIssueKind::UnusableSuccesses);
    EXPECT_EQ(checked.unusable[1].row, 3U);
}

/// A bin of tiny weights after a bin of large ones keeps its own effective number of rows.
TEST(Weights, aBinOfSmallWeightsIsAsUncertainAsItsRows) {
    std::vector<std::uint64_t> packed;
    Doubles weights;
    for (int i = 0; i < 40; ++i) {
        packed.push_back(SortedOutcomes::pack(i < 20 ? .15 : .85, i % 3 == 0));
        weights.push_back(i < 20 ? 1.9 : 1e-9);
    }
    const SortedOutcomes outcomes(packed, {WeightKind::Importance, weights});
    for (const IntervalKind kind :
         {IntervalKind::Wilson, IntervalKind::ClopperPearson, IntervalKind::Jeffreys}) {
        const auto curve = binned(outcomes, {}, IntervalChoice(.95, kind));
        const Bin& small = curve.bins[12];
        ASSERT_EQ(small.count, 20U);
        EXPECT_NEAR(small.effectiveCount, 20, 1e-6);
        EXPECT_GT(small.interval->lower, 0);
        EXPECT_LT(small.interval->upper, 1);
    }
}

TEST(Weights, hugeAndTinyWeightsKeepTheirSums) {
    const RowWeights weights{WeightKind::Importance, {1e-12, 1e12, 1}};
    const SortedOutcomes outcomes({SortedOutcomes::pack(.9, true), SortedOutcomes::pack(.2, false),
                                   SortedOutcomes::pack(.5, true)},
                                  weights);
    EXPECT_NEAR(outcomes.sums(2, 3).weight, 1e-12, 1e-25);
    EXPECT_EQ(outcomes.sums(0, 1).weight, 1e12);
    EXPECT_NEAR(outcomes.sums(1, 3).correct, 1 + 1e-12, 1e-15);
    EXPECT_NEAR(outcomes.sums(2, 3).confidence, .9e-12, 1e-25);
}

}  // namespace
}  // namespace diagonal
