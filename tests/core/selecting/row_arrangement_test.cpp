// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/selecting/row_arrangement.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/selecting/row_columns.h"
#include "core/selecting/row_detail.h"
#include "tests/core/reading/reading_support.h"

namespace diagonal {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::UnorderedElementsAre;

constexpr const char* kShops =
    "id,label,p_cat,p_dog,p_hen,site,note,weight_kg\n"
    "a,cat,0.70,0.20,0.10,north,\"long,\nlonger\",9\n"
    "b,dog,0.60,0.30,0.10,south,Small ears,10\n"
    "c,cat,0.10,0.85,0.05,south,,2.5\n"
    "d,hen,0.20,0.20,0.60,north,small tail,\n"
    "e,dog,0.05,0.90,0.05,north,none,11\n"
    "f,hen,0.90,0.06,0.04,south,blue,1e1\n";

/// Returns all rows, with the columns that have no role.
RowList shops() {
    ReadOptions options;
    options.kept = KeptColumns::All;
    const auto rows = std::make_shared<const Dataset>(testing::accepted(kShops, options));
    return listRows(rows, View(), 1, {}).value();
}

std::string idsOf(const RowList& list) {
    std::string ids;
    for (const ListedColumn& column : columnsOf(list)) {
        for (const std::uint32_t row : list.rows)
            ids += column.head.id == "id" ? std::get<std::string>(column.cell(row)) : "";
    }
    return ids;
}

std::string sorted(const std::string& column, bool isDescending = false) {
    return idsOf(arranged(shops(), {column, isDescending}).value());
}

std::string filtered(const std::string& filter) {
    return idsOf(arranged(shops(), {.filter = filter}).value());
}

TEST(RowArrangement, listsAllColumns) {
    const RowList list = shops();
    std::vector<std::string> ids;
    for (const ListedColumn& column : columnsOf(list))
        ids.push_back(column.head.id);
    EXPECT_THAT(ids, ElementsAre("line", "true", "predicted", "confidence", "outcome", "second",
                                 "second_probability", "id", "site", "note", "weight_kg"));
    EXPECT_EQ(idsOf(list), "fcbead");
}

TEST(RowArrangement, sortsByAnyColumn) {
    EXPECT_EQ(sorted("id"), "abcdef");
    EXPECT_EQ(sorted("id", true), "fedcba");
    EXPECT_EQ(sorted("confidence"), "bdacfe");
    EXPECT_EQ(sorted("confidence", true), "fecabd");
    EXPECT_EQ(sorted("line"), "abcdef");
    // Numbers by size, the row without one last, whichever way.
    EXPECT_EQ(sorted("weight_kg"), "cafbed");
    EXPECT_EQ(sorted("weight_kg", true), "efbacd");
    EXPECT_EQ(sorted("true"), "cabefd") << "in the order of the classes";
    EXPECT_EQ(sorted("no such column"), "fcbead") << "as the list begins";
}

TEST(RowArrangement, filtersByTextOrByACondition) {
    EXPECT_EQ(filtered("small"), "bd") << "in any case";
    EXPECT_EQ(filtered("site=north"), "ead");
    EXPECT_EQ(filtered("SITE = north"), "ead");
    EXPECT_EQ(filtered("confidence<0.7"), "bd");
    EXPECT_EQ(filtered("confidence>=0.90"), "fe");
    EXPECT_EQ(filtered("confidence=0.6..0.85"), "cbad");
    EXPECT_EQ(filtered("confidence=0.6"), "bd") << "what rounds to it";
    EXPECT_EQ(filtered("confidence=0.90"), "fe");
    EXPECT_EQ(filtered("weight_kg>9"), "fbe");
    EXPECT_EQ(filtered("weight_kg=9<..10"), filtered("weight_kg=10.0"));
    EXPECT_EQ(filtered("weight_kg=10"), "b") << "as the file writes it";
    EXPECT_EQ(filtered("weight_kg=10.0"), "fb") << "which no cell is: 10 and 1e1 are the number";
    EXPECT_EQ(filtered("weight_kg!=10.0"), filtered("weight_kg != 1E1"));
    EXPECT_EQ(filtered("site!=north"), "fcb");
    EXPECT_EQ(filtered("prediction=wrong"), "fcb");
    EXPECT_EQ(filtered("  "), "fcbead");
    EXPECT_EQ(filtered("longer"), "a");
    EXPECT_EQ(filtered("nowhere"), "");
    EXPECT_EQ(filtered("a<b=c"), "") << "a text that no cell holds";
    const RowList wrong = arranged(shops(), {.filter = "site=south"}).value();
    EXPECT_EQ(wrong.wrong, 3U);
}

TEST(RowArrangement, aFilterMayBeACondition) {
    const RowList list = shops();
    const auto written = [&](const char* filter) {
        const auto condition = conditionOf(filter, list);
        return condition ? conditionsText(condition.value()) : std::string("none");
    };
    const auto problem = [&](const char* filter) {
        const auto condition = conditionOf(filter, list);
        return condition ? std::string() : condition.error().detail;
    };
    EXPECT_EQ(written("true=dog"), "true class dog");
    EXPECT_EQ(written("True class = dog"), "true class dog");
    EXPECT_EQ(written("prediction=wrong"), "wrong");
    EXPECT_EQ(written("site=north"), "site = north");
    EXPECT_EQ(written("confidence<0.5"), "confidence 0 to below 0.5");
    EXPECT_EQ(written("confidence>=0.9"), "confidence 0.9 to 1");
    EXPECT_EQ(written("note=blue"), "note = blue");
    EXPECT_EQ(written("weight_kg >= 9"), "weight_kg >= 9");
    EXPECT_EQ(written("note ~ SMALL"), "note has 'SMALL'");
    EXPECT_EQ(written("site!=north"), "site != north");
    EXPECT_EQ(written("SITE=north"), "site = north");
    EXPECT_EQ(written("\"site\"=north"), "site = north");
    EXPECT_EQ(written("note="), "note is empty");
    EXPECT_EQ(written("note!="), "note is not empty");
    for (const char* text : {"", "small", "true=cow", "true!=dog", "confidence=0.9", "site<north",
                             "site<5", "weight_kg>20", "nowhere~a", "~a"})
        EXPECT_EQ(written(text), "none") << text;
    EXPECT_THAT(problem("truth=cat"), HasSubstr("no column is called 'truth'. There are 'line'"));
    EXPECT_THAT(problem("site=North"), HasSubstr("the values are 'north', 'south'"));
    EXPECT_THAT(problem("site==north"), HasSubstr("no value of 'site' is '=north'"));
    EXPECT_EQ(written("weight_kg=9..11"), "weight_kg 9 to 11");
    EXPECT_EQ(written("weight_kg = 9<..<11"), "weight_kg above 9 to below 11");
    EXPECT_EQ(written("\"weight_kg\"=9..11"), "weight_kg 9 to 11");
    EXPECT_THAT(problem("weight_kg=11..9"), HasSubstr("no value of 'weight_kg' is '11..9'"));
    EXPECT_THAT(problem("line<3"), HasSubstr("'line' sorts and filters the list"));
    EXPECT_THAT(problem("\"true\"=cat"), HasSubstr("no column is called 'true'"));
    EXPECT_THAT(problem("site="), HasSubstr("no value of 'site' is empty"));
    const std::size_t row = 3;  // d: a hen, small tail
    for (const ListedColumn& column : columnsOf(list)) {
        const auto condition = conditionOf(column, row, list);
        const std::string text =
            condition ? conditionsText(condition.value()) : std::string("none");
        const std::string& id = column.head.id;
        EXPECT_TRUE(id != "note" || text == "note = small tail") << text;
        EXPECT_TRUE(id != "true" || text == "true class hen") << text;
        EXPECT_TRUE(id != "confidence" || text == "none") << text;
    }
}

/// Names of columns may hold signs, or be those of what the program measures.
TEST(RowArrangement, aNameInQuotationMarksIsAColumnOfTheFile) {
    ReadOptions options;
    options.kept = KeptColumns::All;
    const std::string text =
        "y_true,y_prob,a=b,x<5,\"say \"\"t~u\"\"\",outcome, odd !,class\n"
        "1,0.9,3,p,q,died,k,1st\n0,0.2,4,p,r,lived,k,2nd\n1,0.4,3,s,q,died,,2nd\n"
        "0,0.6,3,p,q,lived,k,1st\n";
    const auto rows = std::make_shared<const Dataset>(testing::accepted(text, options));
    const RowList list = listRows(rows, View(), 1, {}).value();
    std::size_t ofFile = 0;
    for (const ListedColumn& column : columnsOf(list)) {
        if (!column.isOfFile) continue;
        ++ofFile;
        for (const std::uint32_t row : list.rows) {
            const auto condition = conditionOf(column, row, list);
            ASSERT_TRUE(condition) << column.head.id;
            const std::string value = std::get<std::string>(column.cell(row));
            const std::string written = writtenCondition({column.head.id, "=", value});
            RowConditions read;
            ASSERT_TRUE(addCondition(read, written)) << written;
            EXPECT_EQ(read, condition.value()) << written;
            EXPECT_EQ(conditionOf(written, list).value(), read);
            const auto kept = arranged(list, {.filter = written}).value().rows;
            EXPECT_THAT(kept, ::testing::Contains(row)) << written;
            EXPECT_EQ(kept.size(), matchingRows(*rows, View(), 1, read).value().size());
        }
    }
    EXPECT_EQ(ofFile, 6U);
    EXPECT_EQ(conditionsText(conditionOf("outcome=wrong", list).value()), "wrong");
    EXPECT_EQ(conditionsText(conditionOf("\"outcome\"=died", list).value()), "outcome = died");
}

/// Columns of a table are found by the names that the table and the list of its rows have for them.
TEST(ConditionOf, aFilterOnColumnsOfADatabase) {
    const std::vector<std::string> columns = {"predicted", "Correct", "confidence", "id"};
    const auto text = [&](const std::string& filter) {
        const auto condition = conditionOf(filter, columns);
        return condition ? conditionsText(condition.value()) : condition.error().detail;
    };
    EXPECT_EQ(text("ID=17"), "id = 17");
    EXPECT_EQ(text("predicted=cat"), "predicted class cat");
    EXPECT_EQ(text("\"predicted\"=cat"), "predicted = cat");
    EXPECT_EQ(text("prediction=wrong"), "wrong");
    EXPECT_EQ(text("confidence<0.5"), "confidence 0 to below 0.5");
    EXPECT_EQ(text("\"confidence\"<5"), "confidence < 5");
    EXPECT_EQ(text("correct=1"), "Correct = 1");
    EXPECT_EQ(text("Correct_column=1"), "Correct_column = 1") << "as the list calls it";
    EXPECT_THAT(text("row=1"), HasSubstr("no column is called 'row'"));
    EXPECT_THAT(text("cat"), HasSubstr("a text in any cell is no condition"));
}

TEST(RowArrangement, canBeCancelled) {
    const auto stops = [](std::size_t, std::size_t) { return false; };
    for (const RowArrangement& arrangement :
         {RowArrangement{"id"}, RowArrangement{.filter = "small"}}) {
        const auto list = arranged(shops(), arrangement, {stops, serialFor});
        ASSERT_FALSE(list);
        EXPECT_EQ(list.error().kind, ErrorKind::Cancelled);
    }
}

TEST(RowDetail, tellsAllOfOneRow) {
    const RowList list = shops();
    const RowDetail detail = rowDetail(list, 0);  // f: a hen as a cat
    ASSERT_EQ(detail.classes.size(), 3U);
    EXPECT_EQ(detail.classes[0].name, "cat");
    EXPECT_NEAR(detail.classes[0].probability, .9, 1e-12);
    EXPECT_TRUE(detail.classes[0].isPredicted);
    EXPECT_FALSE(detail.classes[0].isTrue);
    EXPECT_EQ(detail.classes[2].name, "hen");
    EXPECT_TRUE(detail.classes[2].isTrue);
    EXPECT_NEAR(*detail.nll, -std::log(.04), 1e-12);
    EXPECT_NEAR(*detail.brier, .9 * .9, 1e-12) << "of the top label, as the panel's";
    EXPECT_EQ(detail.otherClasses, 0U);
    EXPECT_EQ(detail.fields.back().name, "weight_kg");
    EXPECT_EQ(std::get<std::string>(detail.fields.back().cell), "1e1");
}

TEST(RowDetail, followsTheTemperatureAndLeavesOutWhatIsNothing) {
    std::string text = "label";
    for (int k = 0; k < 14; ++k)
        text += ",p" + std::to_string(k);
    text += "\n13,0.99999,0.00001,0,0,0,0,0,0,0,0,0,0,0,0\n0,0.5,0.5,0,0,0,0,0,0,0,0,0,0,0,0\n";
    const auto rows = std::make_shared<const Dataset>(testing::accepted(text));
    const RowDetail detail = rowDetail(listRows(rows, View(), 1, {}).value(), 0);
    ASSERT_EQ(detail.classes.size(), 2U) << "the predicted and the true one";
    EXPECT_EQ(detail.classes[1].name, "13");
    EXPECT_EQ(detail.otherClasses, 12U);
    EXPECT_FALSE(detail.nll) << "p = 0";
    const RowDetail flat = rowDetail(listRows(rows, View(), 1000, {}).value(), 0);
    EXPECT_NEAR(flat.classes[0].probability, flat.classes[1].probability, .01);
}

TEST(RowDetail, oneColumnHasTwoClasses) {
    const auto rows = std::make_shared<const Dataset>(
        testing::accepted("label,probability\n1,0.25\n0,0.4\n1,0.9\n"));
    RowConditions all;
    const RowList list = listRows(rows, View{View::Kind::PositiveClass, 1}, 1, all).value();
    for (std::size_t i = 0; i < 3; ++i) {
        const RowDetail detail = rowDetail(list, i);
        ASSERT_EQ(detail.classes.size(), 2U);
        EXPECT_GE(detail.classes[0].probability, .5);
        EXPECT_NEAR(detail.classes[0].probability + detail.classes[1].probability, 1, 1e-12);
        EXPECT_TRUE(detail.nll);
    }
}

}  // namespace
}  // namespace diagonal
