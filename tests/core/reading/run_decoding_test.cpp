// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/parquet/run_decoding.h"

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/reading/bytes/block_codecs.h"

namespace diagonal {
namespace {

void addVariable(std::string& bytes, std::uint64_t value) {
    for (; value >= 128; value >>= 7)
        bytes += static_cast<char>((value & 127) | 128);
    bytes += static_cast<char>(value);
}

/// Writes runs of equal integers and packed groups of eight, in turns of random lengths.
std::string encoded(unsigned width, std::vector<std::uint32_t>& values) {
    std::mt19937_64 random(width);
    std::string bytes;
    for (int turn = 0; turn < 40; ++turn) {
        const std::uint64_t mask = (std::uint64_t{1} << width) - 1;
        const auto one = static_cast<std::uint32_t>(random() & mask);
        const std::size_t count = 1 + random() % 700;
        addVariable(bytes, count << 1);
        for (unsigned at = 0; at < (width + 7) / 8; ++at)
            bytes += static_cast<char>(one >> 8 * at & 255);
        values.insert(values.end(), count, one);
        const std::size_t groups = 1 + random() % 30;
        addVariable(bytes, groups << 1 | 1);
        std::string packed(groups * width, '\0');
        for (std::size_t i = 0; i < 8 * groups; ++i) {
            values.push_back(static_cast<std::uint32_t>(random() & mask));
            for (unsigned bit = 0; bit < width; ++bit) {
                const std::size_t at = i * width + bit;
                const unsigned set = values.back() >> bit & 1;
                const unsigned before = static_cast<unsigned char>(packed[at / 8]);
                packed[at / 8] = static_cast<char>(before | set << at % 8);
            }
        }
        bytes += packed;
    }
    return bytes;
}

TEST(RunDecoder, readsRunsAndPackedGroupsInPiecesOfAnySize) {
    for (const unsigned width : {1U, 3U, 8U, 13U, 17U, 32U}) {
        std::vector<std::uint32_t> values;
        std::string bytes = encoded(width, values);
        const std::size_t size = bytes.size();
        bytes.append(BlockBuffer::kSlack, '\0');
        for (const std::size_t piece : {std::size_t{1}, std::size_t{5}, std::size_t{1024}}) {
            RunDecoder decoder(std::string_view(bytes).substr(0, size), width);
            std::vector<std::uint32_t> read(values.size());
            for (std::size_t at = 0; at < read.size(); at += piece) {
                const std::size_t count = std::min(piece, read.size() - at);
                ASSERT_TRUE(decoder.read(std::span(read).subspan(at, count)));
            }
            EXPECT_EQ(read, values) << width << " bits, " << piece << " at once";
            EXPECT_FALSE(decoder.read(std::span(read).first(1))) << "nothing is left";
        }
    }
}

}  // namespace
}  // namespace diagonal
