// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/text.h"
#include "tests/core/reading/reading_support.h"

namespace diagonal {
namespace {

using testing::accepted;
using testing::accuracyOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using testing::noteIds;
using testing::rowOf;

/// Returns a table of `rows` rows with p = 0.9 for the true class k, labelled labelOf(k).
template <typename LabelOf>
std::string table(std::size_t rows, std::size_t classes, LabelOf labelOf) {
    std::string text;
    for (std::size_t row = 0; row < rows; ++row) {
        const std::size_t truth = row % classes;
        for (std::size_t k = 0; k < classes; ++k) {
            text += shortest(k == truth ? .9 : .1 / static_cast<double>(classes - 1)) + " ";
        }
        text += labelOf(truth) + "\n";
    }
    return text;
}

std::string number(std::size_t k) {
    return std::to_string(k);
}

TEST(DataCheck, healthyDataHaveNoFinding) {
    const auto data = accepted(table(100, 5, number));
    EXPECT_THAT(noteIds(data), IsEmpty());
    EXPECT_THAT(data.fixes, IsEmpty());
}

TEST(DataCheck, labelsOffByOneAreFixedByTheirBase) {
    const auto data =
        accepted(table(100, 5, [](std::size_t k) { return number(k == 4 ? 4 : k + 1); }));
    ASSERT_THAT(noteIds(data), Contains("labels_off_by_one"));
    ASSERT_EQ(data.fixes.size(), 1U);
    const std::string text =
        table(100, 5, [](std::size_t k) { return number(k == 4 ? 4 : k + 1); });
    const auto fixed = accepted(text, data.fixes[0].options);
    EXPECT_EQ(accuracyOf(fixed), .8);
    EXPECT_THAT(noteIds(fixed), Not(Contains("labels_off_by_one")));
}

TEST(DataCheck, classesInAlphabeticalOrderAreFixed) {
    // Class names 0 to 11 were sorted as texts before they were numbered.
    std::vector<std::size_t> sorted(12);
    std::iota(sorted.begin(), sorted.end(), 0U);
    std::ranges::sort(sorted, {}, number);
    const auto labelOf = [&](std::size_t k) {
        return number(static_cast<std::size_t>(std::ranges::find(sorted, k) - sorted.begin()));
    };
    const std::string text = table(240, 12, labelOf);
    const auto data = accepted(text);
    // 0 and 1 keep their places.
    EXPECT_LT(accuracyOf(data), .2);
    EXPECT_THAT(noteIds(data), Not(Contains("labels_off_by_one")));
    if (data.fixes.empty()) GTEST_FAIL() << "no fix";
    EXPECT_THAT(data.fixes[0].action, HasSubstr("alphabetical"));
    EXPECT_EQ(accuracyOf(accepted(text, data.fixes[0].options)), 1);
}

TEST(DataCheck, anyOtherOrderIsFoundByWhatIsPredictedMost) {
    const auto labelOf = [](std::size_t k) { return number((k + 3) % 7); };
    const std::string text = table(140, 7, labelOf);
    const auto data = accepted(text);
    ASSERT_THAT(noteIds(data), Contains("classes_permuted"));
    EXPECT_EQ(accuracyOf(accepted(text, data.fixes[0].options)), 1);
}

TEST(DataCheck, aFixWorksWhateverWasDoneBefore) {
    const auto labelOf = [](std::size_t k) { return number((k + 3) % 7); };
    const std::string text = table(140, 7, labelOf);
    ReadOptions wrong;
    wrong.classOrder = {2, 0, 1, 3, 6, 5, 4};
    const auto data = accepted(text, wrong);
    ASSERT_EQ(data.fixes.size(), 1U);
    EXPECT_EQ(accuracyOf(accepted(text, data.fixes[0].options)), 1);
}

TEST(DataCheck, exchangedColumnsOfTwoClassesAreFixed) {
    std::string text = "label,p0,p1\n";
    for (int i = 0; i < 60; ++i)
        text += i % 3 == 0 ? "0,.2,.8\n" : "1,.9,.1\n";
    const auto data = accepted(text);
    ASSERT_THAT(noteIds(data), Contains("classes_permuted"));
    EXPECT_EQ(accuracyOf(accepted(text, data.fixes.at(0).options)), 1);
}

TEST(DataCheck, aProbabilityOfTheOtherClassIsFixed) {
    std::string text = "y_true,y_prob\n";
    for (int i = 0; i < 60; ++i)
        text += i % 3 == 0 ? "0,.8\n" : "1,.1\n";
    const auto data = accepted(text);
    ASSERT_THAT(noteIds(data), Contains("other_class"));
    EXPECT_EQ(accepted(text, data.fixes.at(0).options).summary.classNames[1], "0");
}

TEST(DataCheck, aSecondSoftmaxIsUndoneExactly) {
    const std::vector<std::vector<double>> before = {{.97, .02, .01}, {.2, .7, .1}, {.1, .3, .6}};
    std::string text = "p0,p1,p2,label\n";
    for (int i = 0; i < 30; ++i) {
        const auto& p = before[static_cast<std::size_t>(i) % 3];
        const double sum = std::exp(p[0]) + std::exp(p[1]) + std::exp(p[2]);
        for (const double value : p)
            text += shortest(std::exp(value) / sum) + ",";
        text += number(static_cast<std::size_t>(i) % 3) + "\n";
    }
    const auto data = accepted(text);
    ASSERT_THAT(noteIds(data), Contains("softmax_twice"));
    const auto fixed = accepted(text, data.fixes[0].options);
    EXPECT_THAT(noteIds(fixed), Not(Contains("softmax_twice")));
    EXPECT_EQ(testing::assumed(fixed, "softmax"), "undone once");
    for (std::size_t row = 0; row < 30; ++row) {
        for (std::size_t k = 0; k < 3; ++k)
            EXPECT_NEAR(rowOf(fixed, row)[k], before[row % 3][k], 1e-12);
    }
}

TEST(DataCheck, shuffledRowsAreReportedWithoutAFix) {
    std::size_t next = 1;
    const auto data = accepted(table(200, 5, [&](std::size_t) {
        next = next * 1103515245 + 12345;
        return number((next >> 16) % 5);
    }));
    EXPECT_THAT(noteIds(data), Contains("shuffled"));
    EXPECT_THAT(data.fixes, IsEmpty());
}

TEST(DataCheck, scoresThatFallInEveryRowAreRanks) {
    std::string text = "label,p0,p1,p2\n";
    for (int i = 0; i < 30; ++i)
        text += number(static_cast<std::size_t>(i) % 3) + ",.7,.2,.1\n";
    EXPECT_THAT(noteIds(accepted(text)), Contains("ranked_columns"));
}

}  // namespace
}  // namespace diagonal
