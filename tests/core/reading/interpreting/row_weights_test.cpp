// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/interpreting/row_weights.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/reading/npy_bytes.h"
#include "tests/core/reading/reading_support.h"

namespace diagonal {
namespace {

using testing::accepted;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::noteIds;
using testing::readBytes;

std::string rowsRepeated(const std::string& header, const std::string& rows, int times) {
    std::string text = header;
    for (int i = 0; i < times; ++i)
        text += rows;
    return text;
}

TEST(RowWeights, wholeNumbersCountAndOthersWeigh) {
    const auto counted = accepted("y_true,y_prob,sample_weight\n1,.8,2\n0,.3,5\n");
    EXPECT_EQ(counted.predictions.weights().kind, WeightKind::Counts);
    EXPECT_THAT(counted.predictions.weights().values, ElementsAre(2, 5));
    EXPECT_EQ(counted.summary.rows, 7U);
    EXPECT_EQ(testing::assumed(counted, "weights"), "counts");
    EXPECT_EQ(testing::assumed(counted, "weight_column"), "sample_weight");

    const auto weighed = accepted("y_true,y_prob,sample_weight\n1,.8,0.5\n0,.3,1.5\n");
    EXPECT_EQ(weighed.predictions.weights().kind, WeightKind::Importance);
    EXPECT_THAT(weighed.predictions.weights().values, ElementsAre(.5, 1.5));
    EXPECT_EQ(weighed.summary.rows, 2U);
    EXPECT_THAT(noteIds(weighed), Contains("weights"));
}

TEST(RowWeights, theUserSaysWhatTheyAre) {
    ReadOptions options;
    options.weights = WeightKind::Importance;
    const std::string whole = "y_true,y_prob,sample_weight\n1,.8,2\n0,.3,6\n";
    // Scaled to a mean of 1.
    EXPECT_THAT(accepted(whole, options).predictions.weights().values, ElementsAre(.5, 1.5));
    options.weights = WeightKind::Counts;
    const auto refused = readBytes("y_true,y_prob,sample_weight\n1,.8,.5\n0,.3,6\n", options);
    ASSERT_FALSE(refused);
    EXPECT_THAT(describe(refused.error()), HasSubstr("--weights importance"));
}

TEST(RowWeights, successesOutOfTrialsAreSplit) {
    const auto data = accepted(
        "{\"question\": \"a\", \"expected_accuracy\": 0.7, \"num_samples\": 10, "
        "\"num_correct\": 6}\n"
        "{\"question\": \"b\", \"expected_accuracy\": 0.2, \"num_samples\": 5, "
        "\"num_correct\": 0}\n");
    EXPECT_EQ(data.predictions.form(), PredictionForm::Confidence);
    EXPECT_EQ(data.summary.rows, 15U);
    EXPECT_THAT(data.predictions.weights().values, ElementsAre(6, 4, 5));
    EXPECT_EQ(data.predictions.label(0), 1U);
    EXPECT_EQ(data.predictions.label(1), 0U);
    EXPECT_EQ(data.predictions.label(2), 0U);
}

/// No row has more than one success; only the column's name shows that it holds counts.
TEST(RowWeights, rareSuccessesAreCountsByTheirName) {
    const auto data = accepted("confidence,num_samples,num_correct\n.001,1000,1\n.002,1000,0\n");
    EXPECT_THAT(data.predictions.weights().values, ElementsAre(1, 999, 1000));
    // A column called just "correct" says whether all trials were correct.
    const auto whole = accepted("confidence,num_samples,correct\n.9,10,1\n.2,10,0\n");
    EXPECT_THAT(whole.predictions.weights().values, ElementsAre(10, 10));
}

TEST(RowWeights, rowsOfWeightZeroAreNoFault) {
    const auto data = accepted("confidence,num_samples,num_correct\n.7,10,7\n.2,0,0\n.4,0,0\n");
    EXPECT_EQ(data.summary.rows, 10U);
    EXPECT_EQ(data.summary.skipped, 2U);
    EXPECT_FALSE(readBytes("confidence,num_samples,num_correct\n.7,0,0\n.2,0,0\n"));
}

TEST(RowWeights, sharesOfTrialsAreSuccessesToo) {
    const auto data = accepted("confidence,num_samples,acc\n.7,10,0.7\n.2,3,0.333\n");
    EXPECT_THAT(data.predictions.weights().values, ElementsAre(7, 3, 1, 2));
}

TEST(RowWeights, eventsOfAProbabilityAreOfThePositiveClass) {
    ReadOptions options;
    options.columns = {{ColumnRole::Probability, "risk"},
                       {ColumnRole::Correct, "events"},
                       {ColumnRole::Weight, "patients"}};
    const auto data = accepted("risk,events,patients\n.1,3,40\n.4,12,30\n", options);
    EXPECT_EQ(data.predictions.form(), PredictionForm::PositiveScore);
    EXPECT_EQ(data.summary.positiveClass, 1U);
    EXPECT_EQ(data.summary.rows, 70U);
    EXPECT_THAT(data.predictions.weights().values, ElementsAre(3, 37, 12, 18));
}

TEST(RowWeights, groupsFollowTheSplitRows) {
    const auto data =
        accepted("confidence,num_samples,num_correct,site\n.7,10,7,A\n.2,3,0,B\n.4,4,2,A\n");
    ASSERT_EQ(data.groups.size(), 1U);
    EXPECT_THAT(data.groups[0].codes, ElementsAre(0, 0, 1, 0, 0));
}

TEST(RowWeights, rowsWithoutAUsableWeightAreSkippedAndReported) {
    const std::string good = "1,.8,2\n0,.3,5\n";
    const auto data = accepted(rowsRepeated("y_true,y_prob,sample_weight\n", good, 20) +
                               "1,.8,-2\n1,.8,0\n1,.8,lots\n");
    EXPECT_EQ(data.summary.skipped, 3U);
    const auto& skipped = *data.summary.skippedRows;
    EXPECT_EQ(skipped[0].line, 42U);
    EXPECT_THAT(skipped[0].text, HasSubstr("its weight, -2, is not a finite number above 0"));
    EXPECT_THAT(skipped[2].text, HasSubstr("its weight is not a finite number above 0"));

    const std::string trials = ".7,10,7\n";
    const auto more =
        accepted(rowsRepeated("confidence,num_samples,num_correct\n", trials, 20) + ".7,10,11\n");
    EXPECT_THAT(more.summary.skippedRows->front().text, HasSubstr("successes, 11,"));
}

TEST(RowWeights, whatCannotBeCountedIsRefused) {
    const auto large = readBytes("y_true,y_prob,sample_weight\n1,.8,1e18\n0,.3,5\n");
    ASSERT_FALSE(large);
    EXPECT_THAT(large.error().detail, HasSubstr("'sample_weight'"));
    ReadOptions options;
    options.weights = WeightKind::Importance;
    const auto trials = readBytes("confidence,num_samples,num_correct\n.7,10,7\n", options);
    ASSERT_FALSE(trials);
    EXPECT_THAT(describe(trials.error()), HasSubstr("--weights counts"));
    // Only the ratios of importance weights matter, not their size.
    const auto huge = accepted("y_true,y_prob,sample_weight\n1,.8,1e308\n0,.3,1e308\n", options);
    EXPECT_THAT(huge.predictions.weights().values, ElementsAre(1, 1));
}

TEST(RowWeights, arraysHaveWeights) {
    const auto bytes = testing::zipBytes(
        {{"probs.npy", testing::npyBytes(testing::npyHeader("<f8", "(2, 2)"),
                                         testing::rawBytes<double>({.2, .8, .7, .3}))},
         {"labels.npy",
          testing::npyBytes(testing::npyHeader("|u1", "(2,)"), std::string("\1\0", 2))},
         {"sample_weight.npy",
          testing::npyBytes(testing::npyHeader("<f4", "(2,)"), testing::rawBytes<float>({3, 2}))}},
        false);
    const auto data = accepted(bytes);
    EXPECT_THAT(data.predictions.weights().values, ElementsAre(3, 2));
}

}  // namespace
}  // namespace diagonal
