// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/logistic_fit.h"

#include <vector>

#include <gtest/gtest.h>

namespace diagonal {
namespace {

/// Rows whose targets are the probabilities of known coefficients: these are the optimum.
struct ExactRows {
    std::vector<Coefficients<3>> values;
    Coefficients<3> truth;

    std::size_t size() const { return values.size(); }
    const Coefficients<3>& terms(std::size_t i) const { return values[i]; }
    double target(std::size_t i) const {
        double z = 0;
        for (std::size_t k = 0; k < 3; ++k)
            z += truth[k] * values[i][k];
        return sigmoid(z);
    }
    static double weight(std::size_t i) { return 1 + static_cast<double>(i % 3); }
};

ExactRows rows() {
    ExactRows out{{}, {1.5, -.75, .2}};
    for (int i = 0; i < 40; ++i)
        out.values.push_back({std::sin(i), std::cos(2.3 * i), 1});
    return out;
}

TEST(LogisticFit, reachesTheOptimum) {
    const auto fit = logisticFit<3>(rows(), {true, true, true}, {});
    ASSERT_TRUE(fit);
    for (std::size_t k = 0; k < 3; ++k)
        EXPECT_NEAR((*fit)[k], rows().truth[k], 1e-12);
}

TEST(LogisticFit, leavesUnusedCoefficientsWhereTheyStart) {
    const auto fit = logisticFit<3>(rows(), {true, false, true}, {0, -.75, 0});
    ASSERT_TRUE(fit);
    EXPECT_EQ((*fit)[1], -.75);
    EXPECT_NEAR((*fit)[0], 1.5, 1e-12);
}

TEST(LogisticFit, hasNoneWhereTermsDependOnEachOther) {
    ExactRows dependent = rows();
    for (Coefficients<3>& terms : dependent.values)
        terms[1] = 2 * terms[0];
    EXPECT_FALSE(logisticFit<3>(dependent, {true, true, true}, {}));
}

}  // namespace
}  // namespace diagonal
