// SPDX-License-Identifier: GPL-3.0-or-later
// Two tables in the encodings of three writers: tests/data/columnar/make_columnar.mjs wrote them.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/reading/sources.h"
#include "tests/core/reading/mutations.h"
#include "tests/core/support.h"

namespace diagonal::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

std::string columnarPath(const std::string& name) {
    return DIAGONAL_COLUMNAR "/" + name;
}

std::string bytesOf(const std::string& name) {
    std::ifstream file(columnarPath(name), std::ios::binary);
    std::ostringstream bytes;
    bytes << file.rdbuf();
    return bytes.str();
}

ReadOptions speciesIsLabel() {
    ReadOptions options;
    options.columns = {{ColumnRole::Label, "species"}};
    return options;
}

/// Returns the names of the files that hold all rows of a table.
std::vector<std::string> wholeFilesOf(const std::string& table) {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(DIAGONAL_COLUMNAR)) {
        const std::string name = entry.path().filename().string();
        const bool isPart =
            name.find("nulls") != std::string::npos || name.find("ragged") != std::string::npos;
        if (name.starts_with(table) && !name.ends_with(".csv") && !isPart) {
            names.push_back(name);
        }
    }
    return names;
}

void expectSameRows(const Predictions& read, const Predictions& expected, const std::string& name) {
    ASSERT_EQ(read.rows(), expected.rows()) << name;
    for (std::size_t row = 0; row < read.rows(); ++row) {
        EXPECT_EQ(read.label(row), expected.label(row)) << name << " " << row;
        for (std::size_t k = 0; k < expected.scores().columns(); ++k)
            EXPECT_EQ(read.scores().at(row, k), expected.scores().at(row, k)) << name << " " << row;
    }
}

TEST(ColumnarFiles, everyEncodingOfAWriterGivesTheRowsOfTheTable) {
    std::size_t files = 0;
    for (const std::string table : {"pairs", "triples"}) {
        const ReadOptions options = table == "pairs" ? ReadOptions() : speciesIsLabel();
        const auto expected = readPredictions({columnarPath(table + ".csv"), {}}, options);
        ASSERT_TRUE(expected);
        for (const std::string& name : wholeFilesOf(table)) {
            for (const ParallelFor& runner : {ParallelFor(serialFor), ParallelFor(threaded)}) {
                ReadObserver observer;
                observer.parallelFor = runner;
                const auto read = readPredictions({columnarPath(name), {}}, options, observer);
                ASSERT_TRUE(read) << name << ": " << describe(read.error());
                expectSameRows(read.value().predictions, expected.value().predictions, name);
            }
            ++files;
        }
    }
    EXPECT_EQ(files, 28U);
}

TEST(ColumnarFiles, nullsAreSkippedAndListed) {
    const auto pairs = accepted(bytesOf("pairs_nulls.parquet"));
    EXPECT_EQ(pairs.predictions.rows(), 56U);
    ASSERT_EQ(pairs.summary.skipped, 4U);
    const auto skipped = *pairs.summary.skippedRows;
    EXPECT_EQ(skipped[0].line, 19U);
    EXPECT_EQ(skipped[0].text, "the score is empty");
    EXPECT_EQ(skipped[2].text, "it has no label");
    for (const char* name : {"triples_nulls.parquet", "triples_nulls.arrow"}) {
        const auto triples = accepted(bytesOf(name), speciesIsLabel());
        ASSERT_EQ(triples.summary.skipped, 2U);
        EXPECT_EQ((*triples.summary.skippedRows)[0].line, 6U);
        EXPECT_EQ((*triples.summary.skippedRows)[1].text, "score 2 is empty");
    }
}

TEST(Parquet, aListOfAnotherLengthIsRefusedWithItsRow) {
    const auto read = readBytes(bytesOf("triples_ragged.parquet"), speciesIsLabel());
    ASSERT_FALSE(read);
    EXPECT_EQ(describe(read.error()),
              "file: 'probs': row 41 holds 2 values, not 3 like the others");
}

TEST(Parquet, aListIsChosenByTheNameThatTheFileUses) {
    ReadOptions options = speciesIsLabel();
    options.columns.push_back({ColumnRole::Score, "probs"});
    EXPECT_EQ(accepted(bytesOf("triples_list.parquet"), options).predictions.classCount(), 3U);
}

TEST(Parquet, columnsThatCannotBeReadBlockNothingUnlessTheyAreNeeded) {
    const std::string bytes = bytesOf("pairs_unused.parquet");
    EXPECT_EQ(accepted(bytes).predictions.rows(), 60U);
    ReadOptions options;
    options.columns = {{ColumnRole::Label, "m.key"}};
    const auto read = readBytes(bytes, options);
    ASSERT_FALSE(read);
    options.columns = {{ColumnRole::Group, "scored_at"}};
    const auto times = accepted(bytes, options);
    EXPECT_EQ(times.groups.front().values, std::vector<std::string>{"2026-01-02T03:04:05Z"});
}

TEST(Parquet, labelsMayComeFromAParquetFileOfTheirOwn) {
    const auto read = readPredictions(
        {DIAGONAL_COLUMNAR "/pairs_float16.parquet", DIAGONAL_COLUMNAR "/pairs_snappy.parquet"});
    ASSERT_TRUE(read) << describe(read.error());
    EXPECT_EQ(read.value().predictions.rows(), 60U);
}

TEST(Parquet, severalPartsAreOneTable) {
    const std::string folder = columnarPath("pairs_parts.parquet");
    EXPECT_EQ(tablePartsIn(folder).size(), 3U);
    const auto pairs = sourcesOf({folder + "/part-0.parquet", folder + "/part-1.parquet"});
    ASSERT_EQ(pairs.size(), 1U);
    const auto read = readPredictions(pairs.front());
    ASSERT_TRUE(read) << describe(read.error());
    EXPECT_EQ(read.value().predictions.rows(), 40U);
    EXPECT_EQ(assumed(read.value(), "parts"), "2");
    auto odd = pairs.front();
    odd.moreParts = {columnarPath("triples_list.parquet")};
    const auto refused = readPredictions(odd);
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().detail, HasSubstr("part 2 has different columns"));
    // Parts of other tables, and parts in the order of a shell.
    EXPECT_EQ(sourcesOf({"a/train-00000-of-00001.parquet", "a/test-00000-of-00001.parquet"}).size(),
              2U);
    const auto sorted = sourcesOf({"a/part-0.parquet", "a/part-10.parquet", "a/part-2.parquet"});
    EXPECT_EQ(sorted.front().moreParts,
              (std::vector<std::string>{"a/part-2.parquet", "a/part-10.parquet"}));
    EXPECT_EQ(statedParts("train-00000-of-00002.parquet"), 2U);
}

TEST(Parquet, namesOfPartsAreThoseThatWritersUse) {
    for (const char* name : {"part-0.parquet", "part-00000-8f2c.snappy.parquet", "part_3.parquet",
                             "data_0.parquet", "part.12.parquet", "train-00000-of-00002.parquet"})
        EXPECT_FALSE(tableOfPart(name).empty()) << name;
    for (const char* name : {"model_1.parquet", "partial.parquet", "part-0.csv", "database.parquet",
                             "fold_2.parquet", "part.parquet", "data1.parquet"})
        EXPECT_TRUE(tableOfPart(name).empty()) << name;
}

TEST(ColumnarFiles, damagedAreReadOrRefused) {
    for (const char* name : {"pairs_required.parquet", "pairs_many_pages.parquet",
                             "triples_v2.parquet", "pairs_delta.parquet", "pairs_stream.arrows",
                             "pairs_polars_lz4.arrow", "triples.arrow"}) {
        const std::string bytes = bytesOf(name);
        const ReadOptions options =
            std::string_view(name).starts_with("pairs") ? ReadOptions() : speciesIsLabel();
        for (std::size_t at = 0; at < bytes.size(); ++at) {
            std::string bent = bytes;
            for (const char c : {'\0', '\x7F', '\xFF'}) {
                bent[at] = c;
                expectReadOrRefused(bent, 60, options);
            }
        }
        for (std::size_t size = 0; size < bytes.size(); ++size)
            expectReadOrRefused(bytes.substr(0, size), 60, options);
    }
}

}  // namespace
}  // namespace diagonal::testing
