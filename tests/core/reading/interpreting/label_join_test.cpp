// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/reading/reading_support.h"
#include "tests/core/support.h"

namespace diagonal {
namespace {

using testing::accuracyOf;
using testing::assumed;
using ::testing::HasSubstr;

class LabelJoin : public ::testing::Test {
protected:
    Result<ReadPredictions> read(const std::string& predictions, const std::string& labels,
                                 const std::string& labelsName = "labels.csv") {
        return readPredictions(
            {m_folder.write("p.csv", predictions), m_folder.write(labelsName, labels)});
    }
    testing::TemporaryFolder m_folder;
};

constexpr const char* kScores = "image,prob_a,prob_b\nx.png,.9,.1\ny.png,.2,.8\nz.png,.7,.3\n";

TEST_F(LabelJoin, anIdThatBothFilesShareDecidesInAnyOrder) {
    const auto data = read(kScores, "image,label\nz.png,a\nw.png,a\ny.png,b\nx.png,a\n");
    ASSERT_TRUE(data) << describe(data.error());
    EXPECT_EQ(accuracyOf(data.value()), 1);
    EXPECT_EQ(assumed(data.value(), "labels_joined_by"), "column image");
}

TEST_F(LabelJoin, withoutASharedIdTheOrderOfRowsDecides) {
    const auto data = read(kScores, "name,label\n1,a\n2,a\n3,a\n");
    ASSERT_TRUE(data) << describe(data.error());
    EXPECT_EQ(accuracyOf(data.value()), 2.0 / 3);
    EXPECT_EQ(assumed(data.value(), "labels_joined_by"), "order of rows");
}

TEST_F(LabelJoin, anIdThatOccursTwiceJoinsNothingAndIsNotOverruledByTheOrder) {
    const auto data = read(kScores, "image,label\nx.png,a\nx.png,a\ny.png,b\n");
    ASSERT_FALSE(data);
    EXPECT_THAT(data.error().detail, HasSubstr("only 1 name of 3 in common"));
}

TEST_F(LabelJoin, foldersAndExtensionsDoNotMatter) {
    const auto data = read(kScores, "file,label\ndata/z,a\ndata/y,b\ndata/x,a\n");
    ASSERT_TRUE(data) << describe(data.error());
    EXPECT_EQ(accuracyOf(data.value()), 1);
}

TEST_F(LabelJoin, anyColumnOfDistinctNamesWillDo) {
    const auto data = read("subject,prob_a,prob_b\nx1,.9,.1\ny2,.2,.8\nz3,.7,.3\n",
                           "who,label\nz3,a\ny2,b\nx1,a\n");
    ASSERT_TRUE(data) << describe(data.error());
    EXPECT_EQ(assumed(data.value(), "labels_joined_by"), "column subject");
}

TEST_F(LabelJoin, theJoinDoesNotDependOnHowRolesWereGiven) {
    ReadOptions options;
    options.columns = {{ColumnRole::Score, "prob_a"}, {ColumnRole::Score, "prob_b"}};
    options.onlyChosenColumns = true;
    const auto data =
        readPredictions({m_folder.write("p.csv", kScores),
                         m_folder.write("l.csv", "image,label\nz.png,a\ny.png,b\nx.png,a\n")},
                        options);
    ASSERT_TRUE(data) << describe(data.error());
    EXPECT_EQ(assumed(data.value(), "labels_joined_by"), "column image");
}

TEST_F(LabelJoin, aColumnNamedForTheLabelIsOneOfTheLabelsFile) {
    ReadOptions options;
    options.columns = {{ColumnRole::Label, "finding"}};
    const auto data = readPredictions(
        {m_folder.write("p.csv", kScores),
         m_folder.write("l.csv", "image,age,finding\nz.png,7,a\ny.png,8,b\nx.png,9,a\n")},
        options);
    ASSERT_TRUE(data) << describe(data.error());
    EXPECT_EQ(accuracyOf(data.value()), 1);
}

TEST_F(LabelJoin, oneHotColumnsThatAreNamedAreTheClassesInOrder) {
    ReadOptions options;
    options.columns = {{ColumnRole::Label, "c0"}, {ColumnRole::Label, "c1"}};
    const auto data =
        readPredictions({m_folder.write("p.csv", kScores),
                         m_folder.write("l.csv", "image,c0,c1\nz.png,1,0\ny.png,0,1\nx.png,1,0\n")},
                        options);
    ASSERT_TRUE(data) << describe(data.error());
    EXPECT_EQ(accuracyOf(data.value()), 1);
}

TEST_F(LabelJoin, oneHotColumnsAreLabelsByTheirNames) {
    const auto data =
        read("image,MEL,NV\nx,.9,.1\ny,.2,.8\nz,.7,.3\n", "image,MEL,NV\nz,1,0\ny,0,1\nx,1,0\n");
    ASSERT_TRUE(data) << describe(data.error());
    EXPECT_EQ(accuracyOf(data.value()), 1);
}

TEST_F(LabelJoin, otherLengthsWithoutAnIdAreRefused) {
    const auto data = read(kScores, "label\na\nb\n");
    ASSERT_FALSE(data);
    EXPECT_THAT(data.error().detail, HasSubstr("2 labels for 3 rows"));
    EXPECT_THAT(data.error().file, HasSubstr("labels.csv"));
}

TEST_F(LabelJoin, rowsThatTheLabelsDoNotNameAreCounted) {
    std::string scores = "id,prob_a,prob_b\n";
    std::string labels = "id,label\n";
    for (int i = 0; i < 20; ++i) {
        scores += std::to_string(i) + ",.9,.1\n";
        if (i > 0) labels += std::to_string(19 - i + 1) + ",a\n";
    }
    const auto data = read(scores, labels);
    ASSERT_TRUE(data) << describe(data.error());
    EXPECT_EQ(data.value().summary.skipped, 1U);
}

TEST_F(LabelJoin, labelsComeFromJsonToo) {
    for (const char* labels :
         {"[\"a\", \"b\", \"a\"]", "{\"label\": \"a\"}\n{\"label\": \"b\"}\n{\"label\": \"a\"}\n",
          "{\"image\": \"y.png\", \"target\": \"b\"}\n{\"image\": \"z.png\", \"target\": \"a\"}\n"
          "{\"image\": \"x.png\", \"target\": \"a\"}\n"}) {
        const auto data = read(kScores, labels, "labels.json");
        ASSERT_TRUE(data) << describe(data.error());
        EXPECT_EQ(accuracyOf(data.value()), 1) << labels;
    }
}

}  // namespace
}  // namespace diagonal
