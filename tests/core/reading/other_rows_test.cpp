// SPDX-License-Identifier: GPL-3.0-or-later
// Files whose rows are not those that are measured: pixels of images, levels of quantiles.
#include <algorithm>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/reading/arrays/npy_reader.h"
#include "tests/core/reading/npy_bytes.h"
#include "tests/core/reading/reading_support.h"

namespace diagonal {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::npyBytes;
using testing::npyHeader;
using testing::rawBytes;
using testing::readBytes;

std::vector<std::size_t> drawnPixels(std::size_t pixels, std::size_t rows, std::uint64_t seed) {
    PixelSampler sampler(pixels, RowSample{rows, seed});
    std::vector<std::size_t> drawn;
    for (std::size_t pixel = 0; pixel < pixels; ++pixel) {
        if (sampler.takesNext()) drawn.push_back(pixel);
    }
    return drawn;
}

TEST(PixelSampler, DrawsAsManyAsAskedAndTheSameAgain) {
    EXPECT_EQ(drawnPixels(1000, 37, 5).size(), 37U);
    EXPECT_EQ(drawnPixels(1000, 37, 5), drawnPixels(1000, 37, 5));
    EXPECT_NE(drawnPixels(1000, 37, 5), drawnPixels(1000, 37, 6));
    EXPECT_EQ(drawnPixels(10, 20, 1).size(), 10U);
}

TEST(PixelSampler, EveryPixelIsAsLikely) {
    std::vector<int> counts(20);
    for (std::uint64_t seed = 0; seed < 4000; ++seed) {
        for (const std::size_t pixel : drawnPixels(20, 5, seed))
            ++counts[pixel];
    }
    // 1000 of 4000 each, with a standard deviation of 27.
    for (const int count : counts)
        EXPECT_NEAR(count, 1000, 5 * 27);
}

Result<DataArray> arrayOf(const std::string& shape, std::size_t values) {
    std::vector<float> numbers;
    for (std::size_t i = 0; i < values; ++i)
        numbers.push_back(static_cast<float>(i));
    const std::string bytes = npyBytes(npyHeader("<f4", shape), rawBytes(numbers));
    MemorySource source(bytes);
    return readNpy(source, {});
}

TEST(PixelArrays, PutTheClassesOfAPixelBesideEachOther) {
    const auto first = arrayOf("(1, 3, 2, 2)", 12);  // K x H x W
    ASSERT_TRUE(first);
    EXPECT_EQ(first.value().shape, (std::vector<std::size_t>{4, 3}));
    EXPECT_EQ(first.value().pixels, (PixelGrid{1, 2, 2}));
    EXPECT_THAT(std::get<std::vector<float>>(first.value().values),
                ElementsAre(0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11));
    const auto last = arrayOf("(2, 4, 5, 3)", 120);  // H x W x K: the smaller one
    ASSERT_TRUE(last);
    EXPECT_EQ(last.value().pixels, (PixelGrid{2, 4, 5}));
    EXPECT_THAT(std::get<std::vector<float>>(last.value().values)[4], 4);
    const auto many = arrayOf("(1, 150, 2, 2)", 600);  // square images
    ASSERT_TRUE(many);
    EXPECT_EQ(many.value().columns(), 150U);
}

TEST(PixelArrays, TwoPlacesOfTheClassesAreUnclear) {
    const auto both = arrayOf("(1, 3, 4, 3)", 36);
    ASSERT_FALSE(both);
    EXPECT_EQ(both.error().kind, ErrorKind::Unclear);
    EXPECT_THAT(both.error().detail, HasSubstr("both 3"));
    EXPECT_FALSE(arrayOf("(1, 1, 1, 1, 2)", 2));
}

TEST(Quantiles, AreRowsAtTheirLevels) {
    std::string text = "y,q0.1,q0.9\n";
    for (int i = 0; i < 10; ++i)
        text += "1.5,0,2\n";
    const auto read = readBytes(text + ",0,2\n2,1,nan\n");
    ASSERT_TRUE(read) << describe(read.error());
    const Dataset& dataset = read.value();
    EXPECT_EQ(dataset.predictions.rows(), 21U);
    EXPECT_EQ(dataset.summary.skipped, 3U);
    EXPECT_EQ(dataset.summary.statedValues, 2U);
    EXPECT_TRUE(dataset.summary.areQuantiles);
    EXPECT_EQ(dataset.summary.listedSkippedRows().front().line, 12U);
}

TEST(Quantiles, NamesThatOnlyResembleThemAreNone) {
    for (const char* text :
         {"y,q1,q2\n0.5,0.2,0.3\n", "y,q0.5\n2,0.3\n", "y,q0.1,q0.90,q0.9\n2,1,2,3\n",
          "y,p10,p90\n2.5,1,2\n", "y,q0.1,q0.9\n1,0.1,0.9\n0,0.2,0.8\n"}) {
        const auto read = readBytes(text);
        EXPECT_FALSE(read && read.value().summary.areQuantiles) << text;
    }
}

/// The window reads without names of rows, and shows the lines of the file nevertheless.
TEST(RowPlacesOfFiles, areLinesWithoutNamesOfRows) {
    std::string text = "label,p\n1,0.9\n0,\n";
    for (int row = 0; row < 12; ++row)
        text += row % 2 == 0 ? "1,0.7\n" : "0,0.2\n";
    const auto csv = readBytes(text);
    ASSERT_TRUE(csv) << describe(csv.error());
    EXPECT_EQ(csv.value().places.of(0), 2U);
    EXPECT_EQ(csv.value().places.of(1), 4U) << "a row that cannot be used keeps its line";
    const auto quantiles = readBytes("y,q0.1,q0.5,q0.9\n3,1,2,4\n5,2,6,7\n");
    ASSERT_TRUE(quantiles);
    EXPECT_EQ(quantiles.value().places.of(0), 2U);
    EXPECT_EQ(quantiles.value().places.of(2), 2U);
    EXPECT_EQ(quantiles.value().places.of(3), 3U);
}

TEST(Quantiles, takeTheirTimesAlong) {
    const auto read = readBytes("date,y,q0.1,q0.5,q0.9\n2026-01-01,3,1,2,4\n2026-01-02,5,2,6,7\n");
    ASSERT_TRUE(read);
    ASSERT_TRUE(read.value().times);
    const auto& times = read.value().times->values;
    ASSERT_EQ(times.size(), 6U);
    EXPECT_EQ(times[2], times[0]);
    EXPECT_EQ(times[3], times[0] + 86400);
}

TEST(Quantiles, ofOneDigitBelongToThoseOfTwo) {
    const auto read = readBytes("y,q1,q5,q50,q95\n3,0,1,2,4\n5,1,2,6,7\n");
    ASSERT_TRUE(read) << describe(read.error());
    EXPECT_EQ(read.value().predictions.rows(), 8U);
    const auto questions = readBytes("y,q1,q50,q95\n3,9,2,4\n5,0,6,7\n");
    ASSERT_TRUE(questions) << "q1 does not grow into q50";
    EXPECT_EQ(questions.value().predictions.rows(), 4U);
}

TEST(Times, thatAreNotReadAreSaid) {
    std::string american = "y_true,y_prob,date\n", words = "y_true,y_prob,day\n";
    for (int i = 0; i < 20; ++i) {
        const std::string row = i % 3 == 0 ? "1,0.7," : "0,0.2,";
        american += row + "3/" + std::to_string(i + 1) + "/2026\n";
        words += row + "Monday\n";
    }
    const auto read = readBytes(american);
    ASSERT_TRUE(read) << describe(read.error());
    EXPECT_FALSE(read.value().times);
    const auto isTimes = [](const Note& note) { return note.id == "time_unread"; };
    const auto& notes = read.value().summary.notes;
    const auto note = std::ranges::find_if(notes, isTimes);
    ASSERT_NE(note, notes.end());
    EXPECT_THAT(note->text, HasSubstr("'date' holds '3/1/2026', which is no date in ISO 8601"));
    const auto mixed =
        readBytes("y_true,y_prob,seen_on\n1,0.7,2026-03-01\n0,0.2,\n0,0.3,3/2/2026\n");
    ASSERT_TRUE(mixed) << describe(mixed.error());
    EXPECT_THAT(mixed.value().summary.notes.back().text, HasSubstr("'seen_on' holds '3/2/2026'"));
    EXPECT_TRUE(std::ranges::none_of(readBytes(words).value().summary.notes, isTimes));
}

TEST(Quantiles, areNoQuestionsBesideProbabilities) {
    const auto read = readBytes(
        "label,p0,p1,p2,q01,q02\n0,0.7,0.2,0.1,5,2\n1,0.1,0.8,0.1,1,4\n2,0.2,0.2,0.6,3,3\n");
    ASSERT_TRUE(read) << describe(read.error());
    EXPECT_FALSE(read.value().summary.areQuantiles);
    EXPECT_EQ(read.value().predictions.rows(), 3U);
}

}  // namespace
}  // namespace diagonal
