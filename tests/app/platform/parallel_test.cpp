// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/platform/parallel.h"

#include <atomic>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

namespace diagonal {
namespace {

TEST(Parallel, everyIndexIsVisitedOnceAlsoFromWithin) {
    for (const std::size_t count : {0U, 1U, 2U, 1000U}) {
        std::vector<std::atomic<int>> visits(count);
        parallelFor(count,
                    [&](std::size_t i) { parallelFor(3, [&](std::size_t) { ++visits[i]; }); });
        for (const auto& visit : visits)
            EXPECT_EQ(visit, 3);
    }
}

TEST(Parallel, whatABodyThrowsArrivesWhenAllAreDone) {
    std::atomic<int> done = 0;
    const auto run = [&] {
        parallelFor(100, [&](std::size_t i) {
            if (i == 7) throw std::runtime_error("seven");
            ++done;
        });
    };
    EXPECT_THROW(run(), std::runtime_error);
    EXPECT_EQ(done, 99);
}

}  // namespace
}  // namespace diagonal
