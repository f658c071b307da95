// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/poisson_draws.h"

#include <cmath>

#include <gtest/gtest.h>

namespace diagonal {
namespace {

TEST(PoissonDraws, haveMeanVarianceAndProbabilitiesOfPoisson) {
    for (const double mean : {.3, 1.0, 4.7, 12.0, 256.0, 900.0}) {
        PoissonDraws draws;
        draws.add(mean);
        RandomNumbers random(1, 2);
        constexpr int count = 200'000;
        double sum = 0, squares = 0, zeros = 0;
        for (int i = 0; i < count; ++i) {
            const double drawn = draws.draw(0, random);
            ASSERT_GE(drawn, 0);
            ASSERT_EQ(drawn, std::round(drawn));
            sum += drawn;
            squares += (drawn - mean) * (drawn - mean);
            zeros += drawn == 0 ? 1 : 0;
        }
        const double error = std::sqrt(mean / count);
        EXPECT_NEAR(sum / count, mean, 4 * error) << mean;
        EXPECT_NEAR(squares / count, mean, .02 * mean + .01) << mean;
        EXPECT_NEAR(zeros / count, std::exp(-mean), .005) << mean;
    }
}

TEST(PoissonDraws, ofMeanZeroAreZero) {
    PoissonDraws draws;
    draws.add(0);
    RandomNumbers random(1);
    EXPECT_EQ(draws.draw(0, random), 0);
}

TEST(InverseTable, findsTheQuantilesOfItsProbabilities) {
    const InverseTable table({.1, 0, .2, .7});
    EXPECT_EQ(table.at(0), 0U);
    EXPECT_EQ(table.at(.09), 0U);
    EXPECT_EQ(table.at(.11), 2U);
    EXPECT_EQ(table.at(.29), 2U);
    EXPECT_EQ(table.at(.31), 3U);
    EXPECT_EQ(table.at(1 - 0x1p-53), 3U);
}

}  // namespace
}  // namespace diagonal
