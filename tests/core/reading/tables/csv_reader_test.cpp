// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/tables/csv_reader.h"

#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/reading/tables/table_head.h"
#include "tests/core/support.h"

namespace diagonal {
namespace {

void expectSame(const LabelColumn& some, const LabelColumn& others) {
    EXPECT_EQ(some.values(), others.values());
    EXPECT_EQ(some.codes(), others.codes());
}

void expectSame(const std::vector<NamedLabels>& some, const std::vector<NamedLabels>& others) {
    ASSERT_EQ(some.size(), others.size());
    for (std::size_t i = 0; i < some.size(); ++i) {
        EXPECT_EQ(some[i].name, others[i].name);
        expectSame(some[i].labels, others[i].labels);
    }
}

void expectSame(const RoleColumns& some, const RoleColumns& others) {
    ASSERT_EQ(some.scores.rows(), others.scores.rows());
    for (std::size_t row = 0; row < some.scores.rows(); ++row) {
        EXPECT_EQ(some.places.of(row), others.places.of(row));
        for (std::size_t k = 0; k < some.scores.columns(); ++k) {
            const double a = some.scores.at(row, k);
            const double b = others.scores.at(row, k);
            EXPECT_TRUE(a == b || (std::isnan(a) && std::isnan(b))) << row;
        }
    }
    expectSame(some.label, others.label);
    expectSame(some.groups, others.groups);
    expectSame(some.rowNames, others.rowNames);
    ASSERT_EQ(some.words.size(), others.words.size());
    for (std::size_t i = 0; i < some.words.size(); ++i) {
        EXPECT_EQ(some.words[i].row, others.words[i].row);
        EXPECT_EQ(some.words[i].text, others.words[i].text);
    }
}

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Result<RoleColumns> readCsv(ByteSource& source, const ReadOptions& options,
                            const ReadObserver& observer) {
    const auto head = tableHead(source, options.dialect);
    if (!head) return head.error();
    return diagonal::readCsv(source, head.value(), options, observer);
}

Result<RoleColumns> readCsv(const std::string& text, const ReadOptions& options = {}) {
    MemorySource source(text);
    return readCsv(source, options, {});
}

TEST(CsvReader, takesScoresLabelsAndPlaces) {
    const auto columns = readCsv("id,prob_0,prob_1,label\n\"x\ny\",.2,.8,1\nz,.7,.3,0\n");
    ASSERT_TRUE(columns) << describe(columns.error());
    EXPECT_EQ(columns.value().scores.rows(), 2U);
    EXPECT_EQ(columns.value().scores.at(1, 0), .7);
    EXPECT_THAT(columns.value().label.values(), ElementsAre("1", "0"));
    EXPECT_EQ(columns.value().places.of(0), 2U);
    EXPECT_EQ(columns.value().places.of(1), 4U);
}

TEST(CsvReader, wordsAmongScoresAreKeptForTheReport) {
    const auto columns = readCsv("prob_0,prob_1,label\n.2,.8,1\n.7,n/a,0\n");
    ASSERT_EQ(columns.value().words.size(), 1U);
    EXPECT_EQ(columns.value().words[0].row, 1U);
    EXPECT_EQ(columns.value().words[0].column, 1U);
    EXPECT_EQ(columns.value().words[0].text, "n/a");
    EXPECT_TRUE(std::isnan(columns.value().scores.at(1, 1)));
}

TEST(CsvReader, raggedRecordsAndJunkAreRefusedWithTheirPlace) {
    const auto ragged = readCsv("prob_0,prob_1,label\n.2,.8,1\n.7,0\n");
    ASSERT_FALSE(ragged);
    EXPECT_EQ(ragged.error().line, 3U);
    EXPECT_THAT(ragged.error().detail, HasSubstr("2 fields, not 3"));
    const auto junk = readCsv("prob_0,prob_1,label\n.2,.8x,1\n");
    ASSERT_FALSE(junk);
    EXPECT_EQ(junk.error().line, 2U);
    EXPECT_EQ(junk.error().key, "prob_1");
}

TEST(CsvReader, aDelimiterAtTheEndOfEachRowIsNoColumn) {
    EXPECT_TRUE(readCsv("prob_0,prob_1,label\n.2,.8,1,\n.7,.3,0,\n"));
}

TEST(CsvReader, severalLabelColumnsAreOneHotOrSets) {
    ReadOptions options;
    options.columns = {{ColumnRole::Score, "a"},
                       {ColumnRole::Score, "b"},
                       {ColumnRole::Label, "ya"},
                       {ColumnRole::Label, "yb"}};
    const auto columns = readCsv("a,b,ya,yb\n.2,.8,0,1\n.7,.3,1,0\n.5,.5,1,1\n", options);
    EXPECT_TRUE(columns.value().labelIsPosition);
    EXPECT_THAT(columns.value().label.values(), ElementsAre("1", "0", "0|1"));
}

TEST(CsvReader, aHeaderWithoutRowsAndBlankFilesAreRefused) {
    EXPECT_THAT(readCsv("prob_0,label\n").error().detail, HasSubstr("no rows"));
    EXPECT_THAT(readCsv("\n\n").error().detail, HasSubstr("no data"));
}

TEST(CsvReader, repeatedColumnNamesStayApart) {
    MemorySource source("p,p,label\n.2,.8,1\n");
    const auto head = tableHead(source);
    EXPECT_EQ(head.value().columns[0].name, "p");
    EXPECT_EQ(head.value().columns[1].name, "p.1");
}

TEST(CsvReader, aTableOfNumbersHasNoHeader) {
    MemorySource source(".2,.8,1\n.7,.3,0\n");
    const auto head = tableHead(source);
    EXPECT_FALSE(head.value().dialect.hasHeader);
    EXPECT_EQ(head.value().columns[2].name, "3");
}

TEST(CsvReader, progressCanStopIt) {
    MemorySource source("prob_0,prob_1,label\n.2,.8,1\n");
    const auto columns = readCsv(source, {}, {[](std::size_t, std::size_t) { return false; }, {}});
    ASSERT_FALSE(columns);
    EXPECT_EQ(columns.error().kind, ErrorKind::Cancelled);
}

/// Returns a long table of three classes with row names, a group, a few missing scores, blank lines
/// and comment lines.
std::string longTable(const std::string& lineEnd, const std::string& last = "label") {
    std::string text = "# made" + lineEnd + "id,fold,prob_a,prob_b,prob_c," + last + lineEnd;
    for (int row = 0; row < 40000; ++row) {
        if (row % 1000 == 1) text += lineEnd;
        if (row % 999 == 7) text += "# " + std::to_string(row) + lineEnd;
        const std::string first = row % 911 == 5 ? "NA" : "0." + std::to_string(row % 500);
        text += "r" + std::to_string(row) + "," + std::to_string(row * 7 % 5) + "," + first +
                ",.1,.2," + std::string(1, static_cast<char>('a' + row * row % 3)) + lineEnd;
    }
    return text;
}

TEST(CsvReader, blocksInAnyOrderGiveTheRowsOfOneAfterAnother) {
    for (const auto& [lineEnd, last] : {std::pair<std::string, std::string>("\n", "label"),
                                        {"\r\n", "label"},
                                        {"\n", "letter"}}) {
        // Without labels, the row names are kept.
        const std::string text = longTable(lineEnd, last);
        // A quote in the first row makes all rows be read one by one; a later one leaves blocks
        // before it.
        for (const std::string quoted : {"r39000", "r15000"}) {
            std::string oneByOne = text;
            oneByOne.replace(oneByOne.find("r0"), 2, "\"r0\"");
            std::string half = text;
            half.replace(half.find(quoted), quoted.size(), '"' + quoted + '"');
            MemorySource slow(oneByOne);
            const auto expected = readCsv(slow, {}, {});
            ASSERT_TRUE(expected) << describe(expected.error());
            for (const std::string& blocks : {text, half, text.substr(0, text.size() - 1)}) {
                MemorySource source(blocks);
                ReadObserver observer;
                observer.parallelFor = testing::threaded;
                const auto columns = readCsv(source, {}, observer);
                ASSERT_TRUE(columns) << describe(columns.error());
                expectSame(columns.value(), expected.value());
            }
        }
    }
}

TEST(CsvReader, aBrokenRowIsNamedByItsLineWhereverItIs) {
    const std::string text = longTable("\n");
    for (const std::string row : {"r3", "r39999"}) {
        std::string broken = text;
        const auto at = broken.find(row + ",");
        broken.insert(at, "one,more,");
        const auto line =
            1 + std::count(broken.begin(), broken.begin() + static_cast<long>(at), '\n');
        MemorySource source(broken);
        ReadObserver observer;
        observer.parallelFor = testing::backwards;
        const auto columns = readCsv(source, {}, observer);
        ASSERT_FALSE(columns);
        EXPECT_EQ(columns.error().line, static_cast<std::size_t>(line));
    }
}

}  // namespace
}  // namespace diagonal
