// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>

#include "core/reporting/analysis.h"
#include "tests/core/reading/reading_support.h"
#include "tests/core/support.h"

namespace diagonal {
namespace {

using testing::accepted;
using ::testing::HasSubstr;

const std::string kLabelScores = "prob_AF,prob_PVC,prob_LBBB\n";

std::vector<int> membersOf(const ReadPredictions& data, std::size_t row) {
    std::vector<int> out;
    for (std::size_t k = 0; k < data.summary.classNames.size(); ++k)
        out.push_back(data.predictions.isOfClass(row, k) ? 1 : 0);
    return out;
}

void expectThreeRows(const ReadPredictions& data) {
    ASSERT_EQ(data.summary.form, PredictionForm::MultiLabel);
    ASSERT_EQ(data.predictions.rows(), 3U);
    EXPECT_EQ(membersOf(data, 0), (std::vector{1, 1, 0}));
    EXPECT_EQ(membersOf(data, 1), (std::vector{0, 0, 0}));
    EXPECT_EQ(membersOf(data, 2), (std::vector{0, 0, 1}));
}

TEST(MultiLabel, setsOfNamesAreRead) {
    for (const char* labels : {"AF|PVC", "AF;PVC", "\"AF, PVC\"", "\"['AF', 'PVC']\""}) {
        const auto data = accepted("label," + kLabelScores + std::string(labels) +
                                   ",.9,.8,.1\n[],.2,.1,.1\nLBBB,.1,.2,.95\n");
        expectThreeRows(data);
    }
}

TEST(MultiLabel, anEmptyLabelIsNoClassAndReported) {
    const auto data =
        accepted("label," + kLabelScores + "AF|PVC,.9,.8,.1\n,.2,.1,.1\nLBBB,.1,.2,.95\n");
    expectThreeRows(data);
    EXPECT_TRUE(
        std::ranges::any_of(data.summary.notes, [](const Note& n) { return n.id == "no_class"; }));
}

TEST(MultiLabel, rowsOfSeveralOnesAreRead) {
    ReadOptions options;
    for (const char* name : {"AF", "PVC", "LBBB"})
        options.columns.push_back({ColumnRole::Label, name});
    expectThreeRows(
        accepted("AF,PVC,LBBB,prob_AF,prob_PVC,prob_LBBB\n1,1,0,.9,.8,.1\n"
                 "0,0,0,.2,.1,.1\n0,0,1,.1,.2,.95\n",
                 options));
}

TEST(MultiLabel, scoresOfAnySizeAreLogitsOfASigmoid) {
    const auto data = accepted("label,logit_a,logit_b\na|b,3,2\na,1,-4\nb,-1,0\n|,-2,-5\n");
    ASSERT_EQ(data.summary.form, PredictionForm::MultiLabel);
    const auto analysis = analyse(data, {});
    ASSERT_TRUE(analysis);
    EXPECT_EQ(analysis.value().view.kind, View::Kind::OneVsRest);
    const double mean = (1 / (1 + std::exp(-3)) + 1 / (1 + std::exp(-1)) + 1 / (1 + std::exp(1)) +
                         1 / (1 + std::exp(2))) /
                        4;
    EXPECT_NEAR(*analysis.value().report->score("confidence"), mean, 1e-15);
    EXPECT_EQ(*analysis.value().report->score("accuracy"), .5);
}

TEST(MultiLabel, hasNoTopLabelAndNoTemperature) {
    const auto data =
        accepted("label," + kLabelScores + "AF|PVC,.9,.8,.1\n[],.2,.1,.1\nAF,.8,.2,.9\n");
    AnalysisSettings settings;
    settings.view = View{View::Kind::TopLabel, 0};
    EXPECT_THAT(analyse(data, settings).error().detail, HasSubstr("several classes"));
    AnalysisSettings scaled;
    scaled.temperature = 2;
    EXPECT_THAT(analyse(data, scaled).error().detail, HasSubstr("exclude each other"));
    const auto report = analyse(data, {}).value().report;
    EXPECT_FALSE(report->score("nll"));
}

TEST(MultiLabel, exclusiveClassesStayExclusive) {
    // If probabilities sum to 1, a row with two labels is an error, not multi-label data.
    std::string text = "label,prob_a,prob_b\n";
    for (int i = 0; i < 30; ++i)
        text += i % 2 ? "a,.9,.1\n" : "b,.3,.7\n";
    const auto data = accepted(text + "a|b,.5,.5\n");
    EXPECT_EQ(data.summary.form, PredictionForm::ClassScores);
    EXPECT_EQ(data.summary.skipped, 1U);
}

/// Returns `header` and rows of label, prediction and three scores. Class k has its score in column
/// place[k]; labels and predictions count from `first`.
std::string inOtherOrder(const std::vector<int>& place, const std::string& header, int first) {
    std::string text = header;
    for (int i = 0; i < 60; ++i) {
        const int truth = i % 3;
        const int predicted = i % 5 == 0 ? (truth + 1) % 3 : truth;
        std::vector<std::string> scores(3, ".2");
        scores[static_cast<std::size_t>(place[static_cast<std::size_t>(predicted)])] = ".6";
        text += std::to_string(truth + first) + "," + std::to_string(predicted + first) + "," +
                scores[0] + "," + scores[1] + "," + scores[2] + "\n";
    }
    return text;
}

TEST(ClassOrder, thePredictedColumnTellsIt) {
    const auto data =
        accepted(inOtherOrder({2, 0, 1}, "label,pred,prob_cat,prob_dog,prob_eel\n", 0));
    EXPECT_DOUBLE_EQ(testing::accuracyOf(data), .8);
    EXPECT_EQ(testing::assumed(data, "class_order"), "from the predicted column");
    const auto unnamed = accepted(inOtherOrder({2, 0, 1}, "label,pred,prob_0,prob_1,prob_2\n", 0));
    EXPECT_DOUBLE_EQ(testing::accuracyOf(unnamed), .8);
}

TEST(ClassOrder, labelsByPositionThatThePredictionConfirmsAreNotQuestioned) {
    const auto byPosition = [](const Note& n) { return n.id == "labels_by_position"; };
    const auto confirmed =
        accepted(inOtherOrder({0, 1, 2}, "label,pred,prob_cat,prob_dog,prob_eel\n", 0));
    EXPECT_TRUE(std::ranges::none_of(confirmed.summary.notes, byPosition));
    const auto fromOne =
        accepted(inOtherOrder({0, 1, 2}, "label,pred,prob_cat,prob_dog,prob_eel\n", 1));
    EXPECT_EQ(testing::assumed(fromOne, "label_base"), "1");
    EXPECT_DOUBLE_EQ(testing::accuracyOf(fromOne), .8);
}

TEST(ClassOrder, aPredictionThatFollowsNoColumnTellsNothing) {
    std::string text = "label,pred,prob_cat,prob_dog\n";
    for (int i = 0; i < 60; ++i) {
        text += std::to_string(i % 2) + "," + std::to_string(i % 3 == 0) +
                (i % 2 ? ",.2,.8\n" : ",.7,.3\n");
    }
    const auto data = accepted(text);
    EXPECT_EQ(testing::assumed(data, "class_order"), "");
    EXPECT_DOUBLE_EQ(testing::accuracyOf(data), 1);
}

}  // namespace
}  // namespace diagonal
