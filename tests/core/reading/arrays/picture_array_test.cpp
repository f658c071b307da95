// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/arrays/picture_array.h"

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/reading/prediction_reader.h"
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
using Opened = Result<std::unique_ptr<PictureArray>>;

class PictureArrayTest : public ::testing::Test {
protected:
    ~PictureArrayTest() override { std::filesystem::remove(m_path); }

    Opened openBytes(const std::string& bytes) {
        std::ofstream(m_path, std::ios::binary) << bytes;
        return PictureArray::open(m_path);
    }
    Opened openArray(const std::string& npy, bool deflated = false,
                     const std::string& name = "images.npy") {
        return openBytes(zipBytes({{name, npy}}, deflated));
    }

    std::string m_path = (std::filesystem::temp_directory_path() /
                          ("pictures" + std::to_string(::getpid()) + ".npz"))
                             .string();
};

TEST_F(PictureArrayTest, bytesAreShownAsTheyAre) {
    const std::string npy = npyBytes(npyHeader("|u1", "(2, 1, 3)"), std::string("\1\2\3\4\5\6"));
    for (const bool deflated : {false, true}) {
        const auto array = openArray(npy, deflated);
        ASSERT_TRUE(array) << describe(array.error());
        ASSERT_TRUE(array.value());
        EXPECT_EQ(array.value()->count(), 2U);
        const Picture picture = array.value()->at(1).value();
        EXPECT_EQ(picture.width, 3U);
        EXPECT_EQ(picture.height, 1U);
        EXPECT_EQ(picture.channels, 1U);
        EXPECT_THAT(picture.pixels, ElementsAre(4, 5, 6));
        EXPECT_THAT(array.value()->at(2).error().detail, HasSubstr("holds 2 images"));
    }
}

TEST_F(PictureArrayTest, otherNumbersAreScaled) {
    const auto shares =
        openArray(npyBytes(npyHeader("<f4", "(1, 1, 3)"), rawBytes<float>({0.0F, .5F, 1.0F})));
    EXPECT_THAT(shares.value()->at(0).value().pixels, ElementsAre(0, 128, 255));
    const auto sixteenths =
        openArray(npyBytes(npyHeader("<f8", "(1, 1, 3)"), rawBytes<double>({0, 4, 16})));
    EXPECT_THAT(sixteenths.value()->at(0).value().pixels, ElementsAre(0, 64, 255));
    const auto normal =
        openArray(npyBytes(npyHeader("<f8", "(1, 1, 3)"), rawBytes<double>({-2, 0, 2})));
    EXPECT_THAT(normal.value()->at(0).value().pixels, ElementsAre(0, 128, 255));
    const auto bigEndian =
        openArray(npyBytes(npyHeader(">i2", "(1, 1, 2)"), std::string("\0\0\0\x0a", 4)));
    EXPECT_THAT(bigEndian.value()->at(0).value().pixels, ElementsAre(0, 255));
    const auto halves = openArray(
        npyBytes(npyHeader("<f2", "(1, 1, 3)"), std::string("\x00\x00\x00\x38\x00\x3c", 6)));
    EXPECT_THAT(halves.value()->at(0).value().pixels, ElementsAre(0, 128, 255));
    const auto unknown =
        openArray(npyBytes(npyHeader("<f8", "(1, 1, 2)"), rawBytes<double>({std::nan(""), 1})));
    EXPECT_THAT(unknown.value()->at(0).value().pixels, ElementsAre(0, 255));
}

TEST_F(PictureArrayTest, coloursStandBehindTheirPixel) {
    const std::string data("\1\2\3\4\5\6");
    const auto last = openArray(npyBytes(npyHeader("|u1", "(1, 1, 2, 3)"), data));
    EXPECT_THAT(last.value()->at(0).value().pixels, ElementsAre(1, 2, 3, 4, 5, 6));
    const auto first = openArray(npyBytes(npyHeader("|u1", "(1, 3, 1, 2)"), data));
    EXPECT_THAT(first.value()->at(0).value().pixels, ElementsAre(1, 3, 5, 2, 4, 6));
    EXPECT_EQ(first.value()->at(0).value().channels, 3U);
}

TEST_F(PictureArrayTest, whatHoldsNoPicturesHasNone) {
    EXPECT_FALSE(openBytes("label,p\n1,0.5\n").value());
    EXPECT_FALSE(openArray(npyBytes(npyHeader("|u1", "(1,)"), "\1"), false, "labels.npy").value());
    EXPECT_FALSE(PictureArray::open("/no/such/file.npz"));
    const auto flat = openArray(npyBytes(npyHeader("|u1", "(2, 2)"), "\1\2\3\4"));
    ASSERT_FALSE(flat);
    EXPECT_THAT(flat.error().detail, HasSubstr("N x height x width"));
    EXPECT_FALSE(openArray(npyBytes(npyHeader("<c8", "(1, 1, 1)"), std::string(8, '\0'))));
}

TEST_F(PictureArrayTest, rowsOfPixelsAreSquareAndNoneIsHuge) {
    const std::string data(32, '\1');
    const auto flat = openArray(npyBytes(npyHeader("|u1", "(2, 16)"), data));
    ASSERT_TRUE(flat) << describe(flat.error());
    EXPECT_EQ(flat.value()->at(1).value().width, 4U);
    const auto features = openArray(npyBytes(npyHeader("|u1", "(2, 16)"), data), false, "x.npy");
    EXPECT_FALSE(features) << "sixteen features are no picture";
    // Declared, not there: refused by what it claims.
    const auto huge = openArray(npyBytes(npyHeader("<f8", "(1, 8000, 8000)"), data));
    ASSERT_FALSE(huge);
    EXPECT_THAT(huge.error().detail, HasSubstr("MB"));
    const auto wide = openArray(npyBytes(npyHeader("|u1", "(1, 9000, 2)"), data));
    EXPECT_THAT(wide.error().detail, HasSubstr("8,192 pixels on a side"));
}

TEST_F(PictureArrayTest, everyTruncationAndEveryFlippedByteIsSurvived) {
    const std::string whole = zipBytes(
        {{"images.npy", npyBytes(npyHeader("|u1", "(2, 2, 2)"), "\1\2\3\4\5\6\7\10")}}, false);
    const auto look = [&](const std::string& bytes) {
        const auto array = openBytes(bytes);
        if (!array || !array.value()) return;
        for (std::size_t i = 0; i < std::min<std::size_t>(array.value()->count(), 3); ++i)
            static_cast<void>(array.value()->at(i));
    };
    for (std::size_t size = 0; size < whole.size(); ++size)
        look(whole.substr(0, size));
    for (std::size_t i = 0; i < whole.size(); ++i) {
        std::string bytes = whole;
        bytes[i] = static_cast<char>(bytes[i] ^ 0x55);
        look(bytes);
    }
}

/// Pictures of bytes beside predictions are no labels of pixels.
TEST_F(PictureArrayTest, predictionsBesidePicturesAreReadWithoutThem) {
    std::ofstream(m_path, std::ios::binary) << zipBytes(
        {{"images.npy", npyBytes(npyHeader("|u1", "(2, 1, 1)"), "\1\2")},
         {"probs.npy", npyBytes(npyHeader("<f8", "(2, 2)"), rawBytes<double>({.2, .8, .7, .3}))},
         {"labels.npy", npyBytes(npyHeader("|u1", "(2,)"), std::string("\1\0", 2))}},
        false);
    const auto read = readPredictions({m_path, {}});
    ASSERT_TRUE(read) << describe(read.error());
    EXPECT_EQ(read.value().predictions.rows(), 2U);
}

}  // namespace
}  // namespace diagonal
