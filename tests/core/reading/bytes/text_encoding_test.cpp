// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/bytes/text_encoding.h"

#include <gtest/gtest.h>

namespace diagonal {
namespace {

using namespace std::string_view_literals;

std::string recoded(std::string_view bytes) {
    const TextEncoding encoding = detectedEncoding(bytes);
    return asUtf8(std::make_unique<MemorySource>(bytes), encoding)->readAll().value();
}

TEST(TextEncoding, isDetectedByMarkAndForm) {
    EXPECT_EQ(detectedEncoding("abc"), TextEncoding::Utf8);
    EXPECT_EQ(detectedEncoding("caf\xC3\xA9"), TextEncoding::Utf8);
    EXPECT_EQ(detectedEncoding("caf\xC3"), TextEncoding::Utf8) << "cut";
    EXPECT_EQ(detectedEncoding("caf\xE9,1\n"), TextEncoding::Latin1);
    EXPECT_EQ(detectedEncoding("\xFF\xFE\x61\0"sv), TextEncoding::Utf16LittleEndian);
    EXPECT_EQ(detectedEncoding("\xFE\xFF\0\x61"sv), TextEncoding::Utf16BigEndian);
}

TEST(TextEncoding, utf16LosesItsMarkAndKeepsItsText) {
    EXPECT_EQ(recoded("\xFF\xFE\x61\0\xE9\0\x3D\xD8\x00\xDE"sv), "a\xC3\xA9\xF0\x9F\x98\x80");
    EXPECT_EQ(recoded("\xFE\xFF\0\x61\x20\xAC"sv), "a\xE2\x82\xAC");
}

TEST(TextEncoding, brokenUtf16BecomesReplacements) {
    EXPECT_EQ(recoded("\xFF\xFE\x3D\xD8\x61\0"sv),
              "\xEF\xBF\xBD"
              "a");
    EXPECT_EQ(recoded("\xFF\xFE\x00\xDE"sv), "\xEF\xBF\xBD");
    EXPECT_EQ(recoded("\xFF\xFE\x61\0\x62"sv), "a\xEF\xBF\xBD");
    EXPECT_EQ(recoded("\xFF\xFE\x3D\xD8"sv), "\xEF\xBF\xBD");
}

TEST(TextEncoding, latin1IsRecodedByteByByte) {
    EXPECT_EQ(recoded("\xE9\xFF!"), "\xC3\xA9\xC3\xBF!");
}

}  // namespace
}  // namespace diagonal
