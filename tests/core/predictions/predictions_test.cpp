// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/predictions/predictions.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace diagonal {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfiniteScore = std::numeric_limits<double>::infinity();

Result<CheckedPredictions> make(std::vector<double> scores, std::vector<std::int32_t> labels,
                                ScoreKind kind = ScoreKind::Probability) {
    return Predictions::make({PredictionForm::ClassScores,
                              kind,
                              false,
                              ScoreMatrix(std::move(scores), 2),
                              std::move(labels),
                              {"a", "b"}});
}

std::vector<RowIssueKind> issuesOf(const Result<CheckedPredictions>& made) {
    std::vector<RowIssueKind> kinds;
    for (const UnusableRow& issue : made.value().unusable)
        kinds.push_back(issue.kind);
    return kinds;
}

TEST(Predictions, unusableRowsAreLeftOutWithTheirReason) {
    const auto made =
        make({.5, .5, kNan, 1, -.1, 1.1, 0, 1.1, kInfiniteScore, 0, .3, .3, .4, .6, .4, .6},
             {0, 0, 0, 0, 0, 0, kMissingLabel, 7});
    ASSERT_TRUE(made);
    EXPECT_EQ(made.value().predictions.rows(), 1U);
    using enum RowIssueKind;
    EXPECT_THAT(issuesOf(made),
                ::testing::ElementsAre(MissingValue, NegativeProbability, AboveOne, InfiniteValue,
                                       SumOff, MissingLabel, UnknownLabel));
    EXPECT_EQ(made.value().unusable[2].row, 3U);
    EXPECT_EQ(made.value().unusable[2].column, 1U);
    EXPECT_EQ(made.value().unusable[2].value, 1.1);
}

TEST(Predictions, rowsBehindAnUnusableOneKeepTheirScoresAndLabels) {
    const auto made = make({kNan, 1, .3, .7, .9, .1}, {0, 1, 0});
    const Predictions& predictions = made.value().predictions;
    ASSERT_EQ(predictions.rows(), 2U);
    EXPECT_EQ(predictions.scores().at(0, 1), .7);
    EXPECT_EQ(predictions.label(0), 1U);
    EXPECT_EQ(predictions.scores().at(1, 0), .9);
    EXPECT_EQ(predictions.label(1), 0U);
}

TEST(Predictions, probabilitiesJustAboveOneAreReadAsOne) {
    const auto made = make({1.00001, 0, 1.0009, 0}, {0, 0});
    EXPECT_EQ(made.value().clamped, 2U);
    EXPECT_EQ(made.value().predictions.scores().at(0, 0), 1.0);
}

TEST(Predictions, roundedSumsPassAndAreCounted) {
    const auto made = make({.5, .51, .5, .5005, .5, .525}, {0, 0, 0});
    EXPECT_EQ(made.value().roundedSums, 1U);
    EXPECT_THAT(issuesOf(made), ::testing::ElementsAre(RowIssueKind::SumOff));
}

TEST(Predictions, halfPrecisionRowsMayMissOneByAHundredth) {
    const auto made = Predictions::make({PredictionForm::ClassScores,
                                         ScoreKind::Probability,
                                         true,
                                         ScoreMatrix(std::vector<float>{.5F, .509F}, 2),
                                         {0},
                                         {"a", "b"}});
    EXPECT_EQ(made.value().roundedSums, 0U);
}

TEST(Predictions, percentBecomesHundredths) {
    const auto made = make({70, 30}, {0}, ScoreKind::Percent);
    EXPECT_EQ(made.value().predictions.scores().at(0, 0), .7);
    EXPECT_EQ(made.value().predictions.scoreKind(), ScoreKind::Probability);
}

TEST(Predictions, accuracyIsTheWeightedShareOfRightPredictions) {
    PredictionParts parts;
    parts.form = PredictionForm::PositiveScore;
    parts.scores = ScoreMatrix(std::vector<double>{.9, .2, .6, .4}, 1);
    parts.labels = {1, 0, 0, 1};
    parts.classNames = {"a", "b"};
    parts.weights.values = {4, 3, 2, 1};
    const auto made = Predictions::make(std::move(parts));
    const Predictions& predictions = made.value().predictions;
    EXPECT_DOUBLE_EQ(predictions.accuracy(), .7);
    EXPECT_DOUBLE_EQ(predictions.subset(std::vector<std::size_t>{1, 2}).accuracy(), .6);
}

TEST(Predictions, classesBeyondAByteAreKept) {
    for (const std::size_t classes : {255U, 256U, 257U, 300U}) {
        // The last class is predicted in all rows, of which the second has no score.
        std::vector<double> logits(4 * classes, 0);
        for (std::size_t row = 0; row < 4; ++row)
            logits[(row + 1) * classes - 1] = 1;
        logits[classes] = kNan;
        const auto last = static_cast<std::int32_t>(classes - 1);
        PredictionParts parts;
        parts.kind = ScoreKind::Logit;
        parts.scores = ScoreMatrix(std::move(logits), classes);
        parts.labels = {last, last, last - 1, 0};
        parts.classNames.resize(classes);
        const auto made = Predictions::make(std::move(parts));
        const Predictions& predictions = made.value().predictions;
        ASSERT_EQ(predictions.rows(), 3U);
        EXPECT_EQ(predictions.label(0), classes - 1);
        EXPECT_EQ(predictions.label(1), classes - 2);
        EXPECT_EQ(predictions.label(2), 0U);
        EXPECT_EQ(predictions.predicted(2), classes - 1);
        const Predictions part = predictions.subset(std::vector<std::size_t>{1, 0});
        EXPECT_EQ(part.label(0), classes - 2);
        EXPECT_EQ(part.predicted(1), classes - 1);
        EXPECT_EQ(part.accuracy(), .5);
    }
}

TEST(Predictions, oneInfiniteLogitIsAProbabilityOfZeroOrOne) {
    PredictionParts parts;
    parts.form = PredictionForm::PositiveScore;
    parts.kind = ScoreKind::Logit;
    parts.scores = ScoreMatrix(std::vector<double>{kInfiniteScore, -kInfiniteScore, kNan}, 1);
    parts.labels = {1, 1, 0};
    parts.classNames = {"a", "b"};
    const auto made = Predictions::make(std::move(parts));
    EXPECT_EQ(made.value().unusable.size(), 1U);
    EXPECT_EQ(made.value().predictions.predicted(0), 1U);
    EXPECT_EQ(made.value().predictions.predicted(1), 0U);
}

TEST(Predictions, minusInfinityIsALogitAndPlusInfinityIsNone) {
    const auto made =
        make({-kInfiniteScore, 2, kInfiniteScore, 0, -kInfiniteScore, -kInfiniteScore}, {1, 0, 0},
             ScoreKind::Logit);
    EXPECT_EQ(made.value().predictions.rows(), 1U);
}

TEST(Predictions, theFirstOfSeveralMaximaIsPredictedAndTiesAreCounted) {
    const auto made = make({.5, .5, .2, .8}, {1, 1});
    EXPECT_EQ(made.value().predictions.predicted(0), 0U);
    EXPECT_EQ(made.value().predictions.predicted(1), 1U);
    EXPECT_EQ(made.value().predictions.tiedRows(), 1U);
}

TEST(Predictions, onePositiveProbabilityPredictsPositiveAboveOneHalf) {
    const auto made = Predictions::make({PredictionForm::PositiveScore,
                                         ScoreKind::Probability,
                                         false,
                                         ScoreMatrix(std::vector<double>{.5, .51}, 1),
                                         {1, 1},
                                         {"no", "yes"}});
    EXPECT_FALSE(made.value().predictions.isCorrect(0));
    EXPECT_TRUE(made.value().predictions.isCorrect(1));
    EXPECT_EQ(made.value().predictions.tiedRows(), 1U);
}

TEST(Predictions, confidencesScaleOnlyWithTwoClasses) {
    const auto confidences = [](std::vector<std::string> classes) {
        auto made = Predictions::make({PredictionForm::Confidence,
                                       ScoreKind::Probability,
                                       false,
                                       ScoreMatrix(std::vector<double>{.9}, 1),
                                       {1},
                                       std::move(classes)});
        return std::move(made).value().predictions;
    };
    EXPECT_TRUE(confidences({"a", "b"}).checkTemperature());
    EXPECT_FALSE(confidences({"a", "b", "c"}).checkTemperature());
    EXPECT_FALSE(confidences({}).checkTemperature());
    EXPECT_EQ(confidences({}).classCount(), std::nullopt);
}

TEST(Predictions, sizesThatDisagreeAreRefused) {
    EXPECT_FALSE(make({.5, .5}, {0, 1}));
    EXPECT_FALSE(Predictions::make({PredictionForm::ClassScores,
                                    ScoreKind::Logit,
                                    false,
                                    ScoreMatrix(std::vector<double>{1, 2, 3}, 3),
                                    {0},
                                    {"a"}}));
}

TEST(Predictions, manyRowsAreValidatedInPartsAndKeptInOrder) {
    constexpr std::size_t rows = 100'000;
    PredictionParts parts;
    parts.kind = ScoreKind::Logit;
    parts.classNames = {"a", "b"};
    parts.weights.kind = WeightKind::Importance;
    std::vector<float> scores;
    for (std::size_t row = 0; row < rows; ++row) {
        const auto score = static_cast<float>(row);
        scores.insert(scores.end(), {row % 97 == 5 ? NAN : score, row % 11 == 0 ? score : 0});
        parts.labels.push_back(row % 101 == 7 ? kMissingLabel : static_cast<int>(row % 2));
        parts.weights.values.push_back(static_cast<double>(row + 1));
    }
    parts.scores = ScoreMatrix(std::move(scores), 2);
    const auto backwards = [](std::size_t count, const std::function<void(std::size_t)>& body) {
        EXPECT_GT(count, 1U);
        while (count-- > 0)
            body(count);
    };
    const auto made = Predictions::make(std::move(parts), backwards);
    ASSERT_TRUE(made);
    const Predictions& predictions = made.value().predictions;
    std::size_t kept = 0;
    std::size_t ties = 0;
    std::vector<std::size_t> unusable;
    for (std::size_t row = 0; row < rows; ++row) {
        if (row % 97 == 5 || row % 101 == 7) {
            unusable.push_back(row);
            continue;
        }
        ties += row % 11 == 0;
        ASSERT_EQ(predictions.scores().at(kept, 0), static_cast<double>(row));
        ASSERT_EQ(predictions.label(kept), row % 2);
        ASSERT_EQ(predictions.predicted(kept), 0U);
        ASSERT_EQ(predictions.weights().at(kept), static_cast<double>(row + 1));
        ++kept;
    }
    EXPECT_EQ(predictions.rows(), kept);
    EXPECT_EQ(predictions.tiedRows(), ties);
    EXPECT_TRUE(std::ranges::equal(made.value().unusable, unusable, {}, &UnusableRow::row));
}

TEST(Predictions, theResultMayHaveNoRows) {
    const auto made = make({kNan, 1}, {0});
    EXPECT_EQ(made.value().predictions.rows(), 0U);
    EXPECT_EQ(made.value().unusable.size(), 1U);
}

}  // namespace
}  // namespace diagonal
