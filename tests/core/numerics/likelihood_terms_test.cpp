// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/likelihood_terms.h"

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "tests/core/each_target.h"

namespace diagonal {
namespace {

class LikelihoodTerms : public EachTarget {};
INSTANTIATE_FOR_EACH_TARGET(LikelihoodTerms);

TEST_P(LikelihoodTerms, momentsAreRightToThirteenDigitsAndInfinityAddsNothing) {
    std::mt19937_64 random(1);
    std::exponential_distribution<double> spread(.2);
    for (const std::size_t classes : {3UL, 8UL, 21UL, 1000UL}) {
        constexpr std::size_t rows = 3;
        std::vector<float> narrow;
        for (std::size_t i = 0; i < rows * classes; ++i)
            narrow.push_back(static_cast<float>(-spread(random)));
        narrow[1] = -std::numeric_limits<float>::infinity();
        const std::vector<double> z(narrow.begin(), narrow.end());
        const std::vector<double> tops{0, 1, 2};
        const double b = 2.5;
        std::vector<double> found(rows * kTaylorTerms);
        std::vector<double> ofFloats(rows * kTaylorTerms);
        exponentialMoments(std::span(z), classes, tops, b, found);
        exponentialMoments(std::span<const float>(narrow), classes, tops, b, ofFloats);
        EXPECT_EQ(found, ofFloats);
        for (std::size_t row = 0; row < rows; ++row) {
            for (std::size_t k = 0; k < kTaylorTerms; ++k) {
                double expected = 0;
                for (std::size_t i = 0; i < classes; ++i) {
                    const double d = z[row * classes + i] - tops[row];
                    if (!std::isinf(d)) expected += std::exp(b * d) * std::pow(d, k);
                }
                EXPECT_NEAR(found[row * kTaylorTerms + k], expected, 1e-13 * std::abs(expected))
                    << classes << " " << k;
            }
        }
    }
}

/// Two classes whose label lies m above the other have the loss of a margin m.
TEST_P(LikelihoodTerms, blocksOfTwoClassesHaveTheDerivativesOfMargins) {
    std::vector<double> distances(2 * kDerivativeRows);
    std::vector<double> labelled(kDerivativeRows), weights(kDerivativeRows), margins;
    for (std::size_t i = 0; i < kDerivativeRows; ++i) {
        const double m = .2 * static_cast<double>(i) - 5;
        margins.push_back(m);
        distances[i] = std::min(m, 0.0);
        distances[kDerivativeRows + i] = -std::max(m, 0.0);
        labelled[i] = distances[i];
        weights[i] = i % 7 == 3 ? 0 : 1 + static_cast<double>(i % 3);
    }
    const auto expected = marginDerivatives(margins, weights, .8);
    const auto found = blockDerivatives(distances, labelled, weights, .8);
    for (std::size_t k = 0; k < kTaylorTerms; ++k)
        EXPECT_NEAR(found[k], expected[k], 1e-11 * (1 + std::abs(expected[k]))) << k;
}

/// Each derivative is the difference quotient of the one before.
TEST_P(LikelihoodTerms, derivativesOfMarginsAreThoseOfTheLoss) {
    const std::vector<double> margins{-3, -1, -.2, 0, .5, 1, 2, 4, 9, 40, -30};
    const std::vector<double> weights{1, 2, .5, 1, 1, 1, 3, 1, 1, 1, 1};
    for (const double b : {.3, 1.0, 2.0}) {
        const auto at = marginDerivatives(margins, weights, b);
        double loss = 0;
        for (std::size_t i = 0; i < margins.size(); ++i)
            loss += weights[i] * std::log1p(std::exp(-b * margins[i]));
        EXPECT_NEAR(at[0], loss, 1e-13 * loss);
        constexpr double step = 1e-5;
        const auto below = marginDerivatives(margins, weights, b - step);
        const auto above = marginDerivatives(margins, weights, b + step);
        for (std::size_t k = 1; k < kTaylorTerms; ++k) {
            const double quotient = (above[k - 1] - below[k - 1]) / (2 * step);
            EXPECT_NEAR(at[k], quotient, 1e-5 * (std::abs(quotient) + 1)) << k << " " << b;
        }
    }
}

}  // namespace
}  // namespace diagonal
