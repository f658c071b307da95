// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/selecting/common_traits.h"

#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/reading/reading_support.h"

namespace diagonal {
namespace {

using ::testing::IsEmpty;

/// Returns 200 rows of two sites; the first 40 are called by the test.
std::shared_ptr<const Dataset> patients() {
    std::string text = "y_true,y_prob,site,device\n";
    for (int i = 0; i < 200; ++i) {
        const bool isSouth = i < 40 ? i < 31 : i % 4 == 0;
        text += std::to_string(i % 2) + ",0." + std::to_string(10 + 37 * i % 80) + "," +
                (isSouth ? "south" : "north") + ",d" + std::to_string(i % 3) + "\n";
    }
    return std::make_shared<const Dataset>(testing::accepted(text));
}

std::vector<std::size_t> firstRows(std::size_t count) {
    std::vector<std::size_t> rows(count);
    std::iota(rows.begin(), rows.end(), 0);
    return rows;
}

TEST(CommonTraits, valuesThatAreMoreFrequentThanByChanceAreFound) {
    const auto dataset = patients();
    const auto traits = commonTraits(*dataset, firstRows(40));
    ASSERT_EQ(traits.size(), 1U);
    EXPECT_EQ(traits[0].inside, 31U);
    EXPECT_EQ(traits[0].chosen, 40U);
    EXPECT_EQ(traits[0].outside, 40U);
    EXPECT_EQ(traits[0].others, 160U);
    EXPECT_EQ(traitText(traits[0]), "31 of 40 have site = south (of the others 25 %)");
    // The sum of C(71, k) C(129, 40 - k) / C(200, 40) from k = 31 on is 1.39462e-09, times 11
    // conditions: two sites, three devices, two true and two predicted classes, two pairs of wrong
    // rows.
    EXPECT_NEAR(*traits[0].p / 11, 1.39462216760163e-09, 1e-18);
}

TEST(CommonTraits, chanceFindsNothing) {
    const auto dataset = patients();
    std::vector<std::size_t> everyThird;
    for (std::size_t row = 41; row < 200; row += 7)
        everyThird.push_back(row);
    EXPECT_THAT(commonTraits(*dataset, everyThird), IsEmpty());
    EXPECT_THAT(commonTraits(*dataset, firstRows(200)), IsEmpty()) << "there are no others";
    EXPECT_THAT(commonTraits(*dataset, {}), IsEmpty());
}

TEST(CommonTraits, numbersAreComparedInTenths) {
    std::string text = "y_true,y_prob,age\n";
    for (int i = 0; i < 200; ++i) {
        const int age = i < 30 ? 90 + i % 10 : i < 40 ? 20 + i : 20 + (i * 7) % 80;
        text += std::to_string(i % 2) + ",0." + std::to_string(10 + 37 * i % 80) + "," +
                (i == 199 ? "unknown" : std::to_string(age)) + "\n";
    }
    ReadOptions options;
    options.kept = KeptColumns::All;
    const Dataset dataset = testing::accepted(text, options);
    const auto traits = commonTraits(dataset, firstRows(40));
    ASSERT_FALSE(traits.empty());
    EXPECT_EQ(traitText(traits[0]), "12 of 40 have age 93 to below 97 (of the others 5 %)");
    std::size_t inside = 0;
    std::size_t all = 0;
    const auto& ages = dataset.rowNames.front();
    for (std::size_t row = 0; row < 200; ++row) {
        const std::string& age = ages.values[static_cast<std::size_t>(ages.codes[row])];
        const auto holds = [&](const CellCondition& cell) { return fulfils(age, cell); };
        if (!std::ranges::all_of(traits[0].condition.cells, holds)) continue;
        ++all;
        inside += row < 40 ? 1 : 0;
    }
    EXPECT_EQ(traits[0].inside, inside) << "the rows that the condition chooses";
    EXPECT_EQ(traits[0].outside, all - inside);
    // No tenth is taken for a value: none of 80 ages has five of the rows and a small p.
    for (const CommonTrait& trait : traits)
        EXPECT_TRUE(trait.condition.groups.empty());
}

/// A value of many rows is a tenth by itself; those after it are of about a tenth of all rows.
TEST(CommonTraits, aHeavyValueIsOneTenth) {
    std::string text = "y_true,y_prob,visits,P(x=1)\n";
    for (int i = 0; i < 400; ++i) {
        const int visits = i < 200 ? 0 : i - 199;
        text += std::to_string(i % 2) + ",0." + std::to_string(10 + 37 * i % 80) + "," +
                std::to_string(visits) + "," + std::to_string(i) + "\n";
    }
    ReadOptions options;
    options.kept = KeptColumns::All;
    const Dataset dataset = testing::accepted(text, options);
    std::vector<std::size_t> last(40);
    std::iota(last.begin(), last.end(), 360);
    const auto traits = commonTraits(dataset, last);
    ASSERT_EQ(traits.size(), 1U) << traitText(traits.back());
    EXPECT_EQ(traitText(traits[0]), "40 of 40 have visits >= 161 (of the others 0 %)");
}

TEST(CommonTraits, confusionsOfAllWrongRowsAreCountedOnly) {
    std::string text = "label,p_cat,p_dog,p_hen\n";
    std::vector<std::size_t> wrong;
    for (std::size_t i = 0; i < 60; ++i) {
        const bool isWrong = i % 6 == 0;
        if (isWrong) wrong.push_back(i);
        text += isWrong      ? "cat,0.1,0.8,0.1\n"
                : i % 2 == 0 ? "cat,0.8,0.1,0.1\n"
                             : "hen,0.1,0.1,0.8\n";
    }
    const Dataset dataset = testing::accepted(text);
    const auto traits = commonTraits(dataset, wrong);
    ASSERT_FALSE(traits.empty());
    EXPECT_EQ(traitText(traits.back()), "10 of 10 have true class cat, predicted class dog");
    EXPECT_FALSE(traits.back().p) << "right rows are no confusions, whatever the model";
    wrong.resize(5);
    for (const CommonTrait& trait : commonTraits(dataset, wrong))
        EXPECT_FALSE(trait.condition.label && trait.condition.predicted)
            << "the other wrong rows are as often read so";
}

TEST(RowConditions, partsAreTheWholeAgain) {
    RowConditions conditions;
    for (const char* written : {"confidence=0.5..0.75", "outcome=wrong", "true=a", "site=B"})
        EXPECT_TRUE(addCondition(conditions, written));
    RowConditions whole;
    for (const RowConditions& part : partsOf(conditions))
        addAll(whole, part);
    EXPECT_EQ(whole, conditions);
    EXPECT_EQ(conditionsText(whole), "confidence 0.5 to 0.75, wrong, true class a, site = B");
    RowConditions other;
    EXPECT_TRUE(addCondition(other, "site=C"));
    addAll(whole, other);
    ASSERT_EQ(whole.groups.size(), 1U);
    EXPECT_EQ(whole.groups[0].value, "C") << "a row has one site";
}

}  // namespace
}  // namespace diagonal
