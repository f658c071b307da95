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

}  // namespace
}  // namespace diagonal
