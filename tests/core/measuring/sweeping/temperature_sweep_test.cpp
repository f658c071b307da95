// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/sweeping/temperature_sweep.h"

#include <array>
#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "tests/core/support.h"

namespace diagonal {
namespace {

using testing::classScores;
using testing::kPositive;
using testing::kTopLabel;
using testing::positiveScores;

constexpr View kThirdClass{View::Kind::OneVsRest, 2};

std::shared_ptr<const Predictions> shared(Predictions predictions) {
    return std::make_shared<const Predictions>(std::move(predictions));
}

/// Returns logits like those of a trained classifier; in every tenth row the label's logit is
/// lowered.
std::shared_ptr<const Predictions> logits(std::size_t rows, std::size_t classes,
                                          ScoreKind kind = ScoreKind::Logit) {
    std::mt19937_64 random(rows + classes);
    std::normal_distribution<double> spread(0, 2);
    std::vector<double> scores(rows * classes);
    std::vector<std::int32_t> labels;
    for (std::size_t row = 0; row < rows; ++row) {
        const std::size_t label = random() % classes;
        double* z = scores.data() + row * classes;
        for (std::size_t k = 0; k < classes; ++k)
            z[k] = spread(random);
        z[label] += row % 10 == 0 ? -1 : 4;
        labels.push_back(static_cast<std::int32_t>(label));
        if (kind != ScoreKind::Probability) continue;
        double sum = 0;
        for (std::size_t k = 0; k < classes; ++k)
            sum += z[k] = std::exp(z[k]);
        for (std::size_t k = 0; k < classes; ++k)
            z[k] /= sum;
    }
    return shared(classScores(std::move(scores), std::move(labels), kind));
}

std::vector<double> equalEdges(std::size_t bins) {
    return *fixedEdges({BinningScheme::EqualWidth, bins});
}

/// Expects the results of outcomesAt() from the sweep, at temperatures all over its range.
void expectExactCounts(const Sweep& sweep, const Predictions& predictions, const View& view,
                       double tolerance) {
    ASSERT_TRUE(sweep);
    for (const double temperature : {.1, .37, 1.3, 6.4, 12.8}) {
        const Outcomes exact = outcomesAt(predictions, view, temperature);
        for (const std::size_t bins : {15UL, 100UL}) {
            for (const EdgeRule rule : {EdgeRule::RightClosed, EdgeRule::LeftClosed}) {
                Binning binning{BinningScheme::EqualWidth, bins, rule};
                const ReliabilityCurve curve = binned(exact.sorted, binning, std::nullopt);
                const SweptSums swept = sweep->at(temperature, equalEdges(bins), rule);
                ASSERT_EQ(swept.bins.size(), bins);
                double error = 0;
                for (std::size_t b = 0; b < bins; ++b) {
                    ASSERT_EQ(swept.bins[b].count, curve.sums[b].count)
                        << temperature << " " << bins << " " << b;
                    ASSERT_EQ(swept.bins[b].correct, curve.sums[b].correct);
                    error += std::abs(swept.bins[b].confidence - curve.sums[b].confidence);
                    EXPECT_NEAR(swept.bins[b].confidenceSquares, curve.sums[b].confidenceSquares,
                                1e-5 * static_cast<double>(curve.sums[b].count) + 1e-12);
                    EXPECT_NEAR(swept.bins[b].correctConfidenceSquares,
                                curve.sums[b].correctConfidenceSquares,
                                1e-5 * static_cast<double>(curve.sums[b].count) + 1e-12);
                }
                EXPECT_LE(error / static_cast<double>(predictions.rows()), tolerance)
                    << temperature << " " << bins;
                ASSERT_EQ(swept.nll.has_value(), exact.nll.has_value());
                if (exact.nll) {
                    EXPECT_NEAR(*swept.nll, *exact.nll, 1e-6 * (1 + *exact.nll));
                }
            }
        }
    }
}

TEST(TemperatureSweep, ofTenClassesCountsExactly) {
    const auto predictions = logits(25'013, 10);
    for (const View& view : {kTopLabel, kThirdClass})
        expectExactCounts(directSweep(predictions, view), *predictions, view, 1e-7);
    EXPECT_FALSE(indexedSweep(predictions, kTopLabel, {}));
}

TEST(TemperatureSweep, ofProbabilitiesCountsExactly) {
    const auto predictions = logits(25'000, 10, ScoreKind::Probability);
    expectExactCounts(directSweep(predictions, kTopLabel), *predictions, kTopLabel, 1e-7);
}

TEST(TemperatureSweep, ofTwoClassesCountsExactly) {
    const auto predictions = logits(110'001, 2);
    const View second{View::Kind::PositiveClass, 1};
    for (const View& view : {kTopLabel, second, View{View::Kind::OneVsRest, 0}}) {
        expectExactCounts(directSweep(predictions, view), *predictions, view, 1e-7);
        expectExactCounts(indexedSweep(predictions, view, {}), *predictions, view, 3e-8);
    }
}

/// Margins that are infinite, equal, huge or nothing, in cells of one margin and across them.
TEST(TemperatureSweep, ofExtremeMarginsCountsExactly) {
    const std::vector<std::vector<double>> margins = {
        {2}, {0}, {1e4, -1e4}, {1e38, -1e38, 0}, {0, 1e-30, -1e-30, 1e-4, -1e-4, 3, 3.001, -40}};
    for (const std::vector<double>& some : margins) {
        std::vector<double> scores;
        std::vector<std::int32_t> labels;
        for (std::size_t row = 0; row < 30'000; ++row) {
            scores.insert(scores.end(), {0, some[row % some.size()]});
            labels.push_back(row % 3 == 0 ? 1 : 0);
        }
        const auto predictions =
            shared(classScores(std::move(scores), std::move(labels), ScoreKind::Logit));
        for (const View& view : {kTopLabel, View{View::Kind::OneVsRest, 0}})
            expectExactCounts(indexedSweep(predictions, view, {}), *predictions, view, 3e-8);
    }
    std::vector<double> p;
    std::vector<std::int32_t> labels;
    for (std::size_t row = 0; row < 30'000; ++row) {
        p.push_back(std::array{0.0, 1.0, 0.5, 1e-300, 0.2}[row % 5]);
        labels.push_back(row % 7 < 3 ? 1 : 0);
    }
    const auto predictions = shared(positiveScores(std::move(p), std::move(labels)));
    for (const View& view : {kTopLabel, kPositive})
        expectExactCounts(indexedSweep(predictions, view, {}), *predictions, view, 3e-8);
}

TEST(TemperatureSweep, ofManyClassesCountsExactlyByRowAndByTable) {
    const auto predictions = logits(60'007, 101);
    for (const View& view : {kTopLabel, kThirdClass}) {
        expectExactCounts(directSweep(predictions, view), *predictions, view, 2e-7);
        expectExactCounts(indexedSweep(predictions, view, {}), *predictions, view, 2e-7);
    }
}

/// Ties, zeros, ones and rows of equal logits fall on edges.
TEST(TemperatureSweep, ofRoundedProbabilitiesCountsExactlyOnEdges) {
    std::mt19937_64 random(3);
    std::vector<double> p;
    std::vector<std::int32_t> labels;
    for (std::size_t row = 0; row < 210'000; ++row) {
        p.push_back(static_cast<double>(random() % 101) / 100);
        labels.push_back(static_cast<double>(random() % 1000) / 1000 < p.back() ? 1 : 0);
    }
    const auto predictions = shared(positiveScores(std::move(p), std::move(labels)));
    for (const View& view : {kPositive, kTopLabel}) {
        expectExactCounts(directSweep(predictions, view), *predictions, view, 1e-7);
        expectExactCounts(indexedSweep(predictions, view, {}), *predictions, view, 3e-8);
    }
}

TEST(TemperatureSweep, saysThatTheLossIsInfinite) {
    std::vector<double> p(250'000, .25);
    std::vector<std::int32_t> labels(p.size(), 0);
    p[7] = 0;
    labels[7] = 1;
    const auto predictions = shared(positiveScores(std::move(p), std::move(labels)));
    expectExactCounts(directSweep(predictions, kPositive), *predictions, kPositive, 1e-7);
    expectExactCounts(indexedSweep(predictions, kPositive, {}), *predictions, kPositive, 3e-8);
}

TEST(TemperatureSweep, servesEdgesOfAnyWidth) {
    const auto predictions = logits(30'000, 10);
    const std::vector<double> edges{0, 1e-9, .3, .3000001, .9, .99999, 1};
    const auto swept = directSweep(predictions, kTopLabel)->at(2, edges, EdgeRule::LeftClosed);
    const Binning binning{BinningScheme::Custom, 6, EdgeRule::LeftClosed, BinConfidence::Mean,
                          edges};
    const auto curve = binned(outcomesAt(*predictions, kTopLabel, 2).sorted, binning, std::nullopt);
    for (std::size_t b = 0; b < curve.bins.size(); ++b)
        EXPECT_EQ(swept.bins[b].count, curve.bins[b].count) << b;
}

TEST(TemperatureSweep, isTheSameWhoeverRunsItsLoops) {
    const auto predictions = logits(300'011, 3);
    const auto edges = equalEdges(15);
    for (const View& view : {kTopLabel, kThirdClass}) {
        const auto one = directSweep(predictions, view)->at(1.3, edges, EdgeRule::RightClosed);
        const auto other = directSweep(predictions, view, testing::backwards)
                               ->at(1.3, edges, EdgeRule::RightClosed);
        EXPECT_EQ(one.nll, other.nll);
        std::size_t rows = 0;
        for (std::size_t b = 0; b < one.bins.size(); ++b) {
            EXPECT_EQ(one.bins[b].count, other.bins[b].count);
            EXPECT_EQ(one.bins[b].confidence, other.bins[b].confidence);
            EXPECT_EQ(one.bins[b].correctConfidenceSquares, other.bins[b].correctConfidenceSquares);
            rows += other.bins[b].count;
        }
        EXPECT_EQ(rows, predictions->rows());
    }
}

TEST(TemperatureSweep, isMadeOfManyRowsOrScores) {
    EXPECT_FALSE(directSweep(logits(20'000, 2), kTopLabel));
    EXPECT_TRUE(directSweep(logits(20'001, 2), kTopLabel));
    EXPECT_FALSE(directSweep(logits(200, 1000), kTopLabel));
    EXPECT_TRUE(directSweep(logits(201, 1000), kTopLabel));
}

TEST(TemperatureSweep, isNotMadeOfFewRowsAndWithoutTemperature) {
    EXPECT_FALSE(directSweep(logits(100, 10), kTopLabel));
    EXPECT_FALSE(indexedSweep(logits(100, 2), kTopLabel, {}));
    PredictionParts parts;
    parts.form = PredictionForm::Confidence;
    parts.scores = ScoreMatrix(std::vector<double>(300'000, .5), 1);
    parts.labels.assign(300'000, 1);
    auto confidences = Predictions::make(parts);
    EXPECT_FALSE(indexedSweep(shared(std::move(confidences.value().predictions)), kTopLabel, {}));
}

/// Returns the rows of logits() with weights of 1 to 7, or of .1 to 2.1.
std::shared_ptr<const Predictions> weighted(std::size_t rows, std::size_t classes,
                                            WeightKind kind) {
    const auto without = logits(rows, classes);
    PredictionParts parts;
    parts.kind = ScoreKind::Logit;
    parts.classNames = without->classNames();
    std::vector<double> scores;
    parts.weights.kind = kind;
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t k = 0; k < classes; ++k)
            scores.push_back(without->scores().at(row, k));
        parts.labels.push_back(static_cast<std::int32_t>(without->label(row)));
        const bool counts = kind == WeightKind::Counts;
        const auto weight = static_cast<double>(row % 7);
        parts.weights.values.push_back(counts ? 1 + weight : .1 + weight / 3);
    }
    parts.scores = ScoreMatrix(std::move(scores), classes);
    return shared(std::move(Predictions::make(std::move(parts)).value().predictions));
}

void expectExactWithWeights(const Sweep& sweep, const Predictions& predictions, const View& view) {
    ASSERT_TRUE(sweep);
    for (const double temperature : {.15, .3, 1.7}) {
        const Outcomes exact = outcomesAt(predictions, view, temperature);
        const auto edges = equalEdges(15);
        const auto curve = binned(exact.sorted, {BinningScheme::EqualWidth, 15}, std::nullopt);
        const SweptSums swept = sweep->at(temperature, edges, EdgeRule::RightClosed);
        for (std::size_t b = 0; b < 15; ++b) {
            const OutcomeSums& sums = curve.sums[b];
            EXPECT_EQ(swept.bins[b].count, sums.count);
            EXPECT_NEAR(swept.bins[b].weight, sums.weight, 1e-9);
            EXPECT_NEAR(swept.bins[b].correct, sums.correct, 1e-9);
            EXPECT_LE(swept.bins[b].correct, swept.bins[b].weight);
            if (sums.correct == sums.weight) {
                EXPECT_EQ(swept.bins[b].correct, swept.bins[b].weight);
            }
            EXPECT_NEAR(swept.bins[b].varianceWeight, sums.varianceWeight, 1e-9);
            EXPECT_NEAR(swept.bins[b].confidence, sums.confidence, 1e-6 * (1 + sums.weight));
            EXPECT_NEAR(swept.bins[b].correctConfidenceSquares, sums.correctConfidenceSquares,
                        1e-6 * (1 + sums.weight));
        }
        EXPECT_NEAR(*swept.nll, *exact.nll, 1e-6 * (1 + *exact.nll));
    }
}

TEST(TemperatureSweep, ofWeightedRowsCountsExactly) {
    for (const WeightKind kind : {WeightKind::Counts, WeightKind::Importance}) {
        const auto two = weighted(25'013, 2, kind);
        const auto ten = weighted(25'013, 10, kind);
        for (const View& view : {kTopLabel, View{View::Kind::OneVsRest, 1}}) {
            expectExactWithWeights(directSweep(two, view), *two, view);
            expectExactWithWeights(indexedSweep(two, view, {}), *two, view);
            expectExactWithWeights(directSweep(ten, view), *ten, view);
        }
    }
}

TEST(TemperatureSweep, stopsWhenProgressCancels) {
    const auto stop = [](std::size_t, std::size_t) { return false; };
    EXPECT_FALSE(indexedSweep(logits(110'000, 2), kTopLabel, {stop}));
    EXPECT_FALSE(indexedSweep(logits(61'000, 100), kTopLabel, {stop}));
}

}  // namespace
}  // namespace diagonal
