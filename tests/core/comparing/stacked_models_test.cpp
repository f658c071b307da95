// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/comparing/stacked_models.h"

#include <gtest/gtest.h>

#include "core/comparing/model_alignment.h"
#include "tests/core/reading/reading_support.h"

namespace diagonal {
namespace {

Dataset opened(const std::string& csv) {
    ReadOptions options;
    options.kept = KeptColumns::Names;
    return testing::accepted(csv, options);
}

const std::string kStacked = "model,p,label\nb,.2,0\na,.4,0\nb,.7,1\na,.6,1\nb,.3,0\na,.1,0\n";

TEST(StackedModels, areInTheOrderOfTheirFirstRows) {
    const auto models = stackedModels(opened(kStacked));
    ASSERT_EQ(models.size(), 2U);
    EXPECT_EQ(models[0].value, "b");
    EXPECT_EQ(models[1].value, "a");
}

TEST(StackedModels, areJoinedByTheirOwnOrder) {
    const Dataset whole = opened(kStacked);
    const Dataset b = stackedModel(whole, {"model", "b"}).value();
    const Dataset a = stackedModel(whole, {"model", "a"}).value();
    EXPECT_EQ(b.predictions.rows(), 3U);
    EXPECT_EQ(b.summary.model, "b");
    EXPECT_EQ(b.summary.group, "");
    EXPECT_TRUE(b.groups.empty()) << "a model is no group of its rows";
    const auto shared = sharedRows(b, a);
    ASSERT_TRUE(shared) << shared.error().detail;
    EXPECT_EQ(shared.value().first, (std::vector<std::size_t>{0, 1, 2}));
    EXPECT_EQ(shared.value().second, (std::vector<std::size_t>{0, 1, 2}));
    EXPECT_EQ(a.places.of(0), 3U) << "the line of the file";
}

TEST(StackedModels, areJoinedByNamesFirst) {
    const Dataset whole = opened(
        "model,id,p,label\nb,r1,.2,0\nb,r2,.7,1\nb,r3,.3,0\na,r3,.4,0\na,r1,.6,0\na,r2,.1,1\n");
    const auto shared = sharedRows(stackedModel(whole, {"model", "b"}).value(),
                                   stackedModel(whole, {"model", "a"}).value());
    ASSERT_TRUE(shared) << shared.error().detail;
    EXPECT_EQ(shared.value().second, (std::vector<std::size_t>{1, 2, 0}));
}

TEST(StackedModels, rowsThatCannotBeUsedKeepTheirPlace) {
    std::string csv = "model,p,label\nb,.2,0\nb,x,1\nb,.3,0\nb,.5,1\n";
    csv += "a,.4,0\na,.6,1\na,.1,0\na,x,1\n";
    for (int other = 0; other < 20; ++other)
        csv += "c,.1,0\n";
    const Dataset whole = opened(csv);
    const auto shared = sharedRows(stackedModel(whole, {"model", "b"}).value(),
                                   stackedModel(whole, {"model", "a"}).value());
    ASSERT_TRUE(shared) << shared.error().detail;
    EXPECT_EQ(shared.value().first, (std::vector<std::size_t>{0, 1}));
    EXPECT_EQ(shared.value().second, (std::vector<std::size_t>{0, 2}));
    EXPECT_EQ(shared.value().onlyFirst, 1U);
    EXPECT_EQ(shared.value().onlySecond, 1U);
}

TEST(StackedModels, areNone) {
    EXPECT_TRUE(stackedModels(opened("site,p,label\nb,.2,0\na,.7,1\nb,.3,0\n")).empty());
    EXPECT_TRUE(stackedModels(opened("model,p,label\nb,.2,0\nb,.7,1\n")).empty()) << "one";
    EXPECT_TRUE(stackedModels(opened("model,p,label\nb,.2,0\n,.7,1\na,.7,1\n")).empty())
        << "a row of no model";
}

}  // namespace
}  // namespace diagonal
