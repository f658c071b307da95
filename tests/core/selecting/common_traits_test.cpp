// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/selecting/common_traits.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <random>

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

/// Returns what rows have in common against all other rows.
std::vector<CommonTrait> traitsOfListed(const Dataset& dataset,
                                        const std::vector<std::size_t>& rows) {
    const auto shared = sharedTraits(dataset, RowSet(rows));
    EXPECT_EQ(shared.front().of, TraitsOf::Listed);
    EXPECT_EQ(shared.front().rows, rows.size());
    return shared.front().traits;
}

TEST(CommonTraits, valuesThatAreMoreFrequentThanByChanceAreFound) {
    const auto dataset = patients();
    const auto traits = traitsOfListed(*dataset, firstRows(40));
    ASSERT_EQ(traits.size(), 1U);
    EXPECT_EQ(traits[0].inside, 31U);
    EXPECT_EQ(traits[0].chosen, 40U);
    EXPECT_EQ(traits[0].outside, 40U);
    EXPECT_EQ(traits[0].others, 160U);
    EXPECT_EQ(traitText(traits[0], TraitsOf::Listed),
              "31 of 40 have site = south (of the others 25 %)");
    // The sum of C(71, k) C(129, 40 - k) / C(200, 40) from k = 31 on is 1.39462e-09, times 18
    // conditions: two sites, three devices, two true and two predicted classes, right and wrong;
    // and of the wrong rows sites, devices and true classes.
    EXPECT_NEAR(*traits[0].p / 18, 1.39462216760163e-09, 1e-18);
}

TEST(CommonTraits, chanceFindsNothing) {
    const auto dataset = patients();
    std::vector<std::size_t> everyThird;
    for (std::size_t row = 41; row < 200; row += 7)
        everyThird.push_back(row);
    EXPECT_THAT(traitsOfListed(*dataset, everyThird), IsEmpty());
    EXPECT_EQ(
        missingTraits(sharedTraits(*dataset, RowSet(everyThird))),
        "Of these 23 rows (against 177 others) and of the 11 wrong rows (against 12 right ones) "
        "nothing is more frequent than chance explains (18 conditions looked at)");
    const auto all = sharedTraits(*dataset, RowSet(firstRows(200)));
    ASSERT_EQ(all.size(), 1U) << "there are no others, but wrong rows";
    EXPECT_EQ(all[0].of, TraitsOf::Wrong);
    EXPECT_THAT(sharedTraits(*dataset, {}), IsEmpty());
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
    const auto traits = traitsOfListed(dataset, firstRows(40));
    ASSERT_FALSE(traits.empty());
    EXPECT_EQ(traitText(traits[0], TraitsOf::Listed),
              "30 of 40 have age >= 86 (of the others 18 %)");
    EXPECT_EQ(traits.size(), 1U) << "of a column, the clearest range";
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
    const auto traits = traitsOfListed(dataset, last);
    ASSERT_EQ(traits.size(), 1U) << traitText(traits.back(), TraitsOf::Listed);
    EXPECT_EQ(traitText(traits[0], TraitsOf::Listed),
              "40 of 40 have visits >= 161 (of the others 0 %)");
}

TEST(CommonTraits, scoresOfOtherModelsAreNone) {
    std::string text = "label,prob_a,prob_b,age\n";
    for (int i = 0; i < 400; ++i) {
        const std::string p = std::to_string((i + .5) / 400);
        text +=
            std::to_string(i * 37 % 400 < i) + "," + p + "," + p + "," + std::to_string(i) + "\n";
    }
    std::vector<std::size_t> last(60);
    std::iota(last.begin(), last.end(), 300);
    for (const char* chosen : {"", "prob_b"}) {
        ReadOptions options;
        options.kept = KeptColumns::All;
        if (*chosen != '\0') options.columns = {{ColumnRole::Probability, chosen}};
        const Dataset dataset = testing::accepted(text, options);
        const auto traits = traitsOfListed(dataset, last);
        ASSERT_FALSE(traits.empty());
        for (const CommonTrait& trait : traits) {
            for (const CellCondition& cell : trait.condition.cells)
                EXPECT_EQ(cell.column, "age") << chosen;
        }
    }
}

TEST(CommonTraits, confusionsAsFrequentAsTheThirdAreCounted) {
    // Three times cat read as dog, twice each of four others, once hen read as cow.
    const char* const confusions[] = {"cat dog", "cat dog", "cat dog", "dog cat",
                                      "dog cat", "dog hen", "dog hen", "hen dog",
                                      "hen dog", "cow hen", "cow hen", "hen cow"};
    std::string text = "label,predicted,confidence\n";
    for (const std::string confusion : confusions)
        text += confusion.substr(0, 3) + "," + confusion.substr(4) + ",0.8\n";
    for (const std::string name : {"cat", "dog", "hen", "cow"})
        text += name + "," + name + ",0.9\n";
    const Dataset dataset = testing::accepted(text);
    const auto shared = sharedTraits(dataset, RowSet(firstRows(16)));
    ASSERT_EQ(shared.size(), 1U);
    const auto isCounted = [](const CommonTrait& trait) { return !trait.p; };
    EXPECT_EQ(std::ranges::count_if(shared[0].traits, isCounted), 5);
    EXPECT_EQ(traitText(shared[0].traits.back(), TraitsOf::Wrong),
              "2 of 12 are hen read as dog (counted only)");
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
    const auto shared = sharedTraits(dataset, RowSet(firstRows(60)));
    ASSERT_EQ(shared.size(), 1U);
    ASSERT_FALSE(shared[0].traits.empty());
    const CommonTrait& last = shared[0].traits.back();
    EXPECT_EQ(traitText(last, TraitsOf::Wrong), "10 of 10 are cat read as dog (counted only)");
    EXPECT_FALSE(last.p) << "right rows are no confusions, whatever the model";
    wrong.resize(5);
    for (const CommonTrait& trait : traitsOfListed(dataset, wrong))
        EXPECT_FALSE(trait.condition.label && trait.condition.predicted)
            << "the other wrong rows are as often read so";
}

TEST(CommonTraits, ofOnePredictedClassTheTrueOneSaysWhichRowsAreWrong) {
    std::string text = "label,p_cat,p_dog,p_hen\n";
    for (int i = 0; i < 60; ++i)
        text += i < 18 ? "cat,0.8,0.1,0.1\n" : i < 30 ? "dog,0.8,0.1,0.1\n" : "hen,0.1,0.1,0.8\n";
    const auto shared = sharedTraits(testing::accepted(text), RowSet(firstRows(30)));
    ASSERT_EQ(shared.back().of, TraitsOf::Wrong);
    EXPECT_EQ(shared.back().rows, 12U);
    for (const CommonTrait& trait : shared.back().traits)
        EXPECT_FALSE(trait.p) << "the right ones are all cats: that is no finding";
}

/// Returns 400 rows with confidences of 0.5 to 0.99. Of those from 0.9 on, rows of ward B are
/// wrong; others are so where `isWrong` says it.
Dataset wards(const std::function<bool(int)>& isWrong) {
    std::string text = "confidence,correct,ward,age\n";
    for (int i = 0; i < 400; ++i) {
        const int confidence = 50 + i % 50;
        const bool isSecond = i % 8 == 1;
        const bool wrong = confidence >= 90 ? isSecond : isWrong(i);
        text += "0." + std::to_string(confidence) + (wrong ? ",0," : ",1,") +
                (isSecond ? "B," : "A,") + std::to_string((i * 37) % 100) + "\n";
    }
    ReadOptions options;
    options.kept = KeptColumns::All;
    return testing::accepted(text, options);
}

/// The wrong rows of a bin are no more often of a ward than all rows are, but for the right ones of
/// the bin.
TEST(CommonTraits, wrongRowsAreComparedWithTheRightOnesBesideThem) {
    const Dataset dataset = wards([](int i) { return i % 8 != 1; });
    RowConditions bin;
    ASSERT_TRUE(addCondition(bin, "confidence=0.9..1"));
    const auto rows = matchingRows(dataset, View(), 1, bin).value();
    const auto both = sharedTraits(dataset, rows, bin);
    ASSERT_EQ(both.size(), 2U);
    EXPECT_THAT(both[0].traits, IsEmpty());
    ASSERT_EQ(both[1].of, TraitsOf::Wrong);
    ASSERT_EQ(both[1].traits.size(), 1U);
    EXPECT_EQ(traitText(both[1].traits[0], both[1].of),
              "10 of 10 have ward = B (of the right ones 0 %)");
    EXPECT_EQ(
        missingTraits(both),
        "Of these 80 rows (against 320 others) nothing is more frequent than chance explains (30 "
        "conditions looked at)");
    ASSERT_TRUE(addCondition(bin, "outcome=wrong"));
    const auto wrong = sharedTraits(dataset, rows, bin);
    ASSERT_EQ(wrong.size(), 1U);
    EXPECT_EQ(wrong[0].of, TraitsOf::Wrong);
    EXPECT_EQ(wrong[0].rows, 10U);
    EXPECT_EQ(wrong[0].others, 70U);
    ASSERT_EQ(wrong[0].traits.size(), 1U);
    EXPECT_EQ(wrong[0].traits[0].inside, both[1].traits[0].inside);
    EXPECT_LT(*wrong[0].traits[0].p, *both[1].traits[0].p) << "less was looked at";
}

TEST(CommonTraits, beingWrongIsATraitOfRowsThatWereChosenBySomethingElse) {
    const Dataset dataset = wards([](int i) { return i % 8 == 1 && i % 3 > 0; });
    RowConditions ward;
    ASSERT_TRUE(addCondition(ward, "ward=B"));
    const auto rows = matchingRows(dataset, View(), 1, ward).value();
    const auto shared = sharedTraits(dataset, rows, ward);
    ASSERT_EQ(shared.size(), 2U);
    ASSERT_EQ(shared[0].traits.size(), 1U) << "the ward follows from the choice";
    EXPECT_EQ(traitText(shared[0].traits[0], shared[0].of),
              "37 of 50 are wrong (of the others 0 %)");
    ASSERT_TRUE(addCondition(ward, "confidence=0.9..1"));
    const auto sure = matchingRows(dataset, View(), 1, ward).value();
    EXPECT_THAT(sharedTraits(dataset, sure, ward)[0].traits, IsEmpty())
        << "how many are wrong follows from the confidence, too";
}

/// Of rows chosen at random, something is found in at most 5 % of the trials.
TEST(CommonTraits, chanceFindsNoMoreThanItsLevel) {
    constexpr std::size_t trials = 400;
    std::minstd_rand random(3);
    const Dataset dataset = wards([](int i) { return i % 3 == 0; });
    std::vector<std::size_t> rows = firstRows(400);
    std::size_t found = 0;
    for (std::size_t trial = 0; trial < trials; ++trial) {
        std::ranges::shuffle(rows, random);
        std::vector<std::size_t> some(rows.begin(), rows.begin() + 60);
        std::ranges::sort(some);
        const auto shared = sharedTraits(dataset, RowSet(some));
        ASSERT_EQ(shared.size(), 2U);
        // Wards and outcomes of wrong rows are related in all of them.
        found += shared[0].traits.empty() ? 0U : 1U;
    }
    EXPECT_LE(found, 31U) << "20 expected, with a standard deviation of 4.4, plus 2.5 of these";
    EXPECT_GE(found, 1U) << "it looks";
}

/// Of columns, only what the compared rows have is looked at.
TEST(CommonTraits, aColumnThatIsEmptyInTheRowsIsNoTrait) {
    std::string text = "confidence,correct,site,lab\n";
    for (int i = 0; i < 120; ++i)
        text += "0." + std::to_string(50 + i % 40) + (i % 3 == 0 ? ",0," : ",1,") +
                (i < 60 ? "A," + std::to_string(i) : std::string("B,")) + "\n";
    ReadOptions options;
    options.kept = KeptColumns::All;
    const Dataset whole = testing::accepted(text, options);
    RowConditions south;
    ASSERT_TRUE(addCondition(south, "site=B"));
    const Dataset part = selectedRows(whole, View(), 1, south).value();
    const auto shared = sharedTraits(part, RowSet(firstRows(60)));
    ASSERT_EQ(shared.size(), 1U);
    EXPECT_THAT(shared[0].traits, IsEmpty());
    EXPECT_FALSE(shared[0].canTell) << "all have one site";
    EXPECT_EQ(missingTraits(shared),
              "Of the 20 wrong rows (against 40 right ones) too little is known to compare");
    // Within narrow conditions, tenths are those of the rows that are compared.
    RowConditions few;
    ASSERT_TRUE(addCondition(few, "site=A"));
    std::vector<std::size_t> some(60);
    std::iota(some.begin(), some.end(), 0);
    EXPECT_TRUE(sharedTraits(whole, RowSet(some), few)[1].canTell);
}

/// Of rows with one true class, the predicted one says which are wrong.
TEST(CommonTraits, whatFollowsFromTheRowsIsLeftOut) {
    std::string text = "label,p_cat,p_dog,p_hen,site\n";
    for (int i = 0; i < 90; ++i)
        text += i < 30 ? (i % 3 == 0 ? "cat,0.1,0.8,0.1,A\n" : "cat,0.8,0.1,0.1,A\n")
                       : (i % 2 == 0 ? "dog,0.1,0.8,0.1,B\n" : "hen,0.1,0.1,0.8,B\n");
    const Dataset dataset = testing::accepted(text);
    RowConditions site;
    ASSERT_TRUE(addCondition(site, "site=A"));
    const auto shared = sharedTraits(dataset, RowSet(firstRows(30)), site);
    ASSERT_EQ(shared.size(), 2U);
    for (const CommonTrait& trait : shared[1].traits)
        EXPECT_FALSE(trait.p) << traitText(trait, TraitsOf::Wrong);
    const auto unknown = sharedTraits(dataset, RowSet(firstRows(30)), {}, false);
    ASSERT_EQ(unknown.size(), 1U) << "what chose the rows would be found again";
    EXPECT_EQ(unknown[0].of, TraitsOf::Wrong);
}

/// That a value is missing may be what wrong rows have in common.
TEST(CommonTraits, emptyCellsAreLookedAt) {
    for (const bool areNumbers : {false, true}) {
        // A column without a role keeps the words for no value.
        const auto nothing = [](int i) { return std::string(i % 20 == 0 ? "" : "N/A"); };
        std::string text = "confidence,correct,lab\n";
        for (int i = 0; i < 200; ++i) {
            const bool isWrong = i % 5 == 0;
            const std::string value = areNumbers ? std::to_string(i) : i % 3 > 0 ? "low" : "high";
            text += "0." + std::to_string(50 + i % 40) + (isWrong ? ",0," : ",1,") +
                    (isWrong && i % 10 == 0 ? nothing(i) : value) + "\n";
        }
        ReadOptions options;
        options.kept = KeptColumns::All;
        const Dataset dataset = testing::accepted(text, options);
        const auto shared = sharedTraits(dataset, RowSet(firstRows(200)));
        ASSERT_EQ(shared.size(), 1U);
        ASSERT_FALSE(shared[0].traits.empty());
        EXPECT_EQ(traitText(shared[0].traits[0], TraitsOf::Wrong),
                  "20 of 40: lab is empty (of the right ones 0 %)");
        const auto rows = matchingRows(dataset, View(), 1, shared[0].traits[0].condition).value();
        EXPECT_EQ(rows.size(), 20U);
    }
}

/// Rows of one patient are alike: chance finds a ward of patients in at most 5 % of the trials.
TEST(CommonTraits, rowsOfAClusterAreNotIndependent) {
    constexpr int trials = 200;
    std::minstd_rand random(5);
    const auto draw = [&](unsigned values) { return static_cast<int>(random() % values); };
    int independent = 0;
    int clustered = 0;
    for (int trial = 0; trial < trials; ++trial) {
        std::string text = "confidence,correct,patient,ward\n";
        for (int patient = 0; patient < 40; ++patient) {
            const char ward = static_cast<char>('A' + draw(4));
            const int percent = draw(100);  // of right rows of the patient
            for (int row = 0; row < 20; ++row)
                text += std::string("0.7,") + (draw(100) < percent ? "1," : "0,") + "p" +
                        std::to_string(patient) + "," + ward + "\n";
        }
        ReadOptions options;
        options.kept = KeptColumns::All;
        options.columns = {{ColumnRole::Cluster, "patient"}};
        Dataset dataset = testing::accepted(text, options);
        ASSERT_TRUE(dataset.clusters);
        const auto namesWard = [&] {
            const auto shared = sharedTraits(dataset, RowSet(firstRows(800)));
            return std::ranges::any_of(shared[0].traits, [](const CommonTrait& trait) {
                return !trait.condition.groups.empty() &&
                       trait.condition.groups[0].column == "ward";
            });
        };
        clustered += namesWard() ? 1 : 0;
        dataset.clusters.reset();
        independent += namesWard() ? 1 : 0;
    }
    EXPECT_LE(clustered, 18) << "10 expected at most, with a standard deviation of 3";
    EXPECT_GE(independent, 60) << "which the clusters prevent";
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
