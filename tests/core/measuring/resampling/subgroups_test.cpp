// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/resampling/subgroups.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gmock/gmock.h>

#include "core/base/random_numbers.h"
#include "core/measuring/outcomes.h"
#include "core/measuring/row_outcomes.h"
#include "tests/core/support.h"

namespace diagonal {
namespace {

/// Rows of two columns of groups whose outcomes agree with their probabilities, times `factor` in
/// the crossing "b, y".
Dataset crossed(std::size_t rows, double factor, std::uint64_t seed) {
    RandomNumbers random(seed);
    std::vector<double> probabilities;
    std::vector<std::int32_t> labels;
    GroupColumn first{"first", {"a", "b"}, {}};
    GroupColumn second{"second", {"x", "y", "z"}, {}};
    for (std::size_t row = 0; row < rows; ++row) {
        first.codes.push_back(static_cast<std::int32_t>(random.below(2)));
        second.codes.push_back(static_cast<std::int32_t>(random.below(3)));
        const double p = .1 + .8 * random.uniform();
        const bool isWorst = first.codes.back() == 1 && second.codes.back() == 1;
        probabilities.push_back(p);
        labels.push_back(random.uniform() < (isWorst ? factor * p : p) ? 1 : 0);
    }
    Dataset dataset{testing::positiveScores(probabilities, labels), {}};
    dataset.groups = {first, second};
    return dataset;
}

Subgroups tested(const Dataset& dataset) {
    return *subgroups(dataset, *outcomesInRowOrder(dataset.predictions, testing::kPositive, 1),
                      {BinningScheme::EqualWidth, 10}, .95, 1, {});
}

TEST(SubgroupsOfTwoColumns, theWorstComesFirst) {
    const Subgroups all = tested(crossed(1200, .5, 3));
    ASSERT_EQ(all.tested.size(), 11U);  // 2 + 3 groups, 6 crossings
    EXPECT_EQ(all.tested.front().group, (GroupChoice{"first, second", "b, y"}));
    EXPECT_EQ(all.tested.front().choices, (GroupChoices{{"first", "b"}, {"second", "y"}}));
    for (const GroupSummary& group : all.tested)
        EXPECT_EQ(groupDataset(crossed(1200, .5, 3), group.choices).value().predictions.rows(),
                  group.rows);
    EXPECT_EQ(all.draws, 999U);
    EXPECT_NEAR(*all.tested.front().kuiperPMax, .001, 1e-12);
    EXPECT_LT(*all.tested.front().kuiperPHolm, .01);
    for (std::size_t i = 1; i < all.tested.size(); ++i)
        EXPECT_GE(all.tested[i].kuiperPMax, all.tested[i - 1].kuiperPMax);
}

TEST(SubgroupsOfTwoColumns, fewRowsAndWholeGroupsAreNotCrossed) {
    Dataset dataset = crossed(300, 1, 4);
    EXPECT_TRUE(hasCrossings(dataset));
    // Every row of "z" is of "a": the crossing is the group itself, and "b, z" is empty.
    for (std::size_t row = 0; row < 300; ++row) {
        if (dataset.groups[1].codes[row] == 2) dataset.groups[0].codes[row] = 0;
    }
    const Subgroups all = tested(dataset);
    EXPECT_EQ(
        std::ranges::count(all.tested, GroupChoice{"first, second", "a, z"}, &GroupSummary::group),
        0);
    EXPECT_EQ(all.tested.size() + all.untested, 9U);
    const Subgroups few = tested(crossed(60, 1, 5));  // crossings of about 10 rows
    EXPECT_LE(few.tested.size(), 7U);
    EXPECT_EQ(few.tested.size() + few.untested, 11U) << "all are counted";
    dataset.groups.pop_back();
    EXPECT_FALSE(hasCrossings(dataset));
}

/// Of calibrated sets, the smallest p-value of all subgroups is below 0.1 in a tenth.
TEST(SubgroupsOfTwoColumns, theLargestStatisticKeepsItsLevel) {
    constexpr int sets = 200;
    int below = 0;
    for (int set = 0; set < sets; ++set) {
        const Subgroups all = tested(crossed(240, 1, 100 + static_cast<std::uint64_t>(set)));
        below += *all.tested.front().kuiperPMax <= .1 ? 1 : 0;
    }
    EXPECT_GE(below, 8);
    EXPECT_LE(below, 33);
}

TEST(SubgroupsOfTwoColumns, whatIsNotCrossedIsNamed) {
    Dataset dataset = crossed(1200, 1, 6);
    const GroupColumn first = dataset.groups.front();
    for (const char* name : {"c", "d", "e", "f", "g", "h", "ninth"})
        dataset.groups.push_back({name, first.values, first.codes});
    const Subgroups all = tested(dataset);
    EXPECT_EQ(all.uncrossed, (std::vector<std::string>{"ninth"}));
    const auto isNinth = [](const GroupSummary& group) { return group.group.column == "ninth"; };
    EXPECT_EQ(std::ranges::count_if(all.tested, isNinth), 2) << "as groups of its own";
}

TEST(SubgroupsOfTwoColumns, theLargestCrossingsAreTested) {
    constexpr std::size_t values = 34;  // 1,156 crossings of 20 to 53 rows
    GroupColumn first{"first", {}, {}}, second{"second", {}, {}};
    for (std::size_t a = 0; a < values; ++a) {
        first.values.push_back(std::to_string(a));
        second.values.push_back(std::to_string(a));
        for (std::size_t b = 0; b < values; ++b) {
            first.codes.insert(first.codes.end(), kLeastCrossedRows + a, static_cast<int>(a));
            second.codes.insert(second.codes.end(), kLeastCrossedRows + a, static_cast<int>(b));
        }
    }
    const std::size_t rows = first.codes.size();
    Dataset dataset{
        testing::positiveScores(std::vector<double>(rows, .5), std::vector<std::int32_t>(rows, 1)),
        {}};
    dataset.groups = {first, second};
    const Subgroups all = tested(dataset);
    EXPECT_EQ(all.leftOut, values * values - kMostGroups);
    EXPECT_EQ(all.tested.size() + all.untested, kMostGroups + 2 * values);
    const auto least = std::ranges::min(all.tested, {}, &GroupSummary::rows).rows;
    EXPECT_EQ(least, kLeastCrossedRows + 4) << "156 of the smallest are left out";
}

/// Groups that are too small for the law of Brownian motion are tested by draws, and the worst of
/// them is named.
TEST(SubgroupsOfTwoColumns, smallGroupsAreTestedByDraws) {
    RandomNumbers random(9);
    std::vector<double> probabilities;
    std::vector<std::int32_t> labels;
    GroupColumn hospital{"hospital", {}, {}}, sex{"sex", {"f", "m"}, {}};
    for (std::int32_t h = 0; h < 60; ++h) {
        hospital.values.push_back("H" + std::to_string(h));
        for (int row = 0; row < 60; ++row) {
            const double p = .05 + .2 * random.uniform();
            probabilities.push_back(p);
            labels.push_back(random.uniform() < (h == 7 ? 3 * p : p) ? 1 : 0);
            hospital.codes.push_back(h);
            sex.codes.push_back(static_cast<std::int32_t>(random.below(2)));
        }
    }
    Dataset dataset{testing::positiveScores(probabilities, labels), {}};
    dataset.groups = {hospital, sex};
    const Subgroups all = tested(dataset);
    ASSERT_FALSE(all.tested.empty());
    EXPECT_EQ(all.tested.front().choices, (GroupChoices{{"hospital", "H7"}}));
    EXPECT_FALSE(all.tested.front().kuiperP) << "too few rows for the law";
    EXPECT_LT(*all.tested.front().kuiperPMax, .01);
    EXPECT_EQ(
        std::ranges::count_if(
            all.tested, [](const GroupSummary& group) { return group.group.column == "hospital"; }),
        60);
}

}  // namespace
}  // namespace diagonal
