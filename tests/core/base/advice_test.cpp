// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/advice.h"

#include <gtest/gtest.h>

#include "core/base/result.h"

namespace diagonal {
namespace {

TEST(Advice, namesTheOptionsOfTheCommandLine) {
    EXPECT_EQ(commandLineOption({Setting::ColumnRole, "label", {}}), "--column label=NAME");
    EXPECT_EQ(commandLineOption({Setting::ColumnRole, "score", "p"}), "--column score=p");
    EXPECT_EQ(commandLineOption({Setting::Scores, {}, "logits"}), "--scores logits");
    EXPECT_EQ(commandLineOption({Setting::PositiveClass}), "--positive NAME");
    EXPECT_EQ(commandLineOption({Setting::View}), "--view class=NAME");
    EXPECT_EQ(commandLineOption({Setting::FitWithoutZeros}), "--fit-without-zeros");
}

TEST(Advice, isOneSentence) {
    EXPECT_EQ(commandLineAdvice({}), "");
    EXPECT_EQ(commandLineAdvice({nameColumn("label")}), "Use --column label=NAME");
    EXPECT_EQ(commandLineAdvice({setOption(Setting::Scores, "logits", "if they are logits"),
                                 nameColumn("probability", "for one class alone")}),
              "If they are logits, use --scores logits; for one class alone, use --column "
              "probability=NAME");
}

TEST(Advice, spellsOutTheFirstOfManySettings) {
    Advice advice{"to see it", std::vector<AdvisedSetting>(9, {Setting::ColumnRole, "score", "a"})};
    EXPECT_EQ(commandLineAdvice({advice}),
              "To see it, use --column score=a --column score=a --column score=a --column score=a "
              "...");
}

TEST(Advice, followsTheMessageOfAnError) {
    const Error error{ErrorKind::Unclear, "no labels", "f.csv", 2, "a", {nameColumn("label")}};
    EXPECT_EQ(describe(error), "f.csv:2: 'a': no labels. Use --column label=NAME");
    EXPECT_EQ(withCommandLineAdvice("Save them:\n    code", {nameColumn("label")}),
              "Save them:\n    code\nUse --column label=NAME");
}

}  // namespace
}  // namespace diagonal
