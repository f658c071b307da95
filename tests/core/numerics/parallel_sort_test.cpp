// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/parallel_sort.h"

#include <algorithm>
#include <bit>
#include <random>

#include "tests/core/support.h"

namespace diagonal {
namespace {

std::vector<std::vector<std::uint64_t>> numbersOfAnyKind(std::size_t count) {
    std::mt19937_64 random(1);
    std::uniform_real_distribution<double> uniform;
    std::vector<std::vector<std::uint64_t>> kinds(7);
    for (std::size_t i = 0; i < count; ++i) {
        kinds[0].push_back(random());
        kinds[1].push_back(std::bit_cast<std::uint64_t>(uniform(random)) << 1);
        kinds[2].push_back(7);
        kinds[3].push_back(count - i);
        kinds[4].push_back(i % 1000 == 0 ? ~std::uint64_t{0} : i % 3);
        kinds[5].push_back(i == count / 2 ? 3 : ~std::uint64_t{0});
        kinds[6].push_back(i % 16 == 0 ? random() : 42);
    }
    return kinds;
}

/// Returns a sum that changes if a number is lost or doubled.
std::uint64_t sumOf(const std::vector<std::uint64_t>& values) {
    std::uint64_t sum = 0;
    for (const std::uint64_t value : values)
        sum += value * value * 6364136223846793005U + value;
    return sum;
}

TEST(ParallelSort, sortsManyNumbersOfAnyKind) {
    for (const auto& values : numbersOfAnyKind(300'000)) {
        auto expected = values;
        std::ranges::sort(expected);
        for (const std::size_t mostCopied : {300'000UL, 10'000UL}) {
            auto sorted = values;
            sortAscending(sorted, testing::backwards, mostCopied);
            EXPECT_EQ(sorted, expected);
        }
        const ProgressCallback none;
        Continuation continuation(none);
        auto inPlace = values;
        sortInPlace(inPlace, continuation, 1000);
        EXPECT_EQ(inPlace, expected);
    }
}

TEST(ParallelSort, sortsPairsByBothNumbers) {
    for (const auto& values : numbersOfAnyKind(40'000)) {
        std::vector<hwy::uint128_t> pairs(values.size());
        for (std::size_t i = 0; i < values.size(); ++i) {
            pairs[i].hi = values[i];
            pairs[i].lo = i % 5;
        }
        auto expected = pairs;
        std::sort(expected.begin(), expected.end());
        sortPairs(pairs, testing::backwards, 1000);
        EXPECT_TRUE(std::equal(pairs.begin(), pairs.end(), expected.begin()));
    }
}

TEST(ParallelSort, endsAndLosesNothingWhereverItIsCancelled) {
    const auto kinds = numbersOfAnyKind(40'000);
    for (int checks = 0; checks < 60; ++checks) {
        for (const auto& values : kinds) {
            int left = checks;
            const ProgressCallback progress = [&](std::size_t, std::size_t) { return left-- > 0; };
            Continuation continuation(progress);
            auto sorted = values;
            sortInPlace(sorted, continuation, 1000);
            if (!continuation.isStopped()) {
                EXPECT_TRUE(std::ranges::is_sorted(sorted));
            }
            EXPECT_EQ(sumOf(sorted), sumOf(values));
        }
    }
}

}  // namespace
}  // namespace diagonal
