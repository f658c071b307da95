// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/exponential_sums.h"

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "tests/core/each_target.h"

namespace diagonal {
namespace {

class ExponentialSums : public EachTarget {};
INSTANTIATE_FOR_EACH_TARGET(ExponentialSums);

template <typename T>
std::vector<T> distances(std::size_t count) {
    std::mt19937_64 random(count);
    std::exponential_distribution<double> spread(.2);
    std::vector<T> out(count);
    for (T& d : out)
        d = static_cast<T>(-spread(random));
    out[count / 2] = -std::numeric_limits<T>::infinity();
    out[count / 3] = T{-400};
    return out;
}

double sumOf(std::span<const double> d, double b) {
    double sum = 0;
    for (const double value : d)
        sum += std::exp(b * value);
    return sum;
}

TEST_P(ExponentialSums, rowsOfAnyLengthSumLikeTheStandardExponential) {
    for (const std::size_t classes : {3UL, 7UL, 8UL, 31UL, 100UL, 1000UL}) {
        constexpr std::size_t rows = 5;
        const auto wide = distances<double>(rows * classes);
        const std::vector<float> narrow(wide.begin(), wide.end());
        const std::vector<double> tops(rows, 0.0);
        for (const double b : {1 / 12.8, 1.0, 10.0}) {
            std::vector<float> ofFloats(rows);
            std::vector<float> ofDoubles(rows);
            addRows(std::span(narrow), classes, tops, b, ofFloats);
            addRows(std::span(wide), classes, tops, b, ofDoubles);
            for (std::size_t row = 0; row < rows; ++row) {
                const double sum = sumOf(std::span(wide).subspan(row * classes, classes), b) - 1;
                const double bound = 2e-6 * (sum + 1);
                EXPECT_NEAR(ofFloats[row], std::max(sum, 0.0), bound) << classes << " " << b;
                EXPECT_NEAR(ofDoubles[row], std::max(sum, 0.0), bound) << classes << " " << b;
            }
        }
    }
}

TEST_P(ExponentialSums, blocksSumEachRowOnItsOwn) {
    constexpr std::size_t others = 9;
    constexpr std::size_t rows = 3 * kBlockRows;
    std::vector<float> blocks = distances<float>(others * rows);
    blocks[4] = -1e30F;
    std::vector<float> sums(rows);
    addBlocks(blocks, others, .7, sums);
    for (std::size_t row = 0; row < rows; ++row) {
        double sum = 0;
        for (std::size_t j = 0; j < others; ++j) {
            const std::size_t block = row / kBlockRows * others + j;
            sum +=
                std::exp(.7 * static_cast<double>(blocks[block * kBlockRows + row % kBlockRows]));
        }
        EXPECT_NEAR(sums[row], sum, 2e-6 * (sum + 1e-30)) << row;
    }
}

TEST_P(ExponentialSums, octavesAreRightToThirteenDigits) {
    for (const std::size_t count : {3UL, 64UL, 999UL}) {
        const auto d = distances<double>(count);
        const std::vector<double> bs{1 / 12.8, .1, 1 / 6.5};
        std::vector<double> sums(kOctaves * bs.size(), 1.0);
        addOctaves(d, bs, sums);
        for (std::size_t p = 0; p < kOctaves; ++p) {
            for (std::size_t c = 0; c < bs.size(); ++c) {
                const double sum = sumOf(d, std::ldexp(bs[c], static_cast<int>(p)));
                EXPECT_NEAR(sums[p * bs.size() + c] - 1, sum, 1e-13 * (sum + 1)) << p << " " << c;
            }
        }
    }
}

TEST_P(ExponentialSums, combinationsAddColumnsByTheirWeights) {
    constexpr std::size_t stride = 50;
    std::vector<float> columns(3 * stride);
    for (std::size_t i = 0; i < columns.size(); ++i)
        columns[i] = static_cast<float>(i);
    const std::vector<float> weights{.5F, -1, 2};
    std::vector<float> out(37);
    std::vector<float> spread(out.size());
    weightedColumnSum(columns.data() + 5, stride, weights, out, spread);
    for (std::size_t i = 0; i < out.size(); ++i) {
        const auto at = static_cast<float>(i + 5);
        EXPECT_FLOAT_EQ(out[i], .5F * at - (at + stride) + 2 * (at + 2 * stride));
        EXPECT_FLOAT_EQ(spread[i], .5F * at + (at + stride) + 2 * (at + 2 * stride));
    }
}

}  // namespace
}  // namespace diagonal
