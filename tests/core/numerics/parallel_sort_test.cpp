// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/parallel_sort.h"

#include <algorithm>
#include <bit>
#include <random>

#include "tests/core/support.h"

namespace diagonal {
namespace {

TEST(ParallelSort, sortsManyNumbersOfAnyKind) {
    constexpr std::size_t count = 300'000;
    std::mt19937_64 random(1);
    std::uniform_real_distribution<double> uniform;
    std::vector<std::vector<std::uint64_t>> kinds(5);
    for (std::size_t i = 0; i < count; ++i) {
        kinds[0].push_back(random());
        kinds[1].push_back(std::bit_cast<std::uint64_t>(uniform(random)) << 1);
        kinds[2].push_back(7);
        kinds[3].push_back(count - i);
        kinds[4].push_back(i % 1000 == 0 ? ~std::uint64_t{0} : i % 3);
    }
    for (auto& values : kinds) {
        auto expected = values;
        std::ranges::sort(expected);
        sortAscending(values, testing::backwards);
        EXPECT_EQ(values, expected);
    }
}

TEST(ParallelSort, sortsInPlaceWhatIsTooMuchToCopy) {
    constexpr std::size_t count = (std::size_t{1} << 24) + 12'345;
    std::vector<std::uint64_t> random(count);
    std::vector<std::uint64_t> mostlyEqual(count);
    std::vector<std::uint64_t> greatest(count, ~std::uint64_t{0});
    std::uint64_t state = 1;
    for (std::size_t i = 0; i < count; ++i) {
        state = state * 6364136223846793005U + 1442695040888963407U;
        random[i] = state;
        mostlyEqual[i] = state >> 60U == 0 ? state : 42;
    }
    greatest[count / 2] = 3;
    for (auto* values : {&random, &mostlyEqual, &greatest}) {
        std::uint64_t sum = 0;
        for (const std::uint64_t value : *values)
            sum += value * value;
        sortAscending(*values, testing::backwards);
        EXPECT_TRUE(std::ranges::is_sorted(*values));
        std::uint64_t after = 0;
        for (const std::uint64_t value : *values)
            after += value * value;
        EXPECT_EQ(sum, after);
    }
}

TEST(ParallelSort, endsWhenItsLoopIsStopped) {
    std::vector<std::uint64_t> values(std::size_t{1} << 25U);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = i * 6364136223846793005U;
    const ProgressCallback refuse = [](std::size_t, std::size_t) { return false; };
    Continuation continuation(refuse);
    sortAscending(values, stoppable(serialFor, continuation));
    EXPECT_TRUE(continuation.isStopped());
}

}  // namespace
}  // namespace diagonal
