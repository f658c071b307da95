// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/arrays/npz_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/reading/arrays/array_columns.h"
#include "core/reading/bytes/zip_directory.h"
#include "tests/core/reading/npy_bytes.h"
#include "tests/core/reading/reading_support.h"

namespace diagonal {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::npyBytes;
using testing::npyHeader;
using testing::rawBytes;
using testing::zipBytes;

std::string scores() {
    return npyBytes(npyHeader("<f8", "(2, 2)"), rawBytes<double>({.2, .8, .7, .3}));
}
std::string labels() {
    return npyBytes(npyHeader("|u1", "(2,)"), std::string("\1\0", 2));
}

Result<std::vector<NamedArray>> readArchive(const std::string& bytes) {
    MemorySource source(bytes);
    return readNpz(source, {});
}

TEST(NpzReader, storedAndDeflatedMembersWithZip64SizesAreRead) {
    for (const bool deflated : {false, true}) {
        const auto arrays =
            readArchive(zipBytes({{"probs.npy", scores()}, {"labels.npy", labels()}}, deflated));
        ASSERT_TRUE(arrays) << describe(arrays.error());
        ASSERT_EQ(arrays.value().size(), 2U);
        EXPECT_EQ(arrays.value()[0].key, "probs");
        const auto columns = columnsFromArrays(arrays.value(), "npz", {});
        ASSERT_TRUE(columns);
        EXPECT_EQ(columns.value().scores.at(1, 0), .7);
        EXPECT_EQ(columns.value().label.size(), 2U);
    }
}

TEST(NpzReader, aFlippedBitAmongTheStoredValuesIsFoundByTheCrc) {
    std::string zip = zipBytes({{"probs.npy", scores()}, {"labels.npy", labels()}}, false);
    zip[zip.find(rawBytes<double>({.7}))] ^= 1;
    const auto arrays = readArchive(zip);
    ASSERT_FALSE(arrays);
    EXPECT_THAT(arrays.error().detail, HasSubstr("CRC-32"));
    EXPECT_EQ(arrays.error().key, "probs");
    zip = zipBytes({{"probs.npy", scores()}, {"labels.npy", labels()}}, false);
    zip[zip.find("<f8") + 1] = 'c';
    EXPECT_THAT(readArchive(zip).error().detail, HasSubstr("CRC-32"));
}

TEST(NpzReader, everyTruncationAndEveryFlippedByteIsSurvived) {
    const std::string whole = zipBytes({{"probs.npy", scores()}, {"labels.npy", labels()}}, true);
    for (std::size_t size = 0; size < whole.size(); ++size) {
        EXPECT_FALSE(readArchive(whole.substr(0, size))) << size;
    }
    for (std::size_t i = 0; i < whole.size(); ++i) {
        std::string flipped = whole;
        flipped[i] = static_cast<char>(flipped[i] ^ 0x55);
        const auto arrays = readArchive(flipped);
        if (arrays) {
            EXPECT_LE(arrays.value().size(), 2U) << i;
        } else {
            EXPECT_FALSE(arrays.error().detail.empty()) << i;
        }
    }
}

TEST(NpzReader, aMemberCannotDeclareMoreThanItsBytesCanHold) {
    const MemorySource bytes("0123456789");
    const ZipMember bomb{"x.npy", 8, 0, 10, 1'000'000'000'000, 0};
    const auto content = zipContent(*bytes.randomAccess(), bomb);
    ASSERT_FALSE(content);
    EXPECT_THAT(content.error().detail, HasSubstr("more than"));
}

TEST(NpzReader, classesMayBeNumbersThatTheLabelsHold) {
    const std::string classes = npyBytes(npyHeader("<i8", "(2,)"), rawBytes<std::int64_t>({7, 3}));
    const std::string truth = npyBytes(npyHeader("<i8", "(2,)"), rawBytes<std::int64_t>({3, 7}));
    const auto data = testing::accepted(zipBytes(
        {{"probs.npy", scores()}, {"labels.npy", truth}, {"classes.npy", classes}}, false));
    EXPECT_EQ(data.summary.classNames, (std::vector<std::string>{"7", "3"}));
    EXPECT_EQ(testing::accuracyOf(data), 1);
}

TEST(NpzReader, groupsMayBeCalledNone) {
    std::string wide;
    for (const char c : std::string("NoneA\0\0\0", 8))
        wide += c + std::string(3, '\0');
    const auto data =
        testing::accepted(zipBytes({{"probs.npy", scores()},
                                    {"labels.npy", labels()},
                                    {"site.npy", npyBytes(npyHeader("<U4", "(2,)"), wide)}},
                                   false));
    ASSERT_EQ(data.groups.size(), 1U);
    EXPECT_THAT(data.groups[0].values, ElementsAre("None", "A"));
}

TEST(NpzReader, otherArraysOfOneValueARowAreKeptIfAskedFor) {
    const std::string age = npyBytes(npyHeader("<f4", "(2,)"), rawBytes<float>({.1F, 71}));
    const std::string ids = npyBytes(npyHeader("<i4", "(2,)"), rawBytes<std::int32_t>({7, 9}));
    const std::string three = npyBytes(npyHeader("<i4", "(3,)"), rawBytes<std::int32_t>({1, 2, 3}));
    const std::string bytes = zipBytes({{"probs.npy", scores()},
                                        {"labels.npy", labels()},
                                        {"age.npy", age},
                                        {"id.npy", ids},
                                        {"epochs.npy", three}},
                                       false);
    ReadOptions options;
    EXPECT_TRUE(testing::accepted(bytes, options).rowNames.empty());
    options.kept = KeptColumns::Names;
    EXPECT_EQ(testing::accepted(bytes, options).rowNames.size(), 1U);
    options.kept = KeptColumns::All;
    const auto data = testing::accepted(bytes, options);
    ASSERT_EQ(data.rowNames.size(), 2U);
    EXPECT_THAT(data.rowNames[0].values, ElementsAre("0.1", "71"));
    EXPECT_TRUE(data.rowNames[0].isOther);
    EXPECT_EQ(data.rowNames[1].name, "id");
    EXPECT_FALSE(data.rowNames[1].isOther);
}

TEST(NpzReader, timesAreNumbersOrDates) {
    const auto withTimes = [](const std::string& key, const std::string& times) {
        return zipBytes({{"probs.npy", scores()}, {"labels.npy", labels()}, {key + ".npy", times}},
                        false);
    };
    const auto numbers = testing::accepted(
        withTimes("timestamp", npyBytes(npyHeader("<f8", "(2,)"), rawBytes<double>({12.5, 3}))));
    ASSERT_TRUE(numbers.times);
    EXPECT_EQ(numbers.times->name, "timestamp");
    EXPECT_FALSE(numbers.times->areDates);
    EXPECT_THAT(numbers.times->values, ElementsAre(12.5, 3));
    const std::string days = "2024-05-012024-06-30";
    std::string wide;  // four bytes for each letter
    for (const char c : days)
        wide += c + std::string(3, '\0');
    const auto dates =
        testing::accepted(withTimes("date", npyBytes(npyHeader("<U10", "(2,)"), wide)));
    ASSERT_TRUE(dates.times);
    EXPECT_TRUE(dates.times->areDates);
    EXPECT_EQ(dates.times->text(dates.times->values[1]), "2024-06-30");
    EXPECT_EQ(testing::assumed(dates, "time_column"), "date");
}

TEST(NpzReader, anArrayOfTimesIsChosenByItsName) {
    const std::string day = npyBytes(npyHeader("<i4", "(2,)"), rawBytes<std::int32_t>({7, 8}));
    const std::string bytes =
        zipBytes({{"probs.npy", scores()}, {"labels.npy", labels()}, {"when.npy", day}}, false);
    EXPECT_FALSE(testing::accepted(bytes).times);
    ReadOptions options;
    options.columns = {{ColumnRole::Time, "when"}};
    EXPECT_THAT(testing::accepted(bytes, options).times->values, ElementsAre(7, 8));
    options.columns = {{ColumnRole::Time, "probs"}};
    EXPECT_FALSE(testing::readBytes(bytes, options));
}

TEST(NpzReader, labelsOfAnotherArchiveAreFoundByTheirKey) {
    const std::string ids = npyBytes(npyHeader("<i4", "(2,)"), rawBytes<std::int32_t>({5, 6}));
    const auto arrays = readArchive(zipBytes({{"id.npy", ids}, {"labels.npy", labels()}}, false));
    EXPECT_THAT(labelsFromArrays(arrays.value(), {}).value().labels.values(),
                ElementsAre("1", "0"));
    ReadOptions options;
    options.columns = {{ColumnRole::Label, "id"}};
    EXPECT_THAT(labelsFromArrays(arrays.value(), options).value().labels.values(),
                ElementsAre("5", "6"));
    const auto unnamed = readArchive(zipBytes({{"id.npy", ids}, {"b.npy", labels()}}, false));
    EXPECT_THAT(labelsFromArrays(unnamed.value(), {}).error().detail,
                HasSubstr("none of the arrays is called labels"));
}

TEST(NpzReader, whatMacsAddToArchivesIsPassedOver) {
    const auto arrays = readArchive(
        zipBytes({{"probs.npy", scores()}, {"__MACOSX/._probs.npy", "Mac OS X"}}, false));
    ASSERT_TRUE(arrays) << describe(arrays.error());
    EXPECT_EQ(arrays.value().size(), 1U);
}

TEST(NpzReader, otherZipFilesAreNamedForWhatTheyAre) {
    EXPECT_THAT(readArchive(zipBytes({{"archive/data.pkl", "x"}}, false)).error().detail,
                HasSubstr("PyTorch"));
    EXPECT_THAT(readArchive(zipBytes({{"xl/workbook.xml", "x"}}, false)).error().detail,
                HasSubstr("Excel"));
    EXPECT_THAT(readArchive(zipBytes({{"readme.txt", "x"}}, false)).error().detail,
                HasSubstr(".npy"));
    EXPECT_THAT(readArchive(zipBytes({{"a.npy", "not an array"}}, false)).error().key, "a");
}

TEST(NpzReader, objectsThatNobodyNeedsArePassedOver) {
    const auto objects = npyBytes(npyHeader("|O", "(2,)"), "pickled");
    const auto arrays = readArchive(zipBytes(
        {{"classes.npy", objects}, {"probs.npy", scores()}, {"labels.npy", labels()}}, false));
    ASSERT_TRUE(arrays) << describe(arrays.error());
    EXPECT_EQ(arrays.value().size(), 2U);
    const auto needed =
        readArchive(zipBytes({{"probs.npy", scores()}, {"labels.npy", objects}}, false));
    ASSERT_FALSE(needed);
    EXPECT_THAT(needed.error().detail, HasSubstr("labels.astype(str)"));
}

TEST(ArrayRoles, shapesDecideWhereKeysSayNothing) {
    const auto arrays =
        readArchive(zipBytes({{"foo.npy", scores()}, {"bar.npy", labels()}}, false));
    const auto columns = columnsFromArrays(arrays.value(), "npz", {});
    ASSERT_TRUE(columns);
    EXPECT_EQ(columns.value().scoreRole, ScoreRole::ClassScores);
}

TEST(ArrayRoles, aSharedPrefixTiesLabelsToScoresAndTheRestAreOtherModels) {
    const auto arrays = readArchive(zipBytes({{"val_logits.npy", scores()},
                                              {"val_labels.npy", labels()},
                                              {"test_logits.npy", scores()},
                                              {"test_labels.npy", labels()}},
                                             false));
    const auto columns = columnsFromArrays(arrays.value(), "npz", {});
    ASSERT_TRUE(columns) << describe(columns.error());
    EXPECT_EQ(columns.value().labelName, "test_labels");
    EXPECT_EQ(columns.value().assumptions[0].value, "test_logits");
    ASSERT_EQ(columns.value().otherModels.size(), 1U);
    EXPECT_EQ(commandLineOption(columns.value().otherModels.front().front()),
              "--column score=val_logits");
}

TEST(ArrayRoles, scoresNeverTakeTheLabelsOfAnotherSplit) {
    for (const auto& keys : {std::array{"val.logits", "val.labels", "test.logits", "test.labels"},
                             std::array{"logits_valid", "y_valid", "logits_test", "y_test"}}) {
        const auto arrays = readArchive(zipBytes({{keys[0] + std::string(".npy"), scores()},
                                                  {keys[1] + std::string(".npy"), labels()},
                                                  {keys[2] + std::string(".npy"), scores()},
                                                  {keys[3] + std::string(".npy"), labels()}},
                                                 false));
        const auto columns = columnsFromArrays(arrays.value(), "npz", {});
        ASSERT_TRUE(columns) << describe(columns.error());
        EXPECT_EQ(columns.value().labelName, keys[3]);
        EXPECT_EQ(columns.value().assumptions[0].value, keys[2]);
    }
    const auto apart =
        readArchive(zipBytes({{"val_logits.npy", scores()}, {"test_labels.npy", labels()}}, false));
    EXPECT_FALSE(columnsFromArrays(apart.value(), "npz", {}));
}

TEST(ArrayRoles, modelsShareTheTruthOfTheTestSplitAndNeverAnotherModelsPrediction) {
    const auto arrays = readArchive(zipBytes({{"y_test.npy", labels()},
                                              {"DT_pred.npy", labels()},
                                              {"DT_proba.npy", scores()},
                                              {"KNN_pred.npy", labels()},
                                              {"KNN_proba.npy", scores()}},
                                             false));
    const auto columns = columnsFromArrays(arrays.value(), "npz", {});
    ASSERT_TRUE(columns) << describe(columns.error());
    EXPECT_EQ(columns.value().labelName, "y_test");
    EXPECT_EQ(columns.value().assumptions[0].value, "DT_pred");
    EXPECT_EQ(columns.value().assumptions[1].value, "DT_proba");
    ASSERT_EQ(columns.value().otherModels.size(), 1U);
    EXPECT_EQ(commandLineOption(columns.value().otherModels.front().front()),
              "--column score=KNN_proba");
}

TEST(ArrayRoles, severalCandidatesAreAQuestionThatListsThem) {
    const auto arrays = readArchive(
        zipBytes({{"foo.npy", scores()}, {"bar.npy", scores()}, {"labels.npy", labels()}}, false));
    const auto unclear = columnsFromArrays(arrays.value(), "npz", {});
    ASSERT_FALSE(unclear);
    EXPECT_THAT(unclear.error().detail, HasSubstr("'foo' (float array of 2 x 2)"));
    ReadOptions options;
    options.columns = {{ColumnRole::Score, "bar"}};
    EXPECT_TRUE(columnsFromArrays(arrays.value(), "npz", options));
}

TEST(ArrayRoles, labelsMustBeAsManyAsScores) {
    const auto three = npyBytes(npyHeader("|u1", "(3,)"), std::string("\1\0\1", 3));
    const auto arrays =
        readArchive(zipBytes({{"probs.npy", scores()}, {"labels.npy", three}}, false));
    const auto columns = columnsFromArrays(arrays.value(), "npz", {});
    ASSERT_FALSE(columns);
    EXPECT_EQ(columns.error().key, "labels");
}

TEST(ArrayRoles, oneHotLabelsGivePositionsAndOthersAreRefused) {
    DataArray hot{{2, 2}, std::vector<double>{0, 1, 1, 0}, false};
    EXPECT_THAT(labelsFromArray(hot).value().values(), ::testing::ElementsAre("1", "0"));
    DataArray soft{{1, 2}, std::vector<double>{.5, .5}, false};
    EXPECT_FALSE(labelsFromArray(soft));
}

}  // namespace
}  // namespace diagonal
