// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/mantissa_sums.h"

#include <bit>
#include <random>
#include <vector>

#include "tests/core/each_target.h"

namespace diagonal {
namespace {

class MantissaSumsOn : public EachTarget {};
INSTANTIATE_FOR_EACH_TARGET(MantissaSumsOn);

std::uint64_t mantissaOf(double value) {
    constexpr std::uint64_t leading = 1ULL << 52;
    return (std::bit_cast<std::uint64_t>(value) & (leading - 1)) | leading;
}

TEST_P(MantissaSumsOn, areExactForAnyNumberOfRows) {
    std::mt19937_64 random(1);
    std::uniform_real_distribution<double> uniform(.5, 1);
    for (const std::size_t rows :
         {1UL, 2UL, 3UL, 7UL, 8UL, 9UL, 63UL, 64UL, 65UL, 200UL, 511UL, 512UL}) {
        std::vector<std::uint64_t> words;
        MantissaSums expected;
        for (std::size_t i = 0; i < rows; ++i) {
            const double c = uniform(random);
            const std::uint64_t mark = random() & 1;
            words.push_back((std::bit_cast<std::uint64_t>(c) << 1) | mark);
            expected.values += mantissaOf(c);
            expected.squares += mantissaOf(c * c);
            expected.marked += mark;
            expected.markedValues += mark * mantissaOf(c);
            expected.markedSquares += mark * mantissaOf(c * c);
        }
        const MantissaSums sums = mantissaSums(words);
        EXPECT_EQ(sums.values, expected.values) << rows;
        EXPECT_EQ(sums.squares, expected.squares);
        EXPECT_EQ(sums.marked, expected.marked);
        EXPECT_EQ(sums.markedValues, expected.markedValues);
        EXPECT_EQ(sums.markedSquares, expected.markedSquares);
    }
}

}  // namespace
}  // namespace diagonal
