// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/csv_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/reading/table_head.h"

namespace diagonal {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Result<RoleColumns> read(const std::string& text, const ReadOptions& options = {}) {
    MemorySource source(text);
    return readCsv(source, options, {});
}

TEST(CsvReader, takesScoresLabelsAndPlaces) {
    const auto columns = read("id,prob_0,prob_1,label\n\"x\ny\",.2,.8,1\nz,.7,.3,0\n");
    ASSERT_TRUE(columns) << describe(columns.error());
    EXPECT_EQ(columns.value().scores.rows(), 2U);
    EXPECT_EQ(columns.value().scores.at(1, 0), .7);
    EXPECT_THAT(columns.value().label.values(), ElementsAre("1", "0"));
    EXPECT_EQ(columns.value().places.of(0), 2U);
    EXPECT_EQ(columns.value().places.of(1), 4U);
}

TEST(CsvReader, wordsAmongScoresAreKeptForTheReport) {
    const auto columns = read("prob_0,prob_1,label\n.2,.8,1\n.7,n/a,0\n");
    ASSERT_EQ(columns.value().words.size(), 1U);
    EXPECT_EQ(columns.value().words[0].row, 1U);
    EXPECT_EQ(columns.value().words[0].column, 1U);
    EXPECT_EQ(columns.value().words[0].text, "n/a");
    EXPECT_TRUE(std::isnan(columns.value().scores.at(1, 1)));
}

TEST(CsvReader, raggedRecordsAndJunkAreRefusedWithTheirPlace) {
    const auto ragged = read("prob_0,prob_1,label\n.2,.8,1\n.7,0\n");
    ASSERT_FALSE(ragged);
    EXPECT_EQ(ragged.error().line, 3U);
    EXPECT_THAT(ragged.error().detail, HasSubstr("2 fields, not 3"));
    const auto junk = read("prob_0,prob_1,label\n.2,.8x,1\n");
    ASSERT_FALSE(junk);
    EXPECT_EQ(junk.error().line, 2U);
    EXPECT_EQ(junk.error().key, "prob_1");
}

TEST(CsvReader, aDelimiterAtTheEndOfEachRowIsNoColumn) {
    EXPECT_TRUE(read("prob_0,prob_1,label\n.2,.8,1,\n.7,.3,0,\n"));
}

TEST(CsvReader, severalLabelColumnsAreOneHotOrSets) {
    ReadOptions options;
    options.columns = {{ColumnRole::Score, "a"},
                       {ColumnRole::Score, "b"},
                       {ColumnRole::Label, "ya"},
                       {ColumnRole::Label, "yb"}};
    const auto columns = read("a,b,ya,yb\n.2,.8,0,1\n.7,.3,1,0\n.5,.5,1,1\n", options);
    EXPECT_TRUE(columns.value().labelIsPosition);
    EXPECT_THAT(columns.value().label.values(), ElementsAre("1", "0", "0|1"));
}

TEST(CsvReader, aHeaderWithoutRowsAndBlankFilesAreRefused) {
    EXPECT_THAT(read("prob_0,label\n").error().detail, HasSubstr("no rows"));
    EXPECT_THAT(read("\n\n").error().detail, HasSubstr("no data"));
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

TEST(CsvReader, labelsAloneComeFromTheirColumn) {
    MemorySource named("id,label\n7,cat\n8,dog\n");
    EXPECT_THAT(readCsvLabels(named, {}, {}).value().labels.values(), ElementsAre("cat", "dog"));
    MemorySource single("1\n0\n1\n");
    EXPECT_EQ(readCsvLabels(single, {}, {}).value().labels.size(), 3U);
    MemorySource unclear("a,b\n1,2\n");
    EXPECT_FALSE(readCsvLabels(unclear, {}, {}));
}

}  // namespace
}  // namespace diagonal
