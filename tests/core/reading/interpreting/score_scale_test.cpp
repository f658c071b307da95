// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the scale that readPredictions() detects from values.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/reading/reading_support.h"

namespace diagonal {
namespace {

using testing::accepted;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::noteIds;
using testing::readBytes;
using testing::rowOf;

/// Returns 20 rows of a probability and its label, and one more row of `last` and label 0.
std::string oneColumn(const std::string& name, const std::string& last) {
    std::string text = name + ",y_true\n";
    for (int row = 1; row <= 20; ++row)
        text += "0." + std::to_string(100 + 37 * row) + (row > 11 ? ",1\n" : ",0\n");
    return text + last + ",0\n";
}

TEST(ScoreScale, oneValueBeyondOneIsAnOddRowAndNoScale) {
    for (const char* name : {"y_prob", "score"}) {
        for (const char* odd : {"1.7", "2.0", "50", "1e30", "-1e-9", "-3"}) {
            const auto data = accepted(oneColumn(name, odd));
            EXPECT_EQ(data.summary.scores, ScoreKind::Probability) << name << odd;
            EXPECT_EQ(data.summary.skipped, 1U) << name << odd;
            EXPECT_EQ(rowOf(data, 0), std::vector{.137}) << name << odd;
        }
    }
}

TEST(ScoreScale, oneOddRowOfEightIsRefusedWithItsLine) {
    const std::string rows =
        "cat,dog,emu,label\n.7012,.2031,.0957,cat\n.1203,.8123,.0674,dog\n.0511,.0378,.9111,emu\n";
    const std::string more =
        "\n.2177,.2846,.4977,emu\n.6189,.3001,.081,cat\n.0312,.9471,.0217,dog\n"
        ".3409,.3275,.3316,emu\n";
    for (const char* odd : {"-1e-9,.4,.600000001,dog", "1.5,.3,.2,cat", "50,30,20,cat"}) {
        const auto read = readBytes(rows + odd + more);
        ASSERT_FALSE(read) << odd;
        EXPECT_THAT(read.error().detail, HasSubstr("line 5")) << odd;
    }
}

TEST(ScoreScale, percentsAreReportedToBe) {
    const auto percent = accepted("prob,label\n93.5,1\n12,0\n80,1\n");
    EXPECT_EQ(percent.summary.scores, ScoreKind::Percent);
    EXPECT_THAT(noteIds(percent), Contains("read_as_percent"));
    EXPECT_THAT(noteIds(accepted("prob,label\n93.5%,1\n12%,0\n")),
                Not(Contains("read_as_percent")));
}

TEST(ScoreScale, wholePercentsMayMissAHundred) {
    const auto data = accepted("a,b,c,label\n70,20,11,a\n30,50,19,b\n20,10,70,c\n");
    EXPECT_EQ(data.summary.scores, ScoreKind::Percent);
    EXPECT_EQ(data.summary.skipped, 0U);
}

TEST(ScoreScale, votesAreNoLogits) {
    std::string text = "class_0,class_1,class_2,label\n";
    for (int row = 0; row < 12; ++row)
        text += std::to_string(300 - row) + "," + std::to_string(180 + row) + ",20,0\n";
    const auto read = readBytes(text);
    ASSERT_FALSE(read);
    EXPECT_THAT(read.error().detail, HasSubstr("sum to 500, as votes"));
    ReadOptions options;
    options.scores = ScoreKind::Logit;
    EXPECT_EQ(accepted(text, options).predictions.rows(), 12U);
}

TEST(ScoreScale, percentSignsInSomeCellsAreRefused) {
    const auto read = readBytes("prob,label\n0.935,1\n12%,0\n0.3,0\n");
    ASSERT_FALSE(read);
    EXPECT_THAT(read.error().detail, HasSubstr("only 1 of 3 scores"));
}

TEST(ScoreScale, logitsThatAreProbabilitiesAreNoted) {
    const std::string rows = "\n.7,.2,.1,0\n.3,.5,.2,1\n";
    EXPECT_THAT(noteIds(accepted("logit_0,logit_1,logit_2,label" + rows)),
                Contains("normalised_logits"));
    EXPECT_THAT(noteIds(accepted("logit_0,logit_1,logit_2,label" + rows + "3,1,-2,0\n")),
                Not(Contains("normalised_logits")));
}

}  // namespace
}  // namespace diagonal
