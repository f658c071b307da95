// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/deciding/loess.h"

#include <vector>

#include <gtest/gtest.h>

namespace diagonal {
namespace {

/// predict(loess(y ~ x), at) of R 4.2 for x <- c(1:9)^2, y <- c(1,3,2,5,4,6,8,7,9), and with
/// the fourth point three times.
TEST(Loess, isThatOfR) {
    std::vector<double> x, y;
    const std::vector<double> outcomes{1, 3, 2, 5, 4, 6, 8, 7, 9};
    for (int i = 1; i <= 9; ++i)
        x.push_back(i * i);
    y = outcomes;
    const std::vector<double> once(x.size(), 1);
    const Loess loess({x, y, once});
    EXPECT_NEAR(loess.at(1), 1.279614445636589, 1e-10);
    EXPECT_NEAR(loess.at(30), 5.091846609040324, 1e-10);
    EXPECT_NEAR(loess.at(81), 8.773667083484535, 1e-10);
    std::vector<double> weights = once;
    weights[3] = 3;
    EXPECT_NEAR(Loess({x, y, weights}).at(30), 5.24367544926969, 1e-10);
}

/// Two different x do not tell a quadratic: the curve of smallest norm goes through both means.
TEST(Loess, ofTwoPlacesMeetsTheirMeans) {
    const std::vector<double> x{.2, .8};
    const std::vector<double> y{.25, .5};
    const std::vector<double> weights{4, 4};
    const Loess loess({x, y, weights});
    EXPECT_NEAR(loess.at(.2), .25, 0.05);
    EXPECT_NEAR(loess.at(.8), .5, 0.05);
}

TEST(Loess, ofOnePlaceIsItsMean) {
    const std::vector<double> x{.3}, y{.6}, weights{5};
    EXPECT_NEAR(Loess({x, y, weights}).at(.3), .6, 1e-12);
}

}  // namespace
}  // namespace diagonal
