// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/bytes/compressed_source.h"

#include <gtest/gtest.h>

#include "tests/core/reading/compressed_bytes.h"

namespace diagonal {
namespace {

using testing::gzipBytes;
using testing::zstdBytes;

using Decompress = std::unique_ptr<ByteSource> (*)(std::unique_ptr<ByteSource>);

Result<std::string> contentOf(const std::string& bytes, Decompress decompress) {
    return decompress(std::make_unique<MemorySource>(bytes))->readAll();
}

std::string longText() {
    std::string text;
    for (std::size_t i = 0; i < 300'000; ++i)
        text += std::to_string(i * 7919 % 100'003) + "\n";
    return text;
}

TEST(CompressedSource, contentComesOutAsItWentIn) {
    for (const std::string& text : {std::string(), std::string("a,b\n1,2\n"), longText()}) {
        EXPECT_EQ(contentOf(gzipBytes(text), gzipContent).value(), text);
        EXPECT_EQ(contentOf(zstdBytes(text), zstdContent).value(), text);
    }
}

TEST(CompressedSource, severalMembersAreOneText) {
    EXPECT_EQ(contentOf(gzipBytes("a\n") + gzipBytes("b\n"), gzipContent).value(), "a\nb\n");
    EXPECT_EQ(contentOf(zstdBytes("a\n") + zstdBytes("b\n"), zstdContent).value(), "a\nb\n");
}

TEST(CompressedSource, everyTruncationIsAnError) {
    const std::string text = "prob_0,prob_1,label\n.2,.8,1\n";
    for (const auto& [bytes, decompress] :
         {std::pair<std::string, Decompress>(gzipBytes(text), gzipContent),
          std::pair<std::string, Decompress>(zstdBytes(text), zstdContent)}) {
        for (std::size_t size = 1; size < bytes.size(); ++size) {
            EXPECT_FALSE(contentOf(bytes.substr(0, size), decompress)) << size;
        }
    }
}

TEST(CompressedSource, damagedDataAreRefusedOrHarmless) {
    const std::string text = longText();
    const std::string bytes = gzipBytes(text);
    for (std::size_t i = 0; i < bytes.size(); i += bytes.size() / 200 + 1) {
        std::string flipped = bytes;
        flipped[i] = static_cast<char>(flipped[i] ^ 0x24);
        const auto content = contentOf(flipped, gzipContent);
        // The name, time and system fields of the header may be anything.
        if (content) {
            EXPECT_EQ(content.value(), text) << i;
        }
    }
}

}  // namespace
}  // namespace diagonal
