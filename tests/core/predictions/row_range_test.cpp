// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/predictions/row_range.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

#include "tests/core/each_target.h"

namespace diagonal {
namespace {

class RowRanges : public EachTarget {};
INSTANTIATE_FOR_EACH_TARGET(RowRanges);

template <typename T>
void expectLikeOneByOne(std::size_t size) {
    std::mt19937_64 random(size);
    std::normal_distribution<double> normal;
    std::vector<T> row(size);
    for (T& score : row)
        score = static_cast<T>(normal(random));
    const RowRange range = rangeOf(std::span<const T>(row));
    EXPECT_EQ(range.smallest, static_cast<double>(*std::ranges::min_element(row)));
    EXPECT_EQ(range.largest, static_cast<double>(*std::ranges::max_element(row)));
    EXPECT_NEAR(range.sum, std::accumulate(row.begin(), row.end(), 0.0), 1e-12);
    for (const std::size_t odd : {std::size_t{0}, size / 2, size - 1}) {
        auto broken = row;
        broken[odd] = std::numeric_limits<T>::quiet_NaN();
        EXPECT_TRUE(std::isnan(rangeOf(std::span<const T>(broken)).sum)) << size << " " << odd;
        broken[odd] = -std::numeric_limits<T>::infinity();
        EXPECT_TRUE(std::isinf(rangeOf(std::span<const T>(broken)).smallest));
        EXPECT_FALSE(std::isfinite(rangeOf(std::span<const T>(broken)).sum));
    }
}

TEST_P(RowRanges, areThoseOfALookAtOneScoreAfterAnother) {
    for (const std::size_t size : {1U, 2U, 7U, 8U, 9U, 15U, 16U, 17U, 33U, 64U, 100U}) {
        expectLikeOneByOne<float>(size);
        expectLikeOneByOne<double>(size);
    }
}

template <typename T>
void expectLargestLikeOneByOne(std::size_t size) {
    std::mt19937_64 random(size);
    for (int i = 0; i < 50; ++i) {
        std::vector<T> row(size);
        for (T& score : row)
            score = random() % 9 == 0 ? -std::numeric_limits<T>::infinity()
                                      : static_cast<T>(random() % size) - T{3};
        const auto largest = std::ranges::max_element(row);
        const LargestScore found = largestOf(std::span<const T>(row));
        ASSERT_EQ(found.place, static_cast<std::size_t>(largest - row.begin())) << size;
        ASSERT_EQ(found.isShared, std::ranges::count(row, *largest) > 1) << size;
    }
}

TEST_P(RowRanges, theLargestScoreIsTheFirstOfThem) {
    for (const std::size_t size : {1U, 2U, 3U, 7U, 8U, 9U, 15U, 16U, 17U, 33U, 64U, 100U}) {
        expectLargestLikeOneByOne<float>(size);
        expectLargestLikeOneByOne<double>(size);
    }
}

TEST(RowRange, ofNoScoresIsEmpty) {
    const RowRange range = rangeOf(std::span<const double>());
    EXPECT_GT(range.smallest, range.largest);
    EXPECT_EQ(range.sum, 0);
}

}  // namespace
}  // namespace diagonal
