// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/bytes/byte_source.h"

#include <gtest/gtest.h>

#include "core/reading/bytes/compressed_source.h"
#include "tests/core/reading/compressed_bytes.h"
#include "tests/core/support.h"

namespace diagonal {
namespace {

std::string readUpTo(ByteSource& source, std::size_t size) {
    std::string out(size, '\0');
    out.resize(source.read(out).value());
    return out;
}

TEST(ByteSource, whatWasPeekedIsStillRead) {
    MemorySource source("abcdefgh");
    EXPECT_EQ(source.peek(3).value(), "abc");
    EXPECT_EQ(readUpTo(source, 2), "ab");
    EXPECT_EQ(source.peek(4).value(), "cdef");
    EXPECT_EQ(readUpTo(source, 100), "cdefgh");
    EXPECT_EQ(source.consumed(), 8U);
    EXPECT_EQ(source.peek(1).value(), "");
}

TEST(ByteSource, filesAreReadWholeAndKnowTheirSize) {
    const testing::TemporaryFolder folder;
    const std::string bytes(3'000'000, 'x');
    auto source = openSource(folder.write("f", bytes));
    ASSERT_TRUE(source);
    EXPECT_EQ(source.value()->size(), bytes.size());
    EXPECT_EQ(source.value()->readAll().value(), bytes);
}

TEST(ByteSource, bytesAtAnyPlaceAreThoseOfTheFileWhateverWasTaken) {
    const testing::TemporaryFolder folder;
    const auto file = openSource(folder.write("f", "abcdefgh")).value();
    const std::string zipped = testing::gzipBytes("abcdefgh");
    const auto compressed = gzipContent(std::make_unique<MemorySource>(zipped));
    MemorySource memory("abcdefgh");
    EXPECT_EQ(compressed->randomAccess(), nullptr);
    EXPECT_EQ(file->peek(3).value(), "abc");
    for (ByteSource* source : {file.get(), compressed.get(), static_cast<ByteSource*>(&memory)}) {
        const auto bytes = allBytes(*source).value();
        EXPECT_EQ(bytes->size(), 8U);
        EXPECT_EQ(bytes->bytesAt(2, 3).value(), "cde");
        EXPECT_EQ(bytes->bytesAt(6, 100).value(), "gh");
        EXPECT_EQ(bytes->bytesAt(100, 3).value(), "");
        PartSource part(*bytes, 1, 5);
        EXPECT_EQ(part.size(), 5U);
        EXPECT_EQ(readUpTo(part, 2), "bc");
        EXPECT_EQ(part.readAll().value(), "def");
    }
    EXPECT_EQ(readUpTo(*file, 2), "ab");
}

TEST(ByteSource, missingFilesAndFoldersAreNamed) {
    const testing::TemporaryFolder folder;
    const auto missing = openSource(folder.path("none"));
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().kind, ErrorKind::CannotRead);
    EXPECT_EQ(missing.error().file, folder.path("none"));
    EXPECT_FALSE(openSource(folder.path("")));
}

}  // namespace
}  // namespace diagonal
