// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/logistic_sums.h"

#include <bit>
#include <cmath>
#include <random>
#include <vector>

#include "core/numerics/class_probabilities.h"
#include "tests/core/each_target.h"

namespace diagonal {
namespace {

class LogisticSumsOn : public EachTarget {};
INSTANTIATE_FOR_EACH_TARGET(LogisticSumsOn);

TEST_P(LogisticSumsOn, areThoseOfTheFormula) {
    std::mt19937_64 random(1);
    std::uniform_real_distribution<double> uniform(1e-6, 1 - 1e-6);
    for (const std::size_t rows : {1UL, 7UL, 64UL, 1001UL}) {
        std::vector<std::uint64_t> words;
        std::vector<double> weights;
        LogisticSums expected, unweighted;
        for (std::size_t i = 0; i < rows; ++i) {
            const double c = i == 3 ? 1e-300 : uniform(random);
            const std::uint64_t a = random() & 1;
            const double w = uniform(random);
            words.push_back((std::bit_cast<std::uint64_t>(c) << 1) | a);
            weights.push_back(w);
            const double x = logit(c);
            const double p = sigmoid(.3 + 1.2 * x);
            const double miss = p - static_cast<double>(a);
            const double curve = p * (1 - p);
            expected.add({w * miss, w * miss * x, w * curve, w * curve * x, w * curve * x * x});
            unweighted.add({miss, miss * x, curve, curve * x, curve * x * x});
        }
        const auto expectNear = [&](const LogisticSums& sums, const LogisticSums& right) {
            const double tolerance = 1e-12 * static_cast<double>(rows);
            EXPECT_NEAR(sums.miss, right.miss, tolerance);
            EXPECT_NEAR(sums.missX, right.missX, 100 * tolerance);
            EXPECT_NEAR(sums.curve, right.curve, tolerance);
            EXPECT_NEAR(sums.curveX, right.curveX, tolerance);
            EXPECT_NEAR(sums.curveXX, right.curveXX, tolerance);
        };
        expectNear(logisticSums(words, weights, .3, 1.2), expected);
        expectNear(logisticSums(words, {}, .3, 1.2), unweighted);
    }
}

}  // namespace
}  // namespace diagonal
